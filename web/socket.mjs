/**
 * One session, followed over a WebSocket of subprotocol vitrine.v1, with everything that goes wrong on the way: it comes
 * back after a loss with a growing, random pause, goes on behind the last event it saw, and says in which state it is.
 *
 * @typedef {"connecting"|"loading"|"live"|"waiting"|"offline"|"refused"} State
 * @typedef {{ state: State, until?: number, code?: string, why?: string }} Standing  until: when the next try comes, in ms
 * @typedef {{ event(line: string, id: string): void, reset(reason: string): void, standing(s: Standing): void }} Listener
 */

const FIRST = 250, LONGEST = 15_000, SILENCE = 45_000, ACK_EVERY = 256, ACK_AFTER = 1_000;
const FINAL = new Set(["unauthorized", "forbidden_origin", "forbidden", "no_session"]);

/** The window, where there is one: a package of ours follows sessions in Node, too. */
const page = globalThis.window;
const cutOff = () => globalThis.navigator?.onLine === false;

export class Follower {
  /** @type {WebSocket | null} */ #ws = null;
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
    const url = new URL(this.session.href + "/ws");
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const ws = new WebSocket(url, "vitrine.v1");
    this.#ws = ws;
    this.#opened = false;
    this.#listen();
    ws.onopen = () => {
      this.#opened = true;
      ws.send(JSON.stringify({ t: "hello", token: this.token, after: this.#cursor }));
    };
    ws.onmessage = (e) => { if (this.#ws === ws && typeof e.data === "string") this.#take(e.data); };
    ws.onclose = (e) => { if (this.#ws === ws) this.#lost(e.code); };
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
    if (this.#ws?.readyState !== WebSocket.OPEN || this.#cursor === null) return;
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
      const r = await fetch(this.session.href + "/events?limit=1", { headers: { authorization: "Bearer " + this.token }, cache: "no-store" });
      if (r.ok || r.status >= 500 || r.status === 429) return;
      const said = await r.json().catch(() => null);
      const code = r.status === 401 ? "unauthorized" : r.status === 404 ? "no_session" : "forbidden";
      if (!this.#stopped && !this.#opened) this.#refused(code, String(said?.error?.message ?? r.statusText));
    } catch { /* no answer either: the pause goes on */ }
  }
}
