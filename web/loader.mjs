/**
 * The page's own program: finds out what to show, fetches it, keeps the Go program alive and hands it what it draws. It owns
 * the address, the token, the connection and every listener on document and window, since all of these outlive a Go program.
 */
import "./trust.mjs";
import { Blobs } from "./blobs.mjs";
import { Engine } from "./engine.mjs";
import { Exporter } from "./export.mjs";
import { accept, choose, read } from "./files.mjs";
import { Inspector } from "./inspector.mjs";
import { links } from "./links.mjs";
import { keep as keepOffline } from "./offline.mjs";
import { Follower, bearer } from "./socket.mjs";
import { Speaker } from "./speaker.mjs";
import { Stage } from "./stage.mjs";
import { Ways } from "./ways.mjs";
import { chosen, prefer, word } from "./words.mjs";

const root = document.documentElement;
const base = new URL(root.dataset.base ?? "./", location.href);
const skeleton = /** @type {Element} */ (document.body.firstElementChild?.cloneNode(true));
const host = /** @type {HTMLElement} */ (document.getElementById("transcript"));
const status = /** @type {HTMLElement} */ (document.getElementById("status"));
const wasm = new URL(/** @type {HTMLLinkElement} */ (document.querySelector("link[data-wasm]")).href);

/** What the frame round the transcript shows; the program draws it. */
const frame = {
  view: "home", base: base.pathname, session: "", name: "",
  conn: { state: "", seconds: 0, code: "", why: "" },
  theme: root.dataset.akTheme ?? "auto",
  language: chosen(),
  token: { needed: false, why: "" },
  notice: /** @type {null | { code: string, args: string[], retry: boolean }} */ (null),
  progress: /** @type {null | { name: string, done: number, size: number }} */ (null),
  ways: /** @type {import("./ways.mjs").Settings | null} */ (null),
  inspect: /** @type {import("./inspector.mjs").Looking | null} */ (null),
  export: /** @type {import("./export.mjs").Exporting | null} */ (null),
};
let sessions = "";
/** @type {Follower | null} */ let follower = null;
/** @type {Blobs | null} */ let blobs = null;
/** @type {import("./files.mjs").Input | null} */ let file = null;
let reading = new AbortController();
let ready = false;
let clock = 0, poll = 0;

const engine = new Engine(wasm, base.pathname, { shown: () => frame.view !== "session" || host.childElementCount > 0, ready: begin, died, said });
const speaker = new Speaker(status);
const note = (/** @type {string} */ text) => speaker.say(text);
const ways = new Ways(host, () => stage, { show: (ways) => show({ ways }), note, link: linkTo, inspect: (ref) => inspector.seek(ref, true), give: (ref) => exporter.open(ref) });
const inspector = new Inspector(engine, { show: (inspect) => show({ inspect }), note, mark });
const exporter = new Exporter(engine, { show: (x) => show({ export: x }), note, source });
const stage = new Stage(host, engine, {
  summary(s, news) {
    document.title = s.title ? `${s.title} · Vitrine` : "Vitrine";
    speaker.counts(s, news);
  },
  happened: (words) => speaker.happened(words),
  drained(all) {
    follower?.took();
    if (!all) return;
    ways.settled(frame.conn.state === "live");
    inspector.settled(frame.conn.state === "live");
  },
  again: () => ways.again(),
  note,
  anew: (key) => ways.anew(key),
  changed: (ops) => ways.changed(ops),
  menu: (part, button) => ways.open(part, button),
});

// Frame

let shown = "", due = false;

/** @param {Partial<typeof frame>} change */
function show(change) {
  Object.assign(frame, change);
  root.dataset.view = frame.view;
  host.hidden = frame.view === "home" || frame.view === "inspect";
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    const now = JSON.stringify(frame);
    if (now === shown) return;
    if (ready) {
      shown = now;
      call("frame", now);
    } else {
      const pill = document.querySelector("[data-app-state]");
      const state = /** @type {any} */ (frame.conn.state || "loading");
      if (pill) pill.textContent = word(state === "waiting" ? "reconnecting" : state);
    }
  });
}

/** @param {string} name @param {string} input */
function call(name, input) {
  try { return engine.call(name, input); } catch { return null; }
}

/** What is shown, as it came. @returns {import("./export.mjs").Source | null} */
function source() {
  if (frame.view === "file") return file && { blob: file.blob, name: file.name, live: false };
  return frame.view === "session" ? { blob: new Blob([stage.lines.join("\n")]), name: frame.session, live: true } : null;
}

// Program

/** The program runs and knows nothing yet. */
function begin() {
  ready = true;
  shown = "";
  inspector.again();
  exporter.leave();
  show({});
  if (sessions) call("sessions", sessions);
  if (file) void load(file);
  else stage.again();
}

/** The frame is the page's own again. */
function bare() {
  ready = false;
  document.body.firstElementChild?.replaceWith(skeleton.cloneNode(true));
  show({});
}

