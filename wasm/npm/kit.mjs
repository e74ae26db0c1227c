/** The calls. What is wrong with the data is in the answer, as a reason; only what is wrong with the caller's program is thrown. */
import { Go } from "./go.mjs";
import { number } from "./instance.mjs";
import { load, Unavailable } from "./load.mjs";
import { place } from "./place.mjs";
import { Here, NoWorker, Workers } from "./runners.mjs";
import { answer, portable, reason } from "./soft.mjs";
import { json, read } from "./text.mjs";
import { refused, worker } from "./trust.mjs";

const SYNC = 64 << 10, LONG = 120_000;
const decoder = new TextDecoder();

/** What init gives. Whoever has one may use it from several places at once. */
export class Kit {
  /** @type {Here | null} */ #here = null;
  /** @type {import("./runners.mjs").Runner | null} */ #runner = null;
  /** @type {Promise<import("./runners.mjs").Runner> | null} */ #importer = null;
  /** @type {import("./index.d.ts").Renderer[]} */ #renderers = [];
  /** Why there is less than there should be, and the directive of a page's policy that is to blame; null when all is well. @type {{ message: string, directive: string | null } | null} */
  trouble = null;

  /** @param {any} options  of init, with the addresses filled in */
  constructor(options) {
    this.options = options;
    /** @param {string} name @returns {(input: any, options?: object) => any} */
    const now = (name) => (input, options) => this.#now(name, json(input), options);
    this.sync = {
      inspect: now("inspect"), value: now("value"), adapt: now("adapt"), render: now("render"), result: now("result"),
      /** @param {string} name @param {unknown} input @param {object | string} [options] */
      json: (name, input, options) => decoder.decode(this.#bytes(name, json(input), options)),
    };
  }

  /** Whether the core answers here. */
  get running() { return this.#runner !== null; }

  /** Gets the module and starts it. What fails is told in trouble. */
  async start() {
    if (refused) this.#note({ message: `a policy needs ${refused}`, directive: "trusted-types" });
    try {
      const module = await load(this.options.wasmURL, this.options.integrity?.kit ?? this.options.integrity);
      this.#here = new Here(Go, module);
      await this.#here.start();
      this.#runner = this.options.worker ? this.#workers(module, this.options.deadline) : this.#here;
    } catch (e) {
      this.#note({ message: String(/** @type {Error} */ (e).message), directive: e instanceof Unavailable ? e.directive : null });
    }
  }

  /** @param {WebAssembly.Module} module @param {number} deadline */
  #workers(module, deadline) { return new Workers(() => worker(this.options.workerURL.href), module, deadline); }

  /** @param {{ message: string, directive: string | null }} trouble */
  #note(trouble) {
    this.trouble ??= trouble;
    console.warn("artifactkit:", trouble.message);
  }

  /** Lets any of the answering programs answer. @param {import("./runners.mjs").Call} call */
  async run(call) {
    if (!this.#runner) throw new Error(this.trouble?.message ?? "closed");
    try {
      return await this.#runner.run(call);
    } catch (e) {
      if (!(e instanceof NoWorker) || !this.#here) throw e;
      this.#note({ message: `no worker: ${e.message}; needs worker-src ${this.options.workerURL}`, directive: "worker-src" });
      this.#runner.close();
      this.#runner = this.#here;
      return this.#here.run(call);
    }
  }

  /** @param {string} name @param {string | Uint8Array} input @param {object} [options] @returns {Promise<any>} */
  async #ask(name, input, options) {
    let got;
    try {
      got = await this.run({ name, input, options: options ?? {} });
    } catch (e) {
      if (e instanceof TypeError) throw e;
      return (name === "render" && await this.#elsewhere(input, options)) || answer(name, input, reason(e));
    }
    return read(got.bytes);
  }

  /** @param {string} name @param {string | Uint8Array} input @param {object | string} [options] */
  #bytes(name, input, options = {}) {
    if (input.length > SYNC) throw new RangeError(`sync calls take up to ${SYNC} characters or bytes, this has ${input.length}`);
    if (!this.#here) throw new Error(this.trouble?.message ?? "closed");
    return this.#here.now({ name, input, options }).bytes;
  }

  /** @param {string} name @param {string | Uint8Array} input @param {object} [options] */
  #now(name, input, options) {
    let bytes;
    try {
      bytes = this.#bytes(name, input, options);
    } catch (e) {
      if (e instanceof RangeError || e instanceof TypeError) throw e;
      return answer(name, input, reason(e));
    }
    return read(bytes);
  }

  /** The fallback's answer, null if it has none. @param {string | Uint8Array} input @param {object} [options] */
  async #elsewhere(input, options) {
    const { fallback } = this.options;
    return fallback && !this.#runner ? (await import("./elsewhere.mjs")).ask(fallback, input, options) : null;
  }

  /** @param {unknown} input @param {object} [options] */
  async inspect(input, options) { return this.#ask("inspect", json(input), options); }

  /** @param {unknown} input @param {object} [options] */
  async value(input, options) { return this.#ask("value", json(input), options); }

  /** @param {unknown} input @param {object} [options] */
  async adapt(input, options) { return this.#ask("adapt", json(input), options); }

  /** @param {unknown} input @param {object} [options] */
  async render(input, options) { return this.#ask("render", json(input), (await this.drawn(input, options)).options); }

  /** @param {object} spec */
  async result(spec) {
    const got = await this.run({ name: "result", input: json(spec), options: {} });
    return read(got.bytes);
  }

  /** @param {string} name @param {unknown} input @param {object | string} [options] */
  async json(name, input, options = {}) {
    number(name);
    const call = { name, input: json(input), options };
    try {
      return decoder.decode((await (name === "import" || name === "inspection" ? (await this.importer()).run(call) : this.run(call))).bytes);
    } catch (e) {
      return JSON.stringify(/^(inspect|adapt|render|value)$/.test(name) ? answer(name, call.input, reason(e)) : { error: reason(e).message });
    }
  }

  /** @param {unknown} input @param {object} [options] */
  async open(input, options) {
    const [{ Doc }, drawn] = await Promise.all([import("./doc.mjs"), this.drawn(input, options)]);
    const doc = new Doc(this, json(input), drawn.options);
    await doc.opened();
    return doc;
  }

  /** @param {import("./index.d.ts").Renderer} renderer */
  registerRenderer(renderer) {
    if (typeof renderer?.render !== "function" || (renderer.tool === undefined) === (renderer.kind === undefined)) throw new TypeError("a renderer has render, and tool or kind");
    this.#renderers.push(renderer);
    return () => { this.#renderers = this.#renderers.filter((r) => r !== renderer); };
  }

  /**
   * Asks the host's renderers: options for the core with the artifact they gave, or an element.
   * @param {unknown} input @param {any} [options]
   * @returns {Promise<{ options: object, element?: Element }>}
   */
  async drawn(input, options = {}) {
    if (this.#renderers.length === 0) return { options };
    return (await import("./own.mjs")).drawn(this.#renderers, await this.adapt(input, options), options);
  }

  /** Who reads transcripts; fetched now if it was not. @returns {Promise<import("./runners.mjs").Runner>} */
  importer() {
    this.#importer ??= load(this.options.importURL, this.options.integrity?.import).then((module) => this.options.worker && this.#runner !== this.#here ? this.#workers(module, LONG) : new Here(Go, module));
    this.#importer.catch(() => { this.#importer = null; });
    return this.#importer;
  }

  /** @param {unknown} file @param {{ from?: string }} [options] */
  async *importTranscript(file, options) {
    const { importTranscript } = await import("./import.mjs");
    return yield* importTranscript(this, file, options);
  }

  /** @param {string | URL} url @param {object} [options] */
  async *connect(url, options) {
    const { connect } = await import("./connect.mjs");
    yield* connect(url, options);
  }

  /** @param {Element} element @param {unknown} input @param {any} [options] */
  mount(element, input, options = {}) {
    const root = place(element, portable(json(input)));
    const made = import("./mount.mjs").then((m) => m.mount(this, root, input, options));
    /** @type {Awaited<typeof made> | undefined} */ let view;
    let ready = made.then((v) => (view = v).ready);
    return {
      root,
      get ready() { return ready; },
      get state() { return view?.state ?? options.state ?? {}; },
      /** @param {unknown} input @param {object} [state] */
      update: (input, state) => ready = made.then((v) => v.update(input, state)),
      destroy() {
        root.remove();
        void made.then((v) => v.destroy());
      },
    };
  }

  /** @param {Element} element @param {object} [options] */
  mountTranscript(element, options) {
    const root = place(element), made = import("./transcript.mjs").then((m) => new m.Transcript(this, root, options));
    return {
      root,
      /** @param {unknown} what */
      append: (what) => made.then((t) => t.append(what)),
      end: () => made.then((t) => t.end()),
      destroy() {
        root.remove();
        void made.then((t) => t.destroy());
      },
    };
  }

  /** Ends the workers and forgets the programs. */
  close() {
    this.#runner?.close();
    this.#here?.close();
    void this.#importer?.then((r) => r.close(), () => {});
    this.#runner = this.#here = this.#importer = null;
  }
}
