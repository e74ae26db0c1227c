/** The DOM helper alone, in a real browser, with operations made up here. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { launch } from "./browser.mjs";

let browser, page;
before(async () => {
  browser = await launch();
  page = await browser.newPage();
  await page.route("http://127.0.0.1:1/**", async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === "") return route.fulfill({ contentType: "text/html", body: "<!doctype html><title>t</title><main></main>" });
    return route.fulfill({ contentType: "text/javascript", body: await readFile(new URL("../web/" + name, import.meta.url), "utf8") });
  });
});
after(() => browser?.close());

/** Runs f in a fresh page, with the helper on its host. */
async function run(f, arg) {
  await page.goto("http://127.0.0.1:1/");
  await page.evaluate(async () => {
    const { patcher } = await import("/patch.mjs");
    globalThis.host = document.querySelector("main");
    globalThis.p = patcher(host, { createHTML: (s) => s });
    globalThis.part = (key, html) => `<div data-ak-part="${key}">${html}</div>`;
  });
  return page.evaluate(f, arg);
}

test("parts are added in sections of a hundred, set, and deleted", async () => {
  const got = await run(() => {
    p.apply(Array.from({ length: 250 }, (_, i) => ["add", `b${i}`, "", part(`b${i}`, i)]));
    p.apply([["set", "b7", "", part("b7", "seven")], ["del", "b8", "", ""], ["set", "b8", "", part("b8", "gone")], ["add", "x", "no-such-slot", part("x", "x")]]);
    return { sections: [...host.children].map((c) => c.childElementCount), seven: p.part("b7").textContent, eight: p.part("b8") ?? null, x: p.part("x") ?? null };
  });
  assert.deepEqual(got, { sections: [99, 100, 50], seven: "seven", eight: null, x: null });
});

test("parts inside a slot are known when they come with it and when they come later", async () => {
  const got = await run(() => {
    p.apply([
      ["add", "l1", "", `<div data-ak-part="l1" data-ak-slot="l1">${part("g1", "one")}</div>`], ["add", "g2", "l1", part("g2", "two")],
      ["set", "g1", "", part("g1", "first")], ["set", "l1", "", `<div data-ak-part="l1" data-ak-slot="l1">${part("g1", "again")}</div>`], ["set", "g2", "", part("g2", "gone")],
    ]);
    return [host.textContent, p.part("g2") ?? null];
  });
  assert.deepEqual(got, ["again", null]);
});

test("a control whose element makes way for another keeps the focus", async () => {
  const got = await run(() => {
    const more = (label) => `<button data-ak-action="cell:1:&quot;a">${label}</button>`;
    p.apply([["add", "k", "", part("k", `<p>one ${more("more")}</p><a href="#x">x</a>`)]]);
    host.querySelector("button").focus();
    p.apply([["set", "k", "", part("k", `<pre>one</pre>${more("less")}<p>two</p><a href="#x">x</a>`)]]);
    return document.activeElement.textContent;
  });
  assert.equal(got, "less");
});

test("what belongs to the reader outlives an update", async () => {
  const got = await run(async () => {
    const body = (n) => part("k", `<button data-ak-action="sort:1">sort</button><input data-ak-action="filter" value=""><div class="scroll" style="block-size:40px;overflow:auto"><p>${"line<br>".repeat(40)}</p></div><details><summary>more</summary>inside</details><p class="text">some words stay, the number is ${n}</p><ul>${"<li>row</li>".repeat(n)}</ul>`);
    p.apply([["add", "k", "", body(1)]]);
    const [button, input, scroll, details, words] = ["button", "input", ".scroll", "details", ".text"].map((s) => host.querySelector(s));
    scroll.scrollTop = 100;
    details.open = true;
    input.value = "typed";
    input.focus();
    input.setSelectionRange(1, 3);
    p.apply([["set", "k", "", body(5)]]);
    const typed = { focus: document.activeElement === input, selection: [input.selectionStart, input.selectionEnd] };
    const chosen = host.querySelector("summary").firstChild;
    getSelection().setBaseAndExtent(chosen, 0, chosen, 4);
    p.apply([["set", "k", "", body(9)]]);
    return {
      ...typed, chosen: getSelection().toString(),
      same: [button, input, scroll, details, words].every((e) => e.isConnected), top: scroll.scrollTop, open: details.open, value: input.value,
      text: words.textContent, rows: host.querySelectorAll("li").length,
    };
  });
  assert.deepEqual(got, { same: true, top: 100, open: true, value: "typed", focus: true, selection: [1, 3], chosen: "more", text: "some words stay, the number is 9", rows: 9 });
});

test("an update of one row among five thousand touches that row only", async () => {
  const got = await run(async () => {
    p.apply(Array.from({ length: 5000 }, (_, i) => ["add", `b${i}`, "", part(`b${i}`, `<button>row ${i}</button>`)]));
    let touched = 0;
    new MutationObserver((l) => { touched += l.length; }).observe(host, { subtree: true, childList: true, characterData: true, attributes: true });
    const began = performance.now();
    for (let i = 0; i < 200; i++) p.apply([["set", "b2500", "", part("b2500", `<button>changed ${i}</button>`)]]);
    const ms = (performance.now() - began) / 200;
    await new Promise((r) => setTimeout(r));
    return { ms, touched, text: p.part("b2500").textContent };
  });
  console.log(`one row of 5,000: ${got.ms.toFixed(3)} ms`);
  assert.equal(got.text, "changed 199");
  assert.equal(got.touched, 200);
});

test("markup that leaves its root does not shift what comes with it", async () => {
  const got = await run(() => {
    p.apply([["add", "a", "", part("a", "one")], ["add", "b", "", `<p data-ak-part="b">two<div>out</div></p>`], ["add", "c", "", part("c", "three")], ["add", "d", "", ""], ["set", "a", "", part("a", "first")]]);
    return ["a", "b", "c", "d"].map((k) => p.part(k)?.textContent ?? null);
  });
  assert.deepEqual(got, ["first", "two", "three", null]);
});

test("what is made equals what was sent", async () => {
  const got = await run(() => {
    const shapes = ["<p>a</p>", "<p>a</p><p>b</p>", "<ul><li>1<li>2</ul>", "text <b>bold</b> text", "", "<table><tbody><tr><td>1</td></tr></tbody></table>", "<p class=x title=y>a</p>", `${"<i>"}nested${"</i>"}`, "<details open><summary>s</summary></details>"];
    const bad = [];
    p.apply([["add", "k", "", part("k", "")]]);
    for (const from of shapes) for (const to of shapes) {
      p.apply([["set", "k", "", part("k", from)], ["set", "k", "", part("k", to)]]);
      const want = document.createElement("main");
      want.innerHTML = part("k", to);
      if (!host.firstElementChild.firstElementChild.isEqualNode(want.firstElementChild)) bad.push([from, to, host.innerHTML]);
    }
    return bad;
  });
  assert.deepEqual(got, []);
});
