/** Fills a transcript from an address: a session of a server, event by event, or a file of any format that is read. */

const GATHER = 256, SESSION = /\/v1\/sessions\/[^/]+\/?$/;

/**
 * Appends until the end, or until the signal.
 * @param {import("./transcript.mjs").Transcript} view
 * @param {string} src  seen from the document
 * @param {{ token?: string, from?: string, signal: AbortSignal }} options
 */
export async function feed(view, src, { token, from, signal }) {
  const url = new URL(src, view.root.ownerDocument.baseURI);
  if (SESSION.test(url.pathname)) {
    for await (const e of view.kit.connect(url, { token, signal })) void view.append(e);
    return;
  }
  const got = await fetch(url, { signal, credentials: "same-origin" });
  if (!got.ok || !got.body) throw new Error(`${url}: ${got.status} ${got.statusText}`);
  /** @type {unknown[]} */
  let some = [];
  for await (const e of view.kit.importTranscript(got.body, { from })) {
    if (signal.aborted) return;
    some.push(e);
    if (some.length === GATHER) await view.append(some.splice(0));
  }
  if (some.length > 0) await view.append(some);
}
