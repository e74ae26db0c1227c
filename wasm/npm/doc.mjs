import { Stale } from "./runners.mjs";
import { answer, reason } from "./soft.mjs";
import { read } from "./text.mjs";

/** A result that is decoded once. When the program that holds it is replaced, it is opened again. */
export class Doc {
  /** @type {{ doc: number, generation: number } | null} */ #at = null;
  #closed = false;

  /** @param {import("./kit.mjs").Kit} kit @param {string | Uint8Array} input @param {object} options */
  constructor(kit, input, options) {
    this.kit = kit;
    this.input = input;
    this.options = options;
  }

  async opened() {
    try { await this.#open(); } catch (e) { if (e instanceof TypeError) throw e; }
  }

  async #open() {
    const { bytes, generation } = await this.kit.run({ name: "open", input: this.input, options: this.options });
    return this.#at = { doc: read(bytes).doc, generation };
  }

  /** @param {string} name @param {object} more @returns {Promise<any>} */
  async #ask(name, more) {
    if (this.#closed) throw new TypeError("the document is closed");
    for (let again = 2; ; again--) {
      try {
        const at = this.#at ?? await this.#open();
        return read((await this.kit.run({ name, input: "", options: { ...more, doc: at.doc }, generation: at.generation })).bytes);
      } catch (e) {
        if (e instanceof TypeError) throw e;
        this.#at = null;
        if (e instanceof Stale && again > 0) continue;
        return name === "draw" && !this.kit.running ? this.kit.render(this.input, this.options) : answer(name, this.input, reason(e));
      }
    }
  }

  /** @param {object} [state] */
  render(state = {}) { return this.#ask("draw", { state }); }

  /** @param {object} state @param {string} action */
  update(state, action) { return this.#ask("update", { state, action }); }

  /** @param {string} what @param {object} [state] */
  extract(what, state = {}) { return this.#ask("extract", { what, state }); }

  async close() {
    const at = this.#at;
    this.#closed = true;
    this.#at = null;
    if (at) await this.kit.run({ name: "close", input: "", options: { doc: at.doc }, generation: at.generation }).catch(() => {});
  }
}
