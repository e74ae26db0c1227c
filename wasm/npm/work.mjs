/**
 * The worker's side: it starts the module that it is sent, and answers calls one after the other. The package carries this as one
 * file, worker.mjs, with what it imports inside, so that it can be copied anywhere.
 */
import { Go } from "./go.mjs";
import { start } from "./instance.mjs";

/** @type {any} */
const port = /** @type {any} */ (globalThis).process?.getBuiltinModule?.("node:worker_threads")?.parentPort ?? globalThis;
/** @type {import("./instance.mjs").Instance | undefined} */
let instance;

port.onmessage = async (/** @type {{ data: any }} */ { data }) => {
  try {
    if (data.module) {
      instance = await start(Go, data.module);
      instance.call("render", '{"value":"*a*"}'); // the first call compiles what it runs through
      port.postMessage({ ready: true });
      return;
    }
    const answer = /** @type {any} */ (instance).call(data.name, data.input, data.options);
    port.postMessage({ answer, memory: instance?.memory }, [answer.buffer]);
  } catch (e) {
    port.postMessage({ ended: String(/** @type {Error} */ (e)?.message ?? e) });
  }
};
