/** On a static host the page works without a network after one visit; a new version is offered, and taken when the reader says so. */
import { policy } from "./trust.mjs";
import { word } from "./words.mjs";

const root = document.documentElement;

/** Starts the worker that keeps this page's files. @param {URL} base */
export async function keep(base) {
  if (!root.hasAttribute("data-static") || !("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(policy.createScriptURL(new URL("sw.js", base).href), { scope: base.href });
    const waits = () => registration.waiting && navigator.serviceWorker.controller && offer(registration.waiting);
    waits();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", waits));
  } catch (e) {
    console.warn("vitrine: no service worker:", e); // a private window, or a host without TLS: the page works, with a network
  }
}

/** Says that there is a new version, once. @param {ServiceWorker} worker */
function offer(worker) {
  if (document.querySelector(".app-update")) return;
  const panel = document.createElement("div"), text = document.createElement("p"), use = document.createElement("button"), later = document.createElement("button");
  panel.className = "app-notice app-update";
  panel.role = "status";
  text.textContent = word("update");
  use.className = later.className = "app-button";
  use.textContent = word("update_use");
  later.textContent = word("update_later");
  use.onclick = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    worker.postMessage("take over");
  };
  later.onclick = () => panel.remove();
  panel.append(text, use, later);
  document.body.append(panel);
}
