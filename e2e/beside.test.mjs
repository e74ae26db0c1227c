// Fragments beside other people's styles: Tailwind's preflight, Bootstrap, a Quarto-like page, a notebook. Every element must keep
// the place, size and look that it has on a page without them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, mkdtempSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, open } from "./browser.mjs";

const here = path.dirname(fileURLToPath(import.meta.url)), shots = path.join(here, "shots/beside");
const from = (file) => readFileSync(path.join(here, "node_modules", file), "utf8");
const bootstrap = from("bootstrap/dist/css/bootstrap.css");
// What Tailwind's compiler makes of theme() when nothing is configured: the fallback.
const preflight = from("tailwindcss/preflight.css").replace(/--theme\([^,()]+,\s*([^()]*)\)/g, "$1");
const notebook = `
.nb { font: 14px/1.6 sans-serif; color: #111 }
.nb :is(h1,h2,h3,h4,h5,h6) { line-height: 1; margin: 1.4em 0 .8em; font-weight: bold }
.nb table { border-collapse: collapse; border: none; font-size: 12px; table-layout: fixed; margin: 0 auto 1em; color: red }
.nb thead { border-bottom: 1px solid; vertical-align: bottom } .nb :is(td,th,tr) { text-align: right; vertical-align: middle; padding: .5em; max-width: none; border: none; white-space: normal; line-height: normal }
.nb tbody tr:nth-child(odd) { background: #f0f } .nb pre { margin: 0; padding: 4px 9px; background: #ff0; white-space: pre-wrap; border: 1px solid } .nb code { background: #eef; padding: 1px 5px; font-size: 90% }
.nb img { max-width: 100%; height: auto; display: block; margin: 1em auto } .nb p { margin: 0 0 1em } .nb ul { padding-left: 3em } .nb button { padding: 1em } .nb a { color: lime } .nb details { margin: 2em }`;
const quarto = `${bootstrap}
body { font-size: 17px } main.content p { margin-bottom: 1.5em } main.content table { width: 100%; border-top: 2px solid; caption-side: bottom } main.content pre { background: #eee; padding: 1em; margin: 1em 0 }
pre > code { display: block; overflow: auto } code span { line-height: 2 } main.content h2 { border-bottom: 1px solid; margin-top: 3rem } details > summary { padding: 1rem } dt { float: left } figure { margin: 3em } header { background: navy } footer { height: 9rem }`;
const hosts = {
  bare: { css: "", wrap: ["<div class=host>", "</div>"] },
  tailwind: { css: preflight, wrap: ["<div class=host>", "</div>"] },
  bootstrap: { css: bootstrap, wrap: ["<div class='host container'>", "</div>"] },
  quarto: { css: quarto, wrap: ["<main class='host content'>", "</main>"] },
  notebook: { css: notebook, wrap: ["<div class='host nb'>", "</div>"] },
};
const looks = ["color", "background-color", "font-family", "font-size", "font-weight", "font-style", "line-height", "text-align", "text-decoration-line", "white-space", "display", "border-top-width",
  "border-bottom-width", "border-inline-start-width", "padding-top", "padding-left", "padding-right", "padding-bottom", "margin-top", "margin-bottom", "margin-left", "vertical-align", "list-style-type", "text-transform", "letter-spacing", "box-shadow", "opacity"];

let browser, fragments;
before(async () => {
  const dir = mkdtempSync(path.join(tmpdir(), "vitrine-beside-"));
  execFileSync("go", ["run", "./artifactkit/internal/vectest/gallery", dir], { cwd: path.join(here, ".."), stdio: ["ignore", "ignore", "inherit"] });
  fragments = Object.fromEntries(readdirSync(dir).filter((f) => f !== "huge.html").map((f) => [path.basename(f, ".html"), readFileSync(path.join(dir, f), "utf8")]));
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(shots, { recursive: true });
  browser = await launch();
});
after(() => browser?.close());

/** Places and looks of all elements under .ak-root, as one list, on a page with a host's style and given inherited type. */
async function measure(page, host, html, inherit) {
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)[1];
  const cards = [...html.matchAll(/<section class="exhibit"[^>]*><h3>[^<]*<\/h3>([\s\S]*?)<\/section>(?=<section class="exhibit"|<\/main>)/g)].map((m) => m[1]);
  await page.setContent(`<!doctype html><meta charset=utf-8><title>x</title><style>${host.css}</style><style>.host{inline-size:900px;max-width:900px;padding:0;margin:0}${inherit ? `.host{${inherit}}` : ""}</style>${host.wrap[0]}${
    cards.map((c) => `<div class=ak-root><style>${style}</style>${c}</div>`).slice(0, 1).join("")}${cards.slice(1).map((c) => `<div class=ak-root>${c}</div>`).join("")}${host.wrap[1]}`);
  // What turns or is laid out only when it is near would be measured at another moment on each page.
  await page.addStyleTag({ content: "* { animation: none !important; } .ak-chunk, .ak-call { content-visibility: visible !important; }" });
  return page.evaluate((looks) => {
    const type = getComputedStyle(document.querySelector(".host"));
    const all = [];
    for (const root of document.querySelectorAll(".ak-root")) {
      const o = root.getBoundingClientRect();
      for (const e of root.querySelectorAll(":not(style)")) {
        const r = e.getBoundingClientRect(), c = getComputedStyle(e);
        all.push({ e: e.tagName.toLowerCase() + "." + e.className + " " + (e.textContent ?? "").slice(0, 30), box: [r.x - o.x, r.y - o.y, r.width, r.height].map((n) => Math.round(n)), look: looks.map((l) => c.getPropertyValue(l)) });
      }
    }
    return { all, inherit: ["font-family", "font-size", "line-height", "color", "text-align", "letter-spacing", "-webkit-text-size-adjust", "tab-size", "-webkit-font-smoothing", "font-feature-settings"].map((p) => `${p}:${type.getPropertyValue(p)}`).join(";") };
  }, looks);
}

for (const name of Object.keys(hosts).slice(1)) {
  test(`fragments keep their look beside ${name}`, async () => {
    const { page, context } = await open(browser, { viewport: { width: 1000, height: 900 } });
    const faults = [];
    for (const [kind, html] of Object.entries(fragments)) {
      const there = await measure(page, hosts[name], html, "");
      if (process.env.VITRINE_SHOTS) await page.screenshot({ path: path.join(shots, `${kind}-${name}.png`) });
      const alone = await measure(page, hosts.bare, html, there.inherit);
      assert.equal(there.all.length, alone.all.length);
      there.all.forEach((t, i) => {
        const a = alone.all[i], off = looks.filter((_, j) => t.look[j] !== a.look[j]).map((l) => `${l}: ${t.look[looks.indexOf(l)]} not ${a.look[looks.indexOf(l)]}`);
        if (t.box.some((n, j) => Math.abs(n - a.box[j]) > 1)) off.push(`box ${t.box} not ${a.box}`);
        if (off.length) faults.push(`${kind}: ${t.e}: ${off.join("; ")}`);
      });
    }
    await context.close();
    assert.deepEqual(faults.slice(0, 12), [], `${faults.length} differences`);
  });
}
