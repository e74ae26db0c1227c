/** What both mounted views share: making elements, telling the host, links, and handing out. */
import { save } from "../../web/files.mjs";
import { elements } from "../../web/patch.mjs";
import { policy } from "./trust.mjs";

/** One element made of markup of the core. @param {Document} doc @param {string} html @returns {Element | null} */
export const made = (doc, html) => elements(doc.createElement("template"), policy, html)[0] ?? null;

/** Tells the host. @param {Element} root @param {string} name @param {object} detail @returns {boolean} whether nobody minds */
export const tell = (root, name, detail) => root.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, cancelable: true, detail }));

/** Lets the host answer for links. @param {Element} root @returns {() => void} stops it */
export function links(root) {
  const stop = new AbortController();
  root.addEventListener("click", (e) => {
    const a = e.target instanceof Element ? e.target.closest("a[href]") : null;
    if (a && !e.defaultPrevented && !tell(root, "vitrine-link", { href: a.getAttribute("href") })) e.preventDefault();
  }, { signal: stop.signal });
  return () => stop.abort();
}

/** Puts into the clipboard or saves what a view gave out. @param {any} got @param {string} action @param {HTMLElement} control */
export async function hand(got, action, control) {
  if (!got) return;
  const body = got.b64 === undefined ? got.text : Uint8Array.from(atob(got.b64), (c) => c.charCodeAt(0));
  if (action.startsWith("download")) return save(body, got.name || "download", got.mime);
  if (typeof body !== "string" && got.mime === "image/png") await navigator.clipboard.write([new ClipboardItem({ [got.mime]: new Blob([body], { type: got.mime }) })]);
  else await navigator.clipboard.writeText(typeof body === "string" ? body : got.b64);
  control.classList.add("ak-done");
  setTimeout(() => control.classList.remove("ak-done"), 1_200);
}
