/**
 * Finding one's way in a long run, with the keyboard: failures, links, prompts, the search, filters, what is kept, the menu of a row.
 * Every test ends with the question whether the page did anything that it must never do.
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

const live = (page) => page.locator(".app-conn-live").waitFor(WAIT);
const failing = (id, name) => [request(id, name, { path: `${id}.txt` }, { title: `Tried ${id}` }), result(id, name, { is_error: true, value: `${id} broke`, display: { open: false, title: `Tried ${id}` } })];

/** Forty turns with a list, a table, a sub-agent and three failures among them. */
async function fill(session) {
  const events = [said("user", "First question about the harbour.")];
  for (let i = 0; i < 40; i++) {
    events.push(said("assistant", `Step ${i}: reading on. `.repeat(6)));
    for (let j = 0; j < 3; j++) events.push(request(`c${i}-${j}`, j ? "read_file" : "run_sql", { path: `notes/${i}/${j}.md` }), result(`c${i}-${j}`, j ? "read_file" : "run_sql", { value: `content of note ${i} ${j}` }));
    if (i === 10 || i === 30) events.push(...failing(`bad${i}`, "deploy"));
    if (i === 20) {
      const inner = failing("inner", "probe").map((e) => ({ ...e, parent: "agent", agent: "scout" }));
      events.push(said("user", "Second question."), request("agent", "Task", { goal: "look around" }, { title: "Sent a scout" }), ...inner, result("agent", "Task", { value: "came back" }));
      events.push(request("tab", "query", { q: "rows" }, { title: "Queried rows" }), result("tab", "query", { value: "1 row", artifact: artifact("table", { columns: ["name"], rows: [["Quokka Ünder"]] }) }));
    }
  }
  events.push(said("user", "Third question."), said("assistant", "That is all."));
  await server.push(session, ...events);
}

async function ready(title, options) {
  const { session } = await server.session(title, { agent: "Some agent", project: "/home/ada/harbour" });
  await fill(session);
  const opened = await open(browser, options);
  await opened.page.goto(server.page(session));
  await live(opened.page);
  await opened.page.getByText("That is all.").waitFor(WAIT);
  await opened.page.waitForTimeout(300);
  await opened.page.evaluate(() => { scrollTo(0, 0); document.getElementById("transcript").focus(); });
  return { session, ...opened };
}

/** What has the focus, and whether it is seen. */
const focused = (page) => page.evaluate(() => {
  const e = document.activeElement, r = e.getBoundingClientRect();
  return { text: e.textContent.replace(/\s+/g, " ").trim(), open: e.getAttribute("aria-expanded"), seen: r.top >= 40 && r.bottom <= innerHeight, row: e.matches(".ak-row"), prompt: e.matches(".ak-user") };
});
const focus = (page, what, text) => until(what, async () => { const f = await focused(page); return f.text.includes(text) && f.seen && f; });

