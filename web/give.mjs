/**
 * Gives out what the program extracted: into the clipboard, or as a file.
 */
import { save } from "./files.mjs";
import { word } from "./words.mjs";

const SHOWN = 1_200;

/**
 * @param {{ mime: string, name: string, text?: string, b64?: string }} got
 * @param {string} action  "copy:…" or "download:…"
 * @param {HTMLElement | undefined} control  is marked for a moment
 * @param {(text: string) => void} note  says what became of it
 */
export async function give(got, action, control, note) {
  const body = got.b64 === undefined ? got.text ?? "" : Uint8Array.from(atob(got.b64), (c) => c.charCodeAt(0));
  if (action.startsWith("download")) return save(body, got.name || "download", got.mime);
  try {
    if (typeof body !== "string" && got.mime === "image/png") await navigator.clipboard.write([new ClipboardItem({ [got.mime]: new Blob([body], { type: got.mime }) })]);
    else await navigator.clipboard.writeText(typeof body === "string" ? body : got.b64 ?? "");
    note(word("copied"));
    control?.classList.add("ak-done");
    setTimeout(() => control?.classList.remove("ak-done"), SHOWN);
  } catch {
    note(word("not_copied"));
  }
}
