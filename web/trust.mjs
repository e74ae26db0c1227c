/** The page's own scripts alone: what a worker may be made of. @param {string} url */
function createScriptURL(url) {
  if (new URL(url).origin !== location.origin) throw new TypeError("a script of another origin");
  return url;
}

const rules = { createHTML: (/** @type {string} */ s) => s, createScriptURL };

/**
 * The one Trusted Types policy of the page. It is imported first, so that no other script can take its name, and it never
 * becomes a global: whoever writes markup has imported it from here.
 *
 * @type {{ createHTML(html: string): any, createScriptURL(url: string): any }}
 */
export const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("artifactkit", rules) ?? rules;
