/*
 * Keeps the page for when there is no network: the files of one version, in a cache of its own name. It answers for these files and for the
 * page itself, and for nothing else; a session, a transcript, an answer of a server never come in here. A new version waits until
 * the reader takes it.
 */
"use strict";
const version = "VERSION", files = ["FILES"];
const scope = new URL(self.registration.scope), own = `vitrine ${scope.pathname} `, name = own + version;
const kept = new Set(files.map((f) => new URL(f, scope).href));

self.addEventListener("install", (e) => e.waitUntil(caches.open(name).then((c) => c.addAll(files.map((f) => new Request(new URL(f, scope), { cache: "no-cache" }))))));

self.addEventListener("activate", (e) => e.waitUntil((async () => {
  for (const other of await caches.keys()) if (other.startsWith(own) && other !== name) await caches.delete(other);
})()));

self.addEventListener("fetch", (e) => {
  const url = new URL(e.request.url), page = e.request.mode === "navigate" && (url.pathname === scope.pathname || url.pathname === scope.pathname + "index.html");
  url.hash = url.search = "";
  if (e.request.method !== "GET" || !page && !kept.has(url.href)) return;
  e.respondWith((async () => await (await caches.open(name)).match(page ? scope.href : url.href) ?? fetch(e.request))());
});

self.addEventListener("message", (e) => { if (e.data === "take over") void self.skipWaiting(); });
