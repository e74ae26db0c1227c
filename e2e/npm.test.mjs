/**
 * The package for JS apps, as hosts get it: in Node, on a plain page under the policy of its README, and built by bundlers.
 * It wants dist/npm (make build npm) and e2e/hosts (npm ci).
 */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launch, open } from "./browser.mjs";
import { block, blocks, folder, modules, pkg, policy, project, serve } from "./npm-host.mjs";
import { binary, Server, until } from "./server.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const WAIT = { timeout: 90_000 };
const run = (dir, command, args) => execFileSync(command, args, { cwd: dir, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], timeout: 120_000, env: { ...process.env, PATH: join(modules, ".bin") + ":" + process.env.PATH } });

/** A page on the package under the README's policy. */
async function page(t, files, csp = policy) {
  const dir = folder(t, { "index.html": block("plain", "index.html"), ...files });
  symlinkSync(pkg, join(dir, "artifactkit"));
  const server = await serve(t, dir, csp);
  const opened = await open(browser);
  t.after(() => opened.context.close());
  await opened.page.goto(server.url);
  return { ...opened, asked: server.asked };
}

/** A page that runs a function with the package, and what the function gives. */
async function inPage(t, f, { csp, arg, wait = WAIT } = {}) {
  const text = `import * as artifactkit from "./artifactkit/index.mjs";\nglobalThis.done = (${f})(artifactkit, ${JSON.stringify(arg ?? null)}).then((v) => ({ v }), (e) => ({ e: String(e.stack) }));`;
  const p = await page(t, { "page.mjs": text }, csp);
  await p.page.waitForFunction(() => globalThis.done, null, wait);
  await p.page.waitForFunction(() => globalThis.done.then(() => true), null, wait);
  const { v, e } = await p.page.evaluate(() => globalThis.done);
  if (e) throw new Error(e);
  return { ...p, got: v };
}

