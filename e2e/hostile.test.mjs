/**
 * Hostile text in every field, against the built command and a real browser. What the page may do is a short list; everything
 * else that it does, or that is found in it, is a fault. VITRINE_ATTACK=full tries every string in every kind of payload.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { start } from "../wasm/npm/instance.mjs";
import { launch, open } from "./browser.mjs";
import { all, claude, events, mcp, strings, text } from "./hostile.mjs";
import { look, remember } from "./hostile-look.mjs";
import { Server, until } from "./server.mjs";

const WAIT = { timeout: 90_000 };
let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A page whose every request, frame and download is looked at. @param {import("playwright-core").BrowserContextOptions} [options] */
async function watched(options) {
  const { page, context, trouble } = await open(browser, options), more = [];
  await page.addInitScript(remember);
  const own = new RegExp(`^(data:|blob:|http://127\\.0\\.0\\.1:${server.port}/($|#|s/[a-z0-9_-]+(/static)?($|#)|a/|artifactkit.css$|manifest.webmanifest$|icon[a-z0-9-]*\\.(svg|png)$|v1/sessions($|/)))`);
  page.on("request", (r) => { if (!own.test(r.url()) || /canary/.test(r.url().slice(0, 300))) more.push("request: " + r.url()); });
  page.on("frameattached", (f) => more.push("frame: " + f.url()));
  page.on("framenavigated", (f) => { if (!own.test(f.url())) more.push("navigation: " + f.url()); });
  page.on("console", (m) => { if (m.type() === "warning") more.push("console: " + m.text()); });
  return { page, context, trouble: async () => [...more, ...await trouble()] };
}

/** Stores lines as they are. */
async function push(session, lines) {
  const r = await fetch(`${server.url}v1/sessions/${session}/events`, { method: "POST", headers: { authorization: "Bearer " + server.token, "content-type": "application/x-ndjson" }, body: lines.join("\n") });
  assert.equal(r.status, 201, r.status === 201 ? "" : await r.text());
}

/** What must be true of any page that shows hostile text. */
async function harmless(page, trouble, url) {
  const found = await page.evaluate(look);
  assert.ok(found.cards > 0, "there is something to see");
  assert.deepEqual(found.faults, []);
  if (url) assert.equal(page.url(), url, "the page stays where it is");
  assert.deepEqual(await trouble(), []);
}

/** Clicks every control of the cards once, some of them made by the clicks before. */
const clickAll = (page) => page.evaluate(async () => {
  const done = new Set();
  for (let round = 0; round < 3; round++) {
    for (const el of document.querySelectorAll("#transcript :is(summary, [data-ak-action]:not([data-ak-action=toggle], [data-ak-action=fullscreen]))")) { // one that fills the window hides the rest
      const key = (el.closest("[data-ak-part]")?.dataset.akPart ?? "") + (el.dataset.akAction ?? el.textContent);
      if (done.has(key) || !el.isConnected || done.size > 600) continue;
      done.add(key);
      el.click();
      if (el instanceof HTMLInputElement) el.value = `"><img src=x onerror=globalThis.canary=1>`, el.dispatchEvent(new Event("input", { bubbles: true }));
      if (done.size % 20 === 0) await new Promise((r) => setTimeout(r));
    }
    await new Promise((r) => setTimeout(r, 200));
  }
  return done.size;
});

const everything = process.env.VITRINE_ATTACK === "full";
/** Pieces of so many strings as a page carries open. */
const pieces = all.flatMap((_, i) => i % 13 ? [] : [[`${i}`, all.slice(i, i + 13)]]);

