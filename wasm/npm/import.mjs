/** Whole transcripts, read by the larger module. */
import { reason } from "./soft.mjs";
import { json } from "./text.mjs";

const decoder = new TextDecoder();

/**
 * The envelopes of a transcript; a text that is none is one result, or nothing, for which the reason is returned at the end.
 * @param {import("./kit.mjs").Kit} kit
 * @param {string | Uint8Array | Blob} file
 * @param {{ from?: string }} [options]
 */
export async function* importTranscript(kit, file, options = {}) {
  const input = file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : json(file);
  let lines;
  try {
    lines = decoder.decode((await (await kit.importer()).run({ name: "import", input, options })).bytes);
  } catch (e) {
    return reason(e);
  }
  if (lines.startsWith('{"error"')) { // no transcript: one result, or nothing
    const { event, from, notes } = await kit.adapt(input, options);
    if (event === null) return notes[0];
    yield { id: "imported:1", type: "tool_result", event, source: from };
    return null;
  }
  for (let at = 0, end; at < lines.length; at = end + 1) {
    end = lines.indexOf("\n", at);
    if (end < 0) end = lines.length;
    if (end > at) yield JSON.parse(lines.slice(at, end));
  }
  return null;
}
