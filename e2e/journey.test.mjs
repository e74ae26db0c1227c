/**
 * What a person does with the built command and a real browser. Every test ends with the question whether the page did
 * anything that it must never do.
 */
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, open } from "./browser.mjs";
import { artifact, request, result, said } from "./events.mjs";
import { Server, until } from "./server.mjs";

const shots = fileURLToPath(new URL("./shots/", import.meta.url));
const WAIT = { timeout: 90_000 };

let server, browser;
before(async () => {
  await mkdir(shots, { recursive: true });
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A small session with a bit of everything. */
async function fill(session) {
  await server.push(session,
    said("user", "Why did revenue drop in Duluth? Check the last two quarters."),
    said("assistant", "I'll look at the **orders** first, then at the weather stations nearby."),
    request("sql", "run_sql", { query: "select city, quarter, orders, revenue, note from orders" }, { title: "Queried the orders", icon: "table" }),
    result("sql", "run_sql", {
      value: "city,quarter,orders,revenue\nDuluth MN,2026 Q1,412,58204.10",
      display: { label: "by city and quarter", value_preview: "1,204 rows", open: true },
      artifact: artifact("table", {
        columns: ["city", "quarter", "orders", "revenue", "note"],
        rows: [["Duluth, MN", "2026 Q1", 412, 58204.10, null], ["Duluth, MN", "2026 Q2", 298, 41077.55, "two stores closed"], ["Fargo, ND", "2026 Q1", 377, 49950, null], ["Fargo, ND", "2026 Q2", 391, 52118.40, null]],
      }, { title: "Orders by city and quarter" }),
    }),
    said("assistant", "Now the weather."),
    request("w1", "weather", { city: "Duluth, MN" }, { title: "Looking up weather", icon: "cloud" }),
    result("w1", "weather", { value: "18 °C, clear", display: { value_preview: "18 °C, clear" } }),
    request("w2", "weather", { city: "Atlantis" }, { title: "Looking up weather", icon: "cloud" }),
    result("w2", "weather", { is_error: true, artifact: artifact("error", { message: "No station within 50 km." }, { status: "error" }) }),
    request("w3", "weather", { city: "Fargo", days: 3 }, { title: "Looking up weather", icon: "cloud" }),
    said("assistant", "One file to change, then the tests."),
    request("ed", "Edit", { path: "report/revenue.go" }, { title: "Edited report/revenue.go", icon: "pencil" }),
    result("ed", "Edit", {
      value: "edited report/revenue.go", display: { open: true, value_preview: "+2 −1" },
      artifact: artifact("diff", { old: "func Revenue(rows []Row) float64 {\n\tvar t float64\n\tfor _, r := range rows {\n", new: "func Revenue(rows []Row) float64 {\n\tvar total float64\n\tseen := map[string]bool{}\n\tfor _, r := range rows {\n", path: "report/revenue.go", verb: "Edit" }, { title: "report/revenue.go" }),
    }),
    request("py", "run_python", { code: "print(total)" }, { title: "Ran the sums" }),
    result("py", "run_python", { value: "99281.65", display: { open: true }, artifact: artifact("code", { text: "total = sum(r.revenue for r in rows)\nprint(total)  # all of Duluth\n", lang: "python", filename: "sums.py", output: "99281.65" }, { title: "sums.py" }) }),
    said("assistant", "Two stores closed in Q2; that explains **most of the drop**:\n\n- Lakeside, in April\n- Hillside, in May"),
  );
}

const rows = (page) => page.locator('[data-ak-action="toggle"]').count();
/** Their number when no more come: the last text may be there before the last row. */
const settled = async (page) => {
  let n = -1;
  await until("the rows to settle", async () => {
    const was = n;
    n = await rows(page);
    if (n !== was) await page.waitForTimeout(400);
    return n > 0 && n === was;
  });
  return n;
};
const whole = (page) => page.getByText("Hillside, in May").waitFor(WAIT);
const live = (page) => page.locator(".app-conn-live").waitFor(WAIT);

test("results appear by themselves, and a server that dies loses and doubles none", async () => {
  const { session } = await server.session("Live");
  const { page, context, trouble } = await open(browser);
  await page.goto(server.page(session));
  await live(page);
  assert.equal(page.url(), `${server.url}s/${session}`, "the token leaves the address");

  await server.push(session, request("a", "first", {}, { title: "The first call" }));
  await page.getByText("The first call").waitFor(WAIT);
  await server.push(session, result("a", "first", { value: "done" }));
  await page.getByText("1 running").waitFor({ state: "detached", ...WAIT });

  await server.kill();
  await page.locator(".app-conn-waiting").waitFor(WAIT);
  assert.match(await page.locator(".app-conn").innerText(), /reconnecting in \d+ s|offline/);
  await server.run();
  for (let i = 0; i < 20; i++) await server.push(session, request(`b${i}`, `tool_${i}`, {}, { title: `Call number ${i}` }), result(`b${i}`, `tool_${i}`, { value: String(i) }));
  await live(page);
  await page.getByText("Call number 19").waitFor(WAIT);
  for (let i = 0; i < 20; i++) assert.equal(await page.getByText(`Call number ${i}`, { exact: true }).count(), 1, `call ${i} is there once`);
  assert.equal(await page.locator(".app-counts").innerText(), "21 calls");
  assert.deepEqual(await trouble(/ERR_CONNECTION|WebSocket connection/), []);
  await context.close();
});

test("what a reader opened is open after a reload", async () => {
  const { session } = await server.session("Reload");
  await fill(session);
  const { page, context, trouble } = await open(browser);
  await page.goto(server.page(session));
  await live(page);
  const row = page.getByRole("button", { name: /Duluth, MN/ }).first();
  await row.click();
  await until("the row to open", async () => await row.getAttribute("aria-expanded") === "true");
  await page.waitForTimeout(400);
  await page.reload();
  await live(page);
  await until("the row to be open", async () => await page.getByRole("button", { name: /Duluth, MN/ }).first().getAttribute("aria-expanded") === "true");

  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("what is copied is the text itself", async () => {
  const { session } = await server.session("Copy");
  const text = "first line\n\tsecond <b>line</b> & more";
  await server.push(session, request("c", "look", {}, { title: "Looked" }), result("c", "look", { value: text, display: { open: true }, artifact: artifact("text", { text }) }));
  const { page, context, trouble } = await open(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(server.page(session));
  const copy = page.locator('[data-ak-action^="copy"]').first();
  await copy.click(WAIT);
  await until("the words", async () => await page.locator("#status").innerText() === "Copied");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("an event that is too large for the stream comes in whole behind its stub", async () => {
  const { session } = await server.session("Large");
  const lines = Array.from({ length: 60_000 }, (_, i) => `line ${i} of a long output`);
  await server.push(session, request("big", "log", {}, { title: "Read the log" }), result("big", "log", { value: lines.join("\n"), display: { open: true } }));
  const { page, context, trouble } = await open(browser);
  await page.goto(server.page(session));
  await live(page);
  await page.getByText("line 59999 of a long output").waitFor(WAIT);
  assert.equal(await page.locator(".app-counts").innerText(), "1 call");
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("the list of sessions is filtered and leads into one and back", async () => {
  const { session } = await server.session("A needle in the list", { agent: "Some agent", project: "/home/ada/shop" });
  await fill(session);
  const { page, context, trouble } = await open(browser);
  await page.goto(`${server.url}#t=${server.token}`);
  await page.getByLabel("Filter sessions").fill("needle shop");
  await until("one row", async () => await page.locator(".app-session").count() === 1);
  await page.locator(".app-session").click();
  await live(page);
  assert.equal(page.url(), `${server.url}s/${session}`);
  await page.goBack();
  await page.locator(".app-home").waitFor(WAIT);
  assert.equal(await page.locator("main:visible").count(), 1, "one main at a time");
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("a file is opened by the button, by dropping and by pasting", async () => {
  const { page, context, trouble } = await open(browser);
  await page.goto(`${server.url}#t=${server.token}`);
  await page.locator(".app-home").waitFor(WAIT);
  const lines = [said("user", "From a file"), request("f", "look", {}, { title: "Looked" }), result("f", "look", { value: "found" })].map((e) => JSON.stringify(e)).join("\n");

  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Open file" }).first().click()]);
  await chooser.setFiles({ name: "run.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(lines) });
  await page.getByText("From a file").waitFor(WAIT);
  assert.equal(await page.locator("h1.app-title").innerText(), "run.jsonl");

  const drop = (text, name) => page.evaluate(([text, name]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    for (const type of ["dragenter", "dragover"]) document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    const over = document.documentElement.hasAttribute("data-dropping");
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    return over && !document.documentElement.hasAttribute("data-dropping");
  }, [text, name]);
  assert.ok(await drop(JSON.stringify({ value: "a single result", extra: {} }), "one.json"), "the page shows that it takes the file");
  await until("the result", async () => await page.locator(".app-counts").innerText() === "1 call" && await page.locator("h1.app-title").innerText() === "one.json");
  assert.equal(await page.getByText("From a file").count(), 0, "the other file is gone");

  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, lines.replace("From a file", "From the clipboard"));
  await page.getByText("From the clipboard").waitFor(WAIT);

  await drop("no transcript at all", "notes.txt");
  await page.getByText("Nothing could be read from notes.txt").waitFor(WAIT);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await page.locator(".app-home").waitFor(WAIT);
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("a long file comes in piece by piece", async () => {
  const { page, context, trouble } = await open(browser);
  await page.goto(`${server.url}#t=${server.token}`);
  await page.locator(".app-home").waitFor(WAIT);
  const found = await page.evaluate(async () => {
    let text = "";
    for (let i = 0; i < 3000; i++) {
      text += JSON.stringify({ id: `q${i}`, type: "tool_request", event: { id: `c${i}`, name: `tool_${i % 7}`, arguments: { n: i } } }) + "\n";
      text += JSON.stringify({ id: `r${i}`, type: "tool_result", event: { id: `c${i}`, name: `tool_${i % 7}`, display: null, value: "x".repeat(1000), is_error: false, artifact: null } }) + "\n";
      text += JSON.stringify({ id: `m${i}`, type: "message", event: { role: i % 2 ? "assistant" : "user", markdown: `Message **${i}**` } }) + "\n";
    }
    await new Promise((r) => setTimeout(r, 300)); // what the test itself took is not the page's
    const tasks = [];
    const watch = new PerformanceObserver((l) => { for (const e of l.getEntries()) tasks.push(e.duration); });
    watch.observe({ entryTypes: ["longtask"] });
    const data = new DataTransfer();
    data.items.add(new File([text], "long.jsonl"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    const began = performance.now();
    while (!document.querySelector(".app-counts")?.textContent?.startsWith("3,000 calls") || document.querySelector(".app-progress")) await new Promise((r) => setTimeout(r, 50));
    await new Promise((r) => setTimeout(r, 200));
    watch.disconnect();
    return { bytes: text.length, ms: performance.now() - began, longest: Math.max(0, ...tasks), long: tasks.length, chunks: document.querySelectorAll(".ak-chunk").length };
  });
  console.log("long file:", JSON.stringify(found));
  assert.ok(found.chunks > 30, "rows stand in sections");
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("everything is reached and done with the keyboard alone", async () => {
  const { session } = await server.session("Keys");
  await fill(session);
  const { page, context, trouble } = await open(browser);
  await page.goto(server.page(session));
  await live(page);
  await page.keyboard.press("Tab");
  const seen = [];
  for (let i = 0; i < 12; i++) {
    const at = await page.evaluate(() => {
      const e = document.activeElement, r = e.getBoundingClientRect();
      return { name: e.getAttribute("aria-label") ?? e.textContent.trim().slice(0, 40), row: e.dataset.akAction === "toggle", visible: getComputedStyle(e).outlineStyle !== "none", w: r.width, h: r.height };
    });
    assert.ok(at.visible, `the focus on ${at.name} is seen`);
    assert.ok(at.w >= 24 && at.h >= 22, `${at.name} is large enough: ${at.w}×${at.h}`);
    seen.push(at.name);
    if (at.row) break;
    await page.keyboard.press("Tab");
  }
  assert.ok(seen.includes("Vitrine") && seen.includes("Open file") && seen.includes("Expand all"), `the bar comes first: ${seen}`);
  const focused = () => page.evaluate(() => ({ text: document.activeElement.textContent, open: document.activeElement.getAttribute("aria-expanded") }));
  const first = await focused();
  await page.keyboard.press("ArrowDown");
  const second = await focused();
  assert.notEqual(first.text, second.text, "the arrow goes on");
  await page.keyboard.press("Home");
  assert.equal((await focused()).text, first.text);
  await page.keyboard.press("Enter");
  assert.notEqual((await focused()).open, first.open, "Enter opens or closes the row");
  await page.keyboard.press("End");
  const last = await focused();
  await page.keyboard.press("ArrowDown");
  assert.equal((await focused()).text, last.text, "the end is the end");
  if (last.open === "true") {
    await page.keyboard.press("Escape");
    assert.equal((await focused()).open, "false", "Escape closes the row");
  }
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("hostile results are shown, and do nothing", async () => {
  const { session } = await server.session(`<img src=x onerror="globalThis.canary=1">`);
  const bad = [
    `<script>globalThis.canary=2</script>`, `<img src=x onerror=globalThis.canary=3>`, `"><svg onload=globalThis.canary=4>`, `javascript:globalThis.canary=5`,
    `<a href="javascript:globalThis.canary=6">link</a>`, `<iframe srcdoc="<script>parent.canary=7</script>"></iframe>`, `<meta http-equiv=refresh content="0;url=http://elsewhere.invalid/">`,
    `<base href="http://elsewhere.invalid/">`, `<form action="http://elsewhere.invalid/"><button>send</button></form>`, `<style>@import "http://elsewhere.invalid/x.css";</style>`,
    `![x](http://elsewhere.invalid/pixel.png)`, `[click](javascript:globalThis.canary=8)`, `</div></main><script>canary=9</script>`, `\u202e\u0000\ufffe`, `<img id="status" name="transcript">`,
    `<template><img src=x onerror=canary=10></template>`, `<math><mtext><table><mglyph><style><img src=x onerror=canary=11>`, `{{constructor.constructor('canary=12')()}}`,
  ];
  const events = [];
  bad.forEach((s, i) => {
    const id = `h${i}`;
    events.push(said("user", s), said("assistant", s), request(id, s, { [s]: s, city: s }, { title: s, icon: s }));
    events.push(result(id, s, {
      value: s, is_error: i % 3 === 0,
      display: { title: s, label: s, value_preview: s, icon: s, open: true, html: s, footer: s },
      artifact: artifact(["text", "table", "code", "diff", "error", "image", s][i % 7] || "x", [
        { text: s, markdown: s }, { columns: [s], rows: [[s], [{ [s]: s }]] }, { text: s, lang: s, output: s, filename: s }, { old: s, new: s + "\n" + s, path: s, verb: s },
        { message: s, detail: s }, { images: [{ mime: s, b64: s }, { mime: "image/svg+xml", b64: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="parent.canary=13"><script>parent.canary=14</script></svg>`).toString("base64") }], output: s }, { [s]: [s] },
      ][i % 7], { title: s, icon: s }),
    }));
  });
  events.push({ id: "odd1", type: "x-unknown", event: null }, { id: "odd2", type: "message", event: "no object" }, { id: "odd3", type: "tool_result", event: [1, 2] }, { id: "odd4", type: "error", event: { message: bad[1], recovered: true } });
  await server.push(session, ...events);
  const { page, context, trouble } = await open(browser);
  await page.goto(server.page(session));
  await live(page);
  await until("the calls", async () => /18 calls/.test(await page.locator(".app-counts").innerText()));
  await page.locator(".app-expand").click();
  await page.waitForTimeout(500);
  const state = await page.evaluate(() => ({
    canary: globalThis.canary ?? null,
    elements: document.querySelectorAll("#transcript :is(script, iframe, object, embed, form, style, link, meta, base, template, math)").length,
    handlers: [...document.querySelectorAll("#transcript *")].filter((e) => [...e.attributes].some((a) => /^on|^style$|^srcdoc$/i.test(a.name))).length,
    links: [...document.querySelectorAll("#transcript a[href]")].filter((a) => !/^(https?:|mailto:|#)/.test(a.getAttribute("href"))).length,
    images: [...document.querySelectorAll("#transcript img")].filter((i) => !i.src.startsWith("data:")).length,
    ids: [...document.querySelectorAll("#transcript [id]")].filter((e) => !e.id.startsWith("ak-")).length,
    cards: document.querySelectorAll("#transcript .ak-card").length,
  }));
  assert.ok(state.cards >= 15, `the cards are open: ${state.cards}`);
  assert.deepEqual({ ...state, cards: 0 }, { canary: null, elements: 0, handlers: 0, links: 0, images: 0, ids: 0, cards: 0 });
  assert.equal(page.url(), `${server.url}s/${session}`);
  assert.deepEqual(await trouble(), []);
  await context.close();
});

/** Makes the next times that an attribute is set fail, which ends a Go program at once. */
const breakIt = (page, times) => page.evaluate((left) => {
  const real = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (...args) {
    if (left-- > 0) throw new Error("made by the test");
    return real.apply(this, args);
  };
}, times);
const died = /made by the test|exit code|panic|goroutine|vitrine:|Go program/;

test("before the program is there its rows are plain text, and without it they stay so", async () => {
  const { session } = await server.session("Early");
  await fill(session);
  const { page, context, trouble } = await open(browser);
  let release;
  const held = new Promise((r) => { release = r; });
  await page.route("**/app.wasm", async (route) => { await held; await route.continue(); });
  await page.goto(server.page(session));
  await page.locator(".app-early-user", { hasText: "Why did revenue drop" }).waitFor(WAIT);
  await page.locator(".app-early", { hasText: "Looking up weather · running" }).first().waitFor(WAIT);
  await page.screenshot({ path: `${shots}early.png` });
  release();
  await page.locator("[data-ak-part]").first().waitFor(WAIT);
  assert.equal(await page.locator(".app-early").count(), 0);
  assert.deepEqual(await trouble(), []);
  await context.close();

  const without = await open(browser);
  await without.page.route("**/app.wasm", (route) => route.fulfill({ status: 503, body: "" }));
  await without.page.goto(server.page(session));
  await without.page.getByText("The viewer could not be loaded").waitFor(WAIT);
  await without.page.locator(".app-early-user", { hasText: "Why did revenue drop" }).waitFor(WAIT);
  await without.page.screenshot({ path: `${shots}without.png` });
  assert.deepEqual(await without.trouble(/503/), []);
  await without.context.close();
});

test("a program that dies is started again and shows the same", async () => {
  const { session } = await server.session("Death");
  await fill(session);
  const { page, context, trouble } = await open(browser);
  await page.goto(server.page(session));
  await whole(page);
  await live(page);
  const before = await settled(page);
  await breakIt(page, 1);
  await page.locator(".app-theme").click();
  await whole(page);
  await live(page);
  await until("the same rows", async () => await rows(page) === before);
  await page.locator(".app-theme").click();
  await until("the theme to change", () => page.evaluate(() => document.documentElement.dataset.akTheme !== "auto"));
  await server.push(session, said("user", "Still here?"));
  await page.getByText("Still here?").waitFor(WAIT);
  assert.deepEqual(await trouble(died), []);
  await context.close();
});

test("a program that dies again and again leaves plain text and says so", async () => {
  const { session } = await server.session("Despair");
  await fill(session);
  const { page, context, trouble } = await open(browser);
  await page.goto(server.page(session));
  await live(page);
  await breakIt(page, 1e9);
  await page.locator(".app-theme").click();
  await page.getByText("stopped again and again").waitFor(WAIT);
  await page.getByText("Why did revenue drop in Duluth?").waitFor(WAIT);
  await server.push(session, said("user", "Still here?"));
  await page.getByText("Still here?").waitFor(WAIT);
  assert.deepEqual(await trouble(died), []);
  await context.close();
});

test("without a token, or with one that is not taken, the page asks for one", async () => {
  const { session } = await server.session("Guarded");
  await server.push(session, said("user", "A secret"));
  const { page, context, trouble } = await open(browser);
  await page.goto(`${server.url}s/${session}`);
  const field = page.getByRole("textbox", { name: "Token" });
  await field.waitFor(WAIT);
  await field.fill("vt1.wrong.wrong");
  await page.keyboard.press("Enter");
  await page.getByText("does not take this token").waitFor(WAIT);
  assert.equal(await page.getByText("A secret").count(), 0);
  await field.fill(server.token);
  await page.getByRole("button", { name: "Use it" }).click();
  await page.getByText("A secret").waitFor(WAIT);
  assert.deepEqual(await trouble(/401|WebSocket/), []);
  await context.close();
});

test("a session that is deleted, or never was, says so", async () => {
  const { session } = await server.session("Short");
  await server.push(session, said("user", "Not for long"));
  const { page, context, trouble } = await open(browser);
  await page.goto(server.page(session));
  await page.getByText("Not for long").waitFor(WAIT);
  await live(page);
  await server.remove(session);
  await page.locator(".app-conn-refused").waitFor(WAIT);
  await page.goto(server.page("no-such-session"));
  await page.getByText("There is no session at this address").waitFor(WAIT);
  assert.deepEqual(await trouble(/404|WebSocket/), []);
  await context.close();
});

test("it looks as it should, wide and narrow, light and dark", async () => {
  const { session } = await server.session("Revenue in Duluth", { agent: "Some agent", project: "/home/ada/shop" });
  await fill(session);
  for (const colorScheme of ["light", "dark"]) {
    for (const [size, width] of [["wide", 1100], ["narrow", 360]]) {
      const { page, context, trouble } = await open(browser, { viewport: { width, height: 900 }, colorScheme });
      await page.goto(server.page(session));
      await live(page);
      await page.waitForTimeout(300);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(over, 0, `${size}: the page does not scroll sideways`);
      await page.screenshot({ path: `${shots}session-${size}-${colorScheme}.png`, fullPage: true });
      await page.goto(server.url);
      await page.locator(".app-session").first().waitFor(WAIT);
      await page.screenshot({ path: `${shots}home-${size}-${colorScheme}.png` });
      assert.deepEqual(await trouble(), []);
      await context.close();
    }
  }
});