test("every block of the README is run by a test", () => {
  const text = readFileSync(join(pkg, "README.md"), "utf8");
  assert.equal(text.match(/^```\w*\n(?=[^\n])/gm).filter((m) => m !== "```\n").length + 1, blocks.length, "a block without a test");
});

test("the declarations are those of the exports", (t) => {
  const dir = folder(t);
  cpSync(pkg, dir, { recursive: true, filter: (f) => !/\.wasm$|vectors\.json$/.test(f) });
  for (const name of ["react", "@types/react", "csstype"]) {
    mkdirSync(dirname(join(dir, "node_modules", name)), { recursive: true });
    symlinkSync(join(modules, name), join(dir, "node_modules", name));
  }
  for (const name of ["index", "elements", "react"]) writeFileSync(join(dir, `${name}-agrees.ts`), `import * as made from "./${name}.mjs";
import type * as said from "./${name}.d.ts";
export const all: typeof said = made;
export const none: Exclude<keyof typeof made, keyof typeof said>[] = [] satisfies never[];
`);
  run(dir, process.execPath, [fileURLToPath(new URL("./node_modules/typescript/bin/tsc", import.meta.url)), "-p", join(dir, "tsconfig.json")]);
});

test("a fresh Node project", (t) => {
  const dir = project(t, { "result.mjs": block("node", "result.mjs") });
  const said = run(dir, process.execPath, ["result.mjs"]).trim().split("\n");
  assert.match(said[0], /^\{"kind":"text","text":".*18 degrees.*","reason":null\} true$/);
  assert.deepEqual(said.slice(1), ["table", "open", "message"]);
});

test("the self-test in Node, on a worker and on the main thread", (t) => {
  const said = run(folder(t), process.execPath, [join(pkg, "selftest-node.mjs")]);
  const digests = [...said.matchAll(/^conformance runtime=npm-node-(?:worker|main) vectors=(\d+) digest=([0-9a-f]{64})$/gm)];
  assert.equal(digests.length, 2, said);
  assert.equal(digests[0][2], digests[1][2]);
  assert.ok(Number(digests[0][1]) > 300);
});

test("a plain page under the README's policy: the result, and nothing left on the global object", async (t) => {
  const text = `const before = new Set(Reflect.ownKeys(globalThis));\n${block("plain", "page.mjs").replace(/^import .*\n/m, 'const { init } = await import("./artifactkit/index.mjs");\n')}
globalThis.left = Reflect.ownKeys(globalThis).filter((k) => !before.has(k)).map(String);`;
  const { page: p, trouble, asked } = await page(t, { "page.mjs": text });
  await p.locator("article.ak-card[data-ak-kind]").waitFor(WAIT);
  assert.match(await p.locator("article").innerText(), /18 degrees and <cloudy>/);
  await p.waitForFunction(() => globalThis.left, null, WAIT);
  assert.deepEqual(await p.evaluate(() => globalThis.left), []);
  assert.deepEqual(await trouble(), []);
  assert.ok(!asked.some((a) => a.includes("kit-import")), "the importer was fetched unasked");
});

test("the self-test on a page, in a worker and on the main thread", { timeout: 600_000 }, async (t) => {
  const schemas = Object.fromEntries(readdirSync(join(pkg, "schema")).map((name) => [name, JSON.parse(readFileSync(join(pkg, "schema", name), "utf8"))]));
  const { got, trouble } = await inPage(t, async ({ init }, schemas) => {
    const { selftest } = await import("./artifactkit/selftest.mjs");
    const vectors = await (await fetch("./artifactkit/vectors.json")).json();
    const kits = [await init({ deadline: 60_000 }), await init({ worker: false })];
    return [kits[0].trouble, await selftest(kits[0], vectors, schemas), await selftest(kits[1], vectors, schemas)];
  }, { arg: schemas, wait: { timeout: 300_000 } });
  assert.equal(got[0], null);
  assert.deepEqual(got[1].different, []);
  assert.deepEqual(got[2].different, []);
  assert.equal(got[1].digest, got[2].digest);
  assert.deepEqual(await trouble(), []);
});

test("a call that takes too long is ended, answered with escaped text, and the next one does not wait for a start", async (t) => {
  const { got, page: p } = await inPage(t, async ({ init }) => {
    const kit = await init({ deadline: 100 }), big = JSON.stringify({ value: "the <b>value</b>", rows: Array.from({ length: 2_000_000 }, (_, i) => ({ i })) });
    await kit.render({ value: "warm" });
    await new Promise((r) => setTimeout(r, 3_000)); // the one that stands by has started
    const late = await kit.adapt(big), drawn = await kit.render(big), from = performance.now(), next = await kit.render({ value: "next" });
    return { late, drawn, next: next.text, pause: performance.now() - from };
  });
  assert.equal(got.late.notes[0].code, "deadline");
  assert.equal(got.drawn.reason.code, "deadline");
  assert.match(got.drawn.html, /the &lt;b&gt;value&lt;\/b&gt;/);
  assert.match(got.next, /next/);
  await until("the workers that were ended are gone", () => p.workers().length <= 2);
});

test("a document outlives the worker that held it", async (t) => {
  const { got } = await inPage(t, async ({ init }) => {
    const kit = await init({ deadline: 200 }), big = JSON.stringify({ rows: Array.from({ length: 2_000_000 }, (_, i) => ({ i })) });
    const doc = await kit.open({ value: "v", extra: { codeagent: { artifact: { schema: "codeagent.tool-artifact", version: 1, kind: "table", status: "success", icon: null, title: null, payload: { columns: ["n"], data: [[2], [1]] } } } } });
    const first = await doc.render();
    const ended = await kit.adapt(big);
    let again = await doc.render();
    for (let i = 0; i < 20 && again.reason; i++) again = await doc.render(); // the deadline is short, and the box may be busy
    const state = await doc.update({}, "sort:0"), got = await doc.extract("csv", state), none = await doc.extract("dance");
    await doc.close();
    return { ended: ended.notes[0].code, same: first.html === again.html, got, none };
  });
  assert.equal(got.ended, "deadline");
  assert.ok(got.same);
  assert.match(got.got.text, /n\r?\n1\r?\n2/);
  assert.equal(got.none, null);
});

test("where the policy forbids, the text stays and the directive is named", async (t) => {
  for (const [what, csp, directive] of [
    ["WebAssembly", policy.replace(" 'wasm-unsafe-eval'", ""), "script-src"],
    ["fetching", policy.replace("connect-src 'self'", "connect-src 'none'"), "connect-src"],
    ["workers", policy.replace("worker-src 'self'", "worker-src 'none'"), "worker-src"],
    ["its names", policy.replace("trusted-types artifactkit artifactkit-2", "trusted-types 'none'"), "trusted-types"],
  ]) {
    const { got, page: p } = await inPage(t, async ({ init }) => {
      const kit = await init(), errors = [];
      document.addEventListener("vitrine-error", (e) => errors.push(e.detail.directive));
      const view = kit.mount(document.getElementById("result"), { value: "18 degrees <b>" });
      await view.ready;
      return { directive: kit.trouble?.directive, errors, text: document.getElementById("result").innerText, answer: (await kit.render({ value: "x" })).text };
    }, { csp });
    assert.equal(got.directive, directive, what);
    assert.match(got.text, /18 degrees <b>/, what);
    assert.equal(typeof got.answer, "string");
    assert.equal(got.errors[0], directive, what);
    await p.close();
  }
});

test("a fallback is asked where the core does not run", async (t) => {
  const { got } = await inPage(t, async ({ init }) => {
    const kit = await init({ wasmURL: "./nothing.wasm", fallback: async (input) => ({ html: "<article>from elsewhere</article>", text: input, kind: "text", status: "success", reason: null, from: null }) });
    const view = kit.mount(document.getElementById("result"), { value: "x" });
    await view.ready;
    return { trouble: kit.trouble.message, html: document.getElementById("result").innerText, text: (await kit.render({ value: "y" })).text, inspected: await kit.inspect({ value: "z" }) };
  });
  assert.match(got.trouble, /404/);
  assert.equal(got.html, "from elsewhere");
  assert.equal(got.text, '{"value":"y"}');
  assert.equal(got.inspected.value, "z");
  assert.equal(got.inspected.reason.code, "unavailable");
});

test("two copies and another Go program share a page", async (t) => {
  const dir = folder(t, {
    "index.html": '<!doctype html><meta charset=utf-8><title>x</title><div id=a></div><div id=b></div><script type=module src=./page.mjs></script>',
    "page.mjs": `import "./wasm_exec.js";
const Theirs = globalThis.Go, other = new Theirs();
globalThis.fs.mark = 1;
const one = await import("./one/index.mjs"), two = await import("./two/index.mjs");
const program = await WebAssembly.instantiateStreaming(fetch("./one/kit.wasm"), other.importObject);
other.run(program.instance);
const kits = await Promise.all([one.init(), two.init({ worker: false })]);
await Promise.all([kits[0].mount(document.getElementById("a"), { value: "first" }).ready, kits[1].mount(document.getElementById("b"), { value: "second" }).ready]);
kits[0].close();
globalThis.done = { troubles: kits.map((k) => k.trouble), go: globalThis.Go === Theirs, fs: globalThis.fs.mark, exited: other.exited ?? false, closed: (await kits[0].value({ value: "v" })), still: await kits[1].value({ value: "w" }) };`,
  });
  for (const name of ["one", "two"]) cpSync(pkg, join(dir, name), { recursive: true, filter: (f) => !/vectors\.json$/.test(f) });
  cpSync(fileURLToPath(new URL("../web/gen/wasm_exec.js", import.meta.url)), join(dir, "wasm_exec.js"));
  const server = await serve(t, dir, policy), { page: p, context, trouble } = await open(browser);
  t.after(() => context.close());
  await p.goto(server.url);
  await p.waitForFunction(() => globalThis.done, null, WAIT);
  assert.deepEqual(await p.evaluate(() => globalThis.done), { troubles: [null, null], go: true, fs: 1, exited: false, closed: "v", still: "w" });
  assert.match(await p.locator("#a").innerText(), /first/);
  assert.match(await p.locator("#b").innerText(), /second/);
  assert.deepEqual(await trouble(/content-security-policy|createPolicy|trusted-types/i), []);
});

test("a mounted table sorts, a link and an action can be stopped, another result takes its place", async (t) => {
  const table = { value: "v", extra: { codeagent: { artifact: { schema: "codeagent.tool-artifact", version: 1, kind: "table", status: "success", icon: null, title: null, payload: { columns: ["n", "where"], data: [[3, "https://example.com/"], [1, "x"], [2, "y"]] } } } } };
  const { page: p, trouble } = await inPage(t, async ({ init }, table) => {
    const kit = await init();
    globalThis.view = kit.mount(document.getElementById("result"), table);
    globalThis.seen = [];
    addEventListener("vitrine-action", (e) => globalThis.seen.push(e.detail.action));
    addEventListener("vitrine-link", (e) => { e.preventDefault(); globalThis.seen.push(e.detail.href); });
    await globalThis.view.ready;
  }, { arg: table });
  const firsts = () => p.locator("tbody tr").evaluateAll((rows) => rows.map((r) => r.innerText.match(/\d/)[0]).join(""));
  assert.equal(await firsts(), "312");
  await p.locator('[data-ak-action^="sort:0"]').click();
  await until("the rows are sorted", async () => await firsts() === "123");
  await p.locator("#result a").click();
  assert.deepEqual(await p.evaluate(() => globalThis.seen), ["sort:0", "https://example.com/"]);
  await p.evaluate(() => globalThis.view.update({ value: "another" }));
  assert.match(await p.locator("#result").innerText(), /another/);
  await p.evaluate(() => globalThis.view.destroy());
  assert.equal(await p.locator("#result").innerHTML(), "");
  assert.deepEqual(await trouble(), []);
});

test("a host's own renderers: of a tool an artifact, of a kind an element", async (t) => {
  const { got } = await inPage(t, async ({ init }) => {
    const kit = await init(), host = document.getElementById("result");
    const drop = kit.registerRenderer({ tool: "weather", render: ({ event }) => ({ schema: "codeagent.tool-artifact", version: 1, kind: "text", status: "success", icon: null, title: null, payload: { text: "of the host: " + event.value } }) });
    kit.registerRenderer({ kind: "acme/map", render: () => Object.assign(document.createElement("p"), { textContent: "a map" }) });
    const event = { id: "1", name: "weather", display: null, value: "18", is_error: false, artifact: null };
    const text = (await kit.render(event)).text;
    await kit.mount(host, { ...event, name: "m", artifact: { schema: "codeagent.tool-artifact", version: 1, kind: "acme/map", status: "success", icon: null, title: null, payload: {} } }).ready;
    const map = host.innerHTML;
    const run = document.body.appendChild(document.createElement("div")), transcript = kit.mountTranscript(run);
    await transcript.append([{ id: "q", type: "tool_request", event: { id: "1", name: "weather", arguments: {}, intent: null, annotations: { title: "Asking" } } }, { id: "r", type: "tool_result", event: { ...event, display: { open: true } } }]);
    const inside = run.textContent;
    drop();
    let wrong = "";
    try { kit.registerRenderer({ render() {} }); } catch (e) { wrong = e.name; }
    return { text, map, inside, without: (await kit.render(event)).text, wrong };
  });
  assert.match(got.text, /of the host: 18/);
  assert.match(got.inside, /Asking[\s\S]*of the host: 18/, "in a transcript too");
  assert.equal(got.map, '<div class="ak-root"><p>a map</p></div>');
  assert.doesNotMatch(got.without, /of the host/);
  assert.equal(got.wrong, "TypeError");
});

test("mistakes of the caller are thrown, mistakes in the data are not", async (t) => {
  const { got } = await inPage(t, async ({ init }) => {
    const kit = await init(), names = [];
    for (const f of [() => kit.result({ titel: 1 }), () => kit.inspect("{}", { versions: [0] }), () => kit.render(undefined), () => kit.sync.render("x".repeat(70_000)), () => kit.json("dance", "{}")]) {
      try { await f(); names.push("nothing"); } catch (e) { names.push(e.name); }
    }
    return { names, bad: (await kit.inspect("{")).reason.code, same: kit.sync.render({ value: "a" }).html === (await kit.render({ value: "a" })).html };
  });
  assert.deepEqual(got, { names: ["TypeError", "TypeError", "TypeError", "RangeError", "TypeError"], bad: "not_json", same: true });
});

test("a transcript: the README's, then messages of another format, which the importer reads", async (t) => {
  const { page: p, asked, trouble } = await page(t, { "page.mjs": block("plain", "transcript.mjs") + "\nglobalThis.t = t;" });
  await p.waitForFunction(() => globalThis.t, null, WAIT);
  assert.match(await p.locator("#result").innerText(), /weather/i);
  assert.ok(!asked.some((a) => a.includes("kit-import")));
  await p.evaluate(() => globalThis.t.append([
    { role: "user", content: "And tomorrow?" },
    { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "run_sql", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "done" }] },
  ]));
  assert.match(await p.locator("#result").innerText(), /And tomorrow\?[\s\S]*sql/i);
  assert.equal(asked.filter((a) => a.includes("kit-import")).length, 1);
  await p.locator('#result [data-ak-action="toggle"]').first().click();
  await p.locator('#result [aria-expanded="true"]').first().waitFor(WAIT);
  assert.deepEqual(await trouble(), []);
});

