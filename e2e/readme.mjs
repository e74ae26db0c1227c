/**
 * The pictures of the README: a run of an invented agent in the page as it is built, wide and narrow, light and dark. `make shots` takes
 * them into docs/shots; look at them before you commit them.
 */
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { launch, open } from "./browser.mjs";
import { artifact, request, result, said } from "./events.mjs";
import { Server, until } from "./server.mjs";

const folder = fileURLToPath(new URL("../docs/shots/", import.meta.url));
const begun = Date.parse("2026-03-04T09:12:00Z");
let clock = 0;

/** An event that comes so many seconds after the one before. */
const after = (seconds, e) => ({ ...e, at: new Date(begun + (clock += seconds) * 1000).toISOString() });

/** A chart, drawn by the browser that will show it. */
const chart = (page) => page.evaluate(() => {
  const c = Object.assign(document.createElement("canvas"), { width: 1280, height: 440 }), g = c.getContext("2d");
  g.fillStyle = "#fff";
  g.fillRect(0, 0, 1280, 440);
  g.font = "22px system-ui, sans-serif";
  const x = (i) => 90 + i * 84, y = (v) => 380 - v * 24, days = [2, 3, 2, 4, 3, 2, 9, 12, 11, 6, 4, 3, 3, 2];
  for (const v of [0, 4, 8, 12]) {
    g.fillStyle = "#6b7280";
    g.fillText(String(v), 40, y(v) + 8);
    g.strokeStyle = "#e5e7eb";
    g.beginPath(); g.moveTo(80, y(v)); g.lineTo(1240, y(v)); g.stroke();
  }
  days.forEach((v, i) => {
    g.fillStyle = v > 8 ? "#c2410c" : "#0b5cad";
    g.beginPath(); g.roundRect(x(i), y(v), 52, 380 - y(v), [5, 5, 0, 0]); g.fill();
    g.fillStyle = "#6b7280";
    if (i % 2 === 0) g.fillText(`${i + 10}`, x(i) + 14, 416);
  });
  return c.toDataURL("image/png").split(",")[1];
});

const crossings = [
  ["07:10", "Marit", "Holm", 142, 2], ["07:40", "Solvei", "Holm", 96, 11], ["08:10", "Marit", "Skarvoy", 155, 14], ["08:40", "Solvei", "Skarvoy", 61, 3], ["09:10", "Marit", "Holm", 118, null],
].map(([departs, ferry, to, passengers, late]) => ({ departs, ferry, to, passengers, "late (min)": late }));

const before = `func Delay(c Crossing) time.Duration {
	planned := c.Departs
	actual := c.Left
	return actual.Sub(planned)
}
`;
const now = `func Delay(c Crossing) time.Duration {
	if c.Left.IsZero() {
		return 0 // still at the quay
	}
	return max(0, c.Left.Sub(c.Departs))
}
`;

