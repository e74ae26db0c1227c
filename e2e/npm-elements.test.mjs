/** The elements and the React components of the package for JS apps, in Chromium under the policy of its README. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launch, open } from "./browser.mjs";
import { block, folder, modules, pkg, policy, project, serve } from "./npm-host.mjs";
import { Server, until } from "./server.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const WAIT = { timeout: 90_000 };
const table = { value: "v", extra: { codeagent: { artifact: { schema: "codeagent.tool-artifact", version: 1, kind: "table", status: "success", icon: null, title: null, payload: { columns: ["n", "where"], data: [[3, "https://example.com/"], [1, "x"], [2, "y"]] } } } } };
const event = (i, value) => ({ id: "c" + i, name: "tool_" + i, display: null, value, is_error: false, artifact: null });

/** Shows a page on the package, and notes warnings of the console as well. */
async function shows(t, dir, csp = policy) {
  const server = await serve(t, dir, csp), opened = await open(browser), warned = [];
  opened.page.on("console", (m) => { if (m.type() === "warning" || m.type() === "error") warned.push(m.text()); });
  t.after(() => opened.context.close());
  await opened.page.goto(server.url);
  return { ...opened, asked: server.asked, warned };
}

/** A page of elements. `script` may use artifactkit's init as `init` and defineElements. */
async function page(t, body, script = "") {
  const dir = folder(t, {
    "index.html": `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><link rel="stylesheet" href="./artifactkit/style.css"><body>${body}<script type="module" src="./page.mjs"></script>`,
    "page.mjs": `import { init } from "./artifactkit/index.mjs";\nimport { defineElements } from "./artifactkit/elements.mjs";\n${script || "defineElements(() => init());"}`,
  });
  symlinkSync(pkg, join(dir, "artifactkit"));
  return shows(t, dir);
}

test("the README's elements", async (t) => {
  const dir = folder(t, { "index.html": block("elements", "index.html"), "page.mjs": block("elements", "page.mjs") });
  symlinkSync(pkg, join(dir, "artifactkit"));
  const { page: p, trouble } = await shows(t, dir);
  await p.locator("vitrine-artifact article.ak-card[data-ak-kind]").waitFor(WAIT);
  await p.locator("vitrine-transcript [data-ak-part]").first().waitFor(WAIT);
  assert.match(await p.locator("vitrine-artifact").innerText(), /18 degrees and <cloudy>/);
  assert.match(await p.locator("vitrine-transcript").innerText(), /weather/i);
  assert.deepEqual(await trouble(), []);
});

test("text stands in the first frame, and nothing of the core is asked for before an element is near", async (t) => {
  const { page: p, asked, trouble } = await page(t, `<vitrine-artifact id="far" value='{"value":"far & <b>away</b>"}'></vitrine-artifact>`,
    `document.getElementById("far").before(Object.assign(document.createElement("div"), { id: "gap" }));
const gap = new CSSStyleSheet();
gap.replaceSync("#gap { block-size: 6000px }");
document.adoptedStyleSheets = [gap];
defineElements(() => init());`);
  await p.waitForFunction(() => customElements.get("vitrine-artifact"));
  assert.equal(await p.locator("#far pre").textContent(), "far & <b>away</b>");
  assert.equal(await p.locator("#far b").count(), 0);
  await p.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.ok(!asked.some((a) => a.endsWith(".wasm")), "the core was asked for");
  await p.locator("#far").scrollIntoViewIfNeeded();
  await p.locator("#far article[data-ak-kind]").waitFor(WAIT);
  assert.ok(asked.some((a) => a.endsWith("kit.wasm")));
  assert.deepEqual(await trouble(), []);
});

test("nothing moves when a text is drawn, and the core is asked for once", async (t) => {
  const { page: p, asked } = await page(t, `<vitrine-artifact value='{"value":"one"}'></vitrine-artifact><p id="below">below</p><vitrine-artifact value='{"value":"two"}'></vitrine-artifact>`,
    `globalThis.moved = [];
const at = () => document.getElementById("below").getBoundingClientRect().top;
let go;
defineElements(() => new Promise((done) => { go = done; }).then(() => init()));
globalThis.first = at();
globalThis.go = () => go();
globalThis.at = at;`);
  await p.waitForFunction(() => globalThis.go);
  const before = await p.evaluate(() => globalThis.at());
  await p.evaluate(() => globalThis.go());
  await until("both are drawn", async () => await p.locator("article[data-ak-kind]").count() === 2);
  assert.ok(Math.abs(await p.evaluate(() => globalThis.at()) - before) < 1, "what is below has moved");
  assert.equal(asked.filter((a) => a.endsWith("kit.wasm")).length, 1);
});

