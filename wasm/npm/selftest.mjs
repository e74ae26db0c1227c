/**
 * Shows that the core answers here as it answered where the package was made: every vector, byte for byte, as text and as bytes, and
 * every event against its schema. It takes a kit that the host has made, so it runs inside the host's own bundle.
 */
import { faults } from "./schema.mjs";

const encoder = new TextEncoder(), decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const unbase64 = (/** @type {string} */ s) => Uint8Array.from(atob(s), (c) => c.charCodeAt(0));

/** The bytes of a vector's input; a long one is written as parts. @param {any} v */
function input(v) {
  if (!v.parts) return unbase64(v.input ?? "");
  const part = (/** @type {any} */ p) => (typeof p === "string" ? p : Array.from({ length: p.repeat }, (_, i) => p.text.replaceAll("{i}", String(i))).join(""));
  return encoder.encode(v.parts.map(part).join(""));
}

const hex = (/** @type {ArrayBuffer} */ bytes) => [...new Uint8Array(bytes)].map((b) => b.toString(16).padStart(2, "0")).join("");

/** Whether an answer is the recorded one. @param {string} got @param {any} call */
async function same(got, call) {
  if (call.sha256) return hex(await crypto.subtle.digest("SHA-256", encoder.encode(got))) === call.sha256;
  return got === decoder.decode(unbase64(call.answer ?? ""));
}

/** The text of bytes that are UTF-8, else null. @param {Uint8Array} bytes */
function text(bytes) {
  try { return strict.decode(bytes); } catch { return null; }
}

/**
 * @param {import("./kit.mjs").Kit} kit
 * @param {any[]} vectors  vectors.json of the package
 * @param {Record<string, object>} [schemas]  by file name: "event.json" and those that it names
 */
export async function selftest(kit, vectors, schemas) {
  const different = [], parts = [];
  for (const v of vectors) {
    parts.push(v.name + "\n");
    const bytes = input(v), asText = text(bytes);
    for (const c of v.calls) {
      const got = await kit.json(c.name, bytes, v.options);
      if (!await same(got, c)) different.push(`${v.name} ${c.name}`);
      if (asText !== null && await kit.json(c.name, asText, v.options) !== got) different.push(`${v.name} ${c.name} as text`);
      if (c.name === "adapt" && schemas) {
        const { event } = JSON.parse(got);
        if (event) different.push(...faults(event, "event.json", schemas).map((f) => `${v.name}: event${f}`));
      }
      parts.push(got, "\n");
    }
  }
  const hash = await crypto.subtle.digest("SHA-256", encoder.encode(parts.join("")));
  return { vectors: vectors.length, digest: hex(hash), different };
}
