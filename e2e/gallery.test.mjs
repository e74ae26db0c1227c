// The gallery: every kind in every state, as the vectors have it, and what is huge. Looked at by axe-core and by measure, at desk and
// phone width, in light, dark, forced colours and right to left; with VITRINE_SHOTS=1 the pictures are kept in shots/gallery for people.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launch, open } from "./browser.mjs";

const here = path.dirname(fileURLToPath(import.meta.url)), shots = path.join(here, "shots/gallery");
const axe = readFileSync(path.join(here, "node_modules/axe-core/axe.min.js"), "utf8");
const dir = mkdtempSync(path.join(tmpdir(), "vitrine-gallery-"));
let browser;

before(async () => {
  execFileSync("go", ["run", "./artifactkit/internal/vectest/gallery", dir], { cwd: path.join(here, ".."), stdio: ["ignore", "ignore", "inherit"] });
  mkdirSync(shots, { recursive: true });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(dir, { recursive: true, force: true });
});

const views = [
  { name: "wide-light", width: 1280, axe: true },
  { name: "wide-dark", width: 1280, colorScheme: "dark", axe: true },
  { name: "forced", width: 1280, forcedColors: "active" },
  { name: "narrow-light", width: 360 },
  { name: "narrow-dark", width: 360, colorScheme: "dark" },
  { name: "narrow-rtl", width: 360, dir: "rtl" },
  { name: "rtl", width: 1280, dir: "rtl" },
];

for (const name of ["code", "diff", "errorkind", "huge", "image", "table", "text", "transcript", "tree"]) {
  test(`the gallery, ${name}`, async (t) => {
    const { page, context, trouble } = await open(browser, { viewport: { width: 1280, height: 900 } });
    await page.goto(pathToFileURL(path.join(dir, `${name}.html`)).href);
    for (const view of views) {
      await t.test(view.name, async () => {
        await page.setViewportSize({ width: view.width, height: 900 });
        await page.emulateMedia({ colorScheme: view.colorScheme ?? "light", forcedColors: view.forcedColors ?? "none" });
        const seen = await page.evaluate((dir) => {
          document.documentElement.dir = dir;
          const all = [...document.querySelectorAll(".exhibit")];
          return {
            sideways: document.scrollingElement.scrollWidth - innerWidth,
            heavy: all.map((e) => [e.dataset.name, e.querySelectorAll("*").length]).filter(([, n]) => n >= 5000),
            blank: all.filter((e) => e.innerText.trim() === e.querySelector("h3").innerText.trim()).map((e) => e.dataset.name),
          };
        }, view.dir ?? "ltr");
        if (process.env.VITRINE_SHOTS) await page.screenshot({ path: path.join(shots, `${name}-${view.name}.png`), fullPage: true });
        assert.ok(seen.sideways <= 0, `the page scrolls sideways by ${seen.sideways} px`);
        assert.deepEqual(seen.heavy, [], "views of 5,000 elements or more");
        assert.deepEqual(seen.blank, [], "views that show nothing");
        if (view.axe && name !== "huge") {
          // A transcript may begin with a call, before any prompt has given it a second-level heading.
          const rules = name === "transcript" ? { "heading-order": { enabled: false } } : {};
          await page.evaluate(axe);
          const found = await page.evaluate((r) => axe.run(document, { resultTypes: ["violations"], rules: r }), rules);
          assert.deepEqual(found.violations.map((v) => [v.id, v.nodes.length, ...v.nodes.slice(0, 4).map((n) => `${n.target} ${n.html.slice(0, 160)}`)]), []);
        }
      });
    }
    assert.deepEqual(await trouble(/^request: file:/), []);
    await context.close();
  });
}

test("the gallery has no other pages", () => {
  assert.deepEqual(readdirSync(dir).map((f) => path.basename(f, ".html")).sort(), ["code", "diff", "errorkind", "huge", "image", "table", "text", "transcript", "tree"]);
});
