/**
 * The one Trusted Types policy of this copy of the package. It never leaves it: markup is what the core wrote, and the only script
 * that is ever named is the package's own worker.
 */

/** @type {Set<string>} */
const scripts = new Set();
const rules = {
  createHTML: (/** @type {string} */ s) => s,
  createScriptURL: (/** @type {string} */ s) => { if (!scripts.has(s)) throw new TypeError("not ours"); return s; },
};

/** What stands in the way of markup, "" if nothing does. */
export let refused = "";

/** @type {{ createHTML(s: string): any, createScriptURL(s: string): any }} */
export const policy = make();

function make() {
  const types = /** @type {any} */ (globalThis).trustedTypes;
  if (!types) return rules;
  for (const name of ["artifactkit", "artifactkit-2"]) {
    try { return types.createPolicy(name, rules); } catch { /* taken, or not allowed */ }
  }
  refused = "trusted-types artifactkit artifactkit-2";
  return rules;
}

/** A worker of the package's own script. @param {string} url */
export function worker(url) {
  const node = /** @type {any} */ (globalThis).process?.getBuiltinModule?.("node:worker_threads");
  if (node) return new node.Worker(new URL(url));
  scripts.add(url);
  return new Worker(policy.createScriptURL(url), { type: "module" });
}
