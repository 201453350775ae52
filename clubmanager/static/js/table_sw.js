// The service worker of the tables' phones. It keeps the shell: one page that is the same for every
// table, its styles and its scripts. Pages of a table are never kept, so nothing of a deal is.
"use strict";

const CACHE = "table-shell";
const SHELL = "/t/shell/";
const PATIENCE = 6000; // milliseconds that a page may take before the shell comes instead

// The addresses that the shell names as style, icon or script.
function assetsOf(html) {
  const tags = html.match(/<(?:link|script)\b[^>]*>/g) || [];
  return tags.map((tag) => /(?:href|src)="([^"]+)"/.exec(tag)).filter(Boolean).map((found) => found[1]);
}

async function keepShell() {
  const response = await fetch(SHELL, { cache: "no-store", credentials: "omit" });
  if (!response.ok) return;
  const cache = await caches.open(CACHE);
  const assets = assetsOf(await response.clone().text());
  await cache.addAll(assets);
  await cache.put(SHELL, response);
  const wanted = [SHELL, ...assets].map((address) => new URL(address, self.location).href);
  for (const request of await cache.keys()) {
    if (!wanted.includes(request.url)) await cache.delete(request);
  }
}

async function page(request) {
  const late = new Promise((resolve, reject) => { setTimeout(reject, PATIENCE); });
  try {
    return await Promise.race([fetch(request), late]);
  } catch (error) {
    return (await caches.match(SHELL)) || Response.error();
  }
}

async function asset(request) {
  try {
    return await fetch(request);
  } catch (error) {
    return (await caches.match(request)) || Response.error();
  }
}

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => {
  if (event.data === "keep the shell") event.waitUntil(keepShell().catch(() => undefined));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (["style", "script", "image"].includes(request.destination)) event.respondWith(asset(request));
});
