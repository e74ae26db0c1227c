/**
 * The page as files: dist/static on a host that knows nothing of it, below a path, with the headers of its _headers and without any.
 * After one visit it works with no network at all.
 */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { artifact, request, result, said } from "./events.mjs";
import { binary, until } from "./server.mjs";

const WAIT = { timeout: 90_000 }, PREFIX = "/some/where/";
const types = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".mjs": "text/javascript", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".jsonl": "application/octet-stream" };
const envelopes = [said("user", "How high is the water?"), request("c1", "gauge", { port: "Duluth" }), result("c1", "gauge", { value: "2 rows", artifact: artifact("table", { df: [{ port: "Duluth", high: 1.25 }, { port: "Fargo", high: 1.5 }] }) }), said("assistant", "**1.25** in Duluth.")].map((e) => JSON.stringify(e)).join("\n");
const claude = [
  { type: "user", message: { role: "user", content: "Which harbour is the deepest?" } },
  { type: "assistant", message: { role: "assistant", model: "m", content: [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "sort -k2 depths | tail -1" } }] } },
  { type: "user", message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "Narvik 60\npassword=Quai-1912xYz!" }] }, toolUseResult: { stdout: "Narvik 60\npassword=Quai-1912xYz!", stderr: "", interrupted: false } },
].map((l, i) => JSON.stringify({ sessionId: "s", cwd: "/home/ada/harbour", version: "2.0.0", timestamp: `2026-01-01T00:00:0${i}.000Z`, isSidechain: false, userType: "external", uuid: "u" + i, parentUuid: i ? "u" + (i - 1) : null, ...l })).join("\n");
const mcp = JSON.stringify({ content: [{ type: "text", text: "a result of another kind" }] });

let browser, dir;
before(async () => {
  browser = await launch();
  dir = await mkdtemp(path.join(tmpdir(), "vitrine-static-"));
  execFileSync(binary, ["site", "-o", dir], { stdio: ["ignore", "ignore", "inherit"] });
  await writeFile(path.join(dir, "run.jsonl"), envelopes);
});
after(async () => {
  await browser?.close();
  if (dir) await rm(dir, { recursive: true, force: true });
});

const freePort = () => new Promise((done) => {
  const s = createServer();
  s.listen(0, "127.0.0.1", () => { const { port } = s.address(); s.close(() => done(port)); });
});

/** The lines of _headers for a path. @param {string} text @param {string} at */
function headersOf(text, at) {
  const out = {};
  let on = false;
  for (const line of text.split("\n")) {
    if (/^\S/.test(line)) on = line.endsWith("*") && at.startsWith(line.slice(0, -1));
    else if (on && line.startsWith("  ! ")) delete out[line.slice(4).toLowerCase()];
    else if (on && line.includes(": ")) out[line.slice(2, line.indexOf(":")).toLowerCase()] = line.slice(line.indexOf(":") + 2);
  }
  return out;
}

