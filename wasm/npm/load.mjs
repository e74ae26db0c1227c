/** Gets the module, on a page and in Node, and says what stands in the way in words that help. */

/** A directive that a page's policy lacks, or null. @typedef {string | null} Directive */

export class Unavailable extends Error {
  /** @param {string} message @param {Directive} directive */
  constructor(message, directive) {
    super(message);
    this.directive = directive;
  }
}

/**
 * Fetches and compiles.
 * @param {URL} url
 * @param {string} [integrity]  as in the attribute of that name, one hash
 */
export async function load(url, integrity) {
  if (typeof WebAssembly !== "object") throw new Unavailable("WebAssembly is not there", null);
  if (url.protocol === "file:") return WebAssembly.compile(await read(url, integrity));
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(url, { integrity: integrity ?? "", credentials: "same-origin" });
  } catch (e) {
    throw new Unavailable(`${url}: ${/** @type {Error} */ (e).message}; needs connect-src ${url.origin}`, "connect-src");
  }
  if (!answer.ok) throw new Unavailable(`${url}: ${answer.status} ${answer.statusText}`, null);
  try {
    if (/^application\/wasm\b/.test(answer.headers.get("content-type") ?? "")) return await WebAssembly.compileStreaming(answer);
    return await WebAssembly.compile(await answer.arrayBuffer());
  } catch (e) {
    const why = String(/** @type {Error} */ (e).message);
    const csp = /content security policy|unsafe-eval/i.test(why);
    throw new Unavailable(csp ? "script-src needs 'wasm-unsafe-eval'" : `${url}: ${why}`, csp ? "script-src" : null);
  }
}

/** @param {URL} url @param {string} [integrity] */
async function read(url, integrity) {
  const fs = /** @type {any} */ (globalThis).process?.getBuiltinModule?.("node:fs");
  if (!fs) throw new Unavailable(`${url}: a file cannot be fetched`, null);
  const data = await fs.promises.readFile(url).catch((/** @type {Error} */ e) => { throw new Unavailable(e.message, null); });
  const [, bits, want] = /^sha(256|384|512)-(.+)$/.exec(integrity ?? "") ?? [];
  if (integrity && !want) throw new TypeError("integrity is sha256-, sha384- or sha512-");
  if (want && btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest(`SHA-${bits}`, data)))) !== want) {
    throw new Unavailable(`${url}: its hash is not ${integrity}`, null);
  }
  return data;
}
