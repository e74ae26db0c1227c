/** The main journeys with the keyboard alone, in Firefox as Debian has it. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Firefox } from "./bidi.mjs";
import { artifact, request, result, said } from "./events.mjs";
import { Server, until } from "./server.mjs";

const shots = fileURLToPath(new URL("./shots/firefox/", import.meta.url));
let server, firefox, session;

before(async () => {
  mkdirSync(shots, { recursive: true });
  [server, firefox] = await Promise.all([Server.start(), Firefox.start()]);
  ({ session } = await server.session("Revenue in Duluth"));
  await server.push(session,
    said("user", "Why did revenue drop in Duluth?"), said("assistant", "I look at the orders."),
    request("sql", "run_sql", { query: "select 1" }, { title: "Queried the orders" }),
    result("sql", "run_sql", { value: "2 rows", artifact: artifact("table", { df: [{ city: "Duluth", orders: 412 }, { city: "Fargo", orders: 377 }] }, { title: "Orders" }) }),
    request("w", "weather", { city: "Atlantis" }),
    result("w", "weather", { value: "", is_error: true, artifact: artifact("error", { message: "No station within 50 km." }, { status: "error" }) }),
    said("user", "And then?"), said("assistant", "Two stores closed."));
});
after(async () => {
  await firefox?.stop();
  await server?.stop();
});

const focused = () => firefox.value(`(() => { const e = document.activeElement; return { text: (e.innerText || e.value || "").trim().replace(/\\s+/g, " "), expanded: e.getAttribute("aria-expanded"), role: e.tagName + "." + e.className }; })()`);
const text = (selector) => firefox.value(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ""`);

test("the page opens, a card is read, rows open and close, search, filter, failures, help: by keyboard alone", async () => {
  await firefox.size(1100, 900);
  await firefox.go(server.page(session));
  await until("the session to be live", async () => /live/.test(await text(".app-conn")), 90_000);
  await until("the calls", async () => /2 calls/.test(await text(".app-counts")));
  assert.match(await text("#transcript"), /No station within 50 km\./, "the card of what failed is open");

  // The way past the bar.
  await firefox.press("Tab");
  assert.equal((await focused()).text, "Go to the last answer");
  await firefox.press("Tab");
  await firefox.enter();
  await until("the transcript", async () => /MAIN/.test((await focused()).role));

  // Rows.
  await firefox.press("j");
  await until("the first row", async () => /Queried the orders/.test((await focused()).text));
  assert.equal((await focused()).expanded, "false");
  await firefox.enter();
  await until("the card", async () => /412/.test(await text("#transcript table")));
  assert.equal((await focused()).expanded, "true", "the focus stays on the row");
  await firefox.shot(`${shots}session.png`);
  await firefox.press("Escape");
  await until("Escape to close it", async () => (await focused()).expanded === "false");

  // Failures.
  await firefox.press("f");
  await until("the failure", async () => /weather/i.test((await focused()).text));
  await until("it to be said", async () => /Failure 1 of 1/.test(await text("#status")));

  // Search.
  await firefox.press("/");
  await until("the field", async () => /INPUT/.test((await focused()).role));
  await firefox.press(..."Fargo", "Enter");
  await until("the match", async () => /1 of 1/.test(await text(".app-find-at")));
  await firefox.shot(`${shots}search.png`);
  await firefox.press("Escape");
  await until("the search to close", async () => !(await firefox.value(`!!document.querySelector(".app-find")`)));

  // Filter.
  await firefox.value(`document.querySelector("[popovertarget=app-view]").focus()`);
  await firefox.enter();
  await until("the settings", () => firefox.value(`document.querySelector("#app-view").matches(":popover-open")`));
  await until("its choices", () => firefox.value(`(document.querySelectorAll("#app-view select")[1]?.options.length ?? 0) > 1`)); // they come with the calls
  await firefox.value(`document.querySelectorAll("#app-view select")[1].focus()`);
  await until("the filter", async () => {
    await firefox.value(`(() => { const s = document.activeElement; if (s.selectedIndex !== 1) { s.selectedIndex = 1; s.dispatchEvent(new Event("change", { bubbles: true })); } })()`);
    return /1 of 2 calls/.test(await text(".app-filtered"));
  });
  await firefox.shot(`${shots}filter.png`);
  await firefox.press("Escape");

  // Help.
  await firefox.press("?");
  await until("the list of keys", () => firefox.value(`!!document.querySelector("dialog[open]")`));
  await firefox.shot(`${shots}help.png`);
  await firefox.press("Escape");
  await until("it to close", async () => !(await firefox.value(`!!document.querySelector("dialog[open]")`)));

  assert.deepEqual(firefox.trouble, []);
});

test("at the width of a phone nothing is cut off", async () => {
  await firefox.size(360, 800);
  assert.ok(await firefox.value("document.scrollingElement.scrollWidth - innerWidth") <= 0);
  await firefox.shot(`${shots}narrow.png`);
  assert.deepEqual(firefox.trouble, []);
});
