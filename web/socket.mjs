/**
 * One session, followed over a WebSocket of subprotocol vitrine.v1, with everything that goes wrong on the way: it comes
 * back after a loss with a growing, random pause, goes on behind the last event it saw, and says in which state it is.
 * Where something on the way lets requests through and WebSockets not, the event stream of the same address takes over.
 *
 * @typedef {"connecting"|"loading"|"live"|"waiting"|"offline"|"refused"} State
 * @typedef {{ state: State, until?: number, code?: string, why?: string }} Standing  until: when the next try comes, in ms
 * @typedef {{ event(line: string, id: string): void, reset(reason: string): void, standing(s: Standing): void }} Listener
 */

const BARRED = 2, FIRST = 250, LONGEST = 15_000, SILENCE = 45_000, ACK_EVERY = 256, ACK_AFTER = 1_000;
const OPEN = 1, CLOSED = 3; // as a WebSocket counts, where there may be none
const FINAL = new Set(["unauthorized", "forbidden_origin", "forbidden", "no_session"]);

/** The window, where there is one: a package of ours follows sessions in Node, too. */
const page = globalThis.window;
const cutOff = () => globalThis.navigator?.onLine === false;

/** Headers that show a token; without one a proxy may know who asks. @param {string} token @returns {Record<string, string>} */
export const bearer = (token) => token ? { authorization: "Bearer " + token } : {};

export class Follower {
  /** @type {WebSocket | EventStream | null} */ #ws = null;
  /** Handshakes in a row that failed where a request was answered. */ #barred = 0;
  /** @type {string | null} */ #cursor = null;
  #tries = 0;
  #retry = 0;
  #quiet = 0;
  #ackTimer = 0;
  #unacked = 0;
  #taken = "";
  #stopped = false;
  #opened = false;
  #wait = -1;
  #nudge = () => { if (document.visibilityState === "visible") this.nudge(); };

