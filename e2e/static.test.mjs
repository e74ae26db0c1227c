/**
 * The page without script: what the server writes is what the core writes anywhere, byte for byte, and it reads as a document.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { start } from "../wasm/npm/instance.mjs";
import { launch, open } from "./browser.mjs";
import { artifact, request, result, said } from "./events.mjs";
import { Server } from "./server.mjs";

const kitFile = process.env.VITRINE_KIT ?? fileURLToPath(new URL("../dist/kit.wasm", import.meta.url));

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function fill() {
  const { session } = await server.session("A document <b>");
  const events = [];
  for (let i = 0; i < 6; i++) {
    events.push(said("user", `Question ${i} about \u202ethe harbour`), said("assistant", `Step **${i}**.`));
    events.push(request(`m${i}`, "map", { i }), result(`m${i}`, "map", { value: "a map", artifact: artifact("acme/map", { at: [i, -i], layers: { sea: true } }) }));
  }
  events.push(request("t", "query", {}), result("t", "query", { value: "rows", artifact: artifact("table", { df: Array.from({ length: 80 }, (_, n) => ({ n, name: `boat ${n}` })) }) }));
  events.push(request("d", "edit", {}), result("d", "edit", { value: "ok", artifact: artifact("diff", { old: "a\n", new: "b\n", path: "x.txt" }) }));
  await server.push(session, ...events);
  return session;
}

const page = (session) => fetch(`${server.url}s/${session}/static`, { headers: { authorization: "Bearer " + server.token } });

test("the server's page is the core's, byte for byte", async () => {
  const session = await fill();
  const html = await (await page(session)).text();
  const lines = new Uint8Array(await (await fetch(`${server.url}v1/sessions/${session}/events`, { headers: { authorization: "Bearer " + server.token } })).arrayBuffer());
  await import(execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim() + "/lib/wasm/wasm_exec.js");
  const kit = await start(globalThis.Go, await WebAssembly.compile(await readFile(kitFile)));
  const want = new TextDecoder().decode(kit.call("page", lines, {}));
  const got = html.slice(html.indexOf("<main>") + "<main>".length, html.lastIndexOf("</main>"));
  assert.ok(want.length > 10_000);
  assert.equal(got, want);
});

test("it is a document: headings, a list of prompts, names in trees, nothing to operate", async () => {
  const session = await fill();
  const { page: view, context, trouble } = await open(browser, { javaScriptEnabled: true, httpCredentials: { username: "reader", password: server.token } });
  const r = await view.goto(`${server.url}s/${session}/static`);
  assert.equal(r.status(), 200);
  const seen = await view.evaluate(() => ({
    levels: [...document.querySelectorAll("h1,h2,h3,h4,h5,h6")].map((h) => +h.tagName[1]),
    controls: document.querySelectorAll("button, input, select, [data-ak-action], script, [data-ak-controls]").length,
    keys: [...document.querySelectorAll(".ak-tree .ak-k")].slice(0, 4).map((k) => k.textContent),
    links: [...document.querySelectorAll(".ak-contents a")].map((a) => document.querySelector(a.getAttribute("href"))?.tagName),
    rows: document.querySelectorAll(".ak-grid tbody tr").length,
    lang: document.documentElement.lang,
  }));
  assert.equal(seen.levels.filter((l) => l === 1).length, 1);
  assert.ok(seen.levels.every((l, i) => i === 0 || l <= seen.levels[i - 1] + 1), seen.levels.join(" "));
  assert.equal(seen.controls, 0);
  assert.deepEqual(seen.keys, ["at", "0", "1", "layers"]);
  assert.deepEqual(seen.links, Array(6).fill("H2"));
  assert.equal(seen.rows, 50);
  assert.equal(seen.lang, "en");
  await view.keyboard.press("Tab");
  await view.keyboard.press("Tab");
  await view.keyboard.press("Enter");
  await view.waitForURL(/#ak-q\d+-prompt$/);
  await view.emulateMedia({ media: "print" });
  await view.waitForFunction(() => document.querySelector("details:not([open]) .ak-grid").checkVisibility({ contentVisibilityAuto: true }), null, { timeout: 90_000 }); // what is folded is printed, once it is laid out
  assert.deepEqual(await trouble(), []);
  await context.close();
});
