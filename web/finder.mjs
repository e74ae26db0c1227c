/**
 * The search: the program looks through everything, a slice at a time, and opens what holds a match; here the words are marked in it, and
 * each mark gets its turn.
 *
 * @typedef {import("./ways.mjs").Find} Find
 */
import { breath } from "./files.mjs";
import { paint, ranges } from "./marks.mjs";
import { place } from "./walk.mjs";

const PAUSE = 120, NEWS = 600, BUDGET = 12;

export class Finder {
  #open = false;
  /** @type {string | null} */ #typed = null; // while the field is on its way
  #words = "";
  #run = 0; // of searches; one that is not the latest ends
  #leads = false; // whether the reader is still to be led to the first match
  #from = ""; // key of the part where the reader began
  #key = ""; // of the part that holds the match at hand
  /** @type {Range[]} */ #marks = [];
  #mark = -1;
  #timer = 0;
  #news = 0;

  /**
   * @param {HTMLElement} host
   * @param {() => import("./stage.mjs").Stage} stage
   * @param {(find: Partial<Find>) => void} show
   */
  constructor(host, stage, show) {
    this.host = host;
    this.stage = stage;
    this.show = show;
    // What was typed before the field was there stands in it then.
    document.addEventListener("focusin", (e) => {
      if (this.#typed === null || !(e.target instanceof HTMLInputElement) || !e.target.matches(".app-find input")) return;
      const words = this.#typed;
      this.#typed = null;
      if (!words) return;
      e.target.value = words;
      this.find(words);
    });
  }

  /** Takes a key that is meant for a field that is on its way. @param {string} key */
  hold(key) {
    if (this.#typed === null || [...key].length !== 1) return false;
    this.#typed += key;
    return true;
  }

  open() {
    if (this.#open) return /** @type {HTMLInputElement | null} */ (document.querySelector(".app-find input"))?.select();
    this.#open = true;
    this.#typed = "";
    this.#from = this.#here();
    this.show({ open: true, words: "", hits: 0, at: 0, done: true, cut: false, apart: false });
  }

  /** @returns {string} the key of what was found last */
  close() {
    const key = this.#key;
    this.#open = false;
    this.#typed = null;
    this.find("");
    this.show({ open: false });
    return key;
  }

  /** @param {string} words */
  find(words) {
    this.#words = words;
    this.#key = "";
    this.#unmark();
    clearTimeout(this.#timer);
    this.#run++;
    this.#leads = words !== "";
    this.show({ words, hits: 0, at: 0, done: !words, cut: false, apart: false });
    if (words) this.#timer = setTimeout(() => void this.#search(), PAUSE);
  }

  /** The transcript is shown from the beginning: what was found is to be found again. */
  again() {
    if (!this.#words) return;
    this.#unmark();
    this.#later();
  }

  /** Searches everything, and ends a search that is under way. */
  async #search() {
    const run = ++this.#run;
    const stage = this.stage();
    let until = performance.now() + BUDGET;
    for (let f = stage.ask("find", JSON.stringify({ words: this.#words })); f; f = stage.ask("findMore", "")) {
      if (f.done || performance.now() > until) this.show({ hits: f.hits, done: f.done, cut: f.cut });
      if (f.done) break;
      if (performance.now() < until) continue;
      await breath();
      if (run !== this.#run) return;
      until = performance.now() + BUDGET;
    }
    if (run !== this.#run || !this.#leads) return;
    this.#leads = false;
    this.#hit(0);
  }

  /** The next mark, in the part at hand or in the next that has one. @param {1 | -1} by */
  step(by) {
    if (!this.#words) return;
    const mark = this.#mark + by;
    if (this.#key && this.#marks[mark]?.startContainer.isConnected) return this.#look(mark);
    this.#hit(this.#key ? by : 0, by < 0);
  }

  /** @param {number} by @param {boolean} [last]  of the marks in it */
  #hit(by, last = false) {
    const from = this.#key || this.#from;
    const at = this.stage().lead("hit", { from, by })?.at;
    if (!at) return;
    this.#key = at.key;
    this.show({ at: at.n, hits: at.of });
    this.stage().patch.part(at.key)?.scrollIntoView({ block: "center" });
    const run = this.#run;
    // What was far away is laid out by then.
    requestAnimationFrame(() => requestAnimationFrame(() => {
      if (run !== this.#run) return;
      this.#find();
      this.#look(last ? this.#marks.length - 1 : 0);
    }));
  }

  #here() { return place(this.host)?.closest("[data-ak-part]")?.getAttribute("data-ak-part") ?? ""; }

  /** Finds the marks of the part at hand. */
  #find() {
    const part = this.#key ? this.stage().patch.part(this.#key) : null;
    const whole = part?.closest(".ak-call, .ak-act") ?? part;
    this.#marks = whole ? ranges(whole, this.#words).filter(canBeSeen) : [];
  }

  /** @param {number} mark */
  #look(mark) {
    this.#mark = mark;
    const r = this.#marks[mark], el = r?.startContainer.parentElement;
    for (let d = el?.closest("details:not([open])"); d; d = d.parentElement?.closest("details:not([open])")) d.setAttribute("open", "");
    paint(this.#marks, mark);
    this.show({ apart: !r });
    if (!el) return;
    const box = r.getBoundingClientRect();
    if (box.top < 96 || box.bottom > innerHeight - 24) el.scrollIntoView({ block: "center" });
    // A long box that scrolls by itself shows the line at hand.
    const inner = r.getBoundingClientRect();
    if (inner.top < 96 || inner.bottom > innerHeight - 24) scrollBy(0, inner.top - innerHeight / 2);
  }

  #unmark() {
    this.#marks = [];
    this.#mark = -1;
    paint([]);
  }

  /** @param {import("./patch.mjs").Op[]} ops */
  changed(ops) {
    if (this.#words && ops.some((op) => op[0] !== "off" && op[0] !== "on")) this.#later();
  }

  /** What is new is searched too, when there is a moment. */
  #later() {
    this.#news ||= setTimeout(async () => {
      this.#news = 0;
      if (!this.#words) return;
      await this.#search();
      this.#find();
      this.#mark = Math.min(this.#mark, this.#marks.length - 1);
      paint(this.#marks, this.#mark);
    }, NEWS);
  }
}

/** Whether a range is drawn, or would be if what it is folded into were opened. @param {Range} r */
const canBeSeen = (r) => r.getClientRects().length > 0 || !!r.startContainer.parentElement?.closest("details:not([open])");
