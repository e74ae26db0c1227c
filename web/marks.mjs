/**
 * Marks words in a part of the page, without a change to its elements: the browser paints them from ranges.
 */
const MOST = 500;
const painted = typeof Highlight === "function" && "highlights" in CSS;

/** Where the words stand in an element, in order; some of them where there are many. @param {Element} el @param {string} words @returns {Range[]} */
export function ranges(el, words) {
  /** @type {Range[]} */
  const out = [];
  const wanted = fold(words);
  if (!wanted) return out;
  /** @type {{ node: Text, from: number }[]} */
  const pieces = [];
  let text = "", block = null;
  const walk = el.ownerDocument.createTreeWalker(el, NodeFilter.SHOW_TEXT);
  for (let n = /** @type {Text | null} */ (walk.nextNode()); n; n = /** @type {Text | null} */ (walk.nextNode())) {
    const around = n.parentElement?.closest(BLOCKS) ?? el;
    if (block && around !== block) text += "\n"; // no words go across two blocks
    block = around;
    pieces.push({ node: n, from: text.length });
    text += fold(n.data);
  }
  const at = (/** @type {number} */ i) => {
    let lo = 0, hi = pieces.length - 1;
    while (lo < hi) {
      const mid = (lo + hi + 1) >> 1;
      if (pieces[mid].from <= i) lo = mid; else hi = mid - 1;
    }
    return pieces[lo];
  };
  for (let i = text.indexOf(wanted); i >= 0 && out.length < MOST; i = text.indexOf(wanted, i + wanted.length)) {
    const a = at(i), b = at(i + wanted.length - 1), r = el.ownerDocument.createRange();
    r.setStart(a.node, Math.min(i - a.from, a.node.data.length));
    r.setEnd(b.node, Math.min(i + wanted.length - b.from, b.node.data.length));
    out.push(r);
  }
  return out;
}

const BLOCKS = "p, div, li, td, th, pre, button, section, article, header, summary, h1, h2, h3, h4, h5, h6, dt, dd, tr";

/** Small letters, one for one, so that places stay places. @param {string} s */
function fold(s) {
  const low = s.toLowerCase();
  return low.length === s.length ? low : [...s].map((c) => (c.toLowerCase().length === c.length ? c.toLowerCase() : c)).join("");
}

/** Paints ranges, one of them as the one at hand. None takes all marks away. @param {Range[]} all @param {number} [now] */
export function paint(all, now = -1) {
  if (!painted) return;
  CSS.highlights.delete("ak-find");
  CSS.highlights.delete("ak-find-now");
  if (!all.length) return;
  CSS.highlights.set("ak-find", new Highlight(...all));
  if (all[now]) CSS.highlights.set("ak-find-now", new Highlight(all[now]));
}
