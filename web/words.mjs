/**
 * The words of the page's own scripts, in the reader's language: as chosen on the page, else as the browser prefers. They stand in the
 * catalogs with all the others; the module of them is made from there. {0} stands for an argument.
 */
import { catalogs } from "./words_gen.mjs";

const KEY = "vitrine-locale", root = document.documentElement;

/** What the reader chose; "" is the browser's language. */
export function chosen() {
  try { return localStorage.getItem(KEY) ?? ""; } catch { return ""; }
}

/** The catalog of a tag: its own, else one of the same language; "" without any. @param {string} tag */
function known(tag) {
  const low = tag.toLowerCase(), tags = Object.keys(catalogs);
  return tags.find((t) => t.toLowerCase() === low) ?? tags.find((t) => t.split("-")[0] === low.split("-")[0]) ?? "";
}

/** @param {string} own  what the reader chose */
const choose = (own) => own || navigator.languages.map(known).find((t) => t) || "en";

/** @type {Record<string, string | { one?: string, other: string }>} */ let words = {};

/** Speaks the reader's language from now on, as the page's root says; the rest is the program's. @param {string} own */
export function speak(own) {
  const tag = choose(own), c = catalogs[tag];
  words = (c ?? catalogs.en).words;
  root.lang = tag;
  root.dir = c?.dir ?? (/^(ar|fa|he|ur)\b/.test(tag) ? "rtl" : "ltr");
  for (const el of document.querySelectorAll("[data-word]")) el.textContent = word(el.getAttribute("data-word") ?? "");
  document.getElementById("transcript")?.setAttribute("aria-label", word("transcript"));
}

/** Keeps a choice; "" takes it back. @param {string} own */
export function prefer(own) {
  try {
    if (own) localStorage.setItem(KEY, own);
    else localStorage.removeItem(KEY);
  } catch { /* forbidden: it holds for this page */ }
  speak(own);
}

/** @param {string} key @param {...(string | number)} args */
export function word(key, ...args) {
  const w = words[key] ?? key;
  return (typeof w === "string" ? w : w.other).replace(/\{(\d)\}/g, (_, i) => String(args[+i] ?? ""));
}

/** The plural form for a number, with the number in it. @param {string} key @param {number} n */
export function count(key, n) {
  const w = words[key] ?? key;
  return (typeof w === "string" ? w : n === 1 && w.one || w.other).replace("{n}", new Intl.NumberFormat(root.lang).format(n));
}

speak(chosen());
