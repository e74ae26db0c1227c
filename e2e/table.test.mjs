/**
 * A table in the page, by mouse and by keyboard: the focus and the caret stay where the reader has them.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { artifact, request, result } from "./events.mjs";
import { Server } from "./server.mjs";

const WAIT = { timeout: 90_000 };
let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => {
  await browser?.close();
  await server?.stop();
});

const cities = ["Duluth", "Fargo", "Bemidji", "Winona"];
const rows = Array.from({ length: 1200 }, (_, i) => ({
  id: i, city: `${cities[i % 4]} ${i % 40}`, orders: (i * 7919) % 1000, note: i % 3 ? null : { why: `snow and ice on all the roads of day ${i}`, days: [i, i + 1] },
}));

/** A page with one table, opened. */
async function table(options) {
  const { session } = await server.session("Table");
  await server.push(session, request("t", "query", {}, { title: "Queried" }), result("t", "query", { value: "1,200 rows", display: { open: true }, artifact: artifact("table", { df: rows }, { title: "Orders" }) }));
  const opened = await open(browser, options);
  await opened.page.goto(server.page(session));
  await opened.page.locator(".ak-grid").waitFor(WAIT);
  return opened;
}

const count = (page) => page.locator(".ak-count").innerText();
const first = (page, column) => page.locator(`.ak-grid > tbody > tr:first-child > :nth-child(${column})`).innerText();
const says = (page, text) => page.locator(".ak-count", { hasText: text }).waitFor(WAIT);
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute("data-ak-action") ?? document.activeElement?.tagName);

test("what is typed into the filter keeps the focus, the caret and its order", async () => {
  const { page, context, trouble } = await table();
  const field = page.locator('[data-ak-action="filter"]');
  const matches = `${rows.filter((r) => ["fargo", "1"].every((w) => Object.values(r).some((v) => (v === null ? "" : JSON.stringify(v)).toLowerCase().includes(w)))).length} of 1,200 rows match`;
  await field.focus();
  await page.keyboard.type("fargo 1", { delay: 90 });
  await says(page, matches);
  assert.equal(await field.inputValue(), "fargo 1");
  assert.equal(await focused(page), "filter");
  await page.keyboard.press("Home");
  await page.keyboard.press("Delete");
  await page.waitForTimeout(400);
  await page.keyboard.type("F");
  await says(page, matches);
  assert.deepEqual(await field.evaluate((f) => [f.value, f.selectionStart]), ["Fargo 1", 1]);
  await field.fill("");
  await says(page, "rows 1–50 of 1,200");
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("sorting, paging, columns and open cells by keyboard keep the focus on their control", async () => {
  const { page, context, trouble } = await table();
  const press = async (action, key = "Enter") => {
    await page.locator(`[data-ak-action="${action}"]`).first().focus();
    await page.keyboard.press(key);
  };
  await press("sort:2");
  await says(page, "sorted by orders");
  assert.equal(await first(page, 3), "0");
  assert.equal(await focused(page), "sort:2");
  await page.keyboard.press("Space");
  await says(page, "(descending)");
  assert.equal(await first(page, 3), "999");
  assert.equal(await page.locator('th[aria-sort="descending"]').count(), 1);

  await press("columns");
  await page.locator(".ak-cols").waitFor(WAIT);
  assert.equal(await focused(page), "columns");
  await press("sort+:1");
  await says(page, "sorted by orders (descending), city");
  assert.equal(await focused(page), "sort+:1");
  await press("hide:0");
  await says(page, "1 column hidden");
  assert.equal(await focused(page), "show:0", "the same button, which now does the opposite");
  await page.keyboard.press("Enter");
  await says(page, "4 columns");

  await press("page:1");
  await says(page, "rows 51–100 of 1,200");
  await page.locator('[data-ak-action="goto"]').fill("24");
  await says(page, "rows 1,151–1,200 of 1,200");
  await page.locator('[data-ak-action="page:0"]').first().focus();
  await page.keyboard.press("Enter");
  await says(page, "rows 1–50 of 1,200");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "First", "a button that leads nowhere keeps the focus");

  const more = page.locator('[data-ak-action^="cell:"]').first();
  const cell = await more.getAttribute("data-ak-action");
  await press(cell);
  await page.locator(".ak-cell").waitFor(WAIT);
  assert.match(await page.locator(".ak-cell").innerText(), /^\{\n {2}"why": "snow and ice/);
  assert.equal(await focused(page), cell);
  await page.keyboard.press("Enter");
  await page.locator(".ak-cell").waitFor({ state: "detached", ...WAIT });
  assert.equal(await focused(page), cell);
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("by mouse: a head sorts, the box scrolls by itself, the page never does sideways", async () => {
  const { page, context, trouble } = await table({ viewport: { width: 360, height: 740 } });
  await page.locator("th", { hasText: "orders" }).scrollIntoViewIfNeeded();
  await page.locator("th", { hasText: "orders" }).click();
  await says(page, "sorted by orders");
  assert.ok(await page.locator(".ak-scroll").evaluate((s) => s.scrollWidth > s.clientWidth && s.scrollHeight > s.clientHeight));
  assert.ok(await page.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth));
  const box = page.locator(".ak-scroll");
  await box.focus();
  await page.keyboard.press("PageDown");
  await page.waitForFunction(() => document.querySelector(".ak-scroll").scrollTop > 100);
  const [head, top] = await page.evaluate(() => [document.querySelector(".ak-grid thead th").getBoundingClientRect().top, document.querySelector(".ak-scroll").getBoundingClientRect().top]);
  assert.ok(Math.abs(head - top) < 2, "the head stays in sight");
  for (const el of await page.locator(".ak-table button:visible, .ak-table input:visible").all()) {
    const size = await el.boundingBox();
    if (size && !(await el.evaluate((e) => e.closest("td")))) assert.ok(size.height >= 23.5 && size.width >= 23.5, `${await el.getAttribute("data-ak-action")} is ${size.width} by ${size.height}`);
  }
  assert.deepEqual(await trouble(), []);
  await context.close();
});
