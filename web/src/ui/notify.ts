/** A notification of the system, where it is wanted, allowed, and the page is out of sight. */
import { settings } from "../app/settings.svelte";
import { file } from "../app/site";

export function canNotify(): boolean {
  return "Notification" in window && window.isSecureContext;
}

/** Ask the browser once, when somebody switches notifications on. */
export async function allowNotifications(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

export function notify(text: string): void {
  if (!settings.notify || !canNotify() || !document.hidden || Notification.permission !== "granted") return;
  // A table goes on even where the system shows nothing.
  void show(text).catch(() => undefined);
}

/** Phones show notifications of a service worker alone; sw.js opens the table when it is clicked. */
async function show(text: string): Promise<void> {
  const about = { body: text, icon: file("icon.svg"), tag: "nokosu-turn" };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) {
    await worker.showNotification("Nokosu Dice", { ...about, data: { address: location.pathname + location.search } });
    return;
  }
  const shown = new Notification("Nokosu Dice", about);
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
