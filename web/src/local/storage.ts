/** The matches of this device, in IndexedDB: their logs entry by entry, and how lists show them. */
import type { DailyLine, Figures, MatchSummary, PlayedRound, TableSummary } from "../generated/wire";

/** Entry `seq` of a table's log; `client` is the id of the command that made it. */
export type Row = [table: string, seq: number, at: number, body: string, client: string | null];

/** A match that is over. `figures`: one's own, where it counts; `record`: of one that came as a file. */
export interface DeviceMatch {
  table: string;
  match: MatchSummary;
  figures: Figures | null;
  record?: string;
  /** Where it was the deal of a day: how it was played. */
  daily?: DailyLine | null;
  /** Its name at the server, once it was uploaded. */
  uploaded?: string;
  /** A known round that was played on from a position; it counts for nothing. */
  practice?: boolean;
  /** What its rounds came to for one; matches of older builds lack it. */
  rounds?: PlayedRound[];
}

/** What a request of the store gives. */
export function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

let opened: Promise<IDBDatabase> | undefined;

export function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("nokosu", 3);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) {
        request.result.createObjectStore("rows", { keyPath: ["table", "seq"] });
        request.result.createObjectStore("tables", { keyPath: "table" });
      }
      if (oldVersion < 2) request.result.createObjectStore("matches", { keyPath: "table" });
      if (oldVersion < 3) for (const name of REVIEWED) request.result.createObjectStore(name, { keyPath: "id" });
    };
    request.onsuccess = () => {
      request.result.onclose = () => (opened = undefined);
      // A newer build in another tab changes the stores; this page opens them again when it needs them.
      request.result.onversionchange = () => {
        request.result.close();
        opened = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => {
      opened = undefined;
      reject(request.error);
    };
  });
  return opened;
}

const STORES = ["rows", "tables", "matches"];
/** What reviews leave behind (review/kept.ts): by table, seat and decision. */
const REVIEWED = ["reviews", "questions", "reports"];
/** Everything that begins with a table's name. */
const about = (table: string) => IDBKeyRange.bound(`${table} `, `${table} \uffff`);

/** Everything of a change is stored, or nothing. */
export function finished(change: IDBTransaction): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onabort = () => reject(change.error);
  });
}

/** Store what happened; resolves when it is safe. An entry that is there already fails all of it. */
export async function append(
  rows: readonly Row[],
  lists: readonly TableSummary[],
  over: readonly DeviceMatch[],
): Promise<void> {
  const change = (await database()).transaction(STORES, "readwrite");
  for (const [table, seq, at, body, client] of rows) {
    change.objectStore("rows").add({ table, seq, at, body, client });
  }
  for (const list of lists) change.objectStore("tables").put(list);
  const matches = change.objectStore("matches");
  for (const match of over) {
    const before = matches.get(match.table) as IDBRequest<DeviceMatch | undefined>;
    before.onsuccess = () => matches.put({ ...before.result, ...match });
  }
  await finished(change);
}

/** Store a match that is over: a file that was brought along, or where it was uploaded. */
export async function store(match: DeviceMatch): Promise<void> {
  const change = (await database()).transaction("matches", "readwrite");
  change.objectStore("matches").put(match);
  await finished(change);
}

/** Delete all that there is of a match. */
export async function remove(table: string): Promise<void> {
  const change = (await database()).transaction([...STORES, ...REVIEWED], "readwrite");
  for (const name of REVIEWED) change.objectStore(name).delete(about(table));
  change.objectStore("rows").delete(entriesOf(table));
  change.objectStore("tables").delete(table);
  change.objectStore("matches").delete(table);
  await finished(change);
}

const entriesOf = (table: string) => IDBKeyRange.bound([table, 0], [table, Number.MAX_SAFE_INTEGER]);

/** The log of a table, in order; empty where there is no such table. */
export async function log(table: string): Promise<Row[]> {
  const rows = (await database()).transaction("rows").objectStore("rows").getAll(entriesOf(table));
  const found = (await done(rows)) as { table: string; seq: number; at: number; body: string; client: string | null }[];
  return found.map(({ table, seq, at, body, client }) => [table, seq, at, body, client]);
}

/** All tables of this device, the newest first. */
export async function tables(): Promise<TableSummary[]> {
  const all = (await database()).transaction("tables").objectStore("tables").getAll();
  return ((await done(all)) as TableSummary[]).sort((a, b) => b.created - a.created);
}

/** A match that is over, if there is such a one here. */
export async function match(table: string): Promise<DeviceMatch | undefined> {
  return (await done((await database()).transaction("matches").objectStore("matches").get(table))) as
    | DeviceMatch
    | undefined;
}

/** All matches of this device that are over, the newest first. */
export async function matches(): Promise<DeviceMatch[]> {
  const all = (await database()).transaction("matches").objectStore("matches").getAll();
  return ((await done(all)) as DeviceMatch[]).sort((a, b) => b.match.ended - a.match.ended);
}
