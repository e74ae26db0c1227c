/**
 * The inspector: any JSON looked into, as one types, and the event of a call in a dialog over its transcript. The program draws both; the
 * text, which it forgets when it starts anew, is kept here and nowhere else.
 *
 * @typedef {{ call: string, from: string, name: string, size: number }} Looking  what the frame shows of it
 * @typedef {{ show(inspect: Looking): void, note(text: string): void, mark(ref: string): void }} Frame  mark: the address names a call, or none
 */
import { give } from "./give.mjs";
import { listen } from "./listen.mjs";
import { patcher } from "./patch.mjs";
import { policy } from "./trust.mjs";
import { word } from "./words.mjs";

const PAUSE = 150, FIELD = 256 << 10, LARGEST = 64 << 20;
const OUT = ".app-inspect-out", TEXT = ".app-inspect-text";

export class Inspector {
  /** @type {Looking} */ #now = { call: "", from: "", name: "", size: 0 };
  /** @type {string | Uint8Array} */ #text = "";
  #want = ""; // a call that the address names, until its result is there
  #timer = 0;
  /** @type {ReturnType<typeof patcher> | null} */ #patch = null;
  #stop = () => {};

  /** @param {import("./engine.mjs").Engine} engine @param {Frame} frame */
  constructor(engine, frame) {
    this.engine = engine;
    this.frame = frame;
    document.addEventListener("input", (e) => {
      const field = e.target;
      if (!(field instanceof HTMLTextAreaElement) || !field.matches(TEXT)) return;
      this.#text = field.value;
      this.#set({ name: "", size: 0 });
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#look(), PAUSE);
    });
    document.addEventListener("paste", (e) => {
      const text = e.target instanceof Element && e.target.matches(TEXT) ? e.clipboardData?.getData("text/plain") ?? "" : "";
      if (text.length <= FIELD) return;
      e.preventDefault(); // a field of that size stands still
      void this.take({ blob: new Blob([text]), name: "" });
    });
    document.addEventListener("close", (e) => { if (e.target instanceof Element && e.target.matches(".app-inside")) this.#closed(); }, true);
  }

  /** @param {Partial<Looking>} change */
  #set(change) {
    this.#now = { ...this.#now, ...change };
    this.frame.show(this.#now);
  }

  /** What the frame asks for; false for what is not ours. @param {string} what @param {string} value */
  said(what, value) {
    switch (what) {
      case "inspect-ready": this.#mounted(); return true;
      case "inspect-from":
        this.#set({ from: value });
        this.#look();
        return true;
      case "inspect-clear":
        this.#text = "";
        this.#set({ name: "", size: 0 });
        this.#fill();
        this.#look();
        /** @type {HTMLElement | null} */ (document.querySelector(TEXT))?.focus();
        return true;
      case "inspect-close": /** @type {HTMLDialogElement | null} */ (document.querySelector(".app-inside"))?.close(); return true;
      default: return false;
    }
  }

  /** Looks into a file. @param {import("./files.mjs").Input} input */
  async take({ blob, name }) {
    let bytes;
    try {
      bytes = new Uint8Array(await blob.slice(0, LARGEST).arrayBuffer());
    } catch (e) {
      return this.frame.note(e instanceof Error ? e.message : String(e));
    }
    this.#text = bytes;
    if (bytes.length <= FIELD) {
      try { this.#text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes); } catch { /* no text: its bytes are looked at */ }
    }
    this.#set({ name: name || word("pasted"), size: blob.size });
    this.#fill();
    this.#look();
  }

  /** Shows the event of a call, as soon as its result is there; "" closes the dialog. @param {string} ref @param {boolean} whole  and nothing else is known to come */
  seek(ref, whole) {
    this.#want = ref === this.#now.call ? "" : ref;
    if (ref === "") this.said("inspect-close", "");
    this.settled(whole);
  }

  /** More of the transcript is there. @param {boolean} whole  and nothing else is known to come */
  settled(whole) {
    const ref = this.#want;
    if (!ref) return;
    let answer = null;
    try { answer = this.engine.call("inspectCall", JSON.stringify({ call: ref })); } catch { /* another program will come */ }
    if (answer) {
      this.#want = "";
      this.#set({ call: ref });
      this.frame.mark(ref);
    } else if (whole) {
      this.#want = "";
      this.frame.note(word("no_result"));
    }
  }

  /** The program is another one: what is shown is shown again by it. */
  again() {
    const { call } = this.#now;
    this.#patch = null;
    if (!call) return;
    this.#set({ call: "" });
    this.#want = call;
  }

  leave() {
    this.#want = "";
    if (this.#now.call) this.#set({ call: "" });
  }

  /** There is a place to draw in. */
  #mounted() {
    const out = document.querySelector(OUT);
    if (!(out instanceof HTMLElement)) return;
    this.#stop();
    this.#stop = listen(out, (act) => this.#act(act));
    this.#patch = patcher(out, policy);
    if (this.#now.call) return this.#draw("inspectCall", JSON.stringify({ call: this.#now.call }));
    this.#fill();
    this.#look();
  }

  /** What stands in the field is what is looked at, if that is a text of its size. */
  #fill() {
    const field = document.querySelector(TEXT);
    if (field instanceof HTMLTextAreaElement) field.value = typeof this.#text === "string" ? this.#text : "";
  }

  #look() {
    clearTimeout(this.#timer);
    if (this.#now.call || !this.#patch) return;
    const { from } = this.#now, text = this.#text;
    if (text.length === 0) return this.#patch.clear();
    if (typeof text === "string") return this.#draw("inspect", from + "\n" + text);
    const head = new TextEncoder().encode(from + "\n"), all = new Uint8Array(head.length + text.length);
    all.set(head);
    all.set(text, head.length);
    this.#draw("inspect", all);
  }

  /** @param {string} call @param {string | Uint8Array} input */
  #draw(call, input) {
    let answer;
    try { answer = this.engine.call(call, input); } catch { return; }
    if (!answer?.key || !this.#patch) return;
    this.#patch.apply([[this.#patch.part(answer.key) ? "set" : "add", answer.key, "", answer.html]]);
  }

  /** @param {import("./listen.mjs").Act} act */
  #act({ action, value, control }) {
    if (!/^(copy|download)(:|$)/.test(action)) return this.#draw("inspectAct", JSON.stringify({ action, value }));
    let got = null;
    try { got = this.engine.call("inspectExtract", JSON.stringify({ action })); } catch { /* another program will come */ }
    if (got) void give(got, action, control, this.frame.note);
  }

  #closed() {
    this.#stop();
    this.#patch = null;
    this.#set({ call: "" });
    this.frame.mark("");
  }
}
