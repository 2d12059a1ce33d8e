/** A match against bots: on this device where it is ready, else at the server, as far as there is one. */
import { settings } from "../app/settings.svelte";
import { file, plainHost } from "../app/site";
import { reserve } from "../fair/promises";
import networkLevels from "../generated/data/network-levels.json";
import { ensurePerson, myName } from "../people/me.svelte";
import type { Offer, PlayNow, TableRef, TableSummary } from "../types";
import { ApiError, post } from "../wire/api";
import { keepOffline, localHost } from "./host.svelte";
import { playsHere } from "./kernel-levels";
import { type Guest, newTable } from "./messages";
import { type DeviceMatch, matches, tables } from "./shelf";

/** Start a match; the name of its table. */
export async function playAlone(wish: PlayNow): Promise<string> {
  const here = settings.device && localHost.possible && (wish.level == null || playsHere(wish.level));
  const complete = !needsNetwork(wish.level) || (await hasNetwork());
  if (here && ((localHost.state === "ready" && complete) || plainHost || !navigator.onLine)) return playHere(wish);
  // The server has weights of its own; the next match can do without it.
  if (here && !complete && !localHost.saving) keepOffline(__NETWORK__);
  try {
    await ensurePerson();
    return (await post<TableRef>("/api/play", { ...wish, ...(await reserve()) })).table;
  } catch (error) {
    if (here && error instanceof ApiError && error.status === 0) return playHere(wish);
    throw error;
  }
}

const needsNetwork = (level: string | null | undefined) => networkLevels.includes(level ?? "");

/** Whether the service worker has the network's weights. */
async function hasNetwork(): Promise<boolean> {
  const addresses = Object.keys(__NETWORK__.files).map((name) => file(__NETWORK__.folder + name));
  const kept = await Promise.all(addresses.map((address) => globalThis.caches?.match(address).catch(() => undefined)));
  return kept.every((answer) => answer !== undefined);
}

/** What this device offers, without the levels whose weights are neither here nor, as `online` says, to be fetched. */
export async function playable(offer: Offer, online: boolean): Promise<Offer> {
  if (online || (await hasNetwork())) return offer;
  return { ...offer, levels: offer.levels.filter(({ name }) => !needsNetwork(name)) };
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