/** @param {string} why @param {boolean} again */
function died(why, again) {
  console.error("vitrine:", why);
  bare();
  if (again) void run();
  else stop(word("stopped", why));
}

async function run() {
  try {
    await engine.start();
  } catch (e) {
    stop(word("no_program", e instanceof Error ? e.message : String(e)));
  }
}

/** Says in the page's own words that there will be no program. @param {string} why */
function stop(why) {
  const panel = document.createElement("div"), text = document.createElement("p"), again = document.createElement("button");
  panel.className = "app-notice app-notice-bad";
  panel.role = "alert";
  text.textContent = why;
  again.className = "app-button";
  again.textContent = word("reload");
  again.onclick = () => location.reload();
  panel.append(text, again);
  document.body.firstElementChild?.append(panel);
  stage.again();
}

/** What the program asks for. @param {{ do: string, value?: string }} m */
function said(m) {
  if (ways.said(m.do, m.value ?? "") || inspector.said(m.do, m.value ?? "") || exporter.said(m.do, m.value ?? "")) return;
  switch (m.do) {
    case "facets": return void call("facets", "");
    case "open": return choose(open);
    case "cancel": return reading.abort();
    case "resume": return void navigator.clipboard.writeText(m.value ?? "").then(() => note(word("copied")), () => note(word("not_copied")));
    case "plain": return location.assign(new URL(`s/${frame.session}/static${frame.language && "?lang=" + frame.language}`, base));
    case "expand": return stage.act({ part: "", action: "expand-all", value: "" });
    case "collapse": return stage.act({ part: "", action: "collapse-all", value: "" });
    case "dismiss": return show({ notice: null });
    case "retry":
      show({ notice: null });
      return follower ? follower.nudge() : route(true);
    case "token":
      keep("vitrine-token", m.value ?? "");
      show({ token: { needed: false, why: "" } });
      return route(true);
    case "language":
      prefer(m.value ?? "");
      engine.stop();
      frame.language = m.value ?? "";
      bare();
      return void run();
    case "theme": {
      const theme = m.value ?? "auto";
      root.dataset.akTheme = theme;
      try { localStorage.setItem("vitrine-theme", theme); } catch { /* forbidden: it holds for this page */ }
      return show({ theme });
    }
  }
}

// Address and token

/** The fragment's parts, joined by "&". */
function fragment() {
  /** @type {Record<string, string>} */
  const parts = {};
  for (const part of location.hash.slice(1).split("&")) {
    const [key, value] = part.split(/=(.*)/s);
    if (value === undefined) continue;
    try { parts[key] = decodeURIComponent(value); } catch { parts[key] = value; }
  }
  return parts;
}

/** @param {string} key @param {string} value */
function keep(key, value) {
  try { sessionStorage.setItem(key, value); } catch { /* forbidden: asked for again */ }
}

/** Moves a token out of the address before anything else can see it there. */
function takeToken() {
  const token = fragment().t;
  if (token === undefined) return;
  keep("vitrine-token", token);
  const rest = location.hash.slice(1).split("&").filter((p) => !p.startsWith("t=")).join("&");
  history.replaceState(history.state, "", location.pathname + location.search + (rest ? "#" + rest : ""));
}
/** The address of a call in what is shown, or with another word that of a look into it. @param {string} ref @param {string} [word] */
function linkTo(ref, word = "call") {
  const { s, src } = fragment(), rest = s ? [`s=${encodeURIComponent(s)}`] : src ? [`src=${encodeURIComponent(src)}`] : [];
  return location.origin + location.pathname + location.search + "#" + [...rest, `${word}=${encodeURIComponent(ref)}`].join("&");
}

/** Has the address name the call that is looked into, or the call alone. @param {string} ref */
function mark(ref) {
  const was = fragment().inspect;
  if (ref) history.replaceState(history.state, "", linkTo(ref, "inspect"));
  else if (was) history.replaceState(history.state, "", linkTo(was));
}

const token = () => sessionStorage.getItem("vitrine-token") ?? "";

/** @type {string | null} */ let at = null;

/** Shows what the address names. @param {boolean} [anew]  even if it is shown already */
function route(anew) {
  takeToken();
  const f = fragment(), inside = location.pathname.slice(base.pathname.length);
  const session = /^s\/([a-z0-9][a-z0-9_-]{0,63})$/.exec(inside)?.[1] ?? (/^[a-z0-9][a-z0-9_-]{0,63}$/.test(f.s ?? "") ? f.s : "");
  const alone = inside === "inspect" || location.hash.slice(1).split("&").includes("inspect");
  const place = alone ? "inspect" : session ? "s/" + session : f.src ? "src/" + f.src : "";
  if (place === at && !anew) {
    inspector.seek(f.inspect ?? "", frame.conn.state === "live");
    return f.call === undefined ? undefined : ways.seek(f.call);
  }
  at = place;
  leave();
  ways.seek(f.call ?? f.inspect ?? "");
  if (!alone) inspector.seek(f.inspect ?? "", false);
  if (alone) {
    stage.open("");
    show({ view: "inspect" });
  } else if (session) follow(session);
  else if (f.src) void fetched(f.src);
  else home();
}

