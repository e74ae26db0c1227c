/**
 * Shows that the core answers here as it answered where the package was made: every vector, byte for byte, as text and as bytes, and
 * every event against its schema. It takes a kit that the host has made, so it runs inside the host's own bundle.
 */
import { faults } from "./schema.mjs";

const encoder = new TextEncoder(), decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const unbase64 = (/** @type {string} */ s) => Uint8Array.from(atob(s), (c) => c.charCodeAt(0));

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
    const bytes = unbase64(v.input), asText = text(bytes);
    for (const c of v.calls) {
      const want = decoder.decode(unbase64(c.answer));
      const got = await kit.json(c.name, bytes, v.options);
      if (got !== want) different.push(`${v.name} ${c.name}`);
      if (asText !== null && await kit.json(c.name, asText, v.options) !== want) different.push(`${v.name} ${c.name} as text`);
      if (c.name === "adapt" && schemas) {
        const { event } = JSON.parse(got);
        if (event) different.push(...faults(event, "event.json", schemas).map((f) => `${v.name}: event${f}`));
      }
      parts.push(got, "\n");
    }
  }
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(parts.join(""))));
  return { vectors: vectors.length, digest: [...hash].map((b) => b.toString(16).padStart(2, "0")).join(""), different };
}