test("a transcript outlives the worker that drew it", async (t) => {
  const { got } = await inPage(t, async ({ init }) => {
    const kit = await init({ deadline: 400 }), host = document.getElementById("result"), view = kit.mountTranscript(host);
    const event = (i, value) => ({ id: "c" + i, name: "tool_" + i, display: null, value, is_error: false, artifact: null });
    await view.append([event(1, "one"), event(2, "two")]);
    const before = host.querySelectorAll("[data-ak-part]").length;
    await kit.adapt(JSON.stringify({ rows: Array.from({ length: 400_000 }, (_, i) => ({ i })) }));
    await view.append(event(3, "three"));
    return { before, after: host.querySelectorAll("[data-ak-part]").length, text: host.innerText };
  });
  assert.ok(got.before > 0 && got.after > got.before, JSON.stringify(got));
});

test("a thousand events, running, done, failed and replaced, change as much of the page as the first hundred did", { timeout: 120_000 }, async (t) => {
  const { got } = await inPage(t, async ({ init }) => {
    const kit = await init(), host = document.getElementById("result"), view = kit.mountTranscript(host), changed = [];
    let n = 0, changes = 0;
    const count = (records) => { for (const r of records) changes += 1 + r.addedNodes.length + r.removedNodes.length; }, watch = new MutationObserver(count);
    const take = () => { count(watch.takeRecords()); const n = changes; changes = 0; return n; };
    watch.observe(host, { subtree: true, childList: true, attributes: true, characterData: true });
    const result = (id, value, more) => ({ id: "e" + ++n, type: "tool_result", event: { id, name: "tool", display: null, value, is_error: false, artifact: null, ...more } });
    while (n < 1_000) {
      const id = "c" + n, one = [];
      for (const e of [
        { id: "e" + ++n, type: "tool_request", event: { id, name: "tool", arguments: { n: 1 } } },
        { ...result(id, "half"), preliminary: true },
        result(id, "whole", n % 8 === 2 ? { is_error: true } : {}),
        result(id, "another"),
      ]) {
        await view.append(e);
        one.push(take());
      }
      changed.push(one);
    }
    return { first: changed.slice(2, 25), last: changed.slice(-20), rows: host.querySelectorAll("[data-ak-part]").length, troubles: kit.trouble };
  }, { wait: { timeout: 300_000 } });
  const most = (rounds) => [0, 1, 2, 3].map((i) => Math.max(...rounds.map((r) => r[i])));
  t.diagnostic(`changes at the running, the half, the whole and the replaced result: at first up to ${most(got.first)}, at last up to ${most(got.last)}`);
  for (const [i, n] of most(got.last).entries()) assert.ok(n > 0 && n <= most(got.first)[i] + 2, JSON.stringify([most(got.first), most(got.last)]));
  assert.ok(got.rows >= 250);
});

