// Keeps the client's own files, so that the score pad and the rules are there without a network. Never anything from
// /api: what the server says is asked every time.
const SHELL = ["/", "/icon.svg", "/manifest.webmanifest"];
const KEPT = "nokosu-files";

async function keepAll() {
  const cache = await caches.open(KEPT);
  const list = await fetch("/files.json", { cache: "no-cache" });
  const files = list.ok ? await list.json() : [];
  const wanted = new Set([...SHELL, ...files.map((name) => `/${name}`)]);
  for (const address of wanted) {
    const fingerprinted = address.startsWith("/assets/");
    if (fingerprinted && (await cache.match(address))) continue;
    const answer = await fetch(address, { cache: "no-cache" });
    if (answer.ok) await cache.put(address, answer);
  }
  // What an earlier build left behind.
  for (const request of await cache.keys()) {
    if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll().then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** What tells one build from another; the tags for link previews differ from page to page. */
const scripts = (html) => (html.match(/\/assets\/[^"]+/g) ?? []).join();

async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      const cache = await caches.open(KEPT);
      const known = await cache.match("/");
      const fresh = await answer.clone().text();
      // Another build: keep its files too, so that pages never mix two.
      if (!known || scripts(await known.text()) !== scripts(fresh)) await keepAll();
    }
    return answer;
  } catch {
    return (await caches.match("/")) ?? Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (address.pathname.startsWith("/api/") || address.pathname === "/health" || address.pathname === "/metrics") return;
  if (/^\/docs(\/|$)/.test(address.pathname)) return; // a site of its own
  if (request.mode === "navigate") event.respondWith(page(request));
  else event.respondWith(caches.match(address.pathname).then((kept) => kept ?? fetch(request)));
});

// The server says where, never what; the words in the reader's language were left here by the page (people/push.ts).
async function tellTurn({ table }) {
  const words = await caches.match("/words/your-turn");
  await self.registration.showNotification("Nokosu Dice", {
    body: words ? await words.text() : "",
    icon: "/icon.svg",
    tag: table ?? "nokosu",
    data: { address: table ? `/t/${table}` : "/" },
  });
}
self.addEventListener("push", (event) => event.waitUntil(tellTurn(event.data ? event.data.json() : {})));

/** The table where it is open already, else a new page. */
async function open(address) {
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find((page) => new URL(page.url).pathname === address);
  return there ? there.focus() : self.clients.openWindow(address);
}
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.address));
});
