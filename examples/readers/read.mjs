// Reads tool results and events, one JSON text a line, with nothing but the standard library.
import { createInterface } from "node:readline";

const SCHEMA = "codeagent.tool-artifact";
const isObject = (x) => x !== null && typeof x === "object" && !Array.isArray(x);

export function artifact(x) {
  if (!isObject(x)) return null;
  const a = x.extra?.codeagent?.artifact ?? x.artifact ?? (x.schema === SCHEMA ? x : null);
  const isWord = (s) => typeof s === "string" && s !== "";
  const isLabel = (s) => s == null || typeof s === "string";
  if (!isObject(a) || a.schema !== SCHEMA || a.version !== 1 || !isWord(a.kind) || !isWord(a.status)) return null;
  if (!isLabel(a.icon) || !isLabel(a.title) || a.payload === null || typeof a.payload !== "object") return null;
  return { ...a, icon: a.icon ?? null, title: a.title ?? null, status: a.kind === "error" ? "error" : a.status };
}

export function value(x, missing = "") {
  const bare = typeof x === "string" || (Array.isArray(x) && x.every((s) => typeof s === "string"));
  const v = bare ? x : isObject(x) ? x.value : null;
  if (v == null || (Array.isArray(v) && v.length === 0)) return missing;
  if (typeof v === "string") return v;
  if (!Array.isArray(v) || v.some((s) => s !== null && typeof s === "object")) return JSON.stringify(v);
  return v.map((s) => s ?? "NA").join("\n");
}

for await (const line of createInterface({ input: process.stdin })) {
  const x = JSON.parse(line);
  console.log(JSON.stringify({ artifact: artifact(x), value: value(x) }));
}
