/**
 * Whole transcripts, read by the larger module as they come: a file may be larger than what there is memory for. The module keeps the
 * line that has not ended, or the whole of a format that is one document.
 */
import { Ended } from "./instance.mjs";
import { reason } from "./soft.mjs";
import { json, read } from "./text.mjs";

/** What a format is told by, as the core has it, and the size of a piece. */
const HEAD = 64 << 10, PIECE = 1 << 20;

/** Bytes of a text that is no transcript; more is no result, which the core says. */
const RESULT = (32 << 20) + 1;

/**
 * The envelopes of a transcript; a text that is none is one result, or nothing, for which the reason is returned at the end.
 * @param {import("./kit.mjs").Kit} kit
 * @param {unknown} file  a Blob, a stream of bytes, or an input like any other
 * @param {{ from?: string }} [options]
 */
export async function* importTranscript(kit, file, options = {}) {
  const pieces = cut(file instanceof ReadableStream ? file : (file instanceof Blob ? file : new Blob([/** @type {any} */ (json(file))])).stream());
  let at = null;
  try {
    const first = (await pieces.next()).value ?? new Uint8Array(), runner = await kit.importer();
    const begun = await runner.run({ name: "sniff", input: first, options: { ...options, pieces: true } });
    const opened = read(begun.bytes);
    if (!opened) return yield* single(kit, first, pieces, options);
    at = { runner, options: { reader: opened.reader }, generation: begun.generation };
    for (let piece = first, done = false; !done; ) {
      yield* read((await runner.run({ name: "record", input: piece, ...at })).bytes);
      ({ value: piece = piece, done = false } = await pieces.next());
    }
    const rest = read((await runner.run({ name: "finish", input: "", ...at })).bytes);
    at = null;
    yield* rest;
    return null;
  } catch (e) {
    if (!(e instanceof Ended) && e instanceof TypeError) throw e;
    return reason(e);
  } finally {
    await pieces.return(undefined);
    if (at) void at.runner.run({ name: "finish", input: "", options: at.options, generation: at.generation }).catch(() => {});
  }
}

/** A text that is no transcript. @param {import("./kit.mjs").Kit} kit @param {Uint8Array} first @param {AsyncGenerator<Uint8Array>} rest @param {object} options */
async function* single(kit, first, rest, options) {
  const all = [first];
  let size = first.length;
  for await (const piece of rest) {
    all.push(piece);
    if ((size += piece.length) >= RESULT) break;
  }
  const { event, from, notes } = await kit.adapt(new Uint8Array(await new Blob(/** @type {any} */ (all)).arrayBuffer()), options);
  if (event === null) return notes[0];
  yield { id: "imported:1", type: "tool_result", event, source: from };
  return null;
}

/** The bytes of a stream in pieces, the first of which shows the format. @param {ReadableStream<Uint8Array>} stream @returns {AsyncGenerator<Uint8Array>} */
async function* cut(stream) {
  const reader = stream.getReader();
  let held = /** @type {Uint8Array[]} */ ([]), size = 0, least = HEAD;
  const take = () => {
    const piece = held.length === 1 ? held[0] : new Uint8Array(size);
    if (held.length > 1) held.reduce((at, part) => (piece.set(part, at), at + part.length), 0);
    held = [];
    size = 0;
    least = PIECE;
    return piece;
  };
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      for (let at = 0; at < value.length; at += PIECE) {
        const part = value.subarray(at, at + PIECE);
        held.push(part);
        if ((size += part.length) >= least) yield take();
      }
    }
    if (size > 0) yield take();
  } finally {
    await reader.cancel().catch(() => {});
  }
}
