/** Playing on from a position: a table on this device with the same cards, against the same bots. It never counts. */
import { settings } from "../app/settings.svelte";
import { go } from "../app/router.svelte";
import { myName } from "../people/me.svelte";
import { recordText } from "../replay/source";
import { localHost } from "./host.svelte";
import { isLocal, newTable, type PlayFrom } from "./messages";

/** A decision of a record, or a position in one line; `seat`: where one sits, null for the seat to act. */
export type Start =
  | { record: string; round: number; decision: number; seat: number | null }
  | { position: string; bots?: readonly (string | null)[]; seat?: number | null };

/** Whether this device can. */
export const canPlayOn = (): boolean => settings.device && localHost.possible;

/** Make the table and open it; an ApiError says why not. */
export async function playOn(start: Start): Promise<void> {
  const from = "record" in start ? await pointOf(start) : { position: start.position, bots: start.bots ?? [] };
  const table = newTable();
  const { position, bots } = from;
  await localHost.ask("playOn", { position, bots, seat: start.seat ?? null, table, name: myName() });
  await go(`/t/${table}`);
}

async function pointOf({ record, round, decision }: { record: string; round: number; decision: number }): Promise<PlayFrom> {
  const text = isLocal(record) ? {} : { text: await recordText(record) };
  return localHost.ask("point", { table: record, name: settings.name, round, decision, ...text });
}
