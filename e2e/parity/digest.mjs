// Runs every vector through a started module and gives the digest that all runtimes must agree on. Used in Node and in the page.
const encoder = new TextEncoder();
const unbase64 = (s) => Uint8Array.from(atob(s), (c) => c.charCodeAt(0));

/** @returns {Promise<{count: number, digest: string, different: string[]}>} different: calls whose answer is not the recorded one */
export async function digest(kit, vectors) {
  const parts = [];
  const different = [];
  for (const v of vectors) {
    parts.push(encoder.encode(v.name + "\n"));
    for (const c of v.calls) {
      const got = kit.call(c.name, unbase64(v.input), v.options);
      const want = unbase64(c.answer);
      if (got.length !== want.length || got.some((b, i) => b !== want[i])) different.push(`${v.name} ${c.name}`);
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
  return { count: vectors.length, digest: [...hash].map((b) => b.toString(16).padStart(2, "0")).join(""), different };
}
