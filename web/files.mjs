/**
 * Files come in three ways: chosen, dropped, pasted. A long one is read in slices, and handed on in pieces that are made as
 * large as the receiver can work off without anyone noticing.
 *
 * @typedef {{ blob: Blob, name: string }} Input
 */

const SLICE = 4 << 20, PIECE_FIRST = 8 << 10, PIECE_MIN = 2 << 10, PIECE_MAX = 2 << 20, BUDGET = 12;
const IDLE = 0.5; // a call this short has only put its piece aside, and tells nothing about the next

/** Asks for a file. Must be called from a click. @param {(i: Input) => void} open */
export function choose(open) {
  const input = document.createElement("input");
  input.type = "file";
  input.onchange = () => {
    const f = input.files?.[0];
    if (f) open({ blob: f, name: f.name });
  };
  input.click();
}

/** Takes what is dropped on the page or pasted into it. @param {(i: Input) => void} open */
export function accept(open) {
  const root = document.documentElement;
  let depth = 0;
  /** @param {DragEvent} e */
  const files = (e) => !!e.dataTransfer && [...e.dataTransfer.types].some((t) => t === "Files" || t === "text/plain");
  const over = (/** @type {boolean} */ on) => root.toggleAttribute("data-dropping", on);
  addEventListener("dragenter", (e) => { if (files(e)) e.preventDefault(), over(++depth > 0); });
  addEventListener("dragleave", (e) => { if (files(e)) over((depth = Math.max(0, depth - 1)) > 0); });
  addEventListener("dragover", (e) => {
    if (!files(e)) return;
    e.preventDefault();
    if (e.dataTransfer) e.dataTransfer.dropEffect = "copy";
  });
  addEventListener("drop", (e) => {
    if (!files(e)) return;
    e.preventDefault();
    over((depth = 0) > 0);
    take(e.dataTransfer);
  });
  addEventListener("paste", (e) => {
    const at = e.target;
    if (at instanceof HTMLElement && (at.isContentEditable || at.matches("input, textarea"))) return;
    take(e.clipboardData);
  });

  // A file that the system opens with the installed page.
  /** @type {any} */ (globalThis).launchQueue?.setConsumer(async (/** @type {any} */ launch) => {
    const f = await launch.files?.[0]?.getFile();
    if (f) open({ blob: f, name: f.name });
  });

  /** @param {DataTransfer | null} data */
  function take(data) {
    const f = data?.files[0], text = f ? "" : data?.getData("text/plain") ?? "";
    if (f) open({ blob: f, name: f.name });
    else if (text.trim()) open({ blob: new Blob([text]), name: "" });
  }
}

/**
 * Reads a blob to its end.
 * @param {Blob} blob
 * @param {AbortSignal} signal
 * @param {(piece: Uint8Array, done: number) => boolean} take  done counts this piece in; true asks for a call without a piece
 */
export async function read(blob, signal, take) {
  let size = PIECE_FIRST, since = performance.now();
  for (let at = 0; at < blob.size; at += SLICE) {
    const bytes = new Uint8Array(await blob.slice(at, at + SLICE).arrayBuffer());
    for (let i = 0, more = false; i < bytes.length || more;) {
      signal.throwIfAborted();
      const piece = bytes.subarray(i, more ? i : i + size), before = performance.now();
      i += piece.length;
      more = take(piece, at + i);
      const now = performance.now(), cost = now - before;
      if (cost > BUDGET) size = Math.max(PIECE_MIN, size >> 1);
      else if (cost > IDLE && cost < BUDGET / 3 && piece.length === size) size = Math.min(PIECE_MAX, size << 1);
      if (now - since > BUDGET) {
        await breath();
        since = performance.now();
      }
    }
  }
}

/** Lets the browser do what it has to. */
export const breath = () => new Promise((done) => {
  const c = new MessageChannel();
  c.port1.onmessage = () => { c.port1.close(); done(undefined); };
  c.port2.postMessage(0);
});

/** Types that a file may be given as (TR-10); anything else is bytes. */
const PLAIN = /^(image\/(png|jpeg|gif|webp|avif|bmp)|application\/json|text\/(plain|csv|tab-separated-values|markdown))(;|$)/;

/** Hands bytes out as a file. @param {BlobPart} body @param {string} name @param {string} mime */
export function save(body, name, mime) {
  const a = document.createElement("a"), url = URL.createObjectURL(new Blob([body], { type: PLAIN.test(mime) ? mime : "application/octet-stream" }));
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
