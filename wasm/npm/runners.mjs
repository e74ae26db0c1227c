/**
 * Who answers calls: an instance on this thread, or workers, of which one works and one stands by. Both are asked in the same way
 * and say the same. What an instance has open is gone with it; a call that needs it names the generation, and is refused as Stale
 * when another has taken over.
 *
 * @typedef {{ name: string, input: string | Uint8Array, options: object | string, generation?: number }} Call
 * @typedef {{ bytes: Uint8Array, generation: number }} Answer
 * @typedef {{ run(call: Call): Promise<Answer>, close(): void }} Runner
 */
import { Ended, start } from "./instance.mjs";

/** Thrown when a call took longer than it may. */
export class Late extends Error {}
/** Thrown when what a call needs was open in an instance that is no more. */
export class Stale extends Error {}
/** Thrown by workers of whom none ever started. */
export class NoWorker extends Error {}

/** Bytes above which an instance is replaced, as the memory of a module never shrinks: one huge result is no reason to hold on to it. */
const LARGE = 256 << 20;

/** On this thread: without a deadline, for nothing can end it from outside. @implements {Runner} */
export class Here {
  /** @type {import("./instance.mjs").Instance | null} */ #instance = null;
  /** @type {Promise<void> | null} */ #starting = null;
  #generation = 0;

  /** @param {any} Go @param {WebAssembly.Module} module */
  constructor(Go, module) {
    this.Go = Go;
    this.module = module;
  }

  /** Starts an instance in place of one that has ended. */
  start() {
    return this.#starting ??= (async () => {
      try {
        this.#instance = await start(this.Go, this.module);
        this.#generation++;
      } finally {
        this.#starting = null;
      }
    })();
  }

  get memory() { return this.#instance?.memory ?? 0; }

  /** @param {Call} call */
  now({ name, input, options, generation }) {
    if (!this.#instance?.alive) {
      void this.start().catch(() => {});
      throw new Ended("the program is being started anew");
    }
    if (generation !== undefined && generation !== this.#generation) throw new Stale();
    const answer = { bytes: this.#instance.call(name, input, options), generation: this.#generation };
    if (this.#instance.memory > LARGE) this.#instance = null;
    return answer;
  }

  /** @param {Call} call */
  async run(call) {
    if (!this.#instance?.alive) await this.start();
    return this.now(call);
  }

  close() { this.#instance = null; }
}

/** In workers: a call that takes too long ends with its worker, and the one that stands by goes on. @implements {Runner} */
export class Workers {
  /** @type {Worked | null} */ #current = null;
  /** @type {Worked | null} */ #standby = null;
  /** @type {Promise<unknown>} */ #last = Promise.resolve();
  #made = 0;
  #worked = false;
  #closed = false;

  /** @param {() => any} make  makes a worker @param {WebAssembly.Module} module @param {number} deadline  in ms */
  constructor(make, module, deadline) {
    this.make = make;
    this.module = module;
    this.deadline = deadline;
  }

  #start() { return new Worked(this.make(), this.module, ++this.#made); }

  /** Calls are answered one after the other, so that each has the whole of its time. @param {Call} call @returns {Promise<Answer>} */
  run(call) {
    const done = this.#last.then(() => this.#run(call));
    this.#last = done.catch(() => {});
    return done;
  }

  /** @param {Call} call @returns {Promise<Answer>} */
  async #run(call) {
    if (this.#closed) throw new Ended("closed");
    let at;
    try {
      at = this.#current ??= this.#start();
      await at.ready;
    } catch (e) {
      this.#current = null;
      if (!this.#worked) throw new NoWorker(String(/** @type {Error} */ (e).message));
      throw e;
    }
    this.#worked = true;
    this.#standby ??= this.#start();
    if (call.generation !== undefined && call.generation !== at.generation) throw new Stale();
    try {
      const bytes = await at.ask(call, this.deadline);
      if (at.memory > LARGE) this.#replace(at);
      return { bytes, generation: at.generation };
    } catch (e) {
      this.#replace(at);
      throw e;
    }
  }

  /** @param {Worked} old */
  #replace(old) {
    old.end();
    this.#current = this.#standby;
    this.#standby = null;
  }

  close() {
    this.#current?.end();
    this.#standby?.end();
    this.#current = this.#standby = null;
    this.#closed = true;
  }
}

/** One worker, of a page or of Node. */
class Worked {
  memory = 0;
  /** @type {(answer: any) => void} */ #settle = () => {};
  /** @type {(why: Error) => void} */ #fail = () => {};

  /** @param {any} worker @param {WebAssembly.Module} module @param {number} generation */
  constructor(worker, module, generation) {
    this.worker = worker;
    this.generation = generation;
    const said = (/** @type {any} */ m) => {
      this.memory = m.memory ?? 0;
      if (m.ended === undefined) this.#settle(m.answer);
      else this.#fail(new Ended(m.ended));
    };
    const failed = (/** @type {any} */ e) => this.#fail(new Ended(e?.message || "no start"));
    if (worker.on) {
      worker.on("message", said).on("error", failed);
      worker.unref();
    } else {
      worker.onmessage = (/** @type {MessageEvent} */ e) => said(e.data);
      worker.onerror = worker.onmessageerror = failed;
    }
    this.ready = this.#wait(() => worker.postMessage({ module }));
    this.ready.catch(() => {});
  }

  /** @param {Call} call @param {number} deadline @returns {Promise<Uint8Array>} */
  ask({ name, input, options }, deadline) {
    const timer = setTimeout(() => this.#fail(new Late(`no answer within ${deadline} ms`)), deadline);
    return this.#wait(() => this.worker.postMessage({ name, input, options })).finally(() => clearTimeout(timer));
  }

  end() {
    this.#fail(new Ended("ended"));
    void this.worker.terminate();
  }

  /** @param {() => void} send @returns {Promise<any>} */
  #wait(send) {
    this.worker.ref?.();
    return new Promise((settle, fail) => {
      this.#settle = settle;
      this.#fail = fail;
      send();
    }).finally(() => this.worker.unref?.());
  }
}
