/**
 * The one listener for the controls inside core-made rows, and the keys that walk through them. A control carries
 * data-ak-action="verb:argument" and belongs to the nearest data-ak-part; what an action does is not known here.
 *
 * @typedef {{ part: string, action: string, value: string, control: HTMLElement }} Act
 */

const ROW = '[data-ak-action="toggle"]', PAUSE = 150;

/**
 * @param {HTMLElement} host
 * @param {(act: Act) => void} act
 * @returns {() => void} stops listening
 */
export function listen(host, act) {
  const stop = new AbortController(), { signal } = stop;
  let timer = 0;

  /** @param {Event} e @returns {HTMLElement | null} */
  const control = (e) => {
    const at = e.target instanceof Element ? e.target.closest("[data-ak-action]") : null;
    return at instanceof HTMLElement && host.contains(at) ? at : null;
  };
  /** @param {HTMLElement} el */
  const fire = (el) => act({
    part: el.closest("[data-ak-part]")?.getAttribute("data-ak-part") ?? "",
    action: el.dataset.akAction ?? "",
    value: el instanceof HTMLInputElement || el instanceof HTMLSelectElement ? el.value : "",
    control: el,
  });

  host.addEventListener("click", (e) => {
    const el = control(e);
    if (!el || typed(el) || el.getAttribute("aria-disabled") === "true") return;
    e.preventDefault();
    fire(el);
  }, { signal });
  host.addEventListener("input", (e) => {
    const el = control(e);
    if (!el || !typed(el)) return;
    clearTimeout(timer);
    timer = setTimeout(fire, el instanceof HTMLSelectElement ? 0 : PAUSE, el);
  }, { signal });
  host.addEventListener("keydown", (e) => keys(host, e), { signal });
  host.ownerDocument.addEventListener("keydown", (e) => void leave(host, e), { signal }); // the focus may be on nothing
  return () => { clearTimeout(timer); stop.abort(); };
}

/** Whether a control answers to what is typed or chosen, not to clicks. @param {HTMLElement} el */
const typed = (el) => el instanceof HTMLSelectElement || el instanceof HTMLInputElement && !["button", "submit", "reset"].includes(el.type);

/** Arrows, Home and End go from row to row; Escape closes the row round the focus. @param {HTMLElement} host @param {KeyboardEvent} e */
function keys(host, e) {
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || !(e.target instanceof HTMLElement)) return;
  if (leave(host, e)) return;
  if (e.key === "Escape") {
    const open = rowAround(e.target);
    if (open?.getAttribute("aria-expanded") !== "true") return;
    e.preventDefault();
    open.focus();
    open.click();
    return;
  }
  const by = { ArrowDown: 1, ArrowUp: -1, Home: 1, End: -1 }[e.key];
  if (!by || !e.target.matches(ROW)) return;
  e.preventDefault();
  const rows = /** @type {HTMLElement[]} */ ([...host.querySelectorAll(ROW)]);
  let to = e.key === "Home" ? 0 : e.key === "End" ? rows.length - 1 : rows.indexOf(e.target) + by;
  while (rows[to] && !rows[to].checkVisibility()) to += by; // only as far as needed: each look may lay out the page
  rows[to]?.focus();
}

/** Escape takes a card that stands over the page back to its place; the focus is on the control that put it there. @param {HTMLElement} host @param {KeyboardEvent} e */
function leave(host, e) {
  const full = e.key === "Escape" && !e.defaultPrevented ? host.querySelector('.ak-full > .ak-head [data-ak-action="fullscreen"]') : null;
  if (!(full instanceof HTMLElement)) return false;
  e.preventDefault();
  full.focus();
  full.click();
  return true;
}

/** The nearest row control at or above an element. @param {HTMLElement} el @returns {HTMLElement | null} */
function rowAround(el) {
  if (el.matches(ROW)) return el;
  for (let part = el.closest("[data-ak-part]"); part; part = part.parentElement?.closest("[data-ak-part]") ?? null) {
    const row = part.querySelector(ROW);
    if (row instanceof HTMLElement) return row;
  }
  return null;
}
