/** A session of a vitrine server, event by event, with resume: a line that is lost is taken up behind the last event. */
import { Follower } from "../../web/socket.mjs";

/** Thrown where the server will not have it: `code` is its word, as "unauthorized" or "no_session". */
export class Refused extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * The envelopes with their cursors, until the signal. An envelope of type "reset" says that what came before is no more, and that
 * the session follows from its beginning.
 * @param {string | URL} url  the session in the API, …/v1/sessions/NAME
 * @param {{ token?: string, after?: string | null, signal?: AbortSignal, onStanding?: (s: object) => void }} [options]
 */
export async function* connect(url, { token = "", after = null, signal, onStanding } = {}) {
  /** @type {any[]} */
  const queue = [];
  let wake = () => {};
  /** @type {Error | null} */
  let end = null;
  const follower = new Follower(new URL(String(url).replace(/\/$/, "")), token, {
    event: (line) => { queue.push(JSON.parse(line)); wake(); },
    reset: (reason) => { queue.push({ id: "", type: "reset", event: { reason } }); wake(); },
    standing: (s) => {
      if (s.state === "refused") end = new Refused(s.code ?? "", s.why ?? "");
      onStanding?.(s);
      wake();
    },
  }, after);
  const stop = () => { wake(); };
  signal?.addEventListener("abort", stop);
  try {
    while (!signal?.aborted) {
      if (queue.length > 0) {
        const { t, prev, ...envelope } = queue.shift();
        yield envelope;
        if (queue.length === 0) follower.took();
        continue;
      }
      if (end) throw end;
      await new Promise((/** @type {(v?: unknown) => void} */ go) => { wake = go; });
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    follower.stop();
  }
}