test("the failures are gone through in order, also inside what is closed", async () => {
  const { page, context, trouble } = await ready("Failures");
  assert.match(await page.locator(".app-facts").innerText(), /Some agent[\s\S]*\/home\/ada\/harbour/);
  await page.getByRole("button", { name: "3 failed" }).click();
  assert.equal((await focus(page, "the first", "Tried bad10")).open, "true");
  await page.keyboard.press("f");
  await focus(page, "the sub-agent's", "Tried inner");
  await page.keyboard.press("f");
  await focus(page, "the last", "Tried bad30");
  assert.match(await page.locator("#status").innerText(), /Failure 3 of 3/);
  await page.keyboard.press("f");
  await focus(page, "the first again", "Tried bad10");
  await page.keyboard.press("Shift+F");
  await focus(page, "the last again", "Tried bad30");
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("a link leads to its call, on arrival, later, and inside what is closed", async () => {
  const { page, context, trouble, session } = await ready("Links", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${server.url}s/${session}#call=c25-2`);
  await focus(page, "a call in a list", "25/2.md");
  await page.goto(`${server.url}s/${session}#call=agent%2Finner`);
  await focus(page, "a call of a sub-agent", "Tried inner");
  await page.reload();
  await live(page);
  await focus(page, "after a reload", "Tried inner");
  await page.keyboard.press("l");
  await until("the words", async () => /Link copied/.test(await page.locator("#status").innerText()));
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${server.url}s/${session}#call=agent%2Finner`);
  await page.goto(`${server.url}s/${session}#call=not-yet`);
  await page.waitForTimeout(200);
  await page.goto(`${server.url}s/${session}#call=nothing`);
  await page.reload();
  await until("that it is not there", async () => /not in this transcript/.test(await page.locator("#status").innerText()));
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("keys go from row to row and prompt to prompt, and leave fields alone", async () => {
  const { page, context, trouble } = await ready("Keys");
  await page.keyboard.press("j");
  const first = await focused(page);
  assert.ok(first.row && first.seen);
  await page.keyboard.press("j");
  const second = await focused(page);
  assert.ok(second.row && second.text !== first.text);
  await page.keyboard.press("k");
  assert.equal((await focused(page)).text, first.text);
  await page.keyboard.press("n");
  await focus(page, "the second prompt", "Second question.");
  await page.keyboard.press("n");
  await focus(page, "the third prompt", "Third question.");
  await page.keyboard.press("p");
  await page.keyboard.press("p");
  await focus(page, "the first prompt", "First question");
  await page.keyboard.press("Shift+G");
  const last = await focused(page);
  assert.ok(last.row && last.seen);
  await page.keyboard.press("g");
  await until("the first row", async () => (await focused(page)).text === first.text);

  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor(WAIT);
  await page.keyboard.press("j");
  assert.equal(await page.evaluate(() => !!document.activeElement.closest("dialog")), true, "the dialog keeps the focus");
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press("Tab");
    assert.ok(await page.evaluate(() => document.activeElement === document.body || !!document.activeElement.closest("dialog")), "Tab stays in the dialog");
  }
  await page.screenshot({ path: `${shots}ways-help.png` });
  await page.keyboard.press("Escape");
  await until("the dialog to close", async () => await page.locator("dialog").count() === 0);
  await until("the focus to be back", async () => (await focused(page)).text === first.text);

  await page.keyboard.press("?");
  await page.getByRole("dialog").getByLabel("Single-key shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  assert.equal((await focused(page)).text, first.text, "switched off, a key does nothing");
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("the search finds what is closed, opens it, marks it, and counts", async () => {
  const { page, context, trouble } = await ready("Search");
  await page.keyboard.press("/");
  const field = page.getByRole("searchbox", { name: "Find" });
  await until("the field", () => field.evaluate((e) => e === document.activeElement));
  assert.ok(await field.evaluate((e) => e === document.activeElement));
  await page.keyboard.type("quokka ün");
  const at = page.locator(".app-find-at");
  await until("one match", async () => await at.innerText() === "1 of 1");
  await until("the mark", () => page.evaluate(() => [...(CSS.highlights.get("ak-find-now") ?? [])].map((r) => r.toString()).join() === "Quokka Ün"));
  assert.ok(await page.evaluate(() => { const r = [...CSS.highlights.get("ak-find-now")][0].getBoundingClientRect(); return r.height > 0 && r.top > 40 && r.bottom < innerHeight; }), "the match is seen");
  assert.ok(await field.evaluate((e) => e === document.activeElement), "one types on");
  await page.screenshot({ path: `${shots}ways-find.png` });

  await field.fill("content of note 3");
  await until("all of the thirties", async () => /^\d+ of 33$/.test(await at.innerText()));
  const before = await at.innerText();
  const turn = async (key) => { await page.keyboard.press(key); await page.waitForTimeout(100); return at.innerText(); };
  await until("the next, behind each mark of this one", async () => await turn("Enter") !== before);
  await until("the one before", async () => await turn("Shift+Enter") === before);
  await field.fill("no such words anywhere");
  await until("none", async () => await at.innerText() === "no match");
  await field.fill("Tried inner");
  await until("inside the sub-agent", async () => /^1 of \d/.test(await at.innerText()));
  await page.keyboard.press("Escape");
  await until("the field to go", async () => await field.count() === 0);
  assert.match((await focused(page)).text, /Tried inner|Sent a scout/);
  assert.equal(await page.evaluate(() => CSS.highlights.has("ak-find")), false);
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("prose first keeps a line for each run, a filter hides rows, and a reload keeps both and the place", async () => {
  const { page, context, trouble, session } = await ready("Kept");
  const seen = (sel) => page.evaluate((s) => [...document.querySelectorAll(s)].filter((e) => e.checkVisibility()).length, sel);
  const all = await seen(".ak-act");
  assert.equal(await seen(".ak-quiet"), 0);
  await page.keyboard.press("v");
  await until("the rows to go", async () => await seen(".ak-act") === 0);
  assert.equal(await page.locator(".ak-quiet").first().innerText().then((t) => t.trim()), "3 calls");
  await page.keyboard.press("j");
  assert.match((await focused(page)).text, /3 calls/);
  await page.keyboard.press("Enter");
  await until("the run to unfold", async () => await seen(".ak-act") === 2);
  await page.screenshot({ path: `${shots}ways-prose.png` });
  await page.keyboard.press("f");
  await focus(page, "a failure, in prose too", "Tried bad10");
  await page.keyboard.press("v");
  await until("the rows again", async () => await seen(".ak-act") >= all);

  await page.getByRole("button", { name: "View" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("that are").selectOption({ label: "failed (3)" });
  await until("the count", async () => await page.locator(".app-filtered").innerText().then((t) => t.trim().startsWith("3 of 125 calls")));
  assert.match(await page.locator("#status").innerText(), /3 of 125 calls are shown/);
  assert.equal(await page.locator(".ak-act").count() >= all, true, "what is hidden is still in the document");
  await page.screenshot({ path: `${shots}ways-panel.png` });
  await page.keyboard.press("Escape");
  const kept = await seen(".ak-act");
  assert.ok(kept >= 3 && kept < 10, `few rows are left: ${kept}`);

  await page.keyboard.press("v");
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  await page.waitForTimeout(600);
  const where = () => page.evaluate(() => { const e = document.elementFromPoint(innerWidth / 2, 300)?.closest("[data-ak-part]"); return e && { key: e.dataset.akPart, top: Math.round(e.getBoundingClientRect().top) }; });
  const was = await where();
  await page.goto(`${server.url}s/${session}`);
  await page.reload();
  await live(page);
  await until("the filter", async () => await page.locator(".app-filtered").count() === 1);
  await until("the prose", () => page.evaluate(() => document.getElementById("transcript").hasAttribute("data-ak-prose")));
  await until("the place", async () => { const now = await where(); return now?.key === was.key && Math.abs(now.top - was.top) < 40; });
  await page.locator(".app-filtered").focus();
  await page.keyboard.press("Enter");
  await until("all calls", async () => await page.locator("[data-ak-off]").count() === 0);
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("calls are grouped as the reader likes", async () => {
  const { page, context, trouble } = await ready("Grouping");
  const acts = () => page.locator(".ak-act").count();
  const byTool = await acts();
  await page.getByRole("button", { name: "View" }).click();
  await page.getByLabel("Group calls").selectOption("none");
  await until("a row for each", async () => await acts() > byTool);
  await page.getByLabel("Group calls").selectOption("all");
  await until("a row for each run", async () => await acts() < byTool);
  await page.reload();
  await live(page);
  await until("it to be kept", async () => await acts() < byTool && await acts() > 0);
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("the menu of a row is opened and used with the keyboard", async () => {
  const { page, context, trouble } = await ready("Menu", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(page.url() + "#call=tab");
  await focus(page, "the row", "Queried rows");
  await page.keyboard.press("m");
  const menu = page.getByRole("menu", { name: "More about this call" });
  await menu.waitFor(WAIT);
  assert.deepEqual(await menu.getByRole("menuitem").allInnerTexts(), ["Copy link", "Copy value", "Copy artifact as JSON", "Copy arguments", "Copy as Markdown", "Look inside", "Export from here…"]);
  await page.screenshot({ path: `${shots}ways-menu.png` });
  const item = () => page.evaluate(() => document.activeElement.textContent);
  assert.equal(await item(), "Copy link");
  await page.keyboard.press("ArrowUp");
  assert.equal(await item(), "Export from here…");
  await page.keyboard.press("ArrowUp");
  assert.equal(await item(), "Look inside");
  await page.keyboard.press("ArrowUp");
  assert.equal(await item(), "Copy as Markdown");
  await page.keyboard.press("ArrowUp");
  assert.equal(await item(), "Copy arguments");
  await page.keyboard.press("Enter");
  await until("the words", async () => /^Copied/.test(await page.locator("#status").innerText()));
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '{\n  "q": "rows"\n}');
  assert.equal(await menu.count(), 0, "it is closed");
  assert.equal(await page.evaluate(() => document.activeElement.className), "ak-dots", "the focus is back");
  await page.keyboard.press("Enter");
  await menu.waitFor(WAIT);
  await page.keyboard.press("Escape");
  await until("it to close", async () => await menu.count() === 0);
  await until("the button to say so", () => page.evaluate(() => document.activeElement.getAttribute("aria-expanded") === "false"));
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("a title that changes fades, the first one does not, and none for those who want it calm", async () => {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const { session } = await server.session("Titles");
    const { page, context, trouble } = await open(browser, { reducedMotion });
    await page.goto(server.page(session));
    await live(page);
    await page.evaluate(() => {
      globalThis.faded = [];
      new MutationObserver((l) => { for (const m of l) if (m.target.hasAttribute("data-ak-was")) faded.push(m.target.dataset.akWas); }).observe(document.getElementById("transcript"), { subtree: true, attributes: true, attributeFilter: ["data-ak-was"] });
    });
    await server.push(session, request("t", "look", {}, { title: "Looking" }));
    await page.getByText("Looking").waitFor(WAIT);
    await server.push(session, result("t", "look", { value: "x", display: { title: "Looked" } }));
    await page.getByText("Looked").waitFor(WAIT);
    await page.waitForTimeout(400);
    assert.deepEqual(await page.evaluate(() => globalThis.faded), reducedMotion === "reduce" ? [] : ["Looking"]);
    assert.equal(await page.locator("[data-ak-was]").count(), 0);
    assert.deepEqual(await trouble(), []);
    await context.close();
  }
});

test("five thousand calls are searched and stepped through", async () => {
  const { page, context, trouble } = await open(browser);
  await page.goto(`${server.url}#t=${server.token}`);
  await page.locator(".app-home").waitFor(WAIT);
  await page.evaluate(async () => {
    let text = "";
    for (let i = 0; i < 5000; i++) {
      text += JSON.stringify({ id: `q${i}`, type: "tool_request", event: { id: `c${i}`, name: `tool_${i % 7}`, arguments: { path: `src/file_${i}.go`, n: i } } }) + "\n";
      text += JSON.stringify({ id: `r${i}`, type: "tool_result", event: { id: `c${i}`, name: `tool_${i % 7}`, display: null, value: `line of call ${i}\n` + "some words of output. ".repeat(40) + (i === 4321 ? "needle" : ""), is_error: false, artifact: null } }) + "\n";
      if (i % 3 === 0) text += JSON.stringify({ id: `m${i}`, type: "message", event: { role: i % 2 ? "assistant" : "user", markdown: `Message **${i}**` } }) + "\n";
    }
    const data = new DataTransfer();
    data.items.add(new File([text], "long.jsonl"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await until("the file", async () => /^5,000 calls/.test(await page.locator(".app-counts").innerText().catch(() => "")) && await page.locator(".app-progress").count() === 0, 60_000);
  await page.waitForTimeout(1_000);
  await page.evaluate(() => {
    document.getElementById("transcript").focus();
    globalThis.tasks = [];
    new PerformanceObserver((l) => { for (const e of l.getEntries()) tasks.push(Math.round(e.duration)); }).observe({ entryTypes: ["longtask"] });
  });
  const longest = async () => { const t = await page.evaluate(() => tasks.splice(0)); return Math.max(0, ...t); };
  await page.keyboard.press("/");
  await page.waitForTimeout(300);
  await longest();
  const began = Date.now();
  await page.getByRole("searchbox", { name: "Find" }).fill("needle");
  await until("the match", async () => await page.locator(".app-find-at").innerText() === "1 of 1", 90_000);
  const search = { ms: Date.now() - began, longest: await longest() };
  await page.keyboard.press("Escape");
  await page.waitForTimeout(300);
  await longest();
  await page.keyboard.press("j");
  await page.waitForTimeout(300);
  const step = await longest();
  console.log("5,000 calls:", JSON.stringify({ search, step }));
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("what is shown is saved from a call on, without its secrets, and what they were is shown first", async () => {
  const { session } = await server.session("Given away");
  await server.push(session, said("user", "Deploy it."), request("c1", "run_sql", { q: "select 1" }), result("c1", "run_sql", { value: "the first answer" }), said("assistant", "Now."),
    request("c2", "shell", { cmd: "ls /home/jdoe/x" }), result("c2", "shell", { value: "ok\npassword=hunter2Zx91!" }), said("assistant", "That is all."));
  const { page, context, trouble } = await open(browser, { acceptDownloads: true });
  await page.goto(server.page(session));
  await page.getByText("That is all.").waitFor(WAIT);
  await page.locator(".ak-row").last().focus();
  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: "Export from here…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Export" }), save = dialog.getByRole("button", { name: "Save" });
  const saved = async () => {
    const [file] = await Promise.all([page.waitForEvent("download", WAIT), save.click()]), chunks = [];
    for await (const c of await file.createReadStream()) chunks.push(c);
    return { name: file.suggestedFilename(), text: Buffer.concat(chunks).toString() };
  };
  await dialog.getByText("2 secrets and names are taken out:").waitFor(WAIT);
  assert.match(await dialog.locator(".app-export-rules").innerText(), /password\s*×1\s*shell value/);
  await page.screenshot({ path: `${shots}export.png` });
  let got = await saved();
  assert.ok(got.name === session + ".html" && got.text.includes("[removed: password]") && got.text.includes("That is all.") && !/hunter2|jdoe|the first answer|<script/.test(got.text), got.name);
  await until("the dialog is gone and the focus is at the row", () => page.evaluate(() => !document.querySelector(".app-export") && document.activeElement.matches(".ak-dots, .ak-row")));

  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("button", { name: "Export…" }).click();
  await dialog.getByRole("combobox").selectOption({ label: "events (JSONL)" });
  await dialog.getByText("2 secrets and names are taken out:").waitFor(WAIT);
  await dialog.getByRole("checkbox").uncheck();
  await dialog.getByText(/^Nothing is taken out/).waitFor(WAIT);
  got = await saved();
  assert.equal(got.text.trim().split("\n").map((l) => JSON.parse(l).type).join(" "), "open message tool_request tool_result message tool_request tool_result message");
  assert.match(got.text, /hunter2Zx91!/);
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("it looks as it should, wide and narrow, light and dark", async () => {
  const { session } = await server.session("A run that goes on for long, with a name that is long as well", { agent: "Some agent", project: "/home/ada/harbour" });
  await fill(session);
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [1280, 360, 320]) {
      const { page, context, trouble } = await open(browser, { viewport: { width, height: 800 }, colorScheme });
      await page.goto(server.page(session));
      await live(page);
      await page.getByText("That is all.").waitFor(WAIT);
      await page.evaluate(() => scrollTo(0, 0));
      const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      const bar = await page.evaluate(() => [...document.querySelectorAll(".app-bar > *")].filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect()).every((r) => r.left >= 0 && r.right <= innerWidth + 0.5));
      assert.equal(await over(), 0, `${width}: the page does not scroll sideways`);
      assert.ok(bar, `${width}: the bar fits`);
      await page.screenshot({ path: `${shots}ways-top-${width}-${colorScheme}.png` });
      await page.keyboard.press("f");
      await page.getByRole("button", { name: "View" }).click();
      await page.getByLabel("of the tool").selectOption({ label: "deploy (2)" });
      await page.waitForTimeout(300);
      assert.equal(await over(), 0);
      await page.screenshot({ path: `${shots}ways-panel-${width}-${colorScheme}.png` });
      await page.keyboard.press("Escape");
      await page.keyboard.press("/");
      await page.keyboard.type("note 12");
      await page.waitForTimeout(700);
      assert.equal(await over(), 0);
      await page.screenshot({ path: `${shots}ways-find-${width}-${colorScheme}.png` });
      assert.deepEqual(await trouble(), []);
      await context.close();
    }
  }
});
