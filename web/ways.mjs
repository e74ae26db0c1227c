/**
 * The reader's ways through the transcript: to a call that the address names, to the next failure, prompt or match; and what is shown
 * of it all. What the reader chose is kept for the life of the tab, a session at a time.
 *
 * @typedef {{ tool: string, status: string, kind: string }} Filter
 * @typedef {{ open: boolean, words: string, hits: number, at: number, done: boolean, cut: boolean, apart: boolean }} Find
 * @typedef {{ prose: boolean, grouping: string, filter: Filter, find: Find, keys: boolean, help: boolean, inspect: boolean }} Settings
 * @typedef {{ key: string, top: number } | { end: true }} Anchor
 * @typedef {{
 *   show(ways: Settings): void, note(text: string): void, link(ref: string): string,
 *   inspect: ((ref: string) => void) | null, give: ((ref: string) => void) | null,
 * }} Frame  link: the address of a call; inspect: shows its event, give: exports from it on, where the page can
 */
import { Finder } from "./finder.mjs";
import { keys } from "./keys.mjs";
import { menu } from "./menu.mjs";
import { word } from "./words.mjs";
import { ANSWER, PROMPT, ROW, edge, flash, go, next, place, target, top } from "./walk.mjs";

const STILL = 300, NONE = { tool: "", status: "", kind: "" };

export class Ways {
  /** @type {Settings} */ #now;
  #key = "";
  #want = ""; // a call that the address names, until it is there
  /** @type {Anchor | null} */ #anchor = null; // where the reader was, until it is there
  #timer = 0;