for (const [name, some] of pieces) {
  test(`${name}: shown, and nothing else happens`, async () => {
    const lines = some.flatMap((s, i) => events(s, everything ? undefined : i)).map(text), title = some.join(" ").slice(0, 2_000);
    const { session } = await server.session(title, { agent: title, project: title });
    await push(session, lines);

    const { page, context, trouble } = await watched({ acceptDownloads: true, permissions: ["clipboard-write"] });
    await page.goto(server.page(session));
    await page.locator(".app-conn-live, .app-conn-ended").waitFor(WAIT);
    await until("the calls", async () => page.locator(".app-counts").innerText().then((t) => /calls/.test(t), () => false), 90_000);
    await page.locator(".app-expand").click();
    await page.waitForTimeout(300);
    await harmless(page, trouble, `${server.url}s/${session}`);
    assert.ok(await clickAll(page) > 0);
    await page.setViewportSize({ width: 360, height: 700 });
    await page.waitForTimeout(100);
    await harmless(page, trouble, `${server.url}s/${session}`);
    await page.goto(`${server.url}`);
    await page.locator(".app-session").first().waitFor(WAIT);
    const list = await page.evaluate(look);
    assert.deepEqual(list.faults, []);
    assert.deepEqual(await trouble(), []);
    await context.close();

    const plain = await watched({ httpCredentials: { username: "x", password: server.token } });
    await plain.page.goto(`${server.url}s/${session}/static`, WAIT);
    assert.equal(await plain.page.locator("script, [data-ak-action], [data-ak-part], button, input").count(), 0, "a page without script has none, and no control");
    await harmless(plain.page, async () => (await plain.trouble()).filter((t) => !/401/.test(t)));
    await plain.context.close();
  });
}

test("files with hostile names and contents", async () => {
  const { page, context, trouble } = await watched();
  await page.goto(`${server.url}#t=${server.token}`);
  await page.locator(".app-home").waitFor(WAIT);
  const some = all.filter((s) => s.length < 2_000).filter((_, i) => i % 7 === 0);
  const files = {
    [`<img src=x onerror=globalThis.canary=1>\u202elnosj.jsonl`]: some.slice(0, 10).flatMap((s, i) => events(s, i)).map(text).join("\n"),
    [`javascript:canary=1.jsonl`]: some.flatMap(claude).map(text).join("\n"),
    [`__proto__`]: text(mcp(some.join(" "))),
    [`a\u0000b.json`]: some.map((s) => text(mcp(s))).join("\n"),
    ["broken.jsonl"]: some.flatMap(claude).map(text).join("\n").slice(0, -40),
  };
  for (const [name, body] of Object.entries(files)) {
    await page.evaluate(([name, body]) => {
      const data = new DataTransfer();
      data.items.add(new File([body], name));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, [name, body]);
    await until(`calls of ${name}`, async () => await page.locator(".app-progress").count() === 0 && /calls?/.test(await page.locator(".app-counts").innerText().catch(() => "")), 90_000);
    await page.locator(".app-expand").click();
    await page.waitForTimeout(300);
    await harmless(page, trouble, server.url);
    await clickAll(page);
    await harmless(page, trouble, server.url);
  }
  await context.close();
});

test("without the program the rows are plain text", async () => {
  const { session } = await server.session("Plain");
  await push(session, all.flatMap((s, i) => i % 4 ? [] : events(s, i)).map(text));
  const { page, context, trouble } = await watched();
  await page.route("**/app.wasm", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto(server.page(session));
  await page.locator(".app-early").first().waitFor(WAIT);
  await page.getByText("The viewer could not be loaded").waitFor(WAIT);
  const found = await page.evaluate(look);
  assert.deepEqual(found.faults, []);
  assert.deepEqual((await trouble()).filter((t) => !/503|preload/.test(t)), []);
  await context.close();
});

test("hostile JSON through the functions for JS apps", async () => {
  await import("../web/gen/wasm_exec.js");
  const file = process.env.KIT ?? new URL("../dist/kit-import.wasm", import.meta.url), kit = await start(globalThis.Go, await WebAssembly.compile(await readFile(file)));
  const utf8 = new TextDecoder();
  const names = () => [Object, Array, String, Function].map((c) => Object.getOwnPropertyNames(c.prototype).length).join();
  const before = names(), some = all.filter((_, i) => everything || i % 5 === 0).concat(strings.prototype);
  for (const [i, s] of some.entries()) {
    const options = { from: ["auto", "mcp", "codeagent", "claudecode", s][i % 5], locale: s, scope: s, state: { [s]: s, sort: s, open: [s] }, versions: s, html: s, default: s };
    for (const v of [...events(s, i).map((e) => e.event), mcp(s), s, { [s]: s }]) {
      for (const call of ["render", "inspect", "adapt", "value"]) assert.equal(typeof JSON.parse(utf8.decode(kit.call(call, text(v), options))), call === "value" ? "string" : "object");
    }
    for (const call of ["import", "page"]) for (const body of [claude(s).map(text).join("\n"), text(mcp(s)), `x${s}`, ""]) assert.ok(kit.call(call, body, options));
  }
  assert.equal(names(), before, "no prototype has changed");
  assert.equal({}.polluted, undefined);
});
