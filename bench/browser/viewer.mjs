/** The page of the built command, over a session of 50 and of 5,000 calls: when its first words and its first rows are there, and what one more event costs. */
import { artifact, request, result, said } from "../../e2e/events.mjs";
import { Server, until } from "../../e2e/server.mjs";

/** @param {number} from @param {number} to */
const calls = (from, to) => Array.from({ length: to - from }, (_, k) => {
  const i = from + k, id = `call-${i}`;
  return [
    ...i % 25 === 0 ? [said("user", `Question ${i}`), said("assistant", `Some **words** about ${i}.`)] : [],
    request(id, ["read_file", "run", "search"][i % 3], { path: `src/${i}.go` }),
    result(id, ["read_file", "run", "search"][i % 3], i % 2 ? { value: `line ${i}\n`.repeat(20) } : { value: "2 rows", artifact: artifact("table", { df: [{ id: i, v: i / 7 }, { id: i + 1, v: null }] }) }),
  ];
}).flat();

async function push(server, session, events) {
  for (let i = 0; i < events.length; i += 500) {
    const r = await fetch(`${server.url}v1/sessions/${session}/events`, { method: "POST", headers: { authorization: "Bearer " + server.token, "content-type": "application/x-ndjson" }, body: events.slice(i, i + 500).map((e) => JSON.stringify(e)).join("\n") });
    if (r.status !== 201) throw new Error(`push: ${r.status} ${await r.text()}`);
  }
}

/** @param {import("playwright-core").Browser} browser @param {number} n */
async function one(browser, server, n) {
  const { session } = await server.session(`${n} calls`);
  await push(server, session, calls(0, n));
  const words = [], firsts = [], all = [], costs = [];
  for (let round = 0; round < 3; round++) {
    const context = await browser.newContext({ viewport: { width: 1100, height: 900 } }), page = await context.newPage();
    await page.addInitScript(() => { // when the first words are there, and the first row that the program has drawn
      const seen = () => {
        if (document.querySelector("#transcript > *")) globalThis.firstWords ??= performance.now();
        if (document.querySelector("#transcript .ak-row")) globalThis.firstRow ??= performance.now();
      };
      new MutationObserver(seen).observe(document, { subtree: true, childList: true });
    });
    await page.goto(server.url + "livez"); // a process for the page; its module is fetched and compiled anew
    await page.goto(server.page(session));
    await page.waitForFunction(() => globalThis.firstRow !== undefined, null, { timeout: 60_000 });
    firsts.push(await page.evaluate(() => globalThis.firstRow));
    words.push(await page.evaluate(() => globalThis.firstWords));
    await page.waitForFunction((want) => new RegExp(`^${want.toLocaleString("en")} calls`).test(document.querySelector(".app-counts")?.textContent ?? ""), n + 50 * round, { timeout: 120_000 });
    all.push(await page.evaluate(() => performance.now()));
    const cdp = await context.newCDPSession(page);
    await cdp.send("Performance.enable");
    const busy = async () => (await cdp.send("Performance.getMetrics")).metrics.find((m) => m.name === "TaskDuration").value * 1000;
    await page.waitForTimeout(2000);
    const more = calls(n + 50 * round, n + 50 * (round + 1)).filter((e) => e.type !== "message");
    for (const [k, e] of more.entries()) {
      const before = await busy();
      await push(server, session, [e]);
      if (e.type === "tool_result") await until("the call", () => page.evaluate((want) => (document.querySelector(".app-counts")?.textContent ?? "").startsWith(want.toLocaleString("en")), n + 50 * round + (k + 1) / 2));
      await page.waitForTimeout(20);
      costs.push(await busy() - before);
    }
    await context.close();
  }
  const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
  return { words: median(words), first: median(firsts), all: median(all), cost: median(costs) };
}

/** @param {import("playwright-core").Browser} browser */
export async function viewer(browser) {
  const server = await Server.start();
  try {
    return { small: await one(browser, server, 50), large: await one(browser, server, 5000) };
  } finally {
    await server.stop();
  }
}
