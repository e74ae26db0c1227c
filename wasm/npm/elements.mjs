/**
 * The elements <vitrine-artifact> and <vitrine-transcript>. Each shows text in its first frame, before the core is asked for, or
 * keeps what a server drew into it; what it shows then is in its own children, under .ak-root.
 */
import { artifact, text, transcript } from "./near.mjs";
import { place } from "./place.mjs";
import { tell } from "./touch.mjs";

/** Attributes that are options of the view, and how their text is read. @type {Record<string, (said: string | null) => unknown>} */
const CHOICES = { locale: String, scope: String, from: String, html: String, highlight: () => true, static: () => true };

/**
 * Defines both for a document. Where there are no elements, as on a server, and where others have defined them, it does nothing.
 * @param {import("./near.mjs").Source} kit  a function is called when the first element comes near what is seen
 */
export function defineElements(kit) {
  const known = globalThis.customElements;
  if (!known) return;

  /** What both are: attributes to options, and a view for as long as the element is in a document. */
  class Shown extends HTMLElement {
    /** @type {object} */ #options = {};
    /** @type {any} */ view = null;

    /** What a host sets instead of attributes, or besides. */
    get options() { return this.#options; }
    set options(options) {
      this.#options = options ?? {};
      this.again();
    }

    /** Of both kinds, properties win. */
    get choices() {
      const said = Object.entries(CHOICES).filter(([name]) => this.hasAttribute(name)).map(([name, read]) => [name, read(this.getAttribute(name))]);
      return { ...Object.fromEntries(said), ...this.#options };
    }

    /** The root that is there, as a server wrote it or a view left it, or a new one with text. @param {unknown[]} inputs */
    root(inputs) {
      const there = this.firstElementChild;
      if (there?.matches(".ak-root:not(:empty)")) return /** @type {HTMLElement} */ (there);
      const root = place(this);
      text(root, inputs, inputs.length === 1);
      return root;
    }

    show() {}

    again() {
      if (!this.view) return;
      this.end();
      this.show();
    }

    end() {
      this.view?.end();
      this.view = null;
    }

    connectedCallback() {
      for (const name of ["options", "token", "value"]) this.#raise(name);
      if (!this.view) this.show();
    }

    /** An element that is only moved keeps its view. */
    disconnectedCallback() { queueMicrotask(() => { if (!this.isConnected) this.end(); }); }

    /** A property that was set before the element was known is set again, past the one of the element itself. @param {string} name */
    #raise(name) {
      if (!Object.hasOwn(this, name)) return;
      const self = /** @type {any} */ (this), value = self[name];
      delete self[name];
      self[name] = value;
    }
  }

  class Artifact extends Shown {
    static observedAttributes = ["value"];
    /** @type {any} */ #value;

    get value() { return this.#value ?? this.getAttribute("value") ?? undefined; }
    set value(value) {
      this.#value = value;
      this.#changed();
    }

    /** Another result in the place of this one, as when a call that ran is done. @param {unknown} value */
    append(value) {
      this.value = value;
      return this.ready;
    }

    /** Settles when the view is drawn. */
    get ready() { return Promise.resolve(this.view?.ready); }

    /** The view's state, when there is a view. @returns {Promise<object>} */
    async state() { return this.view?.state() ?? {}; }

    attributeChangedCallback() { this.#changed(); }

    #changed() {
      if (!this.isConnected) return;
      if (this.view && this.value !== undefined) void this.view.update(this.value);
      else this.show();
    }

    show() {
      this.end();
      if (this.value === undefined) return;
      this.view = artifact(this.root([this.value]), kit, this.value, this.choices);
    }
  }

  class Transcript extends Shown {
    static observedAttributes = ["src"];
    /** @type {unknown[]} */ #all = [];
    /** @type {AbortController | null} */ #stop = null;
    /** For sessions of a server; no attribute, as markup is read by more than the page. */
    #token = "";

    get token() { return this.#token; }
    set token(token) {
      this.#token = token;
      this.again();
    }

    /** What was appended; a list that is set takes its place. */
    get value() { return [...this.#all]; }
    set value(all) {
      this.#all = [...all ?? []];
      this.again();
      if (!this.view && this.isConnected) this.show();
    }

    /** Envelopes, events, results and messages of any format, or lists of them. @param {unknown} what @returns {Promise<void>} */
    append(what) {
      this.#all.push(...Array.isArray(what) ? what : [what]);
      return this.view?.append(what) ?? Promise.resolve();
    }

    attributeChangedCallback() { this.again(); }

    end() {
      this.#stop?.abort();
      this.#stop = null;
      super.end();
    }

    show() {
      const src = this.getAttribute("src"), root = this.root([]), view = this.view = transcript(root, kit, this.choices);
      if (this.#all.length > 0) void view.append([...this.#all]);
      if (src === null) return;
      const { signal } = this.#stop = new AbortController();
      void view.view.then(async (made) => {
        if (made) await (await import("./feed.mjs")).feed(made, src, { token: this.#token, from: this.choices.from, signal });
      }).catch((e) => { if (!signal.aborted) tell(root, "vitrine-error", { message: String(e?.message ?? e), directive: null }); });
    }
  }

  for (const [name, made] of /** @type {const} */ ([["vitrine-artifact", Artifact], ["vitrine-transcript", Transcript]])) {
    if (!known.get(name)) known.define(name, made);
  }
}
