import DOMPurify from "dompurify";
import hljs from "highlight.js/lib/common";
import { marked } from "marked";
import { markdown } from "./corpora.mjs";

const el = document.body.appendChild(document.createElement("div"));
el.innerHTML = DOMPurify.sanitize(marked.parse(markdown(2_000)));
for (const block of el.querySelectorAll("pre code")) hljs.highlightElement(block);
void document.body.offsetHeight;
globalThis.done = performance.now();
