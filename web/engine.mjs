/**
 * Runs the program and keeps it alive. A Go program in a page dies as a whole, and its death shows in a dozen ways; here
 * each of them ends in one call of `died`, after which a new instance of the same compiled module takes over. What it must
 * know again is the caller's to tell.
 *
 * @typedef {{ shown(): boolean, ready(): void, died(why: string, again: boolean): void, said(message: any): void }} Owner
 */
import "./wasm_exec.js";

/** The calls in the order of their numbers; app/engine has the same list. */
const CALLS = ["feed", "act", "extract", "reset", "state", "restore", "importBegin", "importChunk", "importEnd", "reveal", "failure", "find", "findMore", "hit", "filter", "grouping", "about", "inspect", "inspectCall", "inspectAct", "inspectExtract", "exportBegin", "exportChunk", "exportEnd", "exportTake", "frame", "sessions", "facets", "ping"];

const RESTARTS = 3, WITHIN = 60_000, BEAT = 5_000, PAUSES = [0, 0, 250, 1_000];

/** Thrown by a call into a program that is not running. */
export class Dead extends Error {}

export class Engine {
  /** @type {Promise<WebAssembly.Module>} */ #module;
  /** @type {any} */ #go = null;
  /** @type {any} */ #ex = null;
  /** @type {number[]} */ #starts = [];
  #beat = 0;
  #answered = true;
  #in = new TextEncoder();
  #out = new TextDecoder();

  /**
   * @param {URL} wasm
   * @param {string} base  path of the page's root, with a slash at its end
   * @param {Owner} owner
   */
  constructor(wasm, base, owner) {
    this.base = base;
    this.owner = owner;
    this.#module = load(wasm);
  }

  get running() { return this.#ex !== null && !this.#go.exited; }

  /** Starts an instance. The promise rejects only when the module cannot be had. */
  async start() {
    new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(); // the first takes a tenth of a second, in which the module is fetched
    const module = await this.#module;
    const go = new (/** @type {any} */ (globalThis).Go)();
    const imports = go.importObject;
    guard(imports.gojs);
    imports.vitrine = { send: (/** @type {number} */ ptr, /** @type {number} */ len) => this.#send(go, ptr, len) };
    go.exit = (/** @type {number} */ code) => this.#end(go, `the program ended with code ${code}`);
    go.env = { GOAPP_ROOT_PREFIX: this.base.replace(/\/$/, ""), GOAPP_STATIC_RESOURCES_URL: "/web", GOAPP_INTERNAL_URLS: "[]", VITRINE_LOCALE: document.documentElement.lang, VITRINE_WITHHOLD: document.documentElement.dataset.withhold ?? "" };
    const instance = await WebAssembly.instantiate(module, imports);
    await painted(() => this.owner.shown()); // the program's start takes the thread for long enough that what has come is shown first, as text
    this.#starts.push(Date.now());
    this.#go = go;
    this.#ex = instance.exports;
    go.run(instance).catch((/** @type {unknown} */ e) => this.#end(go, String(e)));
  }

  /** Ends the program, to be started again by its owner: in another language. */
  stop() {
    this.#go = this.#ex = null;
    clearInterval(this.#beat);
  }

  /**
   * Makes a call with a text or bytes, and returns its answer; null when there is none. Throws Dead when the program is not
   * there, or dies of it.
   * @param {string} name  one of CALLS
   * @param {string | Uint8Array} input
   * @returns {any}
   */
  call(name, input = "") {
    const go = this.#go, ex = this.#ex, op = CALLS.indexOf(name);
    if (op < 0) throw new TypeError(`no such call: ${name}`);
    if (!this.running) throw new Dead("not running");
    const room = typeof input === "string" ? input.length * 3 : input.length;
    const at = ex.ak_buf(room) >>> 0;
    this.#check(go);
    const memory = new Uint8Array(ex.mem.buffer, at, room);
    let n = room;
    if (typeof input === "string") n = this.#in.encodeInto(input, memory).written;
    else memory.set(input);
    const answer = BigInt.asUintN(64, BigInt(ex.ak_call(op, n, 0)));
    this.#check(go);
    const from = Number(answer >> 32n), length = Number(answer & 0xffffffffn);
    if (answer === 0n) return null;
    if (from + length > ex.mem.buffer.byteLength) {
      this.#end(go, "an answer outside of memory");
      throw new Dead("bad answer");
    }
    const said = JSON.parse(this.#out.decode(new Uint8Array(ex.mem.buffer, from, length)));
    if (said?.error) console.error("vitrine:", name, said.error);
    return said;
  }

  /** @param {any} go */
  #check(go) {
    if (go.exited || go !== this.#go) {
      this.#end(go, "the program ended in a call");
      throw new Dead("ended");
    }
  }

  /** What Go says. It runs inside Go's own call, so nothing is thrown and nothing is called from here. @param {any} go @param {number} ptr @param {number} len */
  #send(go, ptr, len) {
    try {
      if (go !== this.#go) return;
      const message = JSON.parse(this.#out.decode(new Uint8Array(this.#ex.mem.buffer, ptr >>> 0, len)));
      queueMicrotask(() => {
        if (go !== this.#go) return;
        if (message.do === "pong") this.#answered = true;
        else if (message.do === "ready") this.#ready();
        else this.owner.said(message);
      });
    } catch (e) {
      console.error(e);
    }
  }

  #ready() {
    // go-app takes window's own handlers; links, history and sizes are the loader's.
    window.onclick = window.onpopstate = window.onresize = null;
    this.#answered = true;
    clearInterval(this.#beat);
    this.#beat = setInterval(() => this.#watch(), BEAT);
    this.owner.ready();
  }

  /** A program can hang without ending: then its components answer no more. */
  #watch() {
    if (document.visibilityState !== "visible") {
      this.#answered = true;
      return;
    }
    const go = this.#go;
    if (!this.#answered) return this.#end(go, "the program does not answer");
    this.#answered = false;
    try { this.call("ping"); } catch { /* the end is told */ }
  }

  /** @param {any} go @param {string} why */
  #end(go, why) {
    if (go !== this.#go || !go) return;
    this.#go = this.#ex = null;
    clearInterval(this.#beat);
    const now = Date.now();
    this.#starts = this.#starts.filter((t) => now - t < WITHIN);
    const again = this.#starts.length <= RESTARTS;
    setTimeout(() => this.owner.died(why, again), PAUSES[this.#starts.length]);
  }
}

const PATIENCE = 150;

/** Waits until what is to be shown is on the screen, but not for long; in a tab that is not seen there are no frames to wait for. @param {() => boolean} shown */
function painted(shown) {
  const end = performance.now() + PATIENCE;
  return new Promise((done) => {
    const look = () => {
      if (shown() || performance.now() > end) requestAnimationFrame(() => setTimeout(done));
      else requestAnimationFrame(look);
    };
    setTimeout(done, 2 * PATIENCE);
    look();
  });
}

/** @param {URL} url */
async function load(url) {
  const answer = await fetch(url, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`app.wasm: ${answer.status} ${answer.statusText}`);
  return WebAssembly.compileStreaming(answer);
}

/** Accessors of the page that throw must not unwind Go's stack: it would go on as neither alive nor dead. @param {any} gojs */
function guard(gojs) {
  for (const name of ["valueSet", "valueSetIndex", "valueDelete", "valueGet", "valueIndex"]) {
    const f = gojs["syscall/js." + name];
    gojs["syscall/js." + name] = (/** @type {number} */ sp) => { try { return f(sp); } catch (e) { console.error(e); } };
  }
}
