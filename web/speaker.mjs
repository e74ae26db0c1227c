/**
 * The one voice of the page for those who do not see it. What a person asked for is answered at once; what happens by itself is summed
 * up, and said at most every few seconds.
 *
 * @typedef {{ calls: number, failed: number, running: number }} Counts
 */
import { count } from "./words.mjs";

const FIRST = 1_000, EVERY = 5_000;

export class Speaker {
  /** @type {Counts | null} */ #told = null; // what was said, or stood there before anything was news
  /** @type {Counts | null} */ #now = null;
  #words = ""; // of the last thing that happened
  #timer = 0;
  #last = -Infinity;

  /** @param {HTMLElement} region  a polite live region */
  constructor(region) { this.region = region; }

  /** Says something now, the same words a second time too. @param {string} text */
  say(text) { this.region.textContent = this.region.textContent === text ? text + "\u00a0" : text; }

  /** Takes the counts as they are now. @param {Counts} counts @param {boolean} news  else it is only where we begin */
  counts(counts, news) {
    this.#now = counts;
    if (!news) this.#told = counts;
    else this.#later();
  }

  /** Takes what happened, in words. @param {string} words */
  happened(words) {
    this.#words = words;
    this.#later();
  }

  #later() {
    this.#timer ||= setTimeout(() => this.#sum(), Math.max(FIRST, this.#last + EVERY - Date.now()));
  }

  #sum() {
    this.#timer = 0;
    const now = this.#now, told = this.#told ?? { calls: 0, failed: 0, running: 0 };
    if (!now) return;
    const words = this.#words;
    this.#words = "";
    const results = now.calls - now.running - (told.calls - told.running), failed = now.failed - told.failed;
    this.#told = now;
    if (results <= 0 && failed <= 0) return;
    this.#last = Date.now();
    if (failed === 1 && results <= 1 && words) return this.say(words);
    this.say([results > 0 ? count("results", results) : "", failed > 0 ? count("n_failed", failed) : ""].filter(Boolean).join(", "));
  }
}
