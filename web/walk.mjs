/**
 * Goes through the transcript from where the reader is: to the next row, the next prompt, to a part by its key. It looks only as far
 * as it has to, however long the transcript is.
 */
export const ROW = ".ak-row", PROMPT = ".ak-user", ANSWER = ".ak-msg";
const PART = "data-ak-part", TOP = 72, HERE = "app-here";

/** Where the reader is: at the focus, else at what stands at the top of the window. @param {HTMLElement} host @returns {Element | null} */
export function place(host) {
  const at = document.activeElement;
  if (at && at !== host && host.contains(at) && at.checkVisibility()) return at;
  return top(host);
}

/** The part at the top of the window. @param {HTMLElement} host @returns {Element | null} */
export function top(host) {
  const box = host.getBoundingClientRect();
  for (let y = TOP; y < innerHeight; y += 24) {
    const el = document.elementFromPoint(box.left + box.width / 2, y);
    const part = el && host.contains(el) ? el.closest(`[${PART}]`) : null;
    if (part) return part;
  }
  return null;
}

/**
 * The next element of a kind that is seen, behind `from` or before it; null at the end.
 * @param {HTMLElement} host @param {string} kind @param {Element | null} from @param {1 | -1} by
 */
export function next(host, kind, from, by) {
  const walk = document.createTreeWalker(host, NodeFilter.SHOW_ELEMENT, (n) => {
    const e = /** @type {Element} */ (n);
    if (e.hasAttribute("hidden") || e.hasAttribute("data-ak-off")) return NodeFilter.FILTER_REJECT;
    return e.matches(kind) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
  });
  if (from && host.contains(from)) walk.currentNode = from;
  else if (by < 0) return null;
  for (let e = by > 0 ? walk.nextNode() : walk.previousNode(); e; e = by > 0 ? walk.nextNode() : walk.previousNode()) {
    if (e instanceof HTMLElement && e !== host && e.checkVisibility()) return e;
  }
  return null;
}

/** The first or the last of a kind that is seen. @param {HTMLElement} host @param {string} kind @param {1 | -1} end */
export function edge(host, kind, end) {
  if (end > 0) return next(host, kind, null, 1);
  const all = host.querySelectorAll(kind);
  for (let i = all.length - 1; i >= 0; i--) if (all[i].checkVisibility()) return /** @type {HTMLElement} */ (all[i]);
  return null;
}

/** Leads the focus and the eye to an element. What is far away gets its size only when it comes near, so the way is corrected on arrival. @param {HTMLElement} el @param {ScrollLogicalPosition} [block] */
export function go(el, block = "nearest") {
  if (!el.matches("a, button, input, select, summary")) el.tabIndex = -1;
  el.focus({ preventScroll: true });
  el.scrollIntoView({ block });
  let left = 3;
  const settle = () => {
    if (!el.isConnected || left-- === 0) return;
    el.scrollIntoView({ block });
    requestAnimationFrame(settle);
  };
  requestAnimationFrame(settle);
}

/** Shows for a moment where one was led to. @param {Element} el */
export function flash(el) {
  el.classList.remove(HERE);
  requestAnimationFrame(() => el.classList.add(HERE));
  setTimeout(() => el.classList.remove(HERE), 1_600);
}

/** The control or text of a part to lead the focus to. @param {Element} part @returns {HTMLElement} */
export function target(part) {
  const row = part.matches(ROW) ? part : part.querySelector(ROW);
  return /** @type {HTMLElement} */ (row ?? part);
}
