// Keeps the client's own files, so that everything but tables with friends works without a network. Never anything from
// /api: what the server says is asked every time. The build fills in __BUILD__, its name, so that every build has its own
// worker and its own cache: a page finds all files of the build that it belongs to, and never those of another.
const BUILD = "__BUILD__";
// The folder that this client is in; other folders of a host may have their own clients.
const HOME = new URL("./", location.href).pathname;
const PREFIX = `nokosu-files${HOME}`;
const KEPT = PREFIX + BUILD;
const SHELL = ["./", "icon.svg", "manifest.webmanifest"];
// A network that is there and does not answer is as good as none.
const PATIENCE_MS = 4000;

/** Keep these files; what an earlier build has kept under the same fingerprint is not fetched again. */
async function keep(addresses) {
  const cache = await caches.open(KEPT);
  for (const address of addresses) {
    const lasting = address.startsWith("assets/");
    if (lasting && (await cache.match(address))) continue;
    const known = lasting ? await caches.match(address) : undefined;
    // A file with a fingerprint never changes: what the page has just loaded is not loaded again.
    const answer = known ?? (await fetch(address, { cache: lasting ? "force-cache" : "no-cache" }));
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    await cache.put(address, answer);
  }
}

const listed = async () => (await fetch("files.json", { cache: "no-cache" })).json();
const ours = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** Whether this device has files of this kind from an earlier build: Python, and so plays without a network, or the
 * weights, as somebody has played against a bot that needs them. */
async function had(kind) {
  for (const name of await ours()) {
    const kept = await (await caches.open(name)).keys();
    if (kept.some((request) => request.url.includes(`/assets/${kind}-`))) return true;
  }
  return false;
}

async function install() {
  // On a plain web host, every page is a file.
  const { files, python, network = [], pages = [] } = await listed();
  await keep([...SHELL, ...pages, ...files]);
  if (await had("python")) await keep(python);
  if (await had("network")) await keep(network);
  await self.skipWaiting();
}

/** Pages of the build before this one may still be open: they keep their files, and are told. */
async function activate() {
  for (const name of (await ours()).filter((each) => each !== KEPT).slice(0, -1)) await caches.delete(name);
  await self.clients.claim();
  for (const page of await self.clients.matchAll({ type: "window" })) page.postMessage({ build: BUILD });
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
// A page has loaded Python, or the weights: from now on they are there without a network.
self.addEventListener("message", (event) => {
  const { keep: loaded } = event.data ?? {};
  if (loaded) event.waitUntil(keep(Object.keys(loaded.files).map((name) => loaded.folder + name)));
});

async function page(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch {
    return keptPage(new URL(request.url));
  }
}

/** The page of an address, without a network. */
async function keptPage({ pathname, search }) {
  const cache = await caches.open(KEPT);
  const found = await cache.match(pathname);
  if (found) return found;
  // On a plain web host, pages name their files from their own folders: another address leads to one of them.
  if ((await cache.match("t/")) && pathname !== HOME) {
    const folder = pathname.replace(/(\/|\/index\.html)?$/, "/");
    return Response.redirect((await cache.match(folder)) ? folder + search : HOME);
  }
  return (await cache.match("./")) ?? Response.error();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  // The documentation is a separate site.
  if (/^(api|docs|health|metrics)(\/|$)/.test(address.pathname.slice(HOME.length))) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else event.respondWith(caches.match(address.pathname).then((kept) => kept ?? fetch(request)));
});

// The server says where, never what; the words in the reader's language were left here by the page (people/push.ts).
async function tellTurn({ table }) {
  const words = await caches.match("words/your-turn");
  await self.registration.showNotification("Nokosu Dice", {
    body: words ? await words.text() : "",
    icon: "icon.svg",
    tag: table ?? "nokosu",
    data: { address: table ? `${HOME}t/${table}` : HOME },
  });
}
self.addEventListener("push", (event) => event.waitUntil(tellTurn(event.data ? event.data.json() : {})));

/** The table where it is open already, else a new page. */
async function open(address) {
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find(({ url }) => url === new URL(address, location.origin).href);
  return there ? there.focus() : self.clients.openWindow(address);
}
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.address));
});
