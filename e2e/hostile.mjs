import { readFileSync, readdirSync } from "node:fs";

/**
 * Everything that we know to try against a page, in every field that an event has. A payload that does anything calls the
 * canary or asks for an address with "canary" in it; one that only shows is what a page should make of it.
 */
const CALL = "globalThis.canary=1", AWAY = "http://canary.invalid/x", png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" onload="parent.${CALL}"><script>parent.canary=1;fetch("${AWAY}")</script><image x:href="${AWAY}"/><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${AWAY}"/></foreignObject></svg>`).toString("base64");

/** Texts by class: all of them with VITRINE_ATTACK=full, else every fourth. @type {Record<string, string[]>} */
export const strings = {};
const folder = new URL("../internal/attack/cases/", import.meta.url), everything = process.env.VITRINE_ATTACK === "full";
for (const file of readdirSync(folder).sort()) {
  const lines = readFileSync(new URL(file, folder), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  strings[file.replace(".jsonl", "")] = lines.filter((_, i) => everything || i % 4 === 0);
}

export const all = Object.values(strings).flat();

/** A JSON text with what no JSON.stringify writes: numbers over all bounds, members that are there twice. @param {unknown} v */
export const text = (v) => JSON.stringify(v).replaceAll('"@1e400"', "1e400").replaceAll('"@digits"', "9".repeat(2000)).replaceAll(/"@twice":("(?:[^"\\]|\\.)*")/g, `"@twice":$1,"@twice":$1,"__proto__":{"polluted":$1},"__proto__":$1`);

const deep = (s, n) => { let v = s; for (let i = 0; i < n; i++) v = i % 2 ? [v] : { [s]: v }; return v; };
const named = (s) => ({ [s]: s, "@twice": s, constructor: { prototype: { polluted: s } } });

/** A payload of each kind with the string in every field. @type {[string, (s: string) => unknown][]} */
export const payloads = [
  ["text", (s) => ({ text: s, lang: s, title: s, markdown: s })],
  ["text", (s) => ({ text: s, for_model: s, ...named(s) })],
  ["table", (s) => ({ columns: [s, { name: s, type: s }, s], rows: [[s, s, named(s)], [[s], "@1e400", "@digits"], { [s]: s }, s], html: s, text: s })],
  ["table", (s) => ({ df: [{ [s]: s, _row: s }, named(s), s, null, "@1e400"] })],
  ["table", (s) => ({ [s]: [s, s], other: [s, "@1e400"] })],
  ["table", (s) => ({ html: `<table><caption>${s}<tr><th>${s}<td title="${s}">${s}</table>` })],
  ["image", (s) => ({ images: [{ mime: s, b64: s, alt: s, name: s }, { mime: "image/svg+xml", b64: svg, alt: s, name: s }, { mime: "image/png", b64: png, alt: s, name: s }, { src: s, type: s }, { data: `data:image/svg+xml,${s}` }, s], output: s, code: s })],
  ["code", (s) => ({ text: s, lang: s, filename: s, output: s })],
  ["diff", (s) => ({ old: s, new: `${s}\n${s} more`, path: s, verb: s })],
  ["diff", (s) => ({ patch: `diff --git a/${s} b/${s}\n--- a/${s}\n+++ b/${s}\n@@ -1,2 +1,2 @@ ${s}\n-${s}\n+${s}\n ${s}\n@@ -9e9,99999999999999999999 +1 @@\n+${s}`, unified: s, path: s, hunks: [s] })],
  ["error", (s) => ({ message: s, detail: s })],
  ["error", (s) => [s, named(s)]],
  ["x/unknown", (s) => named(s)],
  ["", (s) => deep(s, 60)],
  ["tree", (s) => deep(s, 100)],
];

/** Displays with the string in each field, right and wrong types. @type {((s: string) => unknown)[]} */
const displays = [
  (s) => ({ title: s, label: s, value_preview: s, icon: s, html: s, footer: s, show_request: true, open: true, full_screen: true, open_style: s }),
  (s) => ({ title: { html: s, dependencies: [{ src: s }] }, icon: { html: s }, html: { html: `<div title="${s}">${s}</div>`, dependencies: [s] }, footer: { html: s }, open: s, show_request: s, ...named(s) }),
  (s) => ({ title: s, label: [s], markdown: s, icon: named(s), open: 1, show_request: [s] }),
  (s) => ({ label: s, text: s, footer: `<p>${s}</p>`, toolcard: { kind: s, title: s, payload: named(s) }, right_output: s }),
  (s) => s, (s) => [s], () => null,
];

let n = 0;
const id = (stem) => `${stem}-${++n}`;

/** The events that carry one string everywhere. @param {string} s @param {number} [turn]  with it, a third of the payloads only */
export function events(s, turn) {
  const out = [
    { id: id("m"), type: "message", event: { role: "user", markdown: s, text: s } }, { id: id("m"), type: "message", event: { role: s, markdown: s } },
    { id: id("m"), type: "message", event: { role: "user", images: [{ mime: s, b64: s, alt: s }, { mime: "image/svg+xml", b64: svg, alt: s }] } },
    { id: id("t"), type: "thinking", event: { text: s } }, { id: id("d"), type: "delta", event: { text: s } }, { id: id("d"), type: "delta", event: { text: `\n\n${s}` } },
    { id: id("m"), type: "message", event: { role: "assistant", markdown: `${s}\n\n\`\`\`${s}\n${s}\n\`\`\`\n\n> ${s}\n\n| ${s} | b |\n|-|-|\n| ${s} | ${s} |\n\n\`${s}\` **${s}**` } },
    { id: id("e"), type: "error", event: { message: s, recovered: s } }, { id: id("u"), type: "usage", event: { n_tokens: "@1e400", model_limit: s, warning_state: s, cost_last: s } },
    { id: id("o"), type: "open", event: { title: s, agent: s, project: s, created: s } }, { id: id("x"), type: `x-${s}`.slice(0, 64), event: { data: named(s) } }, { id: id("end"), type: "end", event: { stop_reason: s } },
  ];
  payloads.forEach(([kind, payload], i) => {
    if (turn !== undefined && (i + turn) % 3) return;
    const call = i % 5 ? id("c") : `${s}${++n}`, name = i % 3 ? `tool_${i}` : s, artifact = { schema: "codeagent.tool-artifact", version: 1, kind: kind || s || "x", status: i % 2 ? "success" : s || "x", icon: s, title: s, payload: payload(s), [s]: s };
    out.push({ id: id("q"), type: "tool_request", at: i % 2 ? s : "2026-01-01T00:00:00Z", parent: i % 7 === 6 ? s : undefined, agent: s, event: { id: call, name, arguments: { [s]: s, ...named(s), _intent: s }, intent: s, annotations: { title: s, icon: s, grouping: s, extra: named(s) } } });
    out.push({ id: id("r"), type: "tool_result", at: "2026-01-01T00:00:09Z", parent: i % 7 === 6 ? s : undefined, agent: s, source: s, event: { id: call, name, display: displays[i % displays.length](s), value: i % 4 ? s : [s, 1, null, named(s)], is_error: i % 3 === 0, artifact } });
  });
  return out;
}

