/** Installing as an app: the browser's own offer is held back until somebody has finished a match. */
import { settings } from "./settings.svelte";

/** What Chromium sends where the page can be installed; no standard knows it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer = $state.raw<InstallOffer | null>(null);
/** Safari on a phone has no offer; there it is done by hand. */
const byHand = "standalone" in navigator && navigator.standalone === false;

export const install = {
  /** What to show: a button, how to do it by hand, or nothing where it is installed, impossible or declined. */
  get way(): "button" | "by-hand" | null {
    if (settings.installDeclined) return null;
    if (offer) return "button";
    return byHand ? "by-hand" : null;
  },
  async start(): Promise<void> {
    const made = offer;
    offer = null;
    await made?.prompt();
  },
  decline(): void {
    settings.installDeclined = true;
  },
};

export function holdInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
  });
  addEventListener("appinstalled", () => (offer = null));
}