function leave() {
  follower?.stop();
  blobs?.stop();
  follower = blobs = null;
  reading.abort();
  file = null;
  clearInterval(clock);
  clearInterval(poll);
  inspector.leave();
  exporter.leave();
  document.title = "Vitrine";
  show({ notice: null, progress: null, name: "", session: "", token: { needed: false, why: "" }, conn: { state: "", seconds: 0, code: "", why: "" } });
}

// Home

function home() {
  stage.open("");
  show({ view: "home" });
  void list();
  poll = setInterval(() => { if (document.visibilityState === "visible") void list(); }, 10_000);
}

async function list() {
  if (root.hasAttribute("data-static")) return clearInterval(poll); // there is no server to ask
  try {
    const r = await fetch(new URL("v1/sessions", base), { headers: bearer(token()), cache: "no-store" });
    if (frame.view !== "home") return;
    if (r.status === 401) return show({ token: { needed: true, why: token() ? "refused" : "" } });
    if (r.status === 404) return clearInterval(poll); // files on a static host: there is no list
    if (!r.ok) return show({ notice: { code: "list_failed", args: [String(r.status)], retry: true } });
    const text = await r.text();
    if (text === sessions) return;
    sessions = text;
    if (ready) call("sessions", sessions);
  } catch {
    if (frame.view === "home") show({ notice: { code: "no_server", args: [], retry: true } });
  }
}

// Session

/** @param {string} session */
function follow(session) {
  stage.open(session);
  show({ view: "session", session });
  const url = new URL("v1/sessions/" + session, base), whole = new Blobs(url, token(), (...event) => stage.whole(...event));
  blobs = whole;
  follower = new Follower(url, token(), {
    event(line, id) {
      stage.take(line, id);
      whole.look(line);
    },
    reset: () => stage.empty(),
    standing: (s) => {
      clearInterval(clock);
      if (s.state === "live") stage.live();
      const until = s.until ?? 0;
      const tell = () => show({ conn: { state: s.state, seconds: Math.max(0, Math.ceil((until - Date.now()) / 1000)), code: s.code ?? "", why: s.why ?? "" } });
      if (until) clock = setInterval(tell, 1_000);
      if (s.state === "refused" && s.code === "unauthorized") show({ token: { needed: true, why: token() ? "refused" : "" } });
      tell();
    },
  });
}

// Files

/** @param {import("./files.mjs").Input} input */
function open(input) {
  if (frame.view === "inspect") return void inspector.take(input);
  history.pushState(null, "", base);
  at = "file";
  leave();
  file = input;
  void load(input);
}

/** @param {import("./files.mjs").Input} input */
async function load({ blob, name }) {
  reading.abort();
  const { signal } = (reading = new AbortController());
  stage.open("");
  show({ view: "file", name, notice: null, progress: { name, done: 0, size: blob.size } });
  if (!ready) return; // begin comes back to it
  let code = "", args = [name];
  try {
    engine.call("importBegin", JSON.stringify({ name, size: blob.size }));
    await read(blob, signal, (piece, done) => {
      const answer = engine.call("importChunk", piece) ?? {};
      stage.show(answer);
      show({ progress: { name, done, size: blob.size } });
      return answer.more === true;
    });
    const end = engine.call("importEnd") ?? {};
    stage.show(end);
    if (end.notice) [code, args] = [end.notice, [name, ...(end.args ?? [])]];
  } catch (e) {
    if (!engine.running) return; // the next program begins it again
    code = signal.aborted ? "file_cancelled" : "file_failed";
    if (!signal.aborted) args.push(e instanceof Error ? e.message : String(e));
  }
  ways.settled(true);
  inspector.settled(true);
  if (file?.blob === blob) show({ progress: null, notice: code ? { code, args, retry: false } : null });
}

/** Opens a file of the same host that the address names. @param {string} src */
async function fetched(src) {
  const name = src.split("/").pop() ?? "";
  stage.open("");
  show({ view: "file", name });
  try {
    const url = new URL(src, base);
    if (url.origin !== base.origin) throw new Error("it is on another host");
    const r = await fetch(url, { credentials: "omit" });
    if (!r.ok) throw new Error(`${r.status} ${r.statusText}`);
    file = { blob: await r.blob(), name };
    if (ready) void load(file);
  } catch (e) {
    show({ notice: { code: "file_failed", args: [name, e instanceof Error ? e.message : String(e)], retry: false } });
  }
}

links(base, (to) => {
  history.pushState(null, "", to);
  route(true);
  host.focus({ preventScroll: true }); // what was clicked is gone
});
accept(open);
addEventListener("popstate", () => route());
route();
void run();
void keepOffline(base);
