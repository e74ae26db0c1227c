/**
 * What is answered when the core cannot: the portable value as escaped text, and why. A result is shown in every case.
 *
 * @typedef {{ code: string, path: string, message: string }} Reason
 */
import { Late } from "./runners.mjs";

const LONGEST = 64 << 10;
const SIGNS = /** @type {Record<string, string>} */ ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" });

/** What controls or reorders, which the core spells out; here it only goes. */
const ODD = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** The portable text of an input as far as it can be told without the core; without one, the input. @param {string | Uint8Array} input */
export function portable(input) {
  const text = typeof input === "string" ? input : new TextDecoder().decode(input);
  return plain(text) ?? clean(text);
}

/** What a person would read of an input, or null. @param {string | Uint8Array} input */
export function plain(input) {
  try {
    const root = JSON.parse(typeof input === "string" ? input : new TextDecoder().decode(input)), event = root?.event;
    const value = [root?.value, event?.value, root?.result?.value, root, root?.markdown, event?.markdown].find((v) => typeof v === "string");
    return value === undefined ? null : clean(value);
  } catch {
    return null;
  }
}

/** @param {string} value */
const clean = (value) => (value.length > LONGEST ? value.slice(0, LONGEST) + "…" : value).replace(ODD, "\ufffd");

/** @param {unknown} e @returns {Reason} */
export const reason = (e) => ({ code: e instanceof Late ? "deadline" : "unavailable", path: "", message: String(/** @type {Error} */ (e)?.message ?? e) });

/** The answer of a call in the place of the core's. @param {string} name @param {string | Uint8Array} input @param {Reason} why */
export function answer(name, input, why) {
  const text = portable(input);
  switch (name) {
    case "inspect": return { artifact: null, value: text, reason: why, from: null };
    case "adapt": return { event: null, result: null, notes: [why], from: null };
    case "value": return text;
    case "update": return {};
    case "extract": return { mime: "text/plain", name: "value.txt", text };
  }
  const html = `<article class="ak-card" data-ak-kind="text"><div class="ak-body"><pre class="ak-pre">${text.replace(/[&<>"']/g, (c) => SIGNS[c])}</pre></div></article>`;
  return { html, text, kind: "text", status: "unknown", reason: why, from: null };
}
