/**
 * What is shown, as a file to give away: all of it, or from a call on. The program takes secrets out and writes it, out of the bytes that it
 * was shown from; what was taken out is shown before anything is saved, and nothing leaves the browser.
 *
 * @typedef {{ blob: Blob, name: string, live: boolean }} Source  live: a session, which may go on
 * @typedef {{ missing?: boolean, events: number, bytes: number, stubs: number, removed: number, pictures: number, rules: { rule: string, n: number, at: string }[] }} Made
 * @typedef {{ open: boolean, call: string, whole: boolean, format: string, redact: boolean, busy: boolean, made: Made | null }} Exporting  what the frame shows of it
 * @typedef {{ show(x: Exporting): void, note(text: string): void, source(): Source | null }} Frame
 */
import { read, save } from "./files.mjs";
import { word } from "./words.mjs";

const ENDINGS = { html: "html", md: "md", jsonl: "jsonl" };
const NONE = { open: false, call: "", whole: false, format: "html", redact: true, busy: false, made: null };

export class Exporter {
  /** @type {Exporting} */ #now = NONE;
  #stop = new AbortController();

  /** @param {import("./engine.mjs").Engine} engine @param {Frame} frame */
  constructor(engine, frame) {
    this.engine = engine;
    this.frame = frame;
    document.addEventListener("close", (e) => { if (e.target instanceof Element && e.target.matches(".app-export")) this.leave(); }, true);
  }

  /** @param {Partial<Exporting>} change */
  #set(change) {
    this.#now = { ...this.#now, ...change };
    this.frame.show(this.#now);
  }

  /** Asks what to save. @param {string} call  it can begin there; "" asks for the whole */
  open(call) {
    this.#set({ ...NONE, open: true, call });
    void this.#make();
  }

  /** Closes what is asked: another transcript is shown, or the program is another one. */
  leave() {
    this.#stop.abort();
    if (this.#now.open) this.#set(NONE);
  }

  /** What the frame asks for; false for what is not ours. @param {string} what @param {string} value */
  said(what, value) {
    switch (what) {
      case "export": this.open(""); return true;
      case "export-format": this.#set({ format: value in ENDINGS ? value : "html" }); break;
      case "export-range": this.#set({ whole: value === "whole" }); break;
      case "export-redact": this.#set({ redact: !this.#now.redact }); break;
      case "export-close": this.#close(); return true;
      case "export-save": this.#save(); return true;
      default: return false;
    }
    void this.#make();
    return true;
  }

  #close() { /** @type {HTMLDialogElement | null} */ (document.querySelector(".app-export"))?.close(); }

  /** Makes the file as it is asked for now; one that is being made is given up. */
  async #make() {
    this.#stop.abort();
    const source = this.frame.source(), { format, call, whole, redact } = this.#now, { signal } = (this.#stop = new AbortController());
    if (!source) return this.#close();
    this.#set({ busy: true, made: null });
    try {
      this.engine.call("exportBegin", JSON.stringify({ name: source.name, format, from: whole ? "" : call, redact, live: source.live }));
      await read(source.blob, signal, (piece) => this.engine.call("exportChunk", piece)?.more === true);
      signal.throwIfAborted();
      const made = this.engine.call("exportEnd");
      if (!made || made.error) throw new Error(made?.error);
      this.#set({ busy: false, made });
    } catch (e) {
      if (signal.aborted) return;
      this.#close();
      this.frame.note(word("not_exported", e instanceof Error ? e.message : String(e)));
    }
  }

  #save() {
    const source = this.frame.source(), { format } = this.#now;
    if (!source || this.#now.busy || !this.#now.made) return;
    /** @type {string[]} */ const pieces = [];
    try {
      for (let more = true; more;) {
        const got = this.engine.call("exportTake");
        if (got?.text) pieces.push(got.text);
        more = got?.more === true;
      }
    } catch { return this.#close(); }
    const stem = source.name.replace(/^.*[/\\]/, "").replace(/\.[a-z]{1,6}$/i, "").replace(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 80) || "transcript";
    save(new Blob(pieces), `${stem}.${ENDINGS[/** @type {keyof typeof ENDINGS} */ (format)]}`, "application/octet-stream");
    this.#close();
  }
}
