/** A notification of the system, where it is wanted, allowed, and the page is out of sight. */
import { settings } from "../app/settings.svelte";

export function canNotify(): boolean {
  return "Notification" in window && window.isSecureContext;
}

/** Ask the browser once, when somebody switches notifications on. */
export async function allowNotifications(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

export function notify(text: string): void {
  if (!settings.notify || !canNotify() || !document.hidden || Notification.permission !== "granted") return;
  const shown = new Notification("Nokosu Dice", { body: text, icon: "/icon.svg", tag: "nokosu-turn" });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