  /**
   * @param {HTMLElement} host
   * @param {() => import("./stage.mjs").Stage} stage
   * @param {Frame} frame
   */
  constructor(host, stage, frame) {
    this.host = host;
    this.stage = stage;
    this.frame = frame;
    this.#now = {
      prose: false, grouping: "tool", filter: NONE, help: false, inspect: frame.inspect !== null, keys: kept(localStorage, "vitrine-keys") !== "off",
      find: { open: false, words: "", hits: 0, at: 0, done: true, cut: false, apart: false },
    };
    this.finder = new Finder(host, stage, (find) => this.#set({ find: { ...this.#now.find, ...find } }));
    this.menu = menu((part, what) => this.#chosen(part, what));
    history.scrollRestoration = "manual";
    keys((command) => this.#run(command), () => this.#now.keys, (key) => this.finder.hold(key));
    addEventListener("scroll", () => this.#later(), { passive: true });
    addEventListener("pagehide", () => this.#keep());
    for (const type of ["wheel", "touchstart", "keydown", "pointerdown"]) addEventListener(type, () => { this.#anchor = null; }, { passive: true, capture: true });
    document.addEventListener("close", (e) => { if (e.target instanceof Element && e.target.matches(".app-help")) this.#set({ help: false }); }, true);
  }

  get settings() { return this.#now; }

  /** @param {Partial<Settings>} change */
  #set(change) {
    this.#now = { ...this.#now, ...change };
    const { prose, filter } = this.#now;
    this.host.toggleAttribute("data-ak-prose", prose);
    this.host.toggleAttribute("data-ak-sifted", !!(filter.tool || filter.status || filter.kind));
    this.frame.show(this.#now);
  }

  /** What is shown goes, and comes again: the reader is to be where he was. */
  again() { this.#anchor ??= this.#standing(); }

  /** The transcript of a key is shown from its beginning, perhaps for the first time. @param {string} key */
  anew(key) {
    if (key !== this.#key) {
      clearTimeout(this.#timer);
      this.#key = key;
      const k = read(key);
      this.finder.close();
      this.#anchor = k.anchor ?? null;
      this.#set({ prose: k.prose === true, grouping: typeof k.grouping === "string" ? k.grouping : "tool", filter: filterOf(k.filter), help: false });
    }
    const stage = this.stage();
    stage.ask("grouping", JSON.stringify({ grouping: this.#now.grouping }));
    stage.ask("filter", JSON.stringify(this.#now.filter));
    this.finder.again();
  }

  /** Everything that came is shown. @param {boolean} whole  and nothing else is known to come */
  settled(whole) {
    if (this.#want) {
      if (this.reveal(this.#want)) this.#want = "";
      else if (whole) {
        this.#want = "";
        this.frame.note(word("no_call"));
      }
    } else if (this.#anchor) this.#return(whole);
  }

  /** Goes to a call when it is there, or as soon as it is. @param {string} ref */
  seek(ref) {
    this.#anchor = null;
    this.#want = ref;
    if (ref && this.reveal(ref)) this.#want = "";
  }

  /** @param {string} ref */
  reveal(ref) {
    const at = this.stage().lead("reveal", { call: ref })?.at;
    return at ? this.to(at.key) : false;
  }

  /** Leads to the part of a key. @param {string} key */
  to(key) {
    const part = this.stage().patch.part(key);
    if (!part) return false;
    this.stage().follow.release();
    go(target(part), "center");
    flash(part);
    return true;
  }

  /** @param {import("./patch.mjs").Op[]} ops */
  changed(ops) { this.finder.changed(ops); }

  /** What the frame asks for; false for what is not ours. @param {string} what @param {string} value */
  said(what, value) {
    switch (what) {
      case "find": this.finder.find(value); return true;
      case "find-open": this.finder.open(); return true;
      case "find-close": this.#closeFind(); return true;
      case "hit": this.finder.step(1); return true;
      case "hit-back": this.finder.step(-1); return true;
      case "failure": return this.#failure(1);
      case "to-transcript": this.host.focus(); return true;
      case "to-answer": return this.#answer();
      case "filter": this.#filter(filterOf(value)); return true;
      case "clear": this.#filter(NONE); return true;
      case "grouping": {
        this.#set({ grouping: value });
        this.stage().lead("grouping", { grouping: value });
        this.#keep();
        return true;
      }
      case "prose": return this.#prose();
      case "keys": {
        this.#set({ keys: !this.#now.keys });
        try { localStorage.setItem("vitrine-keys", this.#now.keys ? "on" : "off"); } catch { /* forbidden: it holds for this page */ }
        return true;
      }
      case "help": this.#set({ help: true }); return true;
      case "help-close": /** @type {HTMLDialogElement | null} */ (document.querySelector(".app-help"))?.close(); return true;
      default: return false;
    }
  }

  /** Does what a key stands for; false when there is nothing to do. @param {string} command */
  #run(command) {
    if (command === "help") return this.said("help", "");
    if (this.host.hidden) return false;
    const back = command.endsWith("-back") ? -1 : 1;
    switch (command.replace(/-back$/, "")) {
      case "row": return this.#step(ROW, back, "nearest");
      case "prompt": return this.#step(PROMPT, back, "start");
      case "first": return this.#edge(1);
      case "last": return this.#edge(-1);
      case "failure": return this.#failure(back);
      case "find": this.finder.open(); return true;
      case "expand": this.stage().act({ part: "", action: "expand-all", value: "" }); return true;
      case "collapse": this.stage().act({ part: "", action: "collapse-all", value: "" }); return true;
      case "prose": return this.#prose();
      case "menu": {
        const dots = this.#dots();
        dots?.click();
        return dots !== null;
      }
      case "link": {
        const part = this.#dots()?.closest("[data-ak-part]")?.getAttribute("data-ak-part");
        if (part) this.#chosen(part, "link");
        return !!part;
      }
      case "escape": return this.#now.find.open && this.#closeFind();
    }
    return false;
  }

  /** @param {string} kind @param {1 | -1} by @param {ScrollLogicalPosition} block */
  #step(kind, by, block) {
    this.stage().follow.release();
    const at = place(this.host), here = at?.closest(kind);
    // At the top of the window stands what is read, not what was gone to: it may be the next itself.
    const fresh = by > 0 && at && at !== document.activeElement && (here ?? at.querySelector(kind));
    const to = fresh instanceof HTMLElement && fresh.checkVisibility() ? fresh : next(this.host, kind, here ?? at, by);
    if (to) go(to, block);
    return true;
  }

  /** @param {1 | -1} end */
  #edge(end) {
    this.stage().follow.release();
    const el = edge(this.host, ROW, end);
    if (el) go(el, "center");
    return true;
  }

  /** The last thing that the assistant said, else the end of it all. */
  #answer() {
    this.stage().follow.release();
    const said = edge(this.host, ANSWER, -1) ?? edge(this.host, ROW, -1);
    if (said) go(said, "start");
    else this.host.focus();
    return true;
  }

  /** The menu's button of the row at the focus. */
  #dots() {
    const row = document.activeElement?.closest(ROW), part = row?.closest(".ak-dotted") ?? document.activeElement?.closest(".ak-dotted");
    return /** @type {HTMLElement | null} */ (part?.querySelector(".ak-dots") ?? null);
  }

  /** @param {number} by */
  #failure(by) {
    const from = place(this.host)?.closest("[data-ak-part]")?.getAttribute("data-ak-part") ?? "";
    const at = this.stage().lead("failure", { from, by })?.at;
    if (at && this.to(at.key)) this.frame.note(word("nth_failure", at.n, at.of));
    return true;
  }

  /** @param {Filter} filter */
  #filter(filter) {
    this.#set({ filter });
    this.#steady(() => this.stage().lead("filter", filter));
    this.#keep();
  }

  #prose() {
    this.#steady(() => this.#set({ prose: !this.#now.prose }));
    this.#keep();
    return true;
  }

  #closeFind() {
    const key = this.finder.close();
    const part = key && this.stage().patch.part(key);
    if (part) target(part).focus({ preventScroll: true });
    else this.host.focus({ preventScroll: true });
    return true;
  }

  /** Changes what is seen, and keeps what was read where it was. @param {() => void} change */
  #steady(change) {
    let at = top(this.host);
    const was = at?.getBoundingClientRect().top ?? 0;
    change();
    while (at && at !== this.host && !at.checkVisibility()) at = at.previousElementSibling ?? at.parentElement;
    if (at && at !== this.host) scrollBy(0, at.getBoundingClientRect().top - was);
  }

  // Menu

  /** @param {string} part @param {HTMLElement} button */
  open(part, button) {
    const about = this.stage().ask("about", JSON.stringify({ part }));
    if (!about) return;
    const more = [this.frame.inspect && about.copy.includes("value") && "inspect", this.frame.give && !about.ref.startsWith("#") && "export"];
    this.menu.open(part, button, new Set(["link", ...about.copy, ...more.filter((what) => what)]));
  }

  /** @param {string} part @param {string} what */
  #chosen(part, what) {
    if (!["link", "inspect", "export"].includes(what)) return this.stage().act({ part, action: "copy:" + what, value: "" });
    const about = this.stage().ask("about", JSON.stringify({ part }));
    if (!about) return;
    if (what === "inspect") return this.frame.inspect?.(about.ref);
    if (what === "export") return this.frame.give?.(about.ref);
    navigator.clipboard.writeText(this.frame.link(about.ref)).then(() => this.frame.note(word("copied_link")), () => this.frame.note(word("not_copied")));
  }

  // What is kept

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#keep(), STILL);
  }

  /** @returns {Anchor | null} */
  #standing() {
    const page = document.scrollingElement ?? document.documentElement;
    if (page.scrollTop > 0 && page.scrollHeight - page.scrollTop - page.clientHeight <= 48) return { end: true };
    const part = page.scrollTop > 0 ? top(this.host) : null, key = part?.getAttribute("data-ak-part");
    return part && key ? { key, top: Math.round(part.getBoundingClientRect().top) } : null;
  }

  #keep() {
    clearTimeout(this.#timer);
    if (!this.#key || this.host.hidden) return;
    const { prose, grouping, filter } = this.#now;
    try {
      sessionStorage.setItem("vitrine-ways:" + this.#key, JSON.stringify({ prose, grouping, filter, anchor: this.#anchor ?? this.#standing() }));
    } catch { /* a full storage keeps no view */ }
  }

  /** Back to where the reader was. @param {boolean} whole */
  #return(whole) {
    const a = this.#anchor, page = document.scrollingElement ?? document.documentElement;
    if (!a) return;
    const part = "key" in a ? this.stage().patch.part(a.key) : null;
    if (!("end" in a) && !part) {
      if (whole) this.#anchor = null;
      return;
    }
    let left = 6;
    const settle = () => {
      if (this.#anchor !== a) return;
      if ("end" in a) page.scrollTop = page.scrollHeight;
      else if (part) scrollBy(0, part.getBoundingClientRect().top - a.top);
      if (left-- > 0) requestAnimationFrame(settle);
      else if (whole || part) this.#anchor = null;
    };
    settle();
  }
}

/** @param {unknown} v  a filter, or its JSON @returns {Filter} */
function filterOf(v) {
  try {
    const f = typeof v === "string" ? JSON.parse(v) : v, s = (/** @type {unknown} */ x) => typeof x === "string" ? x : "";
    return { tool: s(f?.tool), status: s(f?.status), kind: s(f?.kind) };
  } catch { return NONE; }
}

/** @param {Storage} storage @param {string} key */
function kept(storage, key) {
  try { return storage.getItem(key); } catch { return null; }
}

/** @param {string} key */
function read(key) {
  try { return (key && JSON.parse(kept(sessionStorage, "vitrine-ways:" + key) ?? "{}")) || {}; } catch { return {}; }
}