test("30 MB of transcript are read as they come, at memory that does not grow with them", { timeout: 120_000 }, async (t) => {
  const { init } = await import(pathToFileURL(join(pkg, "index.mjs"))), kit = await init({ worker: false });
  t.after(() => kit.close());
  const text = "line of output, number 12345\n".repeat(400), encoder = new TextEncoder();
  const pair = (i) => JSON.stringify({ role: "assistant", content: [{ type: "tool_use", id: "t" + i, name: "run", input: { i } }] }) + "\n"
    + JSON.stringify({ role: "user", content: [{ type: "tool_result", tool_use_id: "t" + i, content: i + text }] }) + "\n";
  let calls = 0, sent = 0, results = 0, ahead = 0;
  const memory = async () => (await kit.importer()).memory;
  const stream = new ReadableStream({
    pull(c) {
      if (sent > 30e6) return c.close();
      const bytes = encoder.encode(pair(calls++));
      sent += bytes.length;
      c.enqueue(bytes.subarray(0, 777)); // cut anywhere
      c.enqueue(bytes.subarray(777));
    },
  }, { highWaterMark: 0 });
  let early = 0;
  for await (const e of kit.importTranscript(stream)) {
    if (e.type === "tool_result") ahead = Math.max(ahead, calls - ++results);
    if (results === 300 && e.type === "tool_result") early = await memory();
  }
  t.diagnostic(`${sent} bytes; ${early >> 20} MiB behind a tenth, ${await memory() >> 20} MiB at the end; at most ${ahead} results of ${calls} ahead`);
  assert.equal(results, calls);
  assert.ok(ahead < 200, `${ahead} calls were read before they were needed`);
  assert.ok(await memory() <= early * 1.5 + (8 << 20), `${early} bytes became ${await memory()}`);
});

