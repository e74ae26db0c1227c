/**
 * A transcript in an element of the host. What is appended is drawn in its order, gathered while the core is busy; it is remembered
 * as text, so that a program that takes over can be told everything again.
 */
import { listen } from "../../web/listen.mjs";
import { patcher } from "../../web/patch.mjs";
import { Ended } from "./instance.mjs";
import { Late, Stale } from "./runners.mjs";
import { portable } from "./soft.mjs";
import { json, read } from "./text.mjs";
import { ticker } from "./tick.mjs";
import { hand, links, tell } from "./touch.mjs";
import { policy } from "./trust.mjs";

const decoder = new TextDecoder(), GATHER = 256;

export class Transcript {
  /** @type {string[]} */ #log = []; // what the core was told
  /** @type {string[]} */ #next = []; // what it is still to be told
  #state = "";
  /** @type {{ view: number, generation: number } | null} */ #at = null;
  /** @type {{ runner: import("./runners.mjs").Runner, reader: number, generation: number } | null} */ #reader = null;
  /** @type {Promise<void>} */ #work = Promise.resolve();
  #working = false;
  #gone = false;

  /** Draws into a root, which stays the caller's; what stands there goes when the first rows are drawn. @param {import("./kit.mjs").Kit} kit @param {HTMLElement} root @param {any} [options] */
  constructor(kit, root, options = {}) {
    this.kit = kit;
    this.options = options;
    this.root = root;
    const doc = root.ownerDocument, rows = doc.createElement("div");
    this.live = doc.createElement("div");
    this.live.className = "ak-sr";
    this.live.setAttribute("aria-live", "polite");
    this.before = [...root.childNodes];
    root.append(rows, this.live);
    this.rows = rows;
    this.patch = patcher(rows, policy);
    this.tick = ticker(rows);
    this.stop = listen(rows, (a) => void this.#act(a).catch((e) => this.#failed(e)));
    links(rows);
  }

  /** Takes away what stood in the root before there were rows. */
  #uncover() {
    for (const node of this.before.splice(0)) /** @type {ChildNode} */ (node).remove();
  }

  /** Appends; the promise settles when it is drawn. @param {unknown} what */
  append(what) {
    const text = typeof what === "string" ? what : what instanceof Uint8Array ? decoder.decode(what) : "";
    const root = text ? JSON.parse(text) : what;
    if (Array.isArray(root)) for (const item of root) this.#next.push(/** @type {string} */ (json(item)));
    else this.#next.push(text || /** @type {string} */ (json(root)));
    return this.#soon();
  }

  /** Nothing more will come. */
  async end() {
    await this.#soon();
    const at = this.#reader;
    this.#reader = null;
    if (!at) return;
    const got = await at.runner.run({ name: "finish", input: "", options: { reader: at.reader }, generation: at.generation }).catch(() => null);
    if (got) await this.append(read(got.bytes));
  }

  destroy() {
    this.#gone = true;
    this.stop();
    this.#leave();
    this.#uncover();
    this.rows.remove();
    this.live.remove();
  }

  #leave() {
    if (this.#at) void this.kit.run({ name: "end", input: "", options: { view: this.#at.view }, generation: this.#at.generation }).catch(() => {});
    this.#at = null;
  }