const run = (png) => [
  after(0, said("user", "Why were the ferries late on the 17th, and is the report counting it right?")),
  after(3, said("assistant", "I look at that day's crossings first, and at what the weather did.")),
  after(1, request("sql", "run_sql", { query: "select * from crossings where day = 17", limit: 5 }, { title: "Querying the crossings", icon: "table" })),
  after(0.4, result("sql", "run_sql", { value: "5 rows", display: { title: "Queried the crossings", value_preview: "5 rows", open: true }, artifact: artifact("table", { df: crossings }, { title: "Crossings on the 17th", icon: "table" }) })),
  ...[["Holm", "14 m/s, gusts 21"], ["Skarvoy", "17 m/s, gusts 25"], ["Lille", ""]].flatMap(([place, wind], i) => [
    after(0.2, request(`w${i}`, "get_wind", { place }, { title: "Looked up the wind", icon: "globe" })),
    after(0.7, result(`w${i}`, "get_wind", wind ? { value: wind } : { value: "", is_error: true, display: { open: false }, artifact: artifact("error", { message: "No station within 20 km of Lille." }, { status: "error" }) })),
  ]),
  after(1, request("plot", "plot", { days: 14 }, { title: "Plotting two weeks", icon: "card-image" })),
  after(1.2, result("plot", "plot", { value: "a chart", display: { title: "Plotted two weeks of delays", value_preview: "14 days" }, artifact: artifact("image", { images: [{ b64: png, mime: "image/png", alt: "Bars of the median delay on each day from the 10th to the 23rd; the 16th to the 18th stand out." }] }, { title: "Median delay, minutes", icon: "card-image" }) })),
  after(2, said("assistant", "Gusts above **20 m/s** closed the southern quay for an hour, so two crossings left **11** and **14** minutes late. The report also counts a ferry that has not left yet as *early*. I mend that.")),
  after(1, request("edit", "edit_file", { path: "report/delay.go" }, { title: "Editing report/delay.go", icon: "pencil" })),
  after(0.3, result("edit", "edit_file", { value: "edited", display: { title: "Edited report/delay.go", value_preview: "+4 −3", open: true }, artifact: artifact("diff", { old: before, new: now, path: "report/delay.go", verb: "Edit" }, { title: "report/delay.go", icon: "pencil" }) })),
  after(1, request("test", "bash", { command: "go test ./report" }, { title: "Running the tests", icon: "terminal" })),
  after(2.6, result("test", "bash", { value: "FAIL", is_error: true, display: { title: "Ran the tests", value_preview: "1 of 12", open: true }, artifact: artifact("code", { text: "go test ./report", lang: "sh", output: "=== RUN   TestDelay\n    delay_test.go:31: \u001b[31mgot 0s, want -4m0s\u001b[0m\n--- \u001b[31mFAIL\u001b[0m: TestDelay (0.00s)\n\u001b[32mok\u001b[0m   report/table   0.011s\n\u001b[1;31mFAIL\u001b[0m report          0.214s" }, { status: "error", icon: "terminal" }) })),
  after(2, said("assistant", "One test expects the old behaviour: a ferry that leaves before its time. I ask before I change it.")),
  request("ask", "ask_person", { question: "Should an early departure count as no delay?" }, { title: "Asking", icon: "chat" }),
];

const [server, browser] = await Promise.all([Server.start(), launch()]);
try {
  await mkdir(folder, { recursive: true });
  const { session } = await server.session("Why were the ferries late?", { agent: "An agent", project: "~/harbour" });
  const blank = await browser.newPage();
  await server.push(session, ...run(await chart(blank)));
  await blank.close();
  const take = async (name, { scroll = "", open: rows = [], ...options }) => {
    const { page, context, trouble } = await open(browser, { locale: "en-GB", timezoneId: "UTC", ...options });
    await page.goto(server.page(session));
    await page.locator(".app-conn-live").waitFor();
    await page.getByText("I ask before I change it").waitFor();
    for (const words of rows) {
      const row = page.locator(".ak-row", { hasText: words }).first();
      if (await row.getAttribute("aria-expanded") === "false") await row.click();
    }
    await until("the picture", () => page.evaluate(() => [...document.images].every((i) => i.complete)));
    await page.evaluate((words) => {
      const at = words && [...document.querySelectorAll(".ak-row, .ak-prose, .ak-user")].find((e) => e.textContent.includes(words));
      document.activeElement?.blur();
      scrollTo(0, at ? at.getBoundingClientRect().top + scrollY - 70 : 0);
    }, scroll);
    await page.mouse.move(0, 0);
    await page.waitForTimeout(600);
    const faults = await trouble();
    if (faults.length) throw new Error(`${name}: ${faults.join("\n")}`);
    await page.screenshot({ path: `${folder}${name}.png` });
    await context.close();
  };
  await take("run", { viewport: { width: 1200, height: 860 }, colorScheme: "light", open: ["Plotted two weeks"] });
  await take("run-dark", { viewport: { width: 1200, height: 860 }, colorScheme: "dark", scroll: "Gusts above" });
  await take("run-narrow", { viewport: { width: 390, height: 760 }, colorScheme: "light", open: ["Looked up the wind", "Plotted two weeks"], scroll: "Looked up the wind" });
} finally {
  await browser.close();
  await server.stop();
}
