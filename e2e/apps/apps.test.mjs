/** Apps that are built as their READMEs say: Next.js with a chat on the AI SDK, and the fallbacks for two libraries of chat parts. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, open } from "../browser.mjs";
import { blocksOf, project } from "../npm-host.mjs";
import { until } from "../server.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const WAIT = { timeout: 30_000 };
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const modules = here("./node_modules"), env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
const files = (name) => Object.fromEntries(blocksOf(readFileSync(here(name), "utf8")).map((b) => [b.file, b.text]));

test("Next.js: drawn on the server and taken over, and a chat that is drawn as it comes", { timeout: 400_000 }, async (t) => {
  const dir = project(t, files("./next/README.md"), [], modules, here(".")); // beside the packages, as Next follows no link out of its root
  const run = (command, args) => execFileSync(command, args, { cwd: dir, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], timeout: 300_000 });
  writeFileSync(join(dir, "next.config.mjs"), `export default { turbopack: { root: ${JSON.stringify(here("."))} } };\n`); // the packages lie beside the app here
  writeFileSync(join(dir, "app/icon.svg"), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>');
  run("sh", ["-e", "install.sh"]);
  const next = join(modules, "next/dist/bin/next"), from = Date.now();
  run(process.execPath, [next, "build"]);
  t.diagnostic(`next build took ${Date.now() - from} ms`);
  const server = spawn(process.execPath, [next, "start", "--port", "0", "--hostname", "127.0.0.1"], { cwd: dir, env, stdio: ["ignore", "pipe", "pipe"] });
  t.after(() => server.kill());
  let said = "";
  for (const out of [server.stdout, server.stderr]) out.on("data", (d) => { said += d; });
  const url = await until("next's server", () => /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0], 60_000);

  const served = await (await fetch(url)).text();
  assert.match(served, /<table[\s\S]*Duluth/);
  const opened = await open(browser), warned = [];
  t.after(() => opened.context.close());
  const { page: p } = opened;
  p.on("console", (m) => { if (m.type() === "warning" || m.type() === "error") warned.push(m.text()); });
  await p.goto(url);
  await until("the table sorts", async () => {
    await p.locator('[data-ak-action^="sort:1"]').click();
    return /^\s*Oslo/.test(await p.locator("tbody tr").first().innerText());
  }, 30_000);
  await p.goto(url + "/chat");
  await p.getByRole("button", { name: "Ask" }).click();
  await p.locator("article").first().waitFor(WAIT);
  await p.getByText("18 degrees and <cloudy>").waitFor(WAIT);
  await p.getByText("Duluth has no tides").first().waitFor(WAIT);
  assert.equal(await p.locator("article").count(), 2);
  assert.equal(await p.locator("cloudy").count(), 0);
  assert.equal(await p.locator("article").first().evaluate((e) => getComputedStyle(e).borderTopStyle), "solid", "the stylesheet has lost its colours");
  if (process.env.SHOT) await p.screenshot({ path: process.env.SHOT });
  assert.deepEqual(warned, []);
  assert.deepEqual(await opened.trouble(), []);
  assert.doesNotMatch(said, /warn|error/i);
});

test("the fallbacks fit the libraries' types, and show a call before anything is fetched", (t) => {
  const dir = project(t, files("./fallbacks/README.md"), [], modules, here("."));
  for (const [name, text] of Object.entries(files("./fallbacks/README.md"))) if (name.endsWith(".tsx")) assert.ok(text.trim().split("\n").length < 10, `${name} is long`);
  writeFileSync(join(dir, "tsconfig.json"), JSON.stringify({ compilerOptions: { strict: true, noEmit: true, jsx: "react-jsx", target: "es2023", module: "esnext", moduleResolution: "bundler", lib: ["es2023", "dom", "dom.iterable"], skipLibCheck: true, types: [] }, include: ["*.ts", "*.tsx"] }));
  execFileSync(process.execPath, [join(modules, "typescript/bin/tsc"), "-p", dir], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  const ts = createRequire(join(modules, "x.js"))("typescript");
  for (const name of ["kit.ts", "assistant-ui.tsx", "ai-elements.tsx"]) {
    const { outputText } = ts.transpileModule(readFileSync(join(dir, name), "utf8"), { compilerOptions: { jsx: "react-jsx", target: "es2023", module: "esnext" } });
    writeFileSync(join(dir, name.replace(/\.tsx?$/, ".mjs")), outputText.replace('"./kit"', '"./kit.mjs"'));
  }
  writeFileSync(join(dir, "render.mjs"), `import { createElement as h } from "react";
import { renderToString } from "react-dom/server";
import { ToolFallback } from "./assistant-ui.mjs";
import { Tool } from "./ai-elements.mjs";
console.log(renderToString(h(ToolFallback, { toolCallId: "c1", toolName: "weather", args: {}, argsText: "{}", result: "18 <degrees>" })));
console.log(renderToString(h(Tool, { part: { type: "tool-weather", toolCallId: "c1", state: "output-available", input: {}, output: "4 <degrees>" } })));
`);
  const said = execFileSync(process.execPath, ["render.mjs"], { cwd: dir, encoding: "utf8" });
  assert.match(said, /18 &lt;degrees&gt;/);
  assert.match(said, /4 &lt;degrees&gt;/);
});
