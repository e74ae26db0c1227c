/**
 * Looking inside, with the keyboard alone: any JSON on its own page, as it is typed, and the event of a call over its transcript.
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

const out = (page) => page.locator(".app-inspect-out");
const says = (page, words) => until(words, async () => (await out(page).innerText().catch(() => "")).includes(words));
const focused = (page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
/** Presses a key until the focus is where it should be. */
async function reach(page, key, selector) {
  for (let i = 0; i < 60; i++) {
    if (await page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${selector} is not reached with ${key}`);
}

test("any JSON is looked into as it is typed", async () => {
  const { page, context, trouble } = await open(browser);
  await page.goto(`${server.url}inspect#t=${server.token}`);
  const field = page.getByRole("textbox", { name: "JSON to look into" });
  await field.waitFor(WAIT);
  await until("the focus in the field", () => field.evaluate((e) => e === document.activeElement));

  await page.keyboard.insertText('{\n  "value": tru\n}');
  await says(page, "Line 2, column 12, byte 13");
  assert.equal(await out(page).locator("mark").innerText(), "t");

  await field.fill("");
  await until("nothing to see", async () => (await out(page).innerText()) === "");
  await page.keyboard.insertText(JSON.stringify({ id: "c1", name: "run_sql", value: "2 rows", is_error: false, display: { open: "yes" }, artifact: artifact("table", { df: [{ a: 2 }, { a: 1 }] }) }, null, 2));
  await says(page, "as given: version 1, kind table");
  assert.equal(await out(page).locator("mark").innerText(), '"yes"');
  assert.match(await out(page).getByRole("table").filter({ hasText: "show_request" }).innerText(), /open\s+false\s+default/);

  await reach(page, "Tab", '[data-ak-action="sort:0"]');
  await page.keyboard.press("Enter");
  await until("the rows in order", async () => /1\s*2/.test((await out(page).locator(".ak-grid tbody").innerText()).replace(/\s+/g, " ")));
  assert.ok(await page.evaluate(() => document.activeElement.matches('[data-ak-action^="sort"]')), "the focus stays on the control");

  await reach(page, "Tab", ".ak-inspect-fold > summary");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Copy JSON");

  await reach(page, "Shift+Tab", "select");
  await page.keyboard.press("m");
  await until("another reading", async () => (await page.locator(".app-inspect-from select").inputValue()) === "mcp");
  await field.fill('{"content":[{"type":"text","text":"18 degrees <b>not bold</b>"}]}');
  await says(page, "a foreign result");
  assert.equal(await out(page).locator("b").count(), 0);

  await field.fill('{"value":"<img src=x onerror=alert(1)>\\u202e","artifact":{"kind":7,"<script>alert(2)</script>":1,"schema":"codeagent.tool-artifact","version":1}}');
  await says(page, "bad_kind");
  assert.equal(await out(page).locator("img, script").count(), 0);
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("a file that is dropped is looked into, a long one without the field", async () => {
  const { page, context, trouble } = await open(browser);
  await page.goto(`${server.url}#inspect`);
  const field = page.getByRole("textbox", { name: "JSON to look into" });
  await field.waitFor(WAIT);
  const drop = (name, text) => page.evaluate(([name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [name, text]);
  await drop("small.json", '{"value":"small and whole"}');
  await says(page, "small and whole");
  assert.equal(await field.inputValue(), '{"value":"small and whole"}');
  await drop("long.json", `{"value":"${"long ".repeat(200_000)}","is_error":7}`);
  await says(page, "1.0 MB");
  assert.equal(await field.inputValue(), "");
  assert.match(await page.locator(".app-inspect-name").innerText(), /long\.json, 1\.0 MB/);
  await page.getByRole("button", { name: "Clear" }).click();
  await until("nothing to see", async () => (await out(page).innerText()) === "");
  assert.deepEqual(await trouble(), []);
  await context.close();
});

test("a call is looked into over its transcript, by its menu and by a link", async () => {
  const { session } = await server.session("Inside");
  await server.push(session, said("user", "How many?"), request("q1", "run_sql", { q: "select 1" }), result("q1", "run_sql", { value: "one row", display: { footer: 7 }, artifact: artifact("table", { df: [{ city: "Duluth" }] }) }), request("q2", "slow", {}), said("assistant", "One."));
  const { page, context, trouble } = await open(browser);
  await page.goto(server.page(session));
  await page.locator(".app-conn-live").waitFor(WAIT);
  await page.getByText("One.", { exact: true }).waitFor(WAIT);
  await page.evaluate(() => document.getElementById("transcript").focus());
  await page.keyboard.press("j");
  await page.keyboard.press("m");
  await until("the menu", () => page.evaluate(() => document.activeElement.closest(".app-menu") !== null));
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  assert.equal(await focused(page), "Look inside");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Look inside" }).waitFor(WAIT);
  await says(page, "bad_display_field");
  assert.equal(await out(page).locator("mark").innerText(), "7");
  assert.match(page.url(), /#inspect=q1$/);
  assert.match(await out(page).innerText(), /Request/);
  await page.keyboard.press("j");
  assert.ok(await page.evaluate(() => document.activeElement.closest("dialog") !== null || document.activeElement === document.body), "the keys of the page rest");
  await page.keyboard.press("Escape");
  await until("the dialog to close", async () => await page.locator("dialog").count() === 0);
  assert.ok(await page.evaluate(() => document.activeElement.matches(".ak-dots")), "the focus is back at the menu's button");
  assert.match(page.url(), /#call=q1$/);

  await page.goto(`${server.url}s/${session}#inspect=q1`);
  await page.reload();
  await page.getByRole("dialog", { name: "Look inside" }).waitFor(WAIT);
  await says(page, "bad_display_field");
  await page.keyboard.press("Escape");
  await until("the dialog to close", async () => await page.locator("dialog").count() === 0);

  await page.goto(`${server.url}s/${session}#inspect=q2`);
  await until("that there is nothing", async () => /no result of this call/.test(await page.locator("#status").innerText()));
  await server.push(session, result("q2", "slow", { value: "here at last" }));
  await page.getByText("here at last").first().waitFor(WAIT);
  await page.goto(`${server.url}s/${session}#inspect=q2&again=1`);
  await page.getByRole("dialog", { name: "Look inside" }).waitFor(WAIT);
  await says(page, "here at last");
  assert.deepEqual(await trouble(), []);
  await context.close();
});
