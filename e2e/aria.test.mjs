// What a screen reader is told: the accessibility tree that Chromium makes of a vector's want.html, held against its want.aria.txt.
// VITRINE_UPDATE=kind/table/ok-rows,… node --test aria.test.mjs writes the section of the vectors that are named.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, open } from "./browser.mjs";

const core = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../artifactkit");
const css = readFileSync(path.join(core, "assets/artifactkit_gen.css"), "utf8");
const update = new Set((process.env.VITRINE_UPDATE ?? "").split(",").filter(Boolean));
let browser, page, cdp;

/** Files with a wanted tree, or named to get one. */
function* vectors(dir) {
  for (const name of readdirSync(dir).sort()) {
    const file = path.join(dir, name);
    if (statSync(file).isDirectory()) yield* vectors(file);
    else if (name.endsWith(".txtar")) {
      const id = path.relative(core, file).replace(/\/testdata\//, "/").replace(/^testdata\//, "").slice(0, -6);
      const text = readFileSync(file, "utf8"), want = section(text, "want.aria.txt");
      if (want !== undefined || update.has(id)) yield { id, file, text, want, html: section(text, "want.html") };
    }
  }
}

/** One section of a txtar file, without its last newline. */
function section(text, name) {
  const at = text.indexOf(`-- ${name} --\n`);
  if (at < 0) return undefined;
  const rest = text.slice(at + name.length + 7), end = rest.search(/^-- .* --$/m);
  return (end < 0 ? rest : rest.slice(0, end)).replace(/\n$/, "");
}

const told = ["level", "expanded", "pressed", "checked", "disabled", "sort", "hasPopup", "focusable"];
const silent = new Set(["InlineTextBox", "LineBreak", "none", "generic", "RootWebArea", "LayoutTableSection", "ListMarker"]);

/** The tree as indented lines: role, name, states. */
function lines(nodes) {
  const by = new Map(nodes.map((n) => [n.nodeId, n])), out = [];
  const walk = (n, depth, above) => {
    const role = n.role?.value, name = (n.name?.value ?? "").replace(/\s+/g, " ").trim();
    const quiet = n.ignored || silent.has(role) || role === "StaticText" && (name === "" || name === above);
    if (!quiet) {
      const states = (n.properties ?? []).filter((p) => told.includes(p.name) && p.value.value !== false && !(p.name === "focusable" && ["button", "link", "textbox", "searchbox", "DisclosureTriangle"].includes(role)))
        .map((p) => ` [${p.name}${p.value.value === true ? "" : "=" + p.value.value}]`).join("");
      out.push("  ".repeat(depth) + (role === "StaticText" ? "text" : role) + (name ? " " + JSON.stringify(name) : "") + states);
    }
    for (const id of n.childIds ?? []) if (by.has(id)) walk(by.get(id), quiet ? depth : depth + 1, quiet ? above : name);
  };
  walk(nodes[0], 0, "");
  return out.join("\n");
}

before(async () => {
  browser = await launch();
  ({ page } = await open(browser));
  cdp = await page.context().newCDPSession(page);
  await cdp.send("Accessibility.enable");
});
after(() => browser?.close());

const all = [...vectors(core)];
test("some vectors of each kind say what a screen reader is told", () => {
  const kinds = readdirSync(path.join(core, "kind"), { withFileTypes: true }).filter((d) => d.isDirectory() && d.name !== "internal").map((d) => d.name);
  assert.deepEqual(kinds.filter((k) => !all.some((v) => v.id.startsWith(`kind/${k}/`))), [], "kinds without a wanted tree");
});
for (const v of all) {
  test(v.id, async () => {
    assert.ok(v.html, "the vector has no want.html");
    await page.setContent(`<!doctype html><html lang="en"><title>aria</title><style>${css}</style><body class="ak-root">${v.html}</body></html>`);
    const { nodes } = await cdp.send("Accessibility.getFullAXTree");
    const got = lines(nodes);
    if (update.has(v.id)) {
      const bare = v.want === undefined ? v.text : v.text.replace(`-- want.aria.txt --\n${v.want}\n`, "");
      writeFileSync(v.file, `${bare}-- want.aria.txt --\n${got}\n`);
      return;
    }
    assert.equal(got, v.want);
  });
}