test("what a server drew is adopted: nothing of it is touched, and its controls work", async (t) => {
  const { init } = await import(pathToFileURL(join(pkg, "index.mjs"))), kit = await init({ worker: false });
  const { html } = await kit.render(table);
  kit.close();
  const value = JSON.stringify(table).replaceAll("&", "&amp;").replaceAll("'", "&#39;");
  const { page: p, trouble } = await page(t, `<vitrine-artifact value='${value}'><div class="ak-root">${html}</div></vitrine-artifact>`,
    `const el = document.querySelector("vitrine-artifact");
globalThis.changes = 0;
new MutationObserver((list) => { globalThis.changes += list.length; }).observe(el, { subtree: true, childList: true, attributes: true, characterData: true });
defineElements(() => init());
await el.ready;
globalThis.ready = true;`);
  await p.waitForFunction(() => globalThis.ready, null, WAIT);
  assert.equal(await p.evaluate(() => globalThis.changes), 0);
  await p.locator('[data-ak-action^="sort:0"]').click();
  await until("the rows are sorted", async () => (await p.locator("tbody tr").evaluateAll((rows) => rows.map((r) => r.innerText.match(/\d/)[0]).join(""))) === "123");
  assert.deepEqual(await trouble(), []);
});

test("an element takes values as a property, before it is known and after, keeps its view when it is moved, and says what happens", async (t) => {
  const { page: p, trouble } = await page(t, `<vitrine-artifact id="a"></vitrine-artifact><div id="other"></div>`,
    `const el = document.getElementById("a");
el.value = ${JSON.stringify(table)};
globalThis.seen = [];
addEventListener("vitrine-action", (e) => globalThis.seen.push(e.detail.action));
addEventListener("vitrine-link", (e) => { e.preventDefault(); globalThis.seen.push(e.detail.href); });
defineElements(init());
globalThis.el = el;`);
  await p.locator("#a table").waitFor(WAIT);
  const card = await p.locator("#a article").elementHandle();
  await p.evaluate(() => document.getElementById("other").append(globalThis.el));
  await p.locator('#a [data-ak-action^="sort:0"]').click();
  await p.waitForFunction(() => document.querySelector("tbody tr").innerText.includes("1"), null, WAIT);
  assert.ok(await card.evaluate((c) => c.isConnected), "the card was drawn anew");
  await p.locator("#a tbody a").click();
  assert.deepEqual(await p.evaluate(() => globalThis.seen), ["sort:0", "https://example.com/"]);
  await p.evaluate(() => globalThis.el.append({ value: "another" }));
  assert.match(await p.locator("#a").innerText(), /another/);
  await p.evaluate(() => { globalThis.el.remove(); });
  await p.evaluate(() => { globalThis.el.value = { value: "away" }; document.body.append(globalThis.el); return globalThis.el.ready; });
  assert.match(await p.locator("#a").innerText(), /away/);
  await p.evaluate(() => globalThis.el.setAttribute("locale", "de"));
  assert.deepEqual(await trouble(), []);
});

test("where the core cannot be had the text stays, and the element says why", async (t) => {
  const { page: p } = await page(t, `<vitrine-artifact value='{"value":"it stays"}'></vitrine-artifact>`,
    `globalThis.errors = [];
addEventListener("vitrine-error", (e) => globalThis.errors.push(e.detail.message));
defineElements(async () => { throw new Error("no kit today"); });`);
  await p.waitForFunction(() => globalThis.errors?.length > 0, null, WAIT);
  assert.deepEqual(await p.evaluate(() => globalThis.errors), ["no kit today"]);
  assert.match(await p.locator("vitrine-artifact").innerText(), /it stays/);
});

