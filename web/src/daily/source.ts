/** The deal of the day: the server's, or on a plain host its own series, kept on this device. */
import { plainHost } from "../app/site";
import type { ChampionLine, Daily, DailyLine, DailyResult, PlayedDay, TableRef } from "../generated/wire";
import { localHost } from "../local/host.svelte";
import { DAILY_TABLE } from "../local/messages";
import { type DeviceMatch, match, matches, tables } from "../local/storage";
import { ensurePerson, myName } from "../people/me.svelte";
import { get, post } from "../wire/api";
import { DAY_MS, dayOf, dayText, streak } from "./days";

/** The bots of the deal of the day (src/nokosu/table/daily.py). */
const OPPONENTS = ["otto", "tofu", "zora"];
/** The first day of the series on plain hosts. */
const FIRST = dayOf("2026-11-01");

/** Today's deal, and how far one is with it. */
export const loadToday = (): Promise<Daily> => (plainHost ? todayHere() : get<Daily>("/api/daily"));

/** A day's results. */
export const loadDay = (day: string): Promise<DailyResult> =>
  plainHost ? dayHere(day) : get<DailyResult>(`/api/daily/${day}`);

/** Begin today's deal, or go on with it; the name of its table. */
export async function playToday(): Promise<string> {
  if (plainHost) return playHere(dayText(Date.now() / DAY_MS));
  await ensurePerson();
  return (await post<TableRef>("/api/daily")).table;
}

/** How the champion plays a day, where this device can say. */
export async function championHere(day: string): Promise<ChampionLine | null> {
  return plainHost ? await localHost.ask("champion", { day }).catch(() => null) : null;
}

const tableOf = (day: string): string => DAILY_TABLE + day.slice(2).replaceAll("-", "");

async function playHere(day: string): Promise<string> {
  const table = tableOf(day);
  const begun = (await tables()).some((each) => each.table === table);
  return begun ? table : (await localHost.ask("daily", { day, table, name: myName() })).table;
}

/** The deals of days that were played to their end on this device, the oldest first. */
async function playedHere(): Promise<PlayedDay[]> {
  const played = (await matches()).filter((each): each is DeviceMatch & { daily: DailyLine } => each.daily != null);
  return played
    .map(({ table, daily }) => ({ day: dayAt(table), points: daily.points, ranked: false }))
    .sort((a, b) => a.day.localeCompare(b.day));
}

function dayAt(table: string): string {
  const [year, month, date] = table.slice(DAILY_TABLE.length).match(/../g) ?? [];
  return `20${year}-${month}-${date}`;
}

const about = (day: number) => ({
  day: dayText(day),
  number: day - FIRST + 1,
  closes: (day + 1) * DAY_MS,
  seat: day % (OPPONENTS.length + 1),
  opponents: OPPONENTS,
  ranked: false,
  commitment: "",
});

async function todayHere(): Promise<Daily> {
  const day = Math.floor(Date.now() / DAY_MS);
  const table = tableOf(dayText(day));
  const begun = (await tables()).some((each) => each.table === table);
  const mine = (await match(table))?.daily ?? null;
  const played = await playedHere();
  return {
    ...about(day),
    status: mine ? "finished" : begun ? "playing" : "new",
    table: begun ? table : null,
    mine,
    played,
    streak: streak(played.map(each => each.day), day),
    latest: null,
  };
}

async function dayHere(text: string): Promise<DailyResult> {
  const day = dayOf(text);
  const played = await playedHere();
  const mine = (await match(tableOf(text)))?.daily ?? null;
  return {
    ...about(day),
    state: "closed",
    mine,
    table: mine ? tableOf(text) : null,
    people: 0,
    played,
    streak: streak(played.map(each => each.day), Math.floor(Date.now() / DAY_MS)),
  };
}
