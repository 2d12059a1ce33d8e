/** The service worker, and finding out that the server, or the web host, has a newer build: web/sw.js names it. */
import { file } from "../app/site";
import { update } from "../app/update.svelte";

/** How often a page that stays open looks for a newer build. */
const LOOK_MS = 30 * 60_000;
let registration: ServiceWorkerRegistration | undefined;

/** The build that this page belongs to, by the name of its first script: relative to a folder that is not this one's any more. */
function build(): string {
  const script = document.querySelector<HTMLScriptElement>("script[type=module][src]");
  return /assets\/[^/?]+$/.exec(script?.src ?? "")?.[0] ?? "";
}

function told(name: string | undefined): void {
  if (name && name !== build()) update.found(name);
}

/** Ask whether there is a newer build: when a connection is back, as the server may be another one. */
export async function lookForUpdate(): Promise<void> {
  if (!import.meta.env.PROD) return;
  try {
    // Its service worker fetches the newer build, and tells when all of it is here.
    if (registration) await registration.update();
    else told(/"(assets\/[^"]+\.js)"/.exec(await (await fetch(file("sw.js"), { cache: "no-store" })).text())?.[1]);
  } catch {
    // No network; the next look may find one.
  }
}

/** Let this client work without a network after one visit, and look for newer builds from now on. */
export async function startServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD) return;
  if ("serviceWorker" in navigator) {
    navigator.serviceWorker.addEventListener("message", (event: MessageEvent<{ build?: string }>) => told(event.data.build));
    try {
      registration = await navigator.serviceWorker.register(file("sw.js"));
    } catch {
      // A private window may refuse; then everything needs the network.
    }
  }
  // A page may stay open for days.
  setInterval(() => void lookForUpdate(), LOOK_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void lookForUpdate();
  });
}