  /**
   * @param {URL} session  address of the session in the API, without a slash at the end
   * @param {string} token
   * @param {Listener} on
   * @param {string | null} [after]  the cursor to go on behind
   */
  constructor(session, token, on, after = null) {
    this.#cursor = after;
    this.session = session;
    this.token = token;
    this.on = on;
    page?.addEventListener("online", this.#nudge);
    page?.addEventListener("offline", this.#offline);
    page?.document.addEventListener("visibilitychange", this.#nudge);
    this.#connect();
  }

  /** Tries now instead of at the end of the pause. */
  nudge() {
    if (this.#ws || this.#stopped) return;
    this.#tries = 0;
    this.#connect();
  }

  /** Says that everything up to the newest event was taken over; the server then sends on. */
  took() {
    if (!this.#unacked || this.#taken === this.#cursor) return;
    if (this.#unacked >= ACK_EVERY) this.#ack();
    else this.#ackTimer ||= setTimeout(() => this.#ack(), ACK_AFTER);
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#quiet);
    clearTimeout(this.#ackTimer);
    page?.removeEventListener("online", this.#nudge);
    page?.removeEventListener("offline", this.#offline);
    page?.document.removeEventListener("visibilitychange", this.#nudge);
    this.#ws?.close(1000);
    this.#ws = null;
  }

  #offline = () => { if (!this.#ws) this.on.standing({ state: "offline" }); };

  #connect() {
    clearTimeout(this.#retry);
    this.on.standing({ state: "connecting" });
    const ws = this.#barred >= BARRED || !globalThis.WebSocket ? new EventStream(this.session) : this.#socket();
    this.#ws = ws;
    this.#opened = false;
    this.#listen();
    ws.onopen = () => {
      this.#opened = true;
      if (!(ws instanceof EventStream)) this.#barred = 0;
      ws.send(JSON.stringify({ t: "hello", token: this.token, after: this.#cursor }));
    };
    ws.onmessage = (/** @type {{ data: unknown }} */ e) => { if (this.#ws === ws && typeof e.data === "string") this.#take(e.data); };
    ws.onclose = (/** @type {{ code: number }} */ e) => { if (this.#ws === ws) this.#lost(e.code); };
  }

  #socket() {
    const url = new URL(this.session.href + "/ws");
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(url, "vitrine.v1");
  }

  /** Begins to wait for the next word of the server. */
  #listen() {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      const ws = this.#ws;
      this.#lost(0);
      ws?.close();
    }, SILENCE);
  }

  /** @param {string} text */
  #take(text) {
    this.#listen();
    /** @type {any} */
    let m;
    try { m = JSON.parse(text); } catch { return; }
    switch (m?.t) {
      case "event":
        if (typeof m.cursor !== "string" || typeof m.id !== "string") return;
        this.#cursor = m.cursor;
        this.#unacked++;
        this.on.event(text, m.id);
        return;
      case "welcome":
        return this.on.standing({ state: "loading" });
      case "live":
        this.#tries = 0;
        return this.on.standing({ state: "live" });
      case "reset":
        this.#forget();
        return this.on.reset(String(m.reason));
      case "bye":
        this.#wait = Number.isFinite(m.retry_ms) ? Math.min(Math.max(m.retry_ms, 50), LONGEST) : -1;
        return;
      case "error":
        return this.#refused(String(m.code), String(m.message));
    }
  }

  #forget() {
    this.#cursor = null;
    this.#unacked = 0;
    this.#taken = "";
  }

  #ack() {
    clearTimeout(this.#ackTimer);
    this.#ackTimer = 0;
    this.#unacked = 0;
    if (this.#ws?.readyState !== OPEN || this.#cursor === null) return;
    this.#taken = this.#cursor;
    this.#ws.send(JSON.stringify({ t: "ack", cursor: this.#cursor }));
  }

  /** @param {string} code @param {string} why */
  #refused(code, why) {
    if (FINAL.has(code)) {
      this.stop();
      this.on.standing({ state: "refused", code, why });
    } else if (code === "bad_cursor") {
      this.#forget();
      this.on.reset("replaced");
    }
  }

  /** @param {number} code  of the close frame; 0 when the line went dead */
  #lost(code) {
    this.#ws = null;
    clearTimeout(this.#quiet);
    clearTimeout(this.#ackTimer);
    this.#ackTimer = 0;
    if (this.#stopped) return;
    if (code === 4003) return this.#refused("unauthorized", "the token is no longer good");
    if (cutOff()) this.on.standing({ state: "offline" });
    if (!this.#opened) void this.#ask();
    const pause = this.#wait >= 0 ? this.#wait : Math.max(50, Math.random() * Math.min(LONGEST, FIRST * 2 ** this.#tries));
    this.#wait = -1;
    this.#tries++;
    if (!cutOff()) this.on.standing({ state: "waiting", until: Date.now() + pause });
    this.#retry = setTimeout(() => this.#connect(), pause);
  }

  /** A handshake that fails tells a page nothing; the same address over HTTP says why. */
  async #ask() {
    try {
      const r = await fetch(this.session.href + "/events?limit=1", { headers: bearer(this.token), cache: "no-store" });
      if (r.ok) this.#barred++;
      if (r.ok || r.status >= 500 || r.status === 429) return;
      const said = await r.json().catch(() => null);
      const code = r.status === 401 ? "unauthorized" : r.status === 404 ? "no_session" : "forbidden";
      if (!this.#stopped && !this.#opened) this.#refused(code, String(said?.error?.message ?? r.statusText));
    } catch { /* no answer either: the pause goes on */ }
  }
}

/**
 * The event stream of a session in the shape of a WebSocket: what the server sends becomes the frames that a socket would bring.
 * It has no acknowledgements; that it is read slowly enough holds the server up.
 */
class EventStream {
  /** @type {number} */ readyState = OPEN;
  /** @type {() => void} */ onopen = () => {};
  /** @type {(e: { data: string }) => void} */ onmessage = () => {};
  /** @type {(e: { code: number }) => void} */ onclose = () => {};
  #stop = new AbortController();

  /** @param {URL} session */
  constructor(session) {
    this.session = session;
    queueMicrotask(() => this.onopen());
  }

  /** @param {string} text */
  send(text) {
    const m = JSON.parse(text);
    if (m.t === "hello") void this.#run(m).catch(() => {}).then(() => this.close());
  }

  close() {
    if (this.readyState !== OPEN) return;
    this.readyState = CLOSED;
    this.#stop.abort();
    this.onclose({ code: 0 });
  }

  /** @param {object} frame */
  #say(frame) { this.onmessage({ data: JSON.stringify(frame) }); }

  /** @param {{ token: string, after: string | null }} hello */
  async #run({ token, after }) {
    const url = new URL(this.session.href + "/events");
    if (after) url.searchParams.set("after", after);
    const r = await fetch(url, { headers: { accept: "text/event-stream", ...bearer(token) }, cache: "no-store", signal: this.#stop.signal });
    if (r.status === 410) return this.#say({ t: "reset", reason: (await r.json()).reason });
    if (!r.ok || !r.body) {
      const code = { 400: "bad_cursor", 401: "unauthorized", 403: "forbidden", 404: "no_session" }[r.status];
      const said = await r.json().catch(() => null);
      if (code) this.#say({ t: "error", code, message: String(said?.error?.message ?? r.statusText) });
      return;
    }
    this.#say({ t: "welcome" });
    const reader = r.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ""; ;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) this.#block(block);
    }
  }

  /** @param {string} block  fields of one message, a line each */
  #block(block) {
    let kind = "event", data = "", retry = NaN;
    for (const line of block.split("\n")) {
      const [, name, value] = /^([a-z]*): ?(.*)$/s.exec(line) ?? [];
      if (name === "event") kind = value;
      else if (name === "data") data = value;
      else if (name === "retry") retry = Number(value);
    }
    if (!data) return this.#say({ t: "hb" });
    if (kind === "event") return this.onmessage({ data: `{"t":"event",${data.slice(1)}` });
    this.#say({ ...JSON.parse(data), t: kind, ...(retry >= 0 && { retry_ms: retry }) });
  }
}
