/**
 * A transcript that is exported and opened from disk: whatever stood in it, the page runs nothing and asks for nothing, and it prints
 * whole. Secrets do not get into it.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { launch, open } from "./browser.mjs";
import { claude, events, strings, text } from "./hostile.mjs";
import { look, remember } from "./hostile-look.mjs";

const run = promisify(execFile), binary = process.env.VITRINE ?? fileURLToPath(new URL("../dist/vitrine", import.meta.url));
let folder, browser;
before(async () => { [folder, browser] = await Promise.all([mkdtemp(path.join(tmpdir(), "vitrine-export-")), launch()]); });
after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Exports lines and answers the file and what was said. */
async function exported(lines, name = "out.html", ...flags) {
  const from = path.join(folder, "in.jsonl"), to = path.join(folder, name);
  await writeFile(from, lines.join("\n"));
  const { stderr } = await run(binary, ["export", "-o", to, ...flags, from], { timeout: 60_000 });
  return { to, said: stderr };
}

/** Opens a page from disk and answers it with everything that it did. */
async function shown(file, options) {
  const { page, context, trouble } = await open(browser, options), own = pathToFileURL(file).href, more = [];
  await page.addInitScript(remember);
  page.on("request", (r) => { if (r.url() !== own && !r.url().startsWith("data:")) more.push("request: " + r.url()); });
  page.on("frameattached", (f) => more.push("frame: " + f.url()));
  page.on("framenavigated", (f) => { if (f.url().split("#")[0] !== own) more.push("navigation: " + f.url()); });
  await page.goto(own, { timeout: 60_000 });
  return { page, context, trouble: async () => [...more, ...(await trouble()).filter((t) => !t.startsWith("request: file:"))] };
}

for (const [name, some] of Object.entries(strings)) {
  test(`${name}: an exported page only shows them`, { timeout: 120_000 }, async () => {
    const { to } = await exported([...some.flatMap((s, i) => events(s, i)), ...some.slice(0, 6).flatMap((s) => events(s, 1))].map(text));
    const { page, context, trouble } = await shown(to);
    await page.evaluate(() => { for (const d of document.querySelectorAll("details")) d.open = true; });
    await page.waitForTimeout(300);
    assert.equal(await page.locator("script, iframe, object, embed, link, form, [data-ak-action], button, input").count(), 0);
    assert.deepEqual((await page.evaluate(look)).faults, []);
    assert.deepEqual(await trouble(), []);
    await context.close();
  });
}

test("a hostile session of a foreign format, exported", async () => {
  const { to } = await exported(Object.values(strings).flatMap((l) => l.slice(0, 3)).filter((s) => s.length < 2_000).flatMap(claude).map(text));
  const { page, context, trouble } = await shown(to, { viewport: { width: 360, height: 700 } });
  assert.deepEqual((await page.evaluate(look)).faults, []);
  assert.deepEqual(await trouble(), []);
  await context.close();
});

/** Invented, and put together here so that no scanner takes them for real. */
const secrets = [["Sommer", "2031x"].join(""), ["xo", "xb-123456789012-1234567890123-", "aB3dE5fG7hI9jK1lM3nO5pQ7"].join("")];

test("secrets are listed, and are in none of the formats", async () => {
  const lines = [
    { id: "q", type: "tool_request", event: { id: "c1", name: "Bash", arguments: { command: `psql postgres://app:${secrets[0]}@db/x` } } },
    { id: "r", type: "tool_result", event: { id: "c1", name: "Bash", value: `SLACK=${secrets[1]}`, is_error: false } },
  ].map((v) => JSON.stringify(v));
  for (const name of ["a.html", "a.md", "a.jsonl"]) {
    const { to, said } = await exported(lines, name), got = await readFile(to, "utf8");
    for (const s of secrets) assert.ok(!got.includes(s), `${name} holds ${s}`);
    assert.match(got, /removed: slack-token/);
    assert.match(said, /slack-token +\d+ +Bash c1 value/);
    const whole = await readFile((await exported(lines, name, "--no-redact")).to, "utf8");
    for (const s of secrets) assert.ok(whole.includes(s.slice(0, 10)), `${name} --no-redact has lost ${s}`);
  }
});

test("it prints what is closed", async () => {
  const { to } = await exported([
    JSON.stringify({ id: "q", type: "tool_request", event: { id: "c1", name: "Bash", arguments: {} } }),
    JSON.stringify({ id: "r", type: "tool_result", event: { id: "c1", name: "Bash", value: "the inmost word", is_error: false } }),
  ]);
  const { page, context } = await shown(to);
  const word = page.locator(".ak-body", { hasText: "the inmost word" }).first();
  const high = () => word.evaluate((el) => el.getBoundingClientRect().height);
  assert.equal(await word.isVisible(), false, "closed on the screen");
  await page.emulateMedia({ media: "print" });
  assert.ok(await high() > 0, "open on paper");
  assert.ok((await page.pdf()).length > 2_000);
  await context.close();
});
