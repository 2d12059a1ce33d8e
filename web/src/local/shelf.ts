/** The matches of this device, in IndexedDB: their logs entry by entry, and how lists show them. */
import type { TableSummary } from "../generated/wire";

/** Entry `seq` of a table's log; `client` is the id of the command that made it. */
export type Row = [table: string, seq: number, at: number, body: string, client: string | null];

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("nokosu", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("rows", { keyPath: ["table", "seq"] });
      request.result.createObjectStore("tables", { keyPath: "table" });
    };
    request.onsuccess = () => {
      request.result.onclose = () => (opened = undefined);
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/** Store what happened; resolves when it is safe. An entry that is there already fails all of it. */
export async function append(rows: readonly Row[], lists: readonly TableSummary[]): Promise<void> {
  const change = (await database()).transaction(["rows", "tables"], "readwrite");
  for (const [table, seq, at, body, client] of rows) {
    change.objectStore("rows").add({ table, seq, at, body, client });
  }
  for (const list of lists) change.objectStore("tables").put(list);
  await new Promise<void>((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onabort = () => reject(change.error);
  });
}

/** The log of a table, in order; empty where there is no such table. */
export async function log(table: string): Promise<Row[]> {
  const range = IDBKeyRange.bound([table, 0], [table, Number.MAX_SAFE_INTEGER]);
  const rows = (await database()).transaction("rows").objectStore("rows").getAll(range);
  const found = (await done(rows)) as { table: string; seq: number; at: number; body: string; client: string | null }[];
  return found.map(({ table, seq, at, body, client }) => [table, seq, at, body, client]);
}

/** All tables of this device, the newest first. */
export async function tables(): Promise<TableSummary[]> {
  const all = (await database()).transaction("tables").objectStore("tables").getAll();
  return ((await done(all)) as TableSummary[]).sort((a, b) => b.created - a.created);
}
