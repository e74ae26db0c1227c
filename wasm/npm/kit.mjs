// The glue between JS and kit.wasm: one text in, one text out, through linear memory. No globals are left behind.
// Nothing here knows a payload; every rule is in the Go core.

/** The calls in the order of their numbers; wasm/kit/calls has the same list. */
export const CALLS = ["inspect", "adapt", "render", "value", "import", "page", "result"];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A started instance of kit.wasm. It is dead after a panic that nothing recovered; `call` throws then. */
export class Kit {
  #go;
  #exports;
  #death = "";

  constructor(go, exports) {
    this.#go = go;
    this.#exports = exports;
    go.exit = (code) => { this.#death = `kit.wasm exited with code ${code}`; };
  }

  /**
   * Answers one call.
   * @param {string} name one of CALLS
   * @param {string | Uint8Array} input JSON text
   * @param {object} [options]
   * @returns {Uint8Array} the answer's bytes, a copy
   */
  call(name, input, options = {}) {
    if (this.#death) throw new Error(this.#death);
    const op = CALLS.indexOf(name);
    if (op < 0) throw new TypeError(`no such call: ${name}`);
    const opts = encoder.encode(JSON.stringify(options));
    const text = typeof input === "string" ? encoder.encode(input) : input;
    const at = this.#exports.ak_buf(text.length + opts.length) >>> 0;
    const memory = new Uint8Array(this.#exports.mem.buffer);
    memory.set(text, at);
    memory.set(opts, at + text.length);
    const answer = BigInt.asUintN(64, this.#exports.ak_call(op, text.length, opts.length));
    const from = Number(answer >> 32n);
    const length = Number(answer & 0xffffffffn);
    // A panic that escaped gives a number that means nothing: ask the program itself whether it still lives.
    if (this.#death || this.#go.exited || answer === 0n || from + length > this.#exports.mem.buffer.byteLength) {
      this.#death ||= "kit.wasm failed";
      throw new Error(this.#death);
    }
    return new Uint8Array(this.#exports.mem.buffer).slice(from, from + length);
  }

  /** Answers one call whose answer is JSON. */
  json(name, input, options) {
    return JSON.parse(decoder.decode(this.call(name, input, options)));
  }
}

/**
 * Starts an instance.
 * @param {typeof globalThis.Go} Go the class of Go's wasm_exec.js
 * @param {WebAssembly.Module} module compiled kit.wasm
 */
export async function start(Go, module) {
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  const kit = new Kit(go, instance.exports);
  go.run(instance); // parks at once; the promise settles only at exit
  return kit;
}
