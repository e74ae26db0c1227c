/**
 * node bench/browser/run.mjs [--write]: ours beside the libraries that a page would use instead, in one Chromium and in turns.
 * It wants dist/npm (make build npm) and its own packages (npm ci here). With --write the tables go into docs/BENCHMARKS.md.
 */
import { createServer } from "node:http";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { options } from "../../e2e/chromium.mjs";
import { viewer } from "./viewer.mjs";

const here = fileURLToPath(new URL(".", import.meta.url)), root = join(here, "../.."), out = mkdtempSync(join(tmpdir(), "bench-"));
const load = loadavg()[0];
await build({
  entryPoints: ["page", "start-ours", "start-peer"].map((name) => join(here, name + ".mjs")), outdir: out, bundle: true, minify: true, format: "esm", outExtension: { ".js": ".mjs" },
  define: { "process.env.NODE_ENV": '"production"' }, loader: { ".css": "empty" }, logLevel: "error", external: ["node:*"],
});
const page = (script) => `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/style.css"><style>.host{height:600px;width:900px;overflow:auto}</style><body>${script ? `<script type="module" src="/${script}.mjs"></script>` : ""}`;
const files = { "/kit.wasm": "application/wasm", "/style.css": "text/css" };
const server = createServer((req, res) => {
  const name = req.url.slice(1);
  if (files[req.url]) res.writeHead(200, { "content-type": files[req.url], "cache-control": "max-age=3600" }).end(readFileSync(join(root, "dist/npm", name)));
  else if (name.endsWith(".mjs")) res.writeHead(200, { "content-type": "text/javascript", "cache-control": "max-age=3600" }).end(readFileSync(join(out, name)));
  else res.writeHead(200, { "content-type": "text/html" }).end(page(name));
}).listen(0, "127.0.0.1");
await new Promise((done) => server.once("listening", done));
const url = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch(options);
let pace = 0;

/** Milliseconds from the navigation to the first drawn result, in a new profile and once more in it. */
async function starts(name) {
  const context = await browser.newContext(), times = [];
  for (let i = 0; i < 3; i++) { // the third time the compiled code is kept, too
    const p = await context.newPage();
    await p.goto(url + name);
    await p.waitForFunction(() => globalThis.done !== undefined);
    times.push(await p.evaluate(() => globalThis.done));
    await p.close();
  }
  await context.close();
  return [times[0], times[2]];
}

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
let result;
try {
  const p = await browser.newPage();
  p.on("pageerror", (e) => console.error("bench: " + e.message));
  await p.goto(url + "page");
  await p.waitForFunction(() => globalThis.bench !== undefined);
  result = await p.evaluate((wasm) => globalThis.bench(wasm), url + "kit.wasm");
  await p.close();
  const cold = { ours: [], peer: [] }, warm = { ours: [], peer: [] };
  for (let round = 0; round < 5; round++) {
    for (const side of ["ours", "peer"]) {
      const [first, again] = await starts("start-" + side);
      cold[side].push(first);
      warm[side].push(again);
    }
  }
  const peer = "marked+DOMPurify+highlight.js";
  result.start_cold = { ours: median(cold.ours), [peer]: median(cold.peer) };
  result.start_warm = { ours: median(warm.ours), [peer]: median(warm.peer) };
  result.viewer = await viewer(browser);
  const page = await browser.newPage();
  pace = await page.evaluate(() => {
    const from = performance.now();
    let sum = 0;
    for (let i = 0; i < 1e9; i++) sum = (sum + i) | 0;
    return (performance.now() - from + (sum & 0)) / 1000;
  });
} finally {
  await browser.close();
  server.close();
}

