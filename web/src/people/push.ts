/** Web Push for slow tables: where the browser has it and the server offers it. */
import type { Identity, PushSubscription as Wanted } from "../types";
import { t } from "../i18n/texts.svelte";
import { post } from "../wire/api";

export function canPush(): boolean {
  return window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window;
}

export async function pushing(): Promise<boolean> {
  if (!canPush()) return false;
  const worker = await navigator.serviceWorker.getRegistration();
  return Boolean(await worker?.pushManager.getSubscription());
}

export async function startPush(key: string): Promise<void> {
  const worker = await navigator.serviceWorker.ready;
  // The worker has no catalogue: it finds its one sentence here.
  const words = await caches.open("nokosu-words");
  await words.put("/words/your-turn", new Response(t("web.your-turn")));
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  const body: Wanted = { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
  await post<Identity>("/api/me/push", body);
}

export async function stopPush(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  const made = await worker?.pushManager.getSubscription();
  if (!made) return;
  await post<Identity>("/api/me/push/cancel", { endpoint: made.endpoint });
  await made.unsubscribe();
}
