/**
 * The page for everyone: what axe-core finds on it, in both schemes; what the keyboard comes to first; what is said aloud; every word in
 * the reader's language, from right to left too.
 */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, open } from "./browser.mjs";
import { artifact, request, result, said } from "./events.mjs";
import { Server, until } from "./server.mjs";

const axe = readFileSync(fileURLToPath(new URL("./node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");
const shots = fileURLToPath(new URL("./shots/a11y/", import.meta.url));
const WAIT = { timeout: 90_000 };
let server, browser, rich, long;

before(async () => {
  mkdirSync(shots, { recursive: true });
  [server, browser] = await Promise.all([Server.start(), launch()]);
  rich = (await server.session("Revenue in Duluth", { agent: "Some agent", project: "/home/ada/shop" })).session;
  await server.push(rich, ...everything());
  long = (await server.session("A long one")).session;
  for (let from = 0; from < 2000; from += 250) await server.push(long, ...calls(from, 250));
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A bit of everything. */
function everything() {
  return [
    said("user", "Why did revenue drop in Duluth?"),
    said("assistant", "I look at the **orders** first.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```go\nx := 1\n```"),
    { id: "t1", type: "thinking", event: { text: "Hm." } },
    request("sql", "run_sql", { query: "select 1" }, { title: "Queried the orders", icon: "table" }),
    result("sql", "run_sql", { value: "4 rows", artifact: artifact("table", { df: Array.from({ length: 70 }, (_, i) => ({ _row: `r${i}`, city: "Duluth", orders: i * 1000, note: i % 3 ? null : "a" })) }, { title: "Orders" }) }),
    ...["Duluth", "Fargo", "Atlantis"].flatMap((city, i) => [
      request(`w${i}`, "weather", { city }, { title: "Looking up weather" }),
      result(`w${i}`, "weather", i < 2 ? { value: "18 °C" } : { value: "", is_error: true, artifact: artifact("error", { message: "No station within 50 km.", detail: "at line 3" }, { status: "error" }) }),
    ]),
    request("e", "edit", { path: "a.go" }),
    result("e", "edit", { value: "edited", artifact: artifact("diff", { old: "a\nb\nc\n", new: "a\nB\nc\n", path: "a.go" }) }),
    request("c", "bash", { command: "go test" }),
    result("c", "bash", { value: "ok", artifact: artifact("code", { text: "x <- 1", lang: "r", output: "\u001b[32mok\u001b[0m\nFAIL" }) }),
    request("x", "odd", { a: 1 }),
    result("x", "odd", { value: "{}", artifact: artifact("hologram", { deep: { list: [1, 2, { three: 3 }] } }) }),
    said("user", "And then?"),
    said("assistant", "Two stores closed. That is most of the drop."),
    request("run", "slow", { city: "Fargo" }),
  ];
}

function calls(from, n) {
  const out = [];
  for (let i = from; i < from + n; i++) {
    if (i % 20 === 0) out.push(said("user", `Prompt ${i}`), said("assistant", `Answer ${i}`));
    out.push(request(`l${i}`, `tool_${i % 7}`, { n: i }), result(`l${i}`, `tool_${i % 7}`, { value: `result ${i}`, is_error: i % 50 === 49 }));
  }
  return out;
}

const shown = async (page, calls) => until("the calls", async () => (await page.locator(".app-counts").textContent({ timeout: 1_000 }).catch(() => "")).includes(calls), 90_000);

/** What axe-core has against the page as it stands; rules that speak of good practice count too. */
async function faults(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map((v) => [v.id, v.nodes.length, ...v.nodes.slice(0, 3).map((n) => `${n.target} ${n.html.slice(0, 200)}`)]);
}

/** Targets that are smaller than 24 px, but for links in a sentence. */
const small = (page) => page.evaluate(() => [...document.querySelectorAll("button, input, select, summary, a[href], [role=menuitem]")]
  .filter((e) => e.checkVisibility() && !e.closest(".app-skip") && !(e.tagName === "A" && e.closest("p, li, td, .ak-prose")))
  .map((e) => [e.outerHTML.slice(0, 120), (e.closest("label") ?? e).getBoundingClientRect()]) // a click on the words of a box is one on the box
  .filter(([, r]) => r.width > 0 && (r.width < 23.5 || r.height < 23.5)).map(([html, r]) => `${Math.round(r.width)}×${Math.round(r.height)} ${html}`).slice(0, 8));

const sideways = (page) => page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);

for (const colorScheme of ["light", "dark"]) {
  test(`axe-core finds nothing: a session with everything open, the home list, the inspector, ${colorScheme}`, async () => {
    const { page, context, trouble } = await open(browser, { viewport: { width: 1280, height: 900 }, colorScheme });
    await page.goto(server.page(rich));
    await shown(page, "8 calls");
    await page.getByRole("button", { name: "Expand all" }).first().click();
    await page.waitForTimeout(500);
    assert.deepEqual(await faults(page), [], "the session");
    assert.deepEqual(await small(page), [], "small targets");
    await page.screenshot({ path: `${shots}session-${colorScheme}.png`, fullPage: true });
    await page.getByRole("button", { name: "View" }).click();
    assert.deepEqual(await faults(page), [], "the settings");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.locator("dialog[open]").waitFor(WAIT);
    assert.deepEqual(await faults(page), [], "the list of keys");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "View" }).click();
    await page.getByRole("button", { name: "Export…" }).click();
    await page.locator(".app-export .app-button-main:enabled").waitFor(WAIT);
    assert.deepEqual(await faults(page), [], "the export");
    assert.deepEqual(await small(page), [], "small targets of the export");
    await page.keyboard.press("Escape");
    await page.goto(server.url);
    await page.locator(".app-session").first().waitFor(WAIT);
    assert.deepEqual(await faults(page), [], "the home list");
    assert.deepEqual(await small(page), [], "small targets of the home list");
    await page.goto(server.url + "inspect");
    await page.waitForTimeout(1000);
    assert.deepEqual(await faults(page), [], "the inspector");
    assert.deepEqual(await trouble(), []);
    await context.close();
  });
}

test("axe-core finds nothing in a session of 2,000 calls", async () => {
  const { page, context, trouble } = await open(browser);
  await page.goto(server.page(long));
  await shown(page, "2,000 calls");
  await page.waitForTimeout(300);
  const found = await faults(page);
  assert.deepEqual(found, []);
  const landmarks = await page.evaluate(() => document.querySelectorAll("main, nav, header:not(article header), [role=region], [role=search]").length);
  assert.ok(landmarks < 10, `${landmarks} landmarks: what is in a card is none`);
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("for those who want it calm nothing moves by itself", async () => {
  const { page, context, trouble } = await open(browser, { reducedMotion: "reduce" });
  await page.goto(server.page(rich));
  await shown(page, "8 calls");
  await page.getByRole("button", { name: "Expand all" }).first().click();
  await page.keyboard.press("j");
  await page.keyboard.press("f");
  const moving = () => page.evaluate(() => document.getAnimations().filter((a) => a.playState === "running" && a.effect.getComputedTiming().activeDuration > 20).map((a) => `${a.animationName ?? a.transitionProperty} ${a.effect.target?.className}`));
  assert.ok(await page.locator(".ak-spin").count() > 0, "something runs");
  assert.deepEqual(await moving(), []);
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior), "auto");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await until("the spinner turns for the others", async () => (await moving()).some((m) => m.includes("ak-spin")));
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("on 320 px everything open is read without scrolling sideways, and its targets keep their size", async () => {
  const { page, context, trouble } = await open(browser, { viewport: { width: 320, height: 640 } });
  await page.goto(server.page(rich));
  await shown(page, "8 calls").catch(() => {}); // the counts have no room in the bar
  await page.getByText("And then?").waitFor(WAIT);
  await page.evaluate(() => document.getElementById("transcript").focus());
  await page.keyboard.press("e");
  await page.locator(".ak-card").nth(5).waitFor(WAIT);
  await page.waitForTimeout(300);
  assert.ok(await sideways(page) <= 0, "the page scrolls sideways");
  assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll("#transcript *")].filter((e) => {
    if (!e.checkVisibility() || e.closest(".ak-sr, .ak-scroll, .ak-tablebox, pre, .ak-full, [class*=scroll]")) return false;
    const r = e.getBoundingClientRect();
    return r.width > 0 && (r.right > innerWidth + 1 || r.left < -1) && !/auto|scroll|hidden|clip/.test(getComputedStyle(e.parentElement).overflowX);
  }).slice(0, 5).map((e) => e.outerHTML.slice(0, 120))), [], "what leaves the page");
  assert.deepEqual(await small(page), []);
  await page.screenshot({ path: `${shots}session-320.png`, fullPage: true });
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("on paper stands the run, and nothing that is to be clicked", async () => {
  const { page, context, trouble } = await open(browser, { viewport: { width: 1000, height: 900 }, colorScheme: "dark" });
  await page.goto(server.page(rich));
  await shown(page, "8 calls");
  await page.getByRole("button", { name: "Expand all" }).first().click();
  await page.locator(".ak-card").nth(5).waitFor(WAIT);
  await page.emulateMedia({ media: "print" });
  const seen = await page.evaluate(() => {
    const visible = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true }));
    const light = (colour) => Math.max(...colour.match(/[\d.]+/g).slice(0, 3).map(Number)) > 230;
    return {
      controls: visible(".ak-tool, .app-tool, .ak-dots, .app-panel, .app-menu, .app-find, .app-skip a").map((e) => e.className),
      cards: visible(".ak-card").length, all: document.querySelectorAll(".ak-card").length,
      cut: visible(".ak-body").filter((e) => getComputedStyle(e).maxBlockSize !== "none").length,
      paper: light(getComputedStyle(document.querySelector(".ak-card")).backgroundColor) || getComputedStyle(document.querySelector(".ak-card")).backgroundColor === "rgba(0, 0, 0, 0)",
      ink: !light(getComputedStyle(document.querySelector(".ak-prose")).color),
    };
  });
  assert.deepEqual(seen, { controls: [], cards: seen.all, all: seen.all, cut: 0, paper: true, ink: true });
  await page.screenshot({ path: `${shots}print.png`, fullPage: true });
  assert.ok((await page.pdf({ format: "A4" })).length > 10_000);
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("headings lead through a session: it, its prompts, its rows", async () => {
  const { page, context } = await open(browser);
  await page.goto(server.page(rich));
  await shown(page, "8 calls");
  const levels = await page.evaluate(() => [...document.querySelectorAll("h1, h2, h3")].filter((e) => e.checkVisibility()).map((e) => `${e.tagName} ${e.innerText.split("\n")[0].slice(0, 24).trim()}`));
  assert.equal(levels.filter((l) => l.startsWith("H1")).length, 1, levels.join("\n"));
  assert.deepEqual(levels.filter((l) => l.startsWith("H2")), ["H2 Why did revenue drop in", "H2 And then?"]);
  assert.ok(levels.filter((l) => l.startsWith("H3")).length >= 5, levels.join("\n"));
  await context.close();
});

test("the keyboard comes first to the ways past the bar, and they are seen then", async () => {
  const { page, context, trouble } = await open(browser);
  await page.goto(server.page(rich));
  await shown(page, "8 calls");
  const focused = () => page.evaluate(() => { const e = document.activeElement, r = e.getBoundingClientRect(); return { text: e.innerText, seen: r.width > 24 && r.height >= 24 }; });
  await page.keyboard.press("Tab");
  assert.deepEqual(await focused(), { text: "Go to the last answer", seen: true });
  await page.screenshot({ path: `${shots}skip.png` });
  await page.keyboard.press("Tab");
  assert.deepEqual(await focused(), { text: "Go to the transcript", seen: true });
  await page.keyboard.press("Tab");
  assert.deepEqual(await focused(), { text: "Plain page without a program", seen: true });
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await until("the answer", async () => (await focused()).text.startsWith("Two stores closed"));
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("what happens is summed up and said at most every five seconds, and the focus stays", async () => {
  const { session } = await server.session("Live");
  await server.push(session, said("user", "Go"), request("a0", "first", {}), result("a0", "first", { value: "x" }));
  const { page, context, trouble } = await open(browser);
  await page.goto(server.page(session));
  await page.locator(".app-conn-live").waitFor(WAIT);
  await shown(page, "1 call");
  await page.evaluate(() => {
    globalThis.heard = [];
    new MutationObserver(() => heard.push([Date.now(), document.getElementById("status").textContent])).observe(document.getElementById("status"), { childList: true, characterData: true, subtree: true });
  });
  const row = page.locator(".ak-act .ak-row").first();
  await row.focus();
  const begun = Date.now();
  for (let i = 1; i <= 12; i++) {
    await server.push(session, request(`a${i}`, `tool_${i}`, {}), result(`a${i}`, `tool_${i}`, { value: "x", is_error: i === 2 }));
    await page.waitForTimeout(500);
  }
  const told = async () => (await page.evaluate(() => heard)).filter(([, t]) => t), results = (all) => all.map(([, t]) => +(/(\d+) result/.exec(t)?.[1] ?? 1)).reduce((a, b) => a + b, 0);
  await until("all of it is told", async () => results(await told()) >= 12);
  const heard = await told();
  assert.ok(heard.length <= 1 + (Date.now() - begun) / 5_000, JSON.stringify(heard));
  assert.match(heard[0][1], /result.*1 failed|failed\./);
  assert.equal(results(heard), 12, JSON.stringify(heard));
  for (let i = 1; i < heard.length; i++) assert.ok(heard[i][0] - heard[i - 1][0] >= 4_900, JSON.stringify(heard));
  assert.equal(await row.evaluate((e) => e === document.activeElement), true, "the focus stays on the row");
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("the page speaks the browser's language, or the one that is chosen on it", async () => {
  const { page, context, trouble } = await open(browser, { locale: "de-CH" });
  await page.goto(server.page(rich));
  await shown(page, "8 Aufrufe");
  assert.deepEqual(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]), ["de", "ltr"]);
  await page.getByRole("button", { name: "Ansicht" }).click();
  await page.getByRole("combobox", { name: "Sprache" }).selectOption("zh-CN");
  await shown(page, "8 次调用");
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-CN");
  await page.reload();
  await shown(page, "8 次调用");
  assert.match(await page.locator("main").innerText(), /已使用/);
  await page.screenshot({ path: `${shots}zh.png` });
  assert.deepEqual(await trouble(), []);
  await context.close();
});

for (const width of [1280, 360, 320]) {
  test(`from right to left, in longer words, at ${width} px: nothing is cut off and no word is in no catalog`, async () => {
    const { page, context, trouble } = await open(browser, { viewport: { width, height: 900 } });
    await page.addInitScript(() => localStorage.setItem("vitrine-locale", "ar-XB"));
    await page.goto(server.page(rich));
    await shown(page, "8");
    await page.goto(server.url);
    await page.locator(".app-session").first().waitFor(WAIT);
    assert.equal(await page.evaluate(() => document.documentElement.dir), "rtl");
    assert.ok(await sideways(page) <= 0, "the home list scrolls sideways");
    await page.screenshot({ path: `${shots}rtl-home-${width}.png` });
    await page.goto(server.page(rich));
    await shown(page, "8");
    await page.evaluate(() => document.querySelectorAll(".ak-row[aria-expanded=false]").forEach((r) => r.click()));
    await page.waitForTimeout(500);
    assert.ok(await sideways(page) <= 0, "the session scrolls sideways");
    // Words of the frame, but for the name of the program, what the session is called and what it says about itself.
    const latin = await page.evaluate(() => [...document.querySelectorAll(".app-frame *, .ak-row .ak-sr, .ak-tool, .ak-foot")]
      .filter((e) => !e.closest(".app-brand, .app-title, .app-facts, kbd, option, .ak-mono, .app-early") && [...e.childNodes].some((n) => n.nodeType === 3))
      .flatMap((e) => [[...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join(" "), e.getAttribute("aria-label") ?? "", e.title ?? ""])
      .filter((t) => /[a-z]{3,}/i.test(t.replace(/\b(TSV|CSV|JSON|Markdown)\b/g, ""))));
    assert.deepEqual([...new Set(latin)], []);
    const cut = await page.evaluate(() => [...document.querySelectorAll(".app-frame button, .app-frame select, .ak-tool, .app-pill")]
      .filter((e) => e.checkVisibility() && !e.closest(".app-skip") && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== "visible").map((e) => e.outerHTML.slice(0, 160)));
    assert.deepEqual(cut, []);
    await page.screenshot({ path: `${shots}rtl-session-${width}.png`, fullPage: true });
    assert.deepEqual(await trouble(), []);
    await context.close();
  });
}