test("a transcript: text first, then rows; a list takes its place; a file fills another", async (t) => {
  const { page: p, trouble } = await page(t, `<vitrine-transcript id="t"></vitrine-transcript><vitrine-transcript id="f" src="./talk.jsonl"></vitrine-transcript>`,
    `let go;
defineElements(() => new Promise((done) => { go = () => done(init()); }));
globalThis.go = () => go();
const el = globalThis.el = document.getElementById("t");
el.append(${JSON.stringify(event(1, "the first <value>"))});`);
  await p.route("**/talk.jsonl", (r) => r.fulfill({ body: '{"role":"user","content":"from a file"}\n{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"run_sql","input":{}}]}\n' }));
  await p.waitForFunction(() => globalThis.el);
  assert.equal(await p.locator("#t pre").textContent(), "the first <value>");
  await p.evaluate(() => globalThis.go());
  await p.locator("#t [data-ak-part]").first().waitFor(WAIT);
  assert.equal(await p.locator("#t > .ak-root > article").count(), 0, "the text is still there");
  await p.locator("#f").getByText("from a file").waitFor(WAIT);
  await p.evaluate((e) => globalThis.el.append(e), event(2, "two"));
  assert.match(await p.locator("#t").innerText(), /tool_1[\s\S]*tool_2/i);
  await p.evaluate((e) => { globalThis.el.value = [e]; return globalThis.el.append([]); }, event(3, "three"));
  await until("the list is drawn", async () => /tool_3/i.test(await p.locator("#t").innerText()));
  assert.doesNotMatch(await p.locator("#t").innerText(), /tool_1/i);
  assert.deepEqual(await trouble(), []);
});

