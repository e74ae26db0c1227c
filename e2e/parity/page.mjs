// The browser's half of the parity run: digest, then each fragment is put into the document and looked at.
import "./wasm_exec.js";
import { start } from "./instance.mjs";
import { digest, input } from "./digest.mjs";

const policy = globalThis.trustedTypes?.createPolicy("artifactkit", { createHTML: (s) => s }) ?? { createHTML: (s) => s };
const DRAWN = ["render", "page", "inspection"];
const violations = [];
document.addEventListener("securitypolicyviolation", (e) => violations.push(`${e.violatedDirective} ${e.blockedURI}`));

async function run() {
  const vectors = await (await fetch("./vectors.json")).json();
  const kit = await start(globalThis.Go, await WebAssembly.compileStreaming(fetch("./kit.wasm")));
  const result = await digest(kit, vectors);
  const faults = [];
  const host = document.getElementById("host");
  for (const v of vectors) {
    for (const c of v.calls) {
      if (!DRAWN.includes(c.name)) continue;
      const got = new TextDecoder().decode(kit.call(c.name, input(v), v.options));
      const html = c.name === "render" ? JSON.parse(got).html : got;
      host.innerHTML = policy.createHTML(html);
      const once = host.innerHTML;
      host.innerHTML = policy.createHTML(once);
      if (host.innerHTML !== once) faults.push(`${v.name}: the markup changes when it is read again`);
      for (const el of host.querySelectorAll("*")) {
        if (el.namespaceURI !== "http://www.w3.org/1999/xhtml") faults.push(`${v.name}: foreign element ${el.tagName}`);
        if (["SCRIPT", "STYLE", "IFRAME", "OBJECT", "EMBED", "LINK", "META", "BASE", "FORM"].includes(el.tagName)) faults.push(`${v.name}: ${el.tagName}`);
        for (const a of el.attributes) {
          if (a.name.startsWith("on") || a.name === "style") faults.push(`${v.name}: attribute ${a.name}`);
          if (a.name === "src" && !a.value.startsWith("data:image/")) faults.push(`${v.name}: src ${a.value.slice(0, 40)}`);
          if (a.name === "href" && !/^(https?:\/\/|mailto:|#)/i.test(a.value)) faults.push(`${v.name}: href ${a.value.slice(0, 40)}`);
        }
      }
    }
  }
  host.replaceChildren();
  if (globalThis.canary !== undefined) faults.push("something ran");
  return { ...result, faults: faults.concat(violations) };
}

run().then((r) => { globalThis.parity = r; }, (e) => { globalThis.parity = { error: String(e?.stack ?? e) }; });
