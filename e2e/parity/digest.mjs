// Runs every vector through a started module and gives the digest that all runtimes must agree on. Used in Node and in the page.
const encoder = new TextEncoder();
const unbase64 = (s) => Uint8Array.from(atob(s), (c) => c.charCodeAt(0));

/** The bytes of a vector's input; a long one is written as parts. */
export function input(v) {
  if (!v.parts) return unbase64(v.input ?? "");
  const text = v.parts.map((p) => (typeof p === "string" ? p : Array.from({ length: p.repeat }, (_, i) => p.text.replaceAll("{i}", String(i))).join("")));
  return encoder.encode(text.join(""));
}

const hex = (bytes) => [...new Uint8Array(bytes)].map((b) => b.toString(16).padStart(2, "0")).join("");

/** Whether an answer is the recorded one. */
async function same(got, call) {
  if (call.sha256) return hex(await crypto.subtle.digest("SHA-256", got)) === call.sha256;
  const want = unbase64(call.answer ?? "");
  return got.length === want.length && got.every((b, i) => b === want[i]);
}

/** @returns {Promise<{count: number, digest: string, different: string[]}>} different: calls whose answer is not the recorded one */
export async function digest(kit, vectors) {
  const parts = [];
  const different = [];
  for (const v of vectors) {
    parts.push(encoder.encode(v.name + "\n"));
    for (const c of v.calls) {
      const got = kit.call(c.name, input(v), v.options);
      if (!await same(got, c)) different.push(`${v.name} ${c.name}`);
      parts.push(got, encoder.encode("\n"));
    }
  }
  const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of parts) {
    all.set(p, at);
    at += p.length;
  }
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", all));
  return { count: vectors.length, digest: hex(hash), different };
}
