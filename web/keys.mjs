/**
 * The single keys of the page. They do nothing where one types, in a dialog, with another key held, or when the reader switched them
 * off; what they do is the caller's. The list of keys in the frame has the same.
 */

/** What a key does. */
export const KEYS = {
  j: "row", k: "row-back", n: "prompt", p: "prompt-back", g: "first", G: "last", f: "failure", F: "failure-back",
  "/": "find", e: "expand", c: "collapse", m: "menu", l: "link", v: "prose", "?": "help",
};

/**
 * @param {(command: string) => boolean} run  answers whether it did something
 * @param {() => boolean} on  whether single keys are wanted
 * @param {(key: string) => boolean} hold  takes a key for itself
 */
export function keys(run, on, hold) {
  document.addEventListener("keydown", (e) => {
    if (e.defaultPrevented || e.isComposing || e.ctrlKey || e.metaKey || e.altKey || !(e.target instanceof Element) || typing(e.target)) return;
    if (document.querySelector("dialog[open]") || e.target.closest("[popover]")) return;
    if (hold(e.key)) return e.preventDefault();
    const command = e.key === "Escape" ? "escape" : on() && Object.hasOwn(KEYS, e.key) ? KEYS[/** @type {keyof typeof KEYS} */ (e.key)] : "";
    if (command && run(command)) e.preventDefault();
  });
}

/** Whether an element takes what is typed. @param {Element} el */
const typing = (el) => el.matches("textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox]")
  || el instanceof HTMLInputElement && !["button", "checkbox", "radio", "submit", "reset"].includes(el.type)
  || el instanceof HTMLElement && el.isContentEditable;
