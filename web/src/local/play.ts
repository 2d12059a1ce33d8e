/** A match against bots: on this device where it is ready, else at the server, as far as there is one. */
import { settings } from "../app/settings.svelte";
import { file, plainHost } from "../app/site";
import { reserve } from "../fair/promises";
import networkLevels from "../generated/data/network-levels.json";
import { levelOf } from "../people/bots";
import { ensurePerson, myName } from "../people/me.svelte";
import { levelsOf } from "../people/own-level";
import type { Offer, PlayNow, TableRef, TableSummary } from "../types";
import { ApiError, post } from "../wire/api";
import { keepOffline, localHost } from "./host.svelte";
import { playsHere } from "./kernel-levels";
import { type Guest, newTable } from "./messages";
import { type DeviceMatch, matches, tables } from "./storage";

/** Start a match; the name of its table. */
export async function playAlone(wish: PlayNow): Promise<string> {
  const levels = wish.bots ? levelsOf(wish.bots) : wish.level == null ? [] : [wish.level];
  const here = settings.device && localHost.possible && levels.every((level) => playsHere(level));
  const complete = !levels.some(needsNetwork) || (await networkHere());
  if (here && ((localHost.state === "ready" && complete) || plainHost || !navigator.onLine)) return playHere(wish);
  // The server has its own weights; the next match can do without it.
  if (here && !complete && !localHost.saving) keepOffline(__NETWORK__);
  try {
    await ensurePerson();
    return (await post<TableRef>("/api/play", { ...wish, ...(await reserve()) })).table;
  } catch (error) {
    if (here && error instanceof ApiError && error.status === 0) return playHere(wish);
    throw error;
  }
}

const needsNetwork = (level: string) => networkLevels.includes(level);

/** Whether the service worker has these files. */
async function has({ folder, files }: typeof __PYTHON__): Promise<boolean> {
  const addresses = Object.keys(files).map((name) => file(folder + name));
  const kept = await Promise.all(addresses.map((address) => globalThis.caches?.match(address).catch(() => undefined)));
  return kept.every((answer) => answer !== undefined);
}

/** Whether the network's weights are here. */
export const networkHere = (): Promise<boolean> => has(__NETWORK__);

/** How many bytes a match at these levels on this device has to fetch before it can begin. */
export async function toFetch(levels: readonly string[]): Promise<number> {
  const parts = levels.some(needsNetwork) ? [__PYTHON__, __NETWORK__] : [__PYTHON__];
  const missing = parts.map(async (part) => ((await has(part)) ? 0 : part.transfer));
  return (await Promise.all(missing)).reduce((sum, bytes) => sum + bytes, 0);
}

/** What this device offers, without the levels and bots whose weights are neither here nor, as `online` says, to be fetched. */
export async function playable(offer: Offer, online: boolean): Promise<Offer> {
  if (online || (await networkHere())) return offer;
  return {
    ...offer,
    levels: offer.levels.filter(({ name }) => !needsNetwork(name)),
    bots: offer.bots.filter(({ name }) => !needsNetwork(levelOf(name))),
  };
}

async function playHere(wish: PlayNow): Promise<string> {
  return (await localHost.ask("play", { wish, table: newTable(), name: myName() })).table;
}

/** Start a match of people who pass this device around; the name of its table. */
export async function playTogether(wish: PlayNow, guests: Guest[]): Promise<string> {
  return (await localHost.ask("together", { wish, guests, table: newTable() })).table;
}

/** The matches on this device, the newest first: those that go on, or those that are over. */
export async function matchesHere(over: boolean): Promise<TableSummary[]> {
  try {
    return (await tables()).filter(({ status }) => (status === "finished" || status === "abandoned") === over);
  } catch {
    // A private window may have no store; then there are no matches in it either.
    return [];
  }
}

/** Matches on this device that are over, files included; the newest first. */
export async function deviceMatches(): Promise<DeviceMatch[]> {
  try {
    return await matches();
  } catch {
    return [];
  }
}
