/**
 * The transcript on the page: takes events, has the program turn them into operations, a frame's worth at a time, and keeps
 * what it took, so that a program that starts anew can be told everything again. Nothing of it is written anywhere; only
 * which rows are open is kept, for the life of the tab.
 *
 * @typedef {import("./engine.mjs").Engine} Engine
 * @typedef {{ calls: number, failed: number, running: number, messages: number, title: string }} Summary
 * @typedef {{
 *   summary(s: Summary, news: boolean): void, note(text: string): void, happened(words: string): void,
 *   drained(all: boolean): void, again(): void, anew(key: string): void, changed(ops: import("./patch.mjs").Op[]): void, menu(part: string, button: HTMLElement): void,
 * }} Watcher  summary: news tells whether it is no beginning; happened: by itself, where a note is an answer; drained: there is room for more, perhaps all that came is shown; again: what is shown goes, to be shown
 *   once more; anew: what follows is shown from the beginning; menu: what can be done with a call is asked for
 */
import { clock } from "./clock.mjs";
import { early } from "./early.mjs";
import { fader } from "./fade.mjs";
import { breath } from "./files.mjs";
import { follow } from "./follow.mjs";
import { give } from "./give.mjs";
import { listen } from "./listen.mjs";
import { patcher } from "./patch.mjs";
import { policy } from "./trust.mjs";
import { word } from "./words.mjs";

const BUDGET = 12, HIDDEN = 200, KEEP = 300, BACKLOG = 64, NEARLY = 256;

export class Stage {
  /** @type {string[]} */ #lines = [];
  /** @type {Map<string, number>} */ #ids = new Map(); // where the event of an id stands
  /** @type {string[]} */ #once = []; // to be told now, besides
  #next = 0;
  #batch = 8;
  #scheduled = false;
  #raw = false;
  #key = "";
  #keep = 0;
  #quiet = true;
  #live = false;
  #feeding = false; // what changes now happened by itself