const sum = (list) => list.reduce((a, b) => a + b, 0), mean = (list) => sum(list) / list.length;
/** @type {[string, string, Record<string, number>][]} what, key of the result, goals by peer: ours divided by the peer's */
const tasks = [
  ["200 kB of Markdown to safe HTML", "md200k", { "marked+DOMPurify": 0.33, marked: 1.2 }],
  ["2 kB of Markdown, 200 times", "md2k", { "marked+DOMPurify": 0.6, marked: 1.5 }],
  ["100 kB of HTML made safe", "sanitize", { DOMPurify: 0.8 }],
  ["Markdown in 1,000 chunks, drawn every ten, all of it", "stream", { "react-markdown": 0.05, streamdown: 0.3 }],
  ["two texts of 5,000 lines to the view of their difference", "diff", { "jsdiff+diff2html+DOMPurify": 0.3 }],
  ["a table of 100,000 rows, from JSON text to its first rows", "table_first", { "AG Grid": 0.7 }],
  ["the same table sorted", "table_sort", { "AG Grid": 1 }],
  ["3 kB of JavaScript coloured", "highlight", { "highlight.js": 1 }],
  ["1,000 results of five kinds", "mixed", { "marked+DOMPurify+highlight.js+diff2html": 0.5 }],
  ["an empty page to the first result, nothing cached", "start_cold", { "marked+DOMPurify+highlight.js": NaN }],
  ["the same, all cached", "start_warm", { "marked+DOMPurify+highlight.js": NaN }],
];
const lines = [
  `Measured ${new Date().toISOString().slice(0, 10)} on ${cpus()[0].model}, ${cpus().length} cores, load ${load.toFixed(1)}, Chromium ${browser.version()}. Ours and the peers take turns in one page,`,
  "ours on the page's own thread; milliseconds, medians. The ratio is ours divided by the peer's; a goal is the most it should be.", "",
  "| work | ours | peer | peer's | ratio | goal | |", "|---|--:|---|--:|--:|--:|---|",
];
const stream = result.stream;
result.stream = Object.fromEntries(Object.entries(stream).map(([name, list]) => [name, sum(list)]));
const flat = Object.entries(stream).map(([name, list]) => `${name} ${mean(list.slice(0, 10)).toFixed(1)} and ${mean(list.slice(-10)).toFixed(1)}`).join(", ");
for (const [what, key, goals] of tasks) {
  for (const [peer, goal] of Object.entries(goals)) {
    const { ours, [peer]: theirs } = result[key], ratio = ours / theirs;
    lines.push(`| ${what} | ${ours.toFixed(1)} | ${peer} | ${theirs.toFixed(1)} | ${ratio.toFixed(2)} | ${Number.isNaN(goal) ? "" : goal} | ${Number.isNaN(goal) ? "" : ratio <= goal ? "met" : "missed"} |`);
  }
}
lines.push("", `The table is ${result.table_mb.toFixed(1)} MB of JSON. A step of the streamed text, at the beginning and at the end: ${flat}.`);
const size = (name) => `${(brotliCompressSync(readFileSync(join(out, name))).length / 1000).toFixed(0)} kB`;
lines.push(`What the page of the last two lines loads, packed: ours ${size("start-ours.mjs")} and kit.wasm (docs/sizes.txt), the peers' ${size("start-peer.mjs")}.`);
const { small, large } = result.viewer, ms = (n) => n.toFixed(0);
lines.push("", "The page of `vitrine serve`, from the address to the view, and what one more event costs it:", "",
  "| session | first words, ms | first rows, ms | all of it, ms | an event, ms |", "|---|--:|--:|--:|--:|",
  ...[["50 calls", small], ["5,000 calls", large]].map(([name, v]) => `| ${name} | ${ms(v.words)} | ${ms(v.first)} | ${ms(v.all)} | ${v.cost.toFixed(1)} |`),
  "", `For comparison between machines: a loop of a thousand million additions takes ${pace.toFixed(1)} s in this browser.`);
rmSync(out, { recursive: true });
console.log(lines.join("\n"));
if (process.argv.includes("--write")) {
  const file = join(root, "docs/BENCHMARKS.md"), begin = "<!-- begin: bench/browser -->\n", end = "<!-- end: bench/browser -->", text = readFileSync(file, "utf8");
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has not the marks of bench/browser`);
  writeFileSync(file, text.slice(0, from) + begin + "\n" + lines.join("\n") + "\n" + text.slice(to));
}
