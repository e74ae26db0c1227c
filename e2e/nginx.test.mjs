// The page behind nginx with the lines of docs/OPERATING.md, at a sub-path, for two people: over a WebSocket, and over the
// event stream where upgrades are refused.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { Server, until } from "./server.mjs";

const WAIT = { timeout: 90_000 };
let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

const freePort = () => new Promise((done) => {
  const s = createServer();
  s.listen(0, "127.0.0.1", () => { const { port } = s.address(); s.close(() => done(port)); });
});

/** A server with nginx before it; refuse takes the upgrades away. */
async function site(t, refuse) {
  const port = await freePort(), url = `http://127.0.0.1:${port}/vitrine/`;
  const settings = { VITRINE_PUBLIC_URL: url, VITRINE_AUTH_HEADER: "X-Auth-User", VITRINE_AUTH_PROXY: "127.0.0.1/32" };
  Object.assign(process.env, settings);
  const server = await Server.start().finally(() => { for (const name in settings) delete process.env[name]; });
  t.after(() => server.stop());
  const dir = await mkdtemp(path.join(tmpdir(), "vitrine-nginx-"));
  t.after(() => rm(dir, { recursive: true, force: true }));
  await chmod(dir, 0o755);
  const guide = await readFile(new URL("../docs/OPERATING.md", import.meta.url), "utf8");
  let lines = /```nginx\n([\s\S]*?)```/.exec(guide)[1]
    .replace("listen 443 ssl", `listen 127.0.0.1:${port}`).replace(/^ *ssl_.*\n/gm, "")
    .replace("/etc/nginx/vitrine.users", path.join(dir, "users")).replaceAll("127.0.0.1:8737", `127.0.0.1:${server.port}`);
  if (refuse) lines = lines.replaceAll("Upgrade $http_upgrade", 'Upgrade ""');
  const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((k) => `${k}_temp_path ${dir}/${k};`).join("\n");
  await writeFile(path.join(dir, "users"), "anna:{PLAIN}of anna\nbert:{PLAIN}of bert\n");
  await writeFile(path.join(dir, "conf"), `daemon off; worker_processes 1; pid ${dir}/pid; error_log stderr error;\nevents {}\nhttp { access_log off;\n${temp}\n${lines}}\n`);
  const nginx = spawn(process.env.NGINX ?? "/usr/sbin/nginx", ["-p", dir, "-c", path.join(dir, "conf"), "-e", "stderr"], { stdio: ["ignore", "ignore", "inherit"] });
  t.after(() => { nginx.kill("SIGTERM"); return new Promise((r) => nginx.once("exit", r)); });
  await until("nginx", () => fetch(url + "livez").then((r) => r.ok, () => false));
  return { server, url };
}

const login = (who) => "Basic " + btoa(`${who}:of ${who}`);

const event = (n) => ({ id: `c${n}:result`, type: "tool_result", event: { id: `c${n}`, value: `Result number ${n}`, request: { id: `c${n}`, name: "look", arguments: {} } } });

async function send(url, who, at, body) {
  const r = await fetch(url + at, { method: "POST", headers: { authorization: login(who), "content-type": "application/json" }, body: JSON.stringify(body) });
  assert.equal(r.status, 201, await r.clone().text());
  return r.json();
}

for (const refuse of [false, true]) {
  test(`a person's session is live behind nginx, ${refuse ? "where upgrades are refused" : "over a WebSocket"}`, async (t) => {
    const { url } = await site(t, refuse);
    for (const who of ["anna", "bert"]) await send(url, who, "v1/sessions", { session: `of-${who}`, title: `The build of ${who}` });
    await send(url, "anna", "v1/sessions/of-anna/events", event(1));
    const { page, trouble } = await open(browser, { httpCredentials: { username: "anna", password: "of anna" } });
    t.after(() => page.context().close());
    const streams = [];
    page.on("request", (r) => { if (r.headers().accept === "text/event-stream") streams.push(r.url()); });
    await page.goto(url);
    await page.getByText("The build of anna").first().waitFor(WAIT);
    assert.equal(await page.getByText("The build of bert").count(), 0);
    await page.getByText("The build of anna").first().click();
    await page.locator(".app-conn-live").waitFor(WAIT);
    await page.getByText("Result number 1").first().waitFor(WAIT);
    await send(url, "anna", "v1/sessions/of-anna/events", event(2));
    await until("the second call", async () => await page.locator(".app-counts").innerText() === "2 calls");
    assert.equal(streams.length > 0, refuse, `event streams: ${streams}`);
    assert.deepEqual(await trouble(/status of (401|426)|WebSocket connection/), []);
  });
}

test("a link opens its session without a password, and ends when it is revoked", async (t) => {
  const { url } = await site(t, false); // which asks for a password on the handshake: the event stream takes over
  await send(url, "anna", "v1/sessions", { session: "shared", title: "Shared" });
  await send(url, "anna", "v1/sessions/shared/events", event(1));
  const link = await send(url, "anna", "v1/sessions/shared/tokens", { permission: "read" });
  assert.ok(link.page.startsWith(url + "s/shared#t="), link.page);
  const { page } = await open(browser);
  t.after(() => page.context().close());
  await page.goto(link.page);
  await page.getByText("Result number 1").first().waitFor(WAIT);
  assert.ok(!page.url().includes("t="), page.url());
  await page.locator(".app-conn-live").waitFor(WAIT);
  const r = await fetch(`${url}v1/sessions/shared/tokens/${link.id}`, { method: "DELETE", headers: { authorization: login("anna") } });
  assert.equal(r.status, 204);
  await page.locator(".app-conn-live").waitFor({ state: "detached", ...WAIT });
});
