/** What a server withholds from its readers is in neither the page nor the plain page, and nothing gives it out. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { artifact, request, result, said } from "./events.mjs";
import { Server } from "./server.mjs";

const WAIT = { timeout: 90_000 };
let server, browser;

before(async () => {
  process.env.VITRINE_WITHHOLD = "links,copies,downloads,json,exports";
  try { [server, browser] = await Promise.all([Server.start(), launch()]); } finally { delete process.env.VITRINE_WITHHOLD; }
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("a session is read, and what is withheld is not there", async () => {
  const { session } = await server.session("Quiet");
  await server.push(session, said("user", "Which?"), request("c", "run_sql", { q: 1 }, { title: "Queried" }),
    result("c", "run_sql", { value: "2 rows", artifact: artifact("table", { df: [{ city: "Duluth", at: "https://a.example/t" }] }) }), said("assistant", "See [the page](https://a.example/m)."));
  const { page, context, trouble } = await open(browser);
  await page.goto(server.page(session));
  await page.locator(".app-conn-live").waitFor(WAIT);
  await page.locator(".ak-act .ak-row").first().click();
  await page.locator("#transcript").getByText("Duluth").waitFor(WAIT);
  const html = await page.content();
  for (const gone of [/href="https:/, /data-ak-action="(copy|download|tools)/, /data-do="(value|artifact|arguments|markdown|inspect|export)"/, /Export…/]) assert.doesNotMatch(html, gone);
  for (const there of ["the page", "Duluth", "1 call"]) assert.ok(html.includes(there), there);
  await page.screenshot({ path: new URL("./shots/withheld.png", import.meta.url).pathname });
  assert.deepEqual(await trouble(), []);
  await context.close();

  const plain = await (await fetch(`${server.url}s/${session}/static`, { headers: { authorization: "Bearer " + server.token } })).text();
  assert.ok(plain.includes("the page") && !/href="https:/.test(plain), plain.slice(0, 400));
});

test("a name that is none is refused when the server starts", async () => {
  process.env.VITRINE_WITHHOLD = "links,everything";
  try { await assert.rejects(Server.start(), /"everything" cannot be withheld/); } finally { delete process.env.VITRINE_WITHHOLD; }
});
