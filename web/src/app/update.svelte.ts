/** Works without a network after one visit, and tells when a newer build has taken this one's place (web/sw.js). */
import { BASE, file } from "./site";

let ready = $state(false);

export const update = {
  /** Whether a newer build is here: a reload shows it. */
  get ready(): boolean {
    return ready;
  },
};

/** The build that this page belongs to, by the name of its first script. */
function build(): string {
  return new URL(document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src ?? location.href).pathname.slice(BASE.length);
}

export async function startServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  navigator.serviceWorker.addEventListener("message", (event: MessageEvent<{ build?: string }>) => {
    if (event.data.build && event.data.build !== build()) ready = true;
  });
  try {
    const registration = await navigator.serviceWorker.register(file("sw.js"));
    // A page may stay open for days; it looks for a newer build whenever somebody comes back to it.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") registration.update().catch(() => undefined);
    });
  } catch {
    // A private window may refuse; then everything needs the network.
  }
}
