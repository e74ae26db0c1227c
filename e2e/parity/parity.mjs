// node e2e/parity/parity.mjs [--mutant]
// The same vectors in four runtimes, one digest: native, GOOS=js under Node, kit-import.wasm in Node and in Chromium. kit.wasm, which
// reads no transcripts, is held to the same answers by the package's own test.
// With --mutant the escaper is broken by an overlay at build time, and every runtime must then disagree with the true digest.
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { options } from "../chromium.mjs";
import { digest } from "./digest.mjs";
import { start } from "../../wasm/npm/instance.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const mutant = process.argv.includes("--mutant");
const work = mkdtempSync(join(tmpdir(), "vitrine-parity-"));
const go = (args, env = {}) => execFileSync("go", args, { cwd: root, env: { ...process.env, ...env }, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const goroot = go(["env", "GOROOT"]).trim();
const lines = [];
const faults = [];

function overlay() {
  const file = join(root, "artifactkit/markup/escape.go");
  const source = readFileSync(file, "utf8");
  const broken = source.replace(`t['&'], t['<'],`, `t['&'], t['!'],`);
  if (broken === source) throw new Error("the mutation found nothing to break in escape.go");
  writeFileSync(join(work, "escape.go"), broken);
  writeFileSync(join(work, "overlay.json"), JSON.stringify({ Replace: { [file]: join(work, "escape.go") } }));
  return ["-overlay", join(work, "overlay.json")];
}

function parse(line) {
  const m = /^conformance runtime=(\S+) vectors=(\d+) digest=([0-9a-f]{64})$/m.exec(line);
  if (!m) throw new Error(`no conformance line in: ${line}`);
  return { runtime: m[1], count: Number(m[2]), digest: m[3] };
}

async function inChromium(wasm, vectors) {
  const files = {
    "/": ["text/html", `<!doctype html><meta charset=utf-8><title>parity</title><div id=host></div><script type=module src=./page.mjs></script>`],
    "/page.mjs": ["text/javascript", readFileSync(join(root, "e2e/parity/page.mjs"))],
    "/digest.mjs": ["text/javascript", readFileSync(join(root, "e2e/parity/digest.mjs"))],
    "/instance.mjs": ["text/javascript", readFileSync(join(root, "wasm/npm/instance.mjs"))],
    "/wasm_exec.js": ["text/javascript", readFileSync(join(goroot, "lib/wasm/wasm_exec.js"))],
    "/kit.wasm": ["application/wasm", wasm],
    "/vectors.json": ["application/json", vectors],
  };
  const asked = [];
  const server = createServer((req, res) => {
    asked.push(req.url);
    const file = files[req.url];
    res.writeHead(file ? 200 : 404, {
      "content-type": file?.[0] ?? "text/plain",
      "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types artifactkit",
    });
    res.end(file?.[1] ?? "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const browser = await chromium.launch(options);
  try {
    const page = await browser.newPage();
    page.on("dialog", (d) => { if (!mutant) faults.push(`chromium: a dialog: ${d.message()}`); d.dismiss(); });
    page.on("console", (m) => { if (!mutant && m.type() === "error" && !m.location().url.endsWith("/favicon.ico")) faults.push(`chromium: ${m.text()}`); });
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => globalThis.parity !== undefined, null, { timeout: 120_000 });
    const result = await page.evaluate(() => globalThis.parity);
    if (result.error) throw new Error(result.error);
    if (!mutant) faults.push(...result.faults.map((f) => `chromium: ${f}`));
    const foreign = asked.filter((u) => !(u in files) && u !== "/favicon.ico");
    if (!mutant && foreign.length > 0) faults.push(`chromium: the markup asked for ${foreign.join(", ")}`);
    return result;
  } finally {
    await browser.close();
    server.close();
  }
}

try {
  const flags = mutant ? overlay() : [];
  mkdirSync(join(root, "dist"), { recursive: true });
  const truth = parse(go(["run", "./artifactkit/internal/vectors", "-out", join(root, "dist/vectors.json")]));
  const vectors = readFileSync(join(root, "dist/vectors.json"));

  const native = mutant ? parse(go(["run", ...flags, "./artifactkit/internal/vectors"])) : truth;
  lines.push({ ...native, runtime: "native" });

  const js = { GOOS: "js", GOARCH: "wasm" };
  go(["build", ...flags, "-o", join(work, "vectors.wasm"), "./artifactkit/internal/vectors"], js);
  lines.push({ ...parse(execFileSync(join(goroot, "lib/wasm/go_js_wasm_exec"), [join(work, "vectors.wasm")], { cwd: root, encoding: "utf8", env: { PATH: process.env.PATH, HOME: work } })), runtime: "wasm-node" });

  let kitFile = join(root, "dist/kit-import.wasm");
  if (mutant) {
    kitFile = join(work, "kit-import.wasm");
    go(["build", ...flags, "-trimpath", "-ldflags=-s -w -buildid=", "-o", kitFile, "./wasm/kit-import"], js);
  }
  const wasm = readFileSync(kitFile);
  await import(join(goroot, "lib/wasm/wasm_exec.js"));
  const inNode = await digest(await start(globalThis.Go, await WebAssembly.compile(wasm)), JSON.parse(vectors));
  lines.push({ ...inNode, runtime: "kit-node" });
  const inPage = await inChromium(wasm, vectors);
  lines.push({ ...inPage, runtime: "kit-chromium" });

  for (const l of lines) {
    console.log(`conformance runtime=${l.runtime} vectors=${l.count} digest=${l.digest}`);
    const same = l.digest === truth.digest && l.count === truth.count;
    if (!mutant && !same) faults.push(`${l.runtime} disagrees: ${(l.different ?? []).slice(0, 5).join(", ") || "see the digests"}`);
    if (mutant && same) faults.push(`${l.runtime} did not notice the broken escaper`);
  }
  for (const f of faults) console.error(`parity: ${f}`);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(mutant ? "parity: every runtime noticed the broken escaper" : "parity: all runtimes agree");
} finally {
  rmSync(work, { recursive: true, force: true });
}