test("a transcript follows a session of a server", async (t) => {
  const server = await Server.start();
  t.after(() => server.stop());
  const { session } = await server.session("x");
  await server.push(session, { id: "m1", type: "message", event: { role: "user", markdown: "hello from the server" } });
  const opened = await open(browser);
  t.after(() => opened.context.close());
  const { page: p } = opened;
  await p.route(server.url + "there/**", async (r) => { // beside the API, as a host that serves both has it
    const name = new URL(r.request().url()).pathname.slice("/there/".length) || "index.html";
    if (name === "index.html") return r.fulfill({ contentType: "text/html", body: `<!doctype html><meta charset="utf-8"><title>x</title><vitrine-transcript src="/v1/sessions/${session}"></vitrine-transcript><script type="module" src="./page.mjs"></script>` });
    if (name === "page.mjs") return r.fulfill({ contentType: "text/javascript", body: `import { init } from "./kit/index.mjs";\nimport { defineElements } from "./kit/elements.mjs";\ndocument.querySelector("vitrine-transcript").token = ${JSON.stringify(server.token)};\ndefineElements(() => init());` });
    return r.fulfill({ path: join(pkg, name.replace(/^kit\//, "")), contentType: name.endsWith(".wasm") ? "application/wasm" : "text/javascript" });
  });
  await p.goto(server.url + "there/");
  await p.getByText("hello from the server").waitFor(WAIT);
  await server.push(session, { id: "m2", type: "message", event: { role: "user", markdown: "and again" } });
  await p.getByText("and again").waitFor(WAIT);
});

const app = `import { StrictMode, createElement as h, useState } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { init } from "@vitrine/artifactkit";
import { Artifact, Transcript } from "@vitrine/artifactkit/react";
import { tree } from "./tree.js";

let kits = 0;
const kit = () => { kits++; return init(); };
globalThis.count = () => kits;
globalThis.seen = [];
const at = document.getElementById("root");
const whole = h(StrictMode, null, tree({ kit, useState, drawn: globalThis.drawn, onAction: (e) => globalThis.seen.push(e.detail.action) }));
if (at.firstChild) hydrateRoot(at, whole, { onRecoverableError: (e) => console.error("recovered", e) });
else createRoot(at).render(whole);
`;
const tree = `import { createElement as h } from "react";
import { Artifact, Transcript } from "@vitrine/artifactkit/react";
const table = ${JSON.stringify(table)};
export function tree({ kit, useState, drawn, onAction }) {
  function App() {
    const [n, set] = useState(1), [events, more] = useState([${JSON.stringify(event(1, "first"))}]);
    return h("main", null,
      h("button", { id: "next", onClick: () => { set(n + 1); more([...events, { ...events[0], id: "c" + (n + 1), name: "tool_" + (n + 1) }]); } }, "next"),
      h(Artifact, { kit, value: { value: "number " + n }, className: "one" }),
      h(Artifact, { kit, value: table, drawn, className: "two", onAction }),
      h(Transcript, { kit, events, className: "three" }),
      n < 3 ? h(Artifact, { kit, value: { value: "until three" }, className: "four" }) : null);
  }
  return h(App);
}
`;

for (const [version, from] of [["19", modules], ["18", fileURLToPath(new URL("./hosts/react18/node_modules", import.meta.url))]]) {
  test(`React ${version}: twice mounted, rendered on a server and taken over, without a warning`, async (t) => {
    const ssr = `import { createElement as h, useState } from "react";
import { renderToString } from "react-dom/server";
import { init } from "@vitrine/artifactkit";
import { tree } from "./tree.js";
const kit = await init({ worker: false }), drawn = await kit.render(${JSON.stringify(table)});
kit.close();
console.log(JSON.stringify({ drawn, html: renderToString(tree({ kit: () => { throw new Error("asked on a server"); }, useState, drawn })) }));
`;
    const dir = project(t, { "app.js": app, "tree.js": tree, "ssr.mjs": ssr }, ["react", "react-dom", "scheduler", ...version === "18" ? ["loose-envify", "js-tokens"] : []], from);
    execFileSync(join(modules, ".bin/esbuild"), ["app.js", "--bundle", "--format=esm", "--outfile=out/app.js", "--define:process.env.NODE_ENV=\"development\"", "--log-level=error"], { cwd: dir });
    for (const name of ["kit.wasm", "kit-import.wasm", "worker.mjs"]) cpSync(join(pkg, name), join(dir, "out", name));
    const { html, drawn } = JSON.parse(execFileSync(process.execPath, ["ssr.mjs"], { cwd: dir, encoding: "utf8" }));
    assert.match(html, /<pre class="ak-pre">number 1<\/pre>/);
    assert.ok(html.includes(drawn.html), "the markup of the server is not in the page");
    const shell = (inside, script) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><div id="root">${inside}</div><script type="module" src="./${script}"></script>`;
    for (const how of ["fresh", "taken over"]) {
      writeFileSync(join(dir, "out/before.js"), `globalThis.drawn = ${JSON.stringify(drawn)};
globalThis.changes = 0;
const two = document.querySelector(".two");
if (two) new MutationObserver((list) => { globalThis.changes += list.length; }).observe(two, { subtree: true, childList: true, attributes: true, characterData: true });
await import("./app.js");`);
      writeFileSync(join(dir, "out/index.html"), shell(how === "fresh" ? "" : html, "before.js"));
      const { page: p, warned, trouble } = await shows(t, join(dir, "out"));
      await until("all are drawn", async () => await p.locator("article[data-ak-kind]").count() >= 3 && await p.locator(".three [data-ak-part]").count() > 0, 90_000);
      if (how !== "fresh") assert.equal(await p.evaluate(() => globalThis.changes), 0, "what the server drew was drawn anew");
      assert.equal(await p.evaluate(() => globalThis.count()), 1, "the kit was made more than once");
      await p.locator("#next").click();
      await until("the next value is drawn", async () => /number 2/.test(await p.locator(".one").innerText()) && /tool_2/i.test(await p.locator(".three").innerText()));
      assert.equal((await p.locator(".three").innerText()).match(/tool_1/gi).length, 1);
      await p.locator('.two [data-ak-action^="sort:0"]').click();
      await until("the rows are sorted", async () => (await p.locator(".two tbody tr").evaluateAll((rows) => rows.map((r) => r.innerText.match(/\d/)[0]).join(""))) === "123");
      assert.deepEqual(await p.evaluate(() => globalThis.seen), ["sort:0"]);
      await p.locator("#next").click();
      await until("one is gone", async () => await p.locator(".four").count() === 0);
      assert.deepEqual(warned.filter((w) => !/React DevTools/.test(w)), [], how);
      assert.deepEqual(await trouble(), []);
    }
  });
}
