/**
 * Firefox as Debian has it, over WebDriver BiDi, the protocol that it speaks itself: no driver and no build of it that is not its own.
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { WebSocket } from "ws";

const binary = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/** What a profile needs so that the browser asks nothing and speaks to nobody. */
const prefs = {
  "app.update.enabled": false, "app.normandy.enabled": false, "browser.shell.checkDefaultBrowser": false, "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false, "toolkit.telemetry.server": "", "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false, "services.settings.server": "", "browser.safebrowsing.update.enabled": false,
  "extensions.getAddons.cache.enabled": false, "browser.aboutwelcome.enabled": false, "remote.prefs.recommended": true,
};

const KEYS = { Tab: "\uE004", Enter: "\uE006", Escape: "\uE00C", Shift: "\uE008", ArrowDown: "\uE015", ArrowUp: "\uE013", Home: "\uE011", End: "\uE010" };

export class Firefox {
  #calls = new Map();
  #n = 0;
  /** Errors and warnings of policies that the page's console had. @type {string[]} */ trouble = [];

  static async start() {
    const f = new Firefox();
    f.profile = await mkdtemp(path.join(tmpdir(), "vitrine-firefox-"));
    await writeFile(path.join(f.profile, "user.js"), Object.entries(prefs).map(([k, v]) => `user_pref(${JSON.stringify(k)}, ${JSON.stringify(v)});\n`).join(""));
    process.once("exit", () => f.process.kill("SIGKILL"));
    f.process = spawn(binary, ["--headless", "--no-remote", "--profile", f.profile, "--remote-debugging-port", "0", "about:blank"], { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, HOME: f.profile, MOZ_CRASHREPORTER_DISABLE: "1" } });
    const address = await new Promise((done, fail) => {
      let said = "";
      const late = setTimeout(() => fail(new Error("firefox does not listen: " + said)), 30_000);
      const look = (d) => {
        said += d;
        const m = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
        if (m) clearTimeout(late), done(m[1]);
      };
      for (const out of [f.process.stdout, f.process.stderr]) out.on("data", look);
      f.process.once("error", fail);
      f.process.once("exit", (code) => fail(new Error(`firefox ended with ${code}: ${said}`)));
    });
    f.socket = new WebSocket(address + "/session");
    await new Promise((done, fail) => { f.socket.onopen = done; f.socket.onerror = () => fail(new Error("no BiDi session")); });
    f.socket.onmessage = (e) => f.#take(JSON.parse(e.data));
    await f.call("session.new", { capabilities: {} });
    await f.call("session.subscribe", { events: ["log.entryAdded"] });
    f.tab = (await f.call("browsingContext.getTree", {})).contexts[0].context;
    return f;
  }

  #take(m) {
    if (m.type === "event") {
      if (m.method === "log.entryAdded" && m.params.level === "error") this.trouble.push(m.params.text);
      return;
    }
    const c = this.#calls.get(m.id);
    this.#calls.delete(m.id);
    if (m.type === "success") c?.done(m.result);
    else c?.fail(new Error(`${m.error}: ${m.message}`));
  }

  call(method, params) {
    const id = ++this.#n;
    return new Promise((done, fail) => {
      this.#calls.set(id, { done, fail });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  size(width, height) { return this.call("browsingContext.setViewport", { context: this.tab, viewport: { width, height } }); }

  go(url) { return this.call("browsingContext.navigate", { context: this.tab, url, wait: "complete" }); }

  /** The value of an expression in the page, as JSON carries it. */
  async value(expression) {
    const r = await this.call("script.evaluate", { expression: `JSON.stringify(${expression})`, target: { context: this.tab }, awaitPromise: true });
    if (r.type === "exception") throw new Error(r.exceptionDetails.text);
    return r.result.value === undefined ? undefined : JSON.parse(r.result.value);
  }

  /** Presses keys one after the other: a name of KEYS, a character, or "Shift+" before one. */
  async press(...keys) {
    const actions = [];
    for (const key of keys) {
      const name = key.replace(/^Shift\+/, ""), value = KEYS[name] ?? name, shift = name !== key;
      if (shift) actions.push({ type: "keyDown", value: KEYS.Shift });
      actions.push({ type: "keyDown", value }, { type: "keyUp", value });
      if (shift) actions.push({ type: "keyUp", value: KEYS.Shift });
    }
    await this.call("input.performActions", { context: this.tab, actions: [{ type: "key", id: "keyboard", actions }] });
  }

  /**
   * Does what Enter does on a control that has the focus: this browser, without a window, gives the page the key that it is told to
   * press, and leaves out what the key does by itself.
   */
  async enter() {
    await this.press("Enter");
    await this.value(`document.activeElement.click()`);
  }

  async shot(file) {
    const { data } = await this.call("browsingContext.captureScreenshot", { context: this.tab });
    await writeFile(file, Buffer.from(data, "base64"));
  }

  async stop() {
    const ended = new Promise((r) => this.process.once("exit", r));
    await Promise.race([this.call("browser.close", {}).catch(() => {}), new Promise((r) => setTimeout(r, 3_000))]);
    if (this.process.exitCode === null && !await Promise.race([ended.then(() => true), new Promise((r) => setTimeout(() => r(false), 5_000))])) this.process.kill("SIGKILL");
    await ended;
    await rm(this.profile, { recursive: true, force: true, maxRetries: 3 });
  }
}