test("the command and the package give the same lines, for text and for bytes", async (t) => {
  const { init } = await import(pathToFileURL(join(pkg, "index.mjs"))), kit = await init({ worker: false });
  t.after(() => kit.close());
  const vectors = JSON.parse(readFileSync(join(pkg, "vectors.json"), "utf8")).filter((v) => v.input).map((v) => Buffer.from(v.input, "base64")).filter((b) => b.length > 0 && !/[\n\r]/.test(b.toString("latin1")));
  const lines = execFileSync(binary, ["render", "--jsonl", "-"], { input: Buffer.concat(vectors.flatMap((b) => [b, Buffer.from("\n")])), encoding: "utf8", maxBuffer: 1 << 28 }).trimEnd().split("\n");
  assert.equal(lines.length, vectors.length);
  assert.ok(lines.length > 100);
  let same = 0;
  for (const [i, line] of lines.entries()) {
    if (JSON.parse(line).line !== undefined) continue; // no JSON, which the command says in another form
    assert.equal(await kit.json("render", new Uint8Array(vectors[i])), line);
    assert.equal(await kit.json("render", vectors[i].toString("utf8")), line);
    same++;
  }
  t.diagnostic(`${same} results`);
  assert.ok(same > 100);
});

test("ten thousand renders do not grow memory", { timeout: 120_000 }, async (t) => {
  const { Go } = await import(pathToFileURL(join(pkg, "go.mjs"))), { start } = await import(pathToFileURL(join(pkg, "instance.mjs")));
  const one = await start(Go, await WebAssembly.compile(readFileSync(join(pkg, "kit.wasm"))));
  const table = (i) => JSON.stringify({ value: "v" + i, extra: { codeagent: { artifact: { schema: "codeagent.tool-artifact", version: 1, kind: "table", status: "success", icon: null, title: null, payload: { columns: ["n"], data: [[i], [i + 1]] } } } } });
  const render = (i) => {
    one.call("render", table(i));
    const { doc } = JSON.parse(new TextDecoder().decode(one.call("open", table(i))));
    one.call("draw", "", { doc });
    one.call("close", "", { doc });
  };
  for (let i = 0; i < 500; i++) render(i);
  const before = one.memory;
  for (let i = 500; i < 5_000; i++) render(i);
  t.diagnostic(`${before >> 10} KiB after 1,000 renders, ${one.memory >> 10} KiB after 10,000`);
  assert.ok(one.memory <= before * 1.25, `${before} bytes became ${one.memory}`);
});