  /**
   * @param {HTMLElement} host
   * @param {Engine} engine
   * @param {Watcher} watcher
   */
  constructor(host, engine, watcher) {
    this.host = host;
    this.engine = engine;
    this.watcher = watcher;
    this.patch = patcher(host, policy);
    this.fade = fader(this.patch);
    this.clock = clock(host);
    this.follow = follow(host, document.scrollingElement ?? document.documentElement);
    listen(host, (a) => this.act(a));
    addEventListener("pagehide", () => this.#save());
  }

  /** Begins another transcript. @param {string} key  names it, for what is kept of its view; "" keeps nothing */
  open(key) {
    this.#save();
    this.#key = key;
    this.#live = false;
    this.empty();
  }

  /** Forgets all events: what follows is the transcript from its beginning. */
  empty() {
    this.#lines = [];
    this.#ids.clear();
    this.again();
  }

  /** Shows everything once more, in a program that knows nothing yet. */
  again() {
    this.watcher.again();
    this.#next = 0;
    this.#once = [];
    this.#raw = true;
    this.#quiet = true;
    if (this.engine.running) {
      this.ask("reset", "");
      const kept = this.#key && sessionStorage.getItem("vitrine-view:" + this.#key);
      if (kept) this.ask("restore", kept);
      this.watcher.anew(this.#key);
    }
    this.#schedule();
  }

  /** All that came so far, a line each. */
  get lines() { return this.#lines.slice(); }

  /** Takes an event, once. @param {string} line  an envelope as JSON @param {string} id */
  take(line, id) {
    if (this.#ids.has(id)) return;
    this.#ids.set(id, this.#lines.push(line) - 1);
    this.#schedule();
  }

  /** Takes the whole of an event that was taken as a stub. @param {string} line @param {string} id @param {string} type */
  whole(line, id, type) {
    const at = this.#ids.get(id);
    if (at === undefined) return;
    this.#lines[at] = line;
    if (at >= this.#next) return;
    if (type !== "tool_result") return this.again(); // only a result is taken twice
    this.#once.push(line);
    this.#schedule();
  }

  /** From here on what is new is news, and is announced. */
  live() {
    this.#live = true;
    this.#schedule();
  }

  /** @param {{ part: string, action: string, value: string, control?: HTMLElement }} a */
  act({ part, action, value, control }) {
    const verb = action.split(":", 1)[0];
    if (verb === "copy" || verb === "download") return this.#extract(part, action, control);
    if (verb === "menu" && control) return this.watcher.menu(part, control);
    this.lead("act", { part, action, value });
  }

  /** Asks for what the reader wants to see: the page stays where it is, and the view is kept. @param {string} name @param {object} input */
  lead(name, input) {
    this.follow.release();
    const answer = this.ask(name, JSON.stringify(input));
    clearTimeout(this.#keep);
    this.#keep = setTimeout(() => this.#save(), KEEP);
    return answer;
  }

  /** Calls the program and shows what it answers; null when there is no program to ask. @param {string} name @param {string | Uint8Array} input */
  ask(name, input) {
    let a;
    try { a = this.engine.call(name, input); } catch { return null; }
    if (a) this.show(a);
    return a;
  }

  /** @param {{ ops?: import("./patch.mjs").Op[], announce?: string, summary?: Summary }} answer */
  show({ ops, announce, summary }) {
    if (this.#raw) {
      this.patch.clear();
      this.#raw = false;
    }
    if (ops) {
      const settle = this.#quiet ? null : this.fade(ops);
      this.patch.apply(ops);
      settle?.();
      this.watcher.changed(ops);
      if (ops.some((op) => op[3].includes("data-ak-since"))) this.clock();
    }
    if (announce && !this.#quiet) this.#feeding ? this.watcher.happened(announce) : this.watcher.note(announce);
    if (summary) this.watcher.summary(summary, !this.#quiet);
  }

  /** Once a frame; in a tab that is not seen, where there are no frames, a few times a second; a backlog without a pause. */
  #schedule() {
    if (this.#scheduled) return;
    this.#scheduled = true;
    let done = false;
    const run = () => {
      if (done) return;
      done = true;
      this.#scheduled = false;
      this.#pump();
    };
    if (this.engine.running && this.#lines.length - this.#next > BACKLOG) return void breath().then(run);
    requestAnimationFrame(run);
    setTimeout(run, HIDDEN);
  }

  /** @param {string[]} lines */
  #feed(lines) {
    this.#feeding = true;
    try { return this.ask("feed", lines.join("\n")); } finally { this.#feeding = false; }
  }

  #pump() {
    if (!this.engine.running) {
      if (this.#raw) early(this.host, this.#lines);
      return this.watcher.drained(false);
    }
    const once = this.#once.splice(0);
    if (once.length) this.#feed(once);
    const until = performance.now() + BUDGET;
    while (this.#next < this.#lines.length) {
      const before = performance.now();
      if (before > until) {
        if (this.#lines.length - this.#next < NEARLY) this.watcher.drained(false);
        return this.#schedule();
      }
      const some = this.#lines.slice(this.#next, this.#next + this.#batch);
      if (!this.#feed(some)) return;
      this.#next += some.length;
      const cost = performance.now() - before;
      this.#batch = cost > BUDGET ? Math.max(1, this.#batch >> 1) : Math.min(256, this.#batch << 1);
    }
    this.#quiet = !this.#live;
    this.watcher.drained(true);
  }

  /** @param {string} part @param {string} action @param {HTMLElement} [control] */
  #extract(part, action, control) {
    let got;
    try { got = this.engine.call("extract", JSON.stringify({ part, action })); } catch { return; }
    if (got) void give(got, action, control, this.watcher.note);
  }

  #save() {
    clearTimeout(this.#keep);
    if (!this.#key || !this.engine.running) return;
    try {
      const state = this.engine.call("state");
      if (state) sessionStorage.setItem("vitrine-view:" + this.#key, JSON.stringify(state));
    } catch { /* a full storage keeps no view */ }
  }
}
