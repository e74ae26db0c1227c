/**
 * A server of our own for a journey: the built command on a free loopback port, with a data folder that goes when it ends.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import path from "node:path";

/** The built command. */
export const binary = process.env.VITRINE ?? fileURLToPath(new URL("../dist/vitrine", import.meta.url));

/** A port that nothing listens on. */
const freePort = () => new Promise((done, fail) => {
  const s = createServer();
  s.once("error", fail);
  s.listen(0, "127.0.0.1", () => {
    const { port } = s.address();
    s.close(() => done(port));
  });
});

/** Waits until f answers something true. */
export async function until(what, f, ms = 60_000) {
  const end = Date.now() + ms;
  for (;;) {
    const got = await f();
    if (got) return got;
    if (Date.now() > end) throw new Error(`waited ${ms} ms for ${what}`);
    await new Promise((r) => setTimeout(r, 50));
  }
}

export class Server {
  #process = null;
  #said = "";

  static async start() {
    const s = new Server();
    s.data = await mkdtemp(path.join(tmpdir(), "vitrine-e2e-"));
    s.port = await freePort();
    s.url = `http://127.0.0.1:${s.port}/`;
    await s.run();
    s.token = (await readFile(path.join(s.data, "admin.token"), "utf8")).trim();
    return s;
  }

  async run() {
    this.#process = spawn(binary, ["serve", "--addr", `127.0.0.1:${this.port}`, "--data", this.data], { stdio: ["ignore", "pipe", "pipe"] });
    for (const out of [this.#process.stdout, this.#process.stderr]) out.on("data", (d) => { this.#said += d; });
    this.#process.once("error", (e) => { this.#said += e; });
    await until("the server", async () => {
      if (this.#process.exitCode !== null) throw new Error("the server ended: " + this.#said);
      return fetch(this.url + "livez").then((r) => r.ok, () => false);
    }).catch((e) => { throw new Error(`${e.message}\n${this.#said}`); });
  }

  /** Ends it without a goodbye. */
  async kill() {
    const ended = new Promise((r) => this.#process.once("exit", r));
    this.#process.kill("SIGKILL");
    await ended;
  }

  async stop() {
    if (this.#process?.exitCode === null && this.#process.signalCode === null) await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }

  async #post(at, body) {
    const r = await fetch(this.url + at, {
      method: "POST",
      headers: { authorization: "Bearer " + this.token, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!r.ok) throw new Error(`${at}: ${r.status} ${await r.text()}`);
    return r.json();
  }

  session(title, more = {}) { return this.#post("v1/sessions", { title, ...more }); }

  /** Stores envelopes; returns when they are safe. */
  push(session, ...envelopes) { return this.#post(`v1/sessions/${session}/events`, envelopes); }

  async remove(session) {
    const r = await fetch(`${this.url}v1/sessions/${session}`, { method: "DELETE", headers: { authorization: "Bearer " + this.token } });
    if (!r.ok) throw new Error(`deleting: ${r.status}`);
  }

  page(session) { return `${this.url}s/${session}#t=${this.token}`; }
}