/** A host of files below PREFIX. @param {boolean} withHeaders */
async function host(t, withHeaders) {
  const rules = withHeaders ? await readFile(path.join(dir, "_headers"), "utf8") : "", asked = [];
  const server = createServer(async (req, res) => {
    const at = new URL(req.url, "http://x").pathname;
    asked.push(at);
    let name = at.startsWith(PREFIX) ? at.slice(PREFIX.length) || "index.html" : "";
    const body = name.includes("..") ? null : await readFile(path.join(dir, name)).catch(() => null);
    if (!name || !body) return void res.writeHead(404).end();
    res.writeHead(200, { "content-type": types[path.extname(name)] ?? "text/plain", ...headersOf(rules, "/" + name) }).end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const stop = () => new Promise((done) => { server.closeAllConnections(); server.close(done); });
  t.after(() => server.listening && stop());
  return { url: `http://127.0.0.1:${server.address().port}${PREFIX}`, asked, stop };
}

async function drop(page, name, body) {
  await page.evaluate(([name, body]) => {
    const data = new DataTransfer();
    data.items.add(new File([body], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [name, body]);
}

for (const withHeaders of [true, false]) {
  test(`as files below a path, ${withHeaders ? "with its headers" : "without any header"}: opened, searched, linked to`, async (t) => {
    const { url, asked } = await host(t, withHeaders), { page, context, trouble } = await open(browser);
    t.after(() => context.close());
    await page.goto(url);
    await page.locator(".app-welcome").waitFor(WAIT);
    await drop(page, "run.jsonl", envelopes);
    await page.locator(".app-counts").getByText("1 call").waitFor(WAIT);
    await page.locator(".app-expand").click();
    await page.getByText("Fargo").first().waitFor(WAIT);
    await page.goto(`${url}#src=run.jsonl&call=c1`);
    await page.reload();
    await page.getByText("Fargo").first().waitFor(WAIT); // the call that the address names is open
    await page.goto(`${url}#inspect`);
    await page.locator("textarea").fill(mcp);
    await page.locator(".ak-card").getByText("a result of another kind").first().waitFor(WAIT);
    assert.deepEqual(await trouble(), []);
    assert.deepEqual(asked.filter((at) => !at.startsWith(PREFIX) && at !== "/favicon.ico"), [], "nothing is asked for outside of its folder");
    assert.ok(!asked.some((at) => at.includes("v1/")), "no server is looked for");
  });
}

/** Runs a server of static files with the lines of docs/HOSTING.md. @type {Record<string, (conf: string, port: number, lines: string) => { text: string, run: string, args: string[] }>} */
const servers = {
  nginx(conf, port, lines) {
    const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((k) => `${k}_temp_path ${conf}/${k};`).join("\n");
    return {
      text: `daemon off; worker_processes 1; pid ${conf}/pid; error_log stderr error;\nevents {}\nhttp { access_log off;\n${temp}\nserver { listen 127.0.0.1:${port};\n${lines.replace("/srv/vitrine/", dir + "/")}}}\n`,
      run: process.env.NGINX ?? "/usr/sbin/nginx", args: ["-p", conf, "-c", path.join(conf, "conf"), "-e", "stderr"],
    };
  },
  caddy: (conf, port, lines) => ({
    text: `{\n  admin off\n  auto_https off\n  log {\n    level ERROR\n  }\n}\nhttp://127.0.0.1:${port} {\n${lines.replace("/srv/vitrine", dir)}}\n`,
    run: process.env.CADDY ?? "/usr/bin/caddy", args: ["run", "--adapter", "caddyfile", "--config", path.join(conf, "conf")],
  }),
};

for (const [name, lines] of Object.entries(servers)) {
  test(`behind ${name} with the lines of docs/HOSTING.md`, async (t) => {
    const conf = await mkdtemp(path.join(tmpdir(), `vitrine-${name}-`)), port = await freePort(), url = `http://127.0.0.1:${port}/vitrine/`;
    t.after(() => rm(conf, { recursive: true, force: true }));
    await chmod(conf, 0o755);
    await chmod(dir, 0o755);
    const guide = await readFile(new URL("../docs/HOSTING.md", import.meta.url), "utf8"), { text, run, args } = lines(conf, port, new RegExp("```" + name + "\n([\\s\\S]*?)```").exec(guide)[1]);
    await writeFile(path.join(conf, "conf"), text);
    const child = spawn(run, args, { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, HOME: conf, XDG_DATA_HOME: conf, XDG_CONFIG_HOME: conf } });
    t.after(() => { child.kill("SIGTERM"); return new Promise((r) => child.once("exit", r)); });
    await until(name, () => fetch(url).then((r) => r.ok, () => false));
    const { page, context, trouble } = await open(browser);
    t.after(() => context.close());
    const answers = [];
    page.on("response", (r) => answers.push(r));
    await page.goto(`${url}#src=run.jsonl&call=c1`);
    await page.getByText("Fargo").first().waitFor(WAIT);
    assert.deepEqual(await trouble(), []);
    const wasm = answers.find((r) => r.url().endsWith(".wasm"));
    assert.match(wasm.headers()["content-encoding"], /^(gzip|br)$/);
    for (const r of answers) {
      assert.match(r.headers()["content-security-policy"] ?? "", /default-src 'none'.*frame-ancestors 'none'/, r.url());
      assert.equal(r.headers()["x-content-type-options"], "nosniff", r.url());
    }
  });
}

test("after one visit there needs to be no network; a new version is offered, and taken on a click", async (t) => {
  const { url, stop } = await host(t, true), { page, context } = await open(browser, { acceptDownloads: true }), requests = [];
  t.after(() => context.close());
  await page.goto(url);
  await page.evaluate(async () => { await caches.open("somebody else's"); await navigator.serviceWorker.ready; });
  const port = Number(new URL(url).port);
  await stop();
  await page.reload();
  await page.locator(".app-welcome").waitFor(WAIT);
  page.on("request", (r) => requests.push(r.url()));
  for (const [name, body, text] of [["run.jsonl", envelopes, "How high is the water?"], ["one.json", mcp, "a result of another kind"], ["claude.jsonl", claude, "Which harbour is the deepest?"]]) {
    await drop(page, name, body);
    await page.locator("#transcript").getByText(text).first().waitFor(WAIT);
  }
  await page.keyboard.press("/");
  await page.keyboard.type("Narvik");
  await page.locator(".app-find-at", { hasText: /^1 of/ }).waitFor(WAIT);
  await page.locator("#transcript").getByText("Narvik 60").first().waitFor(WAIT); // it stood in what was closed
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("button", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByText(/secrets? and names? (is|are) taken out:/).waitFor(WAIT);
  const [file] = await Promise.all([page.waitForEvent("download", WAIT), dialog.getByRole("button", { name: "Save" }).click()]), chunks = [];
  for await (const c of await file.createReadStream()) chunks.push(c);
  const saved = Buffer.concat(chunks).toString();
  assert.ok(saved.startsWith("<!doctype html>") && saved.includes("Narvik 60") && !saved.includes("Quai-1912"), saved.slice(0, 200));
  assert.deepEqual(requests.filter((r) => !r.startsWith("blob:") && !r.startsWith("data:")), [], "nothing is asked for after the page has loaded");
  assert.ok(await page.evaluate(() => caches.keys()).then((names) => names.includes("somebody else's")));

  // The same host with another version.
  const worker = path.join(dir, "sw.js"), before = await readFile(worker, "utf8");
  t.after(() => writeFile(worker, before));
  await writeFile(worker, before.replace(/const version = "/, 'const version = "next'));
  const again = createServer(async (req, res) => {
    const name = new URL(req.url, "http://x").pathname.slice(PREFIX.length) || "index.html", body = await readFile(path.join(dir, name)).catch(() => null);
    res.writeHead(body ? 200 : 404, { "content-type": types[path.extname(name)] ?? "text/plain" }).end(body ?? "");
  });
  await new Promise((done) => again.listen(port, "127.0.0.1", done));
  t.after(() => { again.closeAllConnections(); return new Promise((done) => again.close(done)); });
  await page.evaluate(async () => { await (await navigator.serviceWorker.getRegistration()).update(); });
  await page.getByText("A new version of this page is ready.").waitFor(WAIT);
  const old = await page.evaluate(() => caches.keys());
  await Promise.all([page.waitForEvent("load", WAIT), page.getByRole("button", { name: "Reload with it" }).click()]);
  await page.locator(".app-welcome").waitFor(WAIT);
  await until("the old files to be gone", async () => {
    const now = await page.evaluate(() => caches.keys());
    return now.length === 2 && now.includes("somebody else's") && now.some((n) => n.includes("next")) && old.length === 3;
  });
});
