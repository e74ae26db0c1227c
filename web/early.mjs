/**
 * What a session looks like before, or without, the program: one plain line for each event, as text only.
 */
import { word } from "./words.mjs";

const LONGEST = 400, MOST = 300;

/** @param {unknown} v */
const text = (v) => typeof v === "string" ? v : Array.isArray(v) ? v.filter((x) => typeof x === "string").join("\n") : "";

/** What controls or reorders, which the program replaces and marks; here it only goes. */
const ODD = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** The words of one event, or "" for one that has none. @param {any} e  an envelope */
function say(e) {
  const ev = e?.event ?? {};
  switch (e?.type) {
    case "message":
      return text(ev.markdown) || text(ev.text);
    case "tool_request":
      return `${text(ev.annotations?.title) || text(ev.name)} · ${word("running")}`;
    case "tool_result": {
      const name = text(ev.display?.title) || text(ev.artifact?.title) || text(ev.name), value = text(ev.value).split("\n", 1)[0];
      return [name, ev.is_error ? word("failed") : "", value].filter(Boolean).join(" · ");
    }
    case "error":
      return text(ev.message);
  }
  return "";
}

/**
 * Shows the newest of the lines in the host, in place of what is there. A call is one line: its result takes its request's.
 * @param {Element} host
 * @param {readonly string[]} lines  envelopes as JSON
 */
export function early(host, lines) {
  const doc = host.ownerDocument;
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();
  for (const [i, line] of lines.slice(-MOST).entries()) {
    let e;
    try { e = JSON.parse(line); } catch { continue; }
    const words = say(e);
    if (!words) continue;
    const call = e.type.startsWith("tool_") && text(e.event?.id), key = call ? "call " + call : String(i);
    const row = rows.get(key) ?? doc.createElement(e.type === "message" ? "p" : "div");
    row.className = e.type === "message" && e.event?.role === "user" ? "app-early app-early-user" : "app-early";
    row.dir = "auto";
    row.textContent = (words.length > LONGEST ? words.slice(0, LONGEST) + "…" : words).replace(ODD, "\ufffd");
    rows.set(key, row);
  }
  host.replaceChildren(...rows.values());
}