test("a fresh Vite app with React and without, in development and built", { timeout: 600_000 }, async (t) => {
  const shell = (script) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/src/${script}"></script></html>`;
  const dir = project(t, {
    "index.html": shell("main.jsx"), "plain.html": shell("main.js"),
    "src/main.jsx": block("react", "src/main.jsx"), "src/main.js": block("vite", "src/main.js"),
    "vite.config.js": 'import react from "@vitejs/plugin-react";\nexport default { plugins: [react()], cacheDir: ".vite", clearScreen: false, build: { rolldownOptions: { input: ["index.html", "plain.html"] } } };\n',
  }, ["vite", "react", "react-dom", "@vitejs/plugin-react"]);
  const shows = async (url) => {
    const { page: p, context, trouble } = await open(browser);
    for (const name of ["", "plain.html"]) {
      await p.goto(url + name);
      await p.locator("article.ak-card[data-ak-kind]").waitFor(WAIT);
      assert.match(await p.locator("#root").innerText(), /18 degrees and <cloudy>/);
      assert.equal(await p.locator("article").evaluate((e) => getComputedStyle(e).borderTopStyle), "solid", "the stylesheet has lost its colours");
      await until("a worker answers", () => p.workers().length > 0);
      assert.deepEqual(await trouble(), []);
    }
    await context.close();
  };
  run(dir, "vite", ["build", "--logLevel", "error"]);
  await shows((await serve(t, join(dir, "dist"), policy)).url);
  const dev = spawn(process.execPath, [join(modules, "vite/bin/vite.js"), "--port", "0", "--host", "127.0.0.1"], { cwd: dir, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const out of [dev.stdout, dev.stderr]) out.on("data", (d) => { said += d; });
  t.after(() => dev.kill());
  const url = await until("vite's server", () => /http:\/\/127\.0\.0\.1:\d+\//.exec(said.replace(/\x1b\[\d+m/g, ""))?.[0]);
  await shows(url);
});

test("a build with esbuild", async (t) => {
  const dir = project(t, { "app.mjs": block("esbuild", "app.mjs"), "build.sh": block("esbuild", "build.sh") });
  run(dir, "sh", ["-e", "build.sh"]);
  writeFileSync(join(dir, "out/index.html"), '<!doctype html><meta charset=utf-8><title>x</title><div id=result></div><script type=module src=./app.js></script>');
  const server = await serve(t, join(dir, "out"), policy), { page: p, context, trouble } = await open(browser);
  t.after(() => context.close());
  await p.goto(server.url);
  await p.locator("article.ak-card[data-ak-kind]").waitFor(WAIT);
  await until("a worker answers", () => p.workers().length > 0);
  assert.deepEqual(await trouble(), []);
});

test("the scripts are small", (t) => {
  // A copy, so that the place of this checkout, which stands in the import of Go's glue, is not in the size.
  const dir = folder(t, { "all.mjs": 'export * from "./pkg/index.mjs";' });
  cpSync(pkg, join(dir, "pkg"), { recursive: true, filter: (f) => !f.endsWith(".wasm") });
  run(dir, "esbuild", ["all.mjs", "--bundle", "--format=esm", "--splitting", "--minify", "--outdir=out", "--metafile=meta.json", `--external:${join(dir, "pkg/go.mjs")}`]);
  const { outputs } = JSON.parse(readFileSync(join(dir, "meta.json"), "utf8")), first = new Set();
  const load = (name) => {
    if (!outputs[name] || first.has(name)) return;
    first.add(name);
    for (const i of outputs[name].imports) if (i.kind === "import-statement") load(i.path);
  };
  load("out/all.js");
  const sum = (names) => names.reduce((n, name) => n + outputs[name].bytes, 0), glue = sum([...first]), all = sum(Object.keys(outputs));
  t.diagnostic(`${glue} bytes minified to begin with, ${all} with all that is fetched when it is used, without Go's own glue`);
  assert.ok(glue <= 12_000, `${glue} bytes`);
});

test("a session of a server, followed from Node, taken up behind a cursor, and refused", async (t) => {
  const { init } = await import(pathToFileURL(join(pkg, "index.mjs"))), kit = await init({ worker: false }), server = await Server.start();
  t.after(() => server.stop());
  const { session } = await server.session("x"), url = `${server.url}v1/sessions/${session}`, end = new AbortController();
  const event = (i) => ({ id: "m" + i, type: "message", event: { role: "user", markdown: "hello " + i } });
  await server.push(session, event(1), event(2));
  const seen = [];
  for await (const e of kit.connect(url, { token: server.token, signal: end.signal })) {
    seen.push(e);
    if (e.id === "m2") await server.push(session, event(3));
    if (e.id === "m3") break;
  }
  assert.deepEqual(seen.map((e) => e.type), ["open", "message", "message", "message"]);
  for await (const e of kit.connect(url, { token: server.token, after: seen[2].cursor })) {
    assert.equal(e.id, "m3");
    assert.deepEqual(e.event, { role: "user", markdown: "hello 3" });
    break;
  }
  await assert.rejects(async () => { for await (const e of kit.connect(url, { token: "wrong" })) assert.fail(e.id); }, { code: "unauthorized" });
  kit.close();
});

test("a server draws where the core does not run, with the same bytes", async (t) => {
  const { init } = await import(pathToFileURL(join(pkg, "index.mjs"))), server = await Server.start();
  t.after(() => server.stop());
  const kit = await init({ worker: false }), poor = await init({ wasmURL: new URL("./nothing.wasm", pathToFileURL(pkg)), fallback: { url: server.url + "v1/render", token: server.token } });
  const input = JSON.stringify({ content: [{ type: "text", text: "a < b" }] });
  assert.ok(poor.trouble);
  assert.deepEqual(await poor.render(input), await kit.render(input));
  kit.close();
});
