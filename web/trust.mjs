/**
 * The one Trusted Types policy of the page. It is imported first, so that no other script can take its name, and it never
 * becomes a global: whoever writes markup has imported it from here.
 *
 * @type {{ createHTML(html: string): any }}
 */
export const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("artifactkit", { createHTML: (/** @type {string} */ s) => s })
  ?? { createHTML: (/** @type {string} */ s) => s };
