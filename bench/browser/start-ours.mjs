import { init } from "../../dist/npm/index.mjs";
import { markdown, shown } from "./corpora.mjs";

const kit = await init({ wasmURL: "/kit.wasm", worker: false });
const view = kit.mount(document.body.appendChild(document.createElement("div")), shown({ markdown: markdown(2_000) }));
await view.ready;
void document.body.offsetHeight;
globalThis.done = performance.now();
