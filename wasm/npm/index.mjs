/** @vitrine/artifactkit: the tool results of agents, validated and drawn by one Go core, in a page, a worker or Node. */
import { Kit } from "./kit.mjs";

const DEADLINE = 2_000;

/**
 * Gets the core ready. It is never refused for what the page forbids or the network does not give: kit.trouble says so then, the
 * fallback is asked, and the text stays.
 * @param {any} [options]
 */
export async function init(options = {}) {
  const at = (/** @type {string | URL | undefined} */ given, /** @type {URL} */ ours) => typeof given === "string" ? new URL(given, globalThis.document?.baseURI ?? ours) : given ?? ours;
  const kit = new Kit({
    ...options,
    wasmURL: at(options.wasmURL, new URL("./kit.wasm", import.meta.url)),
    importURL: at(options.importURL, new URL("./kit-import.wasm", import.meta.url)),
    workerURL: at(typeof options.worker === "boolean" ? undefined : options.worker, new URL("./worker.mjs", import.meta.url)),
    worker: options.worker !== false,
    deadline: options.deadline ?? DEADLINE,
  });
  await kit.start();
  return kit;
}

/** Defines the elements, fetched now. @param {import("./near.mjs").Source} kit */
export async function defineElements(kit) { (await import("./elements.mjs")).defineElements(kit); }
