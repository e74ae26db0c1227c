/** Ours and the peers in turns, in one page: medians in milliseconds by task and side. */
import { init } from "../../dist/npm/index.mjs";
import { artifact, code, markdown, mixed, rows, shown, texts } from "./corpora.mjs";
import { host } from "./host.mjs";
import * as peers from "./peers.mjs";

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
const gone = (el) => { void el.offsetHeight; el.remove(); };

/** Runs the sides in turns, the first round unmeasured. @param {Record<string, () => unknown>} sides */
async function turns(rounds, sides) {
  const times = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, work] of Object.entries(sides)) {
      const from = performance.now();
      await work();
      if (round > 0) times[name].push(performance.now() - from);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

/** The DOM of ours is made as the package makes it. */
async function mounted(kit, input, options) {
  const el = host(), view = kit.mount(el, input, options);
  await view.ready;
  return { el, view };
}

/** Ours on this thread, so that the same core does the work of both sides. */
export async function run(wasmURL) {
  const kit = await init({ wasmURL, worker: false }), out = {};
  const big = markdown(200_000), small = markdown(2_000), bigJSON = shown({ markdown: big }), smallJSON = shown({ markdown: small });
  const drawn = (await kit.render(bigJSON)).html.length / peers.safe(big).length;
  if (drawn < 0.9) throw new Error(`ours draws ${drawn} of what the peer draws`);
  out.md200k = await turns(7, { ours: () => kit.render(bigJSON), "marked+DOMPurify": () => peers.safe(big), marked: () => peers.parse(big) });
  const times = (n, f) => async () => { for (let i = 0; i < n; i++) await f(); };
  out.md2k = await turns(7, { ours: times(200, () => kit.render(smallJSON)), "marked+DOMPurify": times(200, () => peers.safe(small)), marked: times(200, () => peers.parse(small)) });
  const html = peers.parse(markdown(100_000)), htmlJSON = shown({ html });
  out.sanitize = await turns(7, { ours: () => kit.render(htmlJSON), DOMPurify: () => peers.sanitize(html) });

  const chunks = markdown(48_000).match(/[^]{1,48}/g);
  out.stream = { ours: [], "react-markdown": [], streamdown: [] };
  for (let round = 0; round < 2; round++) {
    const el = host(), t = kit.mountTranscript(el), ours = [];
    for (let i = 0; i < chunks.length; i += 10) {
      const from = performance.now();
      await t.append(chunks.slice(i, i + 10).map((text, k) => ({ id: `d${i + k}`, type: "delta", event: { text } })));
      void el.offsetHeight;
      ours.push(performance.now() - from);
    }
    t.destroy();
    el.remove();
    out.stream = { ours, "react-markdown": peers.stream("react-markdown", chunks), streamdown: peers.stream("streamdown", chunks) }; // the second round counts
  }

  const [a, b] = texts(), diffJSON = artifact("diff", { old: a, new: b, path: "x.txt" });
  out.diff = await turns(3, { ours: async () => { const { el, view } = await mounted(kit, diffJSON); view.destroy(); gone(el); }, "jsdiff+diff2html+DOMPurify": () => gone(peers.diff(a, b)) });

  const data = rows(), json = JSON.stringify(data), tableJSON = artifact("table", { df: data }), table = { ours: { first: [], sort: [] }, "AG Grid": { first: [], sort: [] } };
  for (let round = 0; round <= 5; round++) {
    const from = performance.now(), { el, view } = await mounted(kit, tableJSON);
    void el.offsetHeight;
    const first = performance.now() - from, button = el.querySelector('[data-ak-action="sort:2"]'), begin = performance.now();
    const sorted = new Promise((done) => { new MutationObserver(done).observe(el, { subtree: true, childList: true, attributes: true, characterData: true }); });
    button.click();
    await sorted;
    void el.offsetHeight;
    const sort = performance.now() - begin;
    view.destroy();
    el.remove();
    const peer = await peers.grid(json);
    if (round === 0) continue;
    table.ours.first.push(first);
    table.ours.sort.push(sort);
    table["AG Grid"].first.push(peer.first);
    table["AG Grid"].sort.push(peer.sort);
  }
  for (const what of ["first", "sort"]) out[`table_${what}`] = { ours: median(table.ours[what]), "AG Grid": median(table["AG Grid"][what]) };
  out.table_mb = json.length / 1e6;

  const screen = code(), codeJSON = artifact("code", { text: screen, lang: "javascript" });
  out.highlight = await turns(15, { ours: () => kit.render(codeJSON, { highlight: true }), "highlight.js": () => peers.highlight(screen) });

  const results = mixed(), theirs = results.map((r) => JSON.stringify(r));
  const ours = results.map((r) => (r.kind === "markdown" ? shown({ markdown: r.text }) : artifact(r.kind, r.kind === "table" ? { df: r.rows } : r.kind === "code" ? { text: r.text, lang: "javascript" } : r)));
  out.mixed = await turns(3, { ours: async () => { for (const r of ours) await kit.render(r, { highlight: true }); }, "marked+DOMPurify+highlight.js+diff2html": () => { for (const r of theirs) peers.draw(r); } });
  return out;
}

globalThis.bench = run;
