/**
 * One started instance of the module: one text in, one text out, through linear memory. Nothing here knows a payload; every
 * rule is in the Go core.
 */

/** The calls in the order of their numbers; wasm/kit/calls has the same list. */
const CALLS = "inspect adapt render value page result open draw update extract close begin feed act take state restore end import inspection sniff record finish";
const NUMBERS = new Map(CALLS.split(" ").map((name, i) => [name, i]));

/** What the collector of the program aims at; more is taken when it is needed. Without it memory grows to several times of what is used. */
const MEMORY = "32MiB";

const encoder = new TextEncoder();

/** Throws for a name that is no call. @param {string} name */
export function number(name) {
  const op = NUMBERS.get(name);
  if (op === undefined) throw new TypeError(`no such call: ${name}`);
  return op;
}

/** Thrown by a call into an instance that has ended, or ends of it. Another instance may be asked. */
export class Ended extends Error {}

export class Instance {
  /** @type {any} */ #go;
  /** @type {any} */ #exports;
  #death = "";

  /** @param {any} go @param {WebAssembly.Exports} exports */
  constructor(go, exports) {
    this.#go = go;
    this.#exports = exports;
    go.exit = (/** @type {number} */ code) => { this.#death = `the program ended with code ${code}`; };
  }

  /** Bytes of memory, which only ever grow. @returns {number} */
  get memory() { return this.#exports.mem.buffer.byteLength; }

  get alive() { return this.#death === "" && !this.#go.exited; }

  /**
   * Answers one call.
   * @param {string} name one of CALLS
   * @param {string | Uint8Array} input
   * @param {object | string} [options]  or its JSON text
   * @returns {Uint8Array<ArrayBuffer>} a copy
   */
  call(name, input, options = {}) {
    const op = number(name);
    if (!this.alive) throw new Ended(this.#death);
    const { ak_buf, ak_call, mem } = this.#exports;
    const opts = encoder.encode(typeof options === "string" ? options : JSON.stringify(options));
    const room = typeof input === "string" ? input.length * 3 : input.length;
    const at = ak_buf(room + opts.length) >>> 0;
    if (!this.alive) throw new Ended(this.#death);
    const memory = new Uint8Array(mem.buffer, at, room + opts.length);
    let n = room;
    if (typeof input === "string") n = encoder.encodeInto(input, memory).written;
    else memory.set(input);
    memory.set(opts, n);
    const answer = BigInt.asUintN(64, ak_call(op, n, opts.length));
    const from = Number(answer >> 32n), length = Number(answer & 0xffffffffn);
    // A panic that escaped gives a number that means nothing: ask the program itself whether it still lives.
    if (!this.alive || answer === 0n || from + length > mem.buffer.byteLength) {
      this.#death ||= "the program failed";
      throw new Ended(this.#death);
    }
    return new Uint8Array(mem.buffer).slice(from, from + length);
  }
}

/**
 * Starts an instance.
 * @param {any} Go  the class of Go's wasm_exec.js
 * @param {WebAssembly.Module} module
 */
export async function start(Go, module) {
  const go = new Go();
  go.env = { GOMEMLIMIT: MEMORY };
  const program = await WebAssembly.instantiate(module, go.importObject);
  const instance = new Instance(go, program.exports);
  go.run(program).catch(() => {}); // parks at once; how it ends is seen by the calls
  return instance;
}