  #soon() {
    if (!this.#working) {
      this.#working = true;
      this.#work = Promise.resolve().then(() => this.#drain()).catch((e) => this.#failed(e)).finally(() => { this.#working = false; });
    }
    return this.#work;
  }

  /** @param {any} e */
  #failed(e) { tell(this.root, "vitrine-error", this.kit.trouble ?? { message: String(e?.message ?? e), directive: null }); }

  async #drain() {
    while (this.#next.length > 0 && !this.#gone) {
      const some = [];
      for (const item of this.#next.splice(0, GATHER)) {
        if (JSON.parse(item)?.type === "reset") this.#empty(some);
        else some.push(await this.#own(item));
      }
      await this.#feed(some);
    }
    if (this.kit.trouble) tell(this.root, "vitrine-error", this.kit.trouble);
  }

  /** Begins again, as a server asks when the events before are no more. @param {string[]} some */
  #empty(some) {
    this.#leave();
    this.#log = [];
    some.length = 0;
    this.patch.clear();
  }

  /** With the artifact of the host's renderer, if there is one. @param {string} item */
  async #own(item) {
    const root = JSON.parse(item), event = root?.event ?? root;
    if (typeof event?.name !== "string" || event.value === undefined) return item;
    const { options } = await this.kit.drawn(event);
    const artifact = /** @type {any} */ (options).drawn?.artifact;
    if (!artifact) return item;
    return JSON.stringify(root.event ? { ...root, event: { ...event, artifact } } : { ...event, artifact });
  }

  /** @param {string[]} items @returns {Promise<void>} */
  async #feed(items) {
    if (items.length === 0) return;
    let said;
    try {
      said = await this.#ask("feed", `[${items.join(",")}]`, { reading: this.#reader !== null });
    } catch (e) {
      if (!(e instanceof Late || e instanceof Ended)) return this.#plain(items);
      if (items.length > 1) { // one of them is to blame
        for (const item of items) await this.#feed([item]);
        return;
      }
      const { id, event } = JSON.parse(items[0]);
      return this.#feed([JSON.stringify({ id: event?.id ?? id ?? null, name: event?.name ?? null, display: null, value: portable(items[0]).slice(0, 2_000), is_error: false, artifact: null })]);
    }
    this.#log.push(...items.slice(0, said.taken));
    if (said.taken === items.length) return;
    const rest = items.slice(said.taken);
    await this.#feed(await this.#convert(rest));
    await this.#feed(rest.slice(1));
  }

  /** Envelopes for the first of some messages of another format; those behind it help to tell which. @param {string[]} items @returns {Promise<string[]>} */
  async #convert(items) {
    const item = items[0];
    try {
      const runner = await this.kit.importer();
      for (let again = 1; again >= 0; again--) {
        if (!this.#reader) {
          const { bytes, generation } = await runner.run({ name: "sniff", input: items.join("\n"), options: { from: this.options.from } });
          const begun = read(bytes);
          if (!begun) break;
          this.#reader = { runner, reader: begun.reader, generation };
        }
        try {
          const { bytes } = await runner.run({ name: "record", input: item, options: { reader: this.#reader.reader }, generation: this.#reader.generation });
          return read(bytes).map((/** @type {object} */ e) => JSON.stringify(e));
        } catch (e) {
          this.#reader = null;
          if (!(e instanceof Stale)) throw e;
        }
      }
    } catch (e) { this.#failed(e); }
    return [JSON.stringify({ id: null, name: null, display: null, value: portable(item), is_error: false, artifact: null })];
  }

  /** Asks the core and draws what it says; an instance that knows nothing is told everything first. @param {string} name @param {string} input @param {object} [more] @returns {Promise<any>} */
  async #ask(name, input, more = {}) {
    for (let again = 2; ; again--) {
      try {
        if (!this.#at) await this.#begin();
        const { view, generation } = /** @type {any} */ (this.#at);
        const said = read((await this.kit.run({ name, input, options: { ...more, view }, generation })).bytes);
        if (said?.ops) this.#show(said);
        return said;
      } catch (e) {
        this.#at = null;
        if (!(e instanceof Stale) || again === 0) throw e;
      }
    }
  }

  async #begin() {
    const { bytes, generation } = await this.kit.run({ name: "begin", input: "", options: this.options });
    this.#at = { view: read(bytes).view, generation };
    this.patch.clear();
    const tell = async (/** @type {string} */ name, /** @type {string} */ input) => this.#show(read((await this.kit.run({ name, input, options: { view: this.#at?.view }, generation })).bytes));
    if (this.#state) await tell("restore", this.#state);
    if (this.#log.length > 0) await tell("feed", `[${this.#log.join(",")}]`);
  }

  /** @param {{ ops: import("../../web/patch.mjs").Op[], announce: string }} said */
  #show({ ops, announce }) {
    if (this.#gone) return;
    this.#uncover();
    this.patch.apply(ops);
    if (announce) this.live.textContent = announce;
    if (ops.some((op) => op[3].includes("data-ak-since"))) this.tick();
  }

  /** Without the core there is a line of text for each. @param {string[]} items */
  #plain(items) {
    this.#uncover();
    for (const item of items) {
      const row = this.root.ownerDocument.createElement("pre");
      row.className = "ak-pre";
      row.textContent = portable(item);
      this.rows.append(row);
    }
  }

  /** @param {import("../../web/listen.mjs").Act} act */
  async #act({ part, action, value, control }) {
    if (!tell(this.root, "vitrine-action", { action, part, value })) return;
    const [verb, what = ""] = action.split(/:(.*)/s);
    if (verb === "copy" || verb === "download") return hand(await this.#ask("take", "", { part, what }), action, control);
    await this.#ask("act", "", { part, action, value });
    this.#state = JSON.stringify(await this.#ask("state", ""));
  }
}
