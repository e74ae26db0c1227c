/**
 * Fetches the events that the server keeps beside the stream because they are large. Until one is there its stub stands in
 * the transcript, with the beginning of its text.
 */

import { bearer } from "./socket.mjs";

const LARGEST = 8 << 20;

export class Blobs {
  /** @type {{ envelope: any, sha256: string }[]} */ #wanted = [];
  #busy = false;
  #stop = new AbortController();

  /**
   * @param {URL} session  address of the session in the API, without a slash at the end
   * @param {string} token
   * @param {(line: string, id: string, type: string) => void} whole  takes the envelope with its whole event
   */
  constructor(session, token, whole) {
    this.session = session;
    this.token = token;
    this.whole = whole;
  }

  /** Looks whether an envelope is a stub, and fetches what it stands for. @param {string} line */
  look(line) {
    if (!line.includes('"$blob"')) return;
    const envelope = JSON.parse(line), blob = envelope.event?.$blob;
    if (!/^[0-9a-f]{64}$/.test(blob?.sha256) || !(blob.bytes <= LARGEST)) return;
    this.#wanted.push({ envelope, sha256: blob.sha256 });
    void this.#work();
  }

  stop() {
    this.#stop.abort();
    this.#wanted = [];
  }

  /** One at a time: the events that come live go first on a thin line. */
  async #work() {
    if (this.#busy) return;
    this.#busy = true;
    for (let next; (next = this.#wanted.shift());) {
      try {
        const r = await fetch(`${this.session.href}/blobs/${next.sha256}`, { headers: bearer(this.token), signal: this.#stop.signal });
        if (!r.ok) continue;
        const event = await r.text(), { event: _, t: __, ...head } = next.envelope;
        this.whole(`${JSON.stringify(head).slice(0, -1)},"event":${event}}`, head.id, head.type);
      } catch { /* the stub stays; the next connection asks again */ }
    }
    this.#busy = false;
  }
}
