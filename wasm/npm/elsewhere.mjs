/**
 * Asks who draws where the core does not run: a function of the host, or a server's /v1/render. Null when it has no answer.
 * @param {any} fallback
 * @param {string | Uint8Array} input
 * @param {any} [options]
 */
export async function ask(fallback, input, options = {}) {
  try {
    if (typeof fallback === "function") return await fallback(input, options);
    const { url, token } = fallback.url ? fallback : { url: fallback, token: "" };
    const at = new URL(url, globalThis.document?.baseURI), headers = /** @type {Record<string, string>} */ ({ "content-type": "application/json" });
    if (token) headers.authorization = `Bearer ${token}`;
    for (const name of ["from", "locale", "scope", "highlight"]) if (options[name]) at.searchParams.set(name, options[name]);
    const said = await fetch(at, { method: "POST", headers, body: /** @type {any} */ (input), credentials: "omit" });
    return said.ok ? await said.json() : null;
  } catch {
    return null;
  }
}
