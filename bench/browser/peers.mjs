/** What a page would do without us: the named libraries, used as their documents say. */
import { AllCommunityModule, ModuleRegistry, createGrid } from "ag-grid-community";
import { createTwoFilesPatch } from "diff";
import { html as diffHTML } from "diff2html";
import DOMPurify from "dompurify";
import hljs from "highlight.js/lib/common";
import { marked } from "marked";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { Streamdown } from "streamdown";
import { host } from "./host.mjs";

ModuleRegistry.registerModules([AllCommunityModule]);

export const parse = (md) => marked.parse(md);
export const safe = (md) => DOMPurify.sanitize(marked.parse(md));
export const sanitize = (html) => DOMPurify.sanitize(html);
export const highlight = (code) => hljs.highlight(code, { language: "javascript" }).value;

export function diff(a, b) {
  const el = host();
  el.innerHTML = DOMPurify.sanitize(diffHTML(createTwoFilesPatch("a", "b", a, b), { drawFileList: false, matching: "lines", outputFormat: "line-by-line" }));
  return el;
}

/** The first rows of JSON text; then a sort by a column of numbers. */
export const grid = (json) => new Promise((done) => {
  const from = performance.now(), el = host(), data = JSON.parse(json);
  const api = createGrid(el, {
    rowData: data, columnDefs: Object.keys(data[0]).map((field) => ({ field, filter: true })),
    onFirstDataRendered() {
      const first = performance.now() - from, begin = performance.now();
      api.applyColumnState({ state: [{ colId: "v", sort: "desc" }] });
      void el.offsetHeight;
      const sort = performance.now() - begin;
      api.destroy();
      el.remove();
      done({ first, sort });
    },
  });
});

/** Chunks as they come, drawn after every ten. @param {"react-markdown" | "streamdown"} which */
export function stream(which, chunks) {
  const el = host(), root = createRoot(el), times = [];
  const draw = (text) => (which === "streamdown" ? createElement(Streamdown, null, text) : createElement(ReactMarkdown, { remarkPlugins: [remarkGfm] }, text));
  let text = "";
  chunks.forEach((c, i) => {
    text += c;
    if (i % 10 !== 9) return;
    const from = performance.now();
    flushSync(() => root.render(draw(text)));
    times.push(performance.now() - from);
  });
  root.unmount();
  el.remove();
  return times;
}

const escape = (s) => String(s).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** One of the mixed results, as HTML. */
export function draw(json) {
  const r = JSON.parse(json);
  switch (r.kind) {
    case "markdown": return safe(r.text);
    case "code": return `<pre>${highlight(r.text)}</pre>`;
    case "table": return DOMPurify.sanitize(`<table><tr>${Object.keys(r.rows[0]).map((k) => `<th>${escape(k)}`).join("")}${r.rows.map((row) => `<tr>${Object.values(row).map((v) => `<td>${escape(v)}`).join("")}`).join("")}</table>`);
    case "diff": return DOMPurify.sanitize(diffHTML(createTwoFilesPatch("a", "b", r.old, r.new), { drawFileList: false, matching: "lines", outputFormat: "line-by-line" }));
  }
  return `<p>${escape(r.message)}</p><pre>${escape(r.detail)}</pre>`;
}