/** A result as an MCP server gives it. @param {string} s */
export const mcp = (s) => ({
  content: [
    { type: "text", text: s, annotations: { audience: ["user"], title: s } }, { type: "text", text: s, annotations: { audience: ["assistant"] } }, { type: "image", data: svg, mimeType: "image/svg+xml" }, { type: "image", data: s, mimeType: s }, { type: "audio", data: s, mimeType: s },
    { type: "resource", resource: { uri: `ui://${s}`, mimeType: "text/html", text: `<script>${CALL}</script>${s}` } }, { type: "resource", resource: { uri: s, mimeType: s, blob: s } }, { type: "resource_link", uri: `javascript:${CALL}`, name: s, title: s, description: s, mimeType: s }, { type: s, [s]: s },
  ],
  structuredContent: named(s), isError: true, _meta: { "codeagent/display": { html: s, title: s }, ui: { resourceUri: `ui://${s}` }, [s]: s },
});

/** Lines of a Claude Code session. @param {string} s */
export const claude = (s) => {
  const base = { sessionId: "s", cwd: s, gitBranch: s, version: "1.0.0", timestamp: "2026-01-01T00:00:00.000Z", isSidechain: false, userType: "external" };
  const use = `toolu_${++n}`, u = id("u");
  return [
    { type: "summary", summary: s, leafUuid: u }, { ...base, type: "user", uuid: u, parentUuid: null, message: { role: "user", content: s } },
    { ...base, type: "assistant", uuid: id("u"), parentUuid: u, requestId: s, message: { id: id("msg"), role: "assistant", model: s, content: [{ type: "thinking", thinking: s, signature: s }, { type: "text", text: s }, { type: "tool_use", id: use, name: ["Bash", "Edit", "Read", "Task", "TodoWrite", s][n % 6], input: { command: s, file_path: s, old_string: s, new_string: s + s, description: s, prompt: s, todos: [{ content: s, status: s, activeForm: s }], [s]: s } }] } },
    { ...base, type: "user", uuid: id("u"), parentUuid: u, toolUseResult: { stdout: s, stderr: s, filePath: s, oldString: s, newString: s + s, structuredPatch: [{ oldStart: s, lines: [s, `+${s}`, `-${s}`] }], agentId: `../${s}`, file: { filePath: s, content: s, base64: s, type: s } }, message: { role: "user", content: [{ type: "tool_result", tool_use_id: use, is_error: true, content: [{ type: "text", text: s }, { type: "image", source: { type: "base64", media_type: s, data: s } }] }] } },
    { type: s, [s]: s }, { ...base, type: "system", subtype: s, content: s, level: s },
  ];
};
