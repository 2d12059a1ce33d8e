/**
 * Tables on this device: Python in a worker runs the same table and the same bots as the server (src/nokosu/local).
 * Whatever happens is stored first and shown then, one thing after the other.
 */
import type { PyodideAPI } from "pyodide";
import { file } from "../app/site";
import type { AnyFromTable, Reason, TableSummary } from "../generated/wire";
import {
  type Asked,
  ELSEWHERE,
  type FromWorker,
  newTable,
  NO_NETWORK,
  type ToWorker,
  UNSAVED,
  type Verb,
} from "./messages";
import { hold, release } from "./holding";
import { hasKernel } from "./kernel-levels";
import { append, type DeviceMatch, log, match, type Row, store } from "./shelf";
import { giveNetwork, hasNetwork, type Thought, think } from "./thinking";

interface Answered {
  answer?: unknown;
  refused?: Reason;
}

/** What nokosu.local.door says of a table. */
interface Said extends Answered {
  rows: Row[];
  lists: Record<string, TableSummary>;
  matches: DeviceMatch[];
  frames: AnyFromTable[];
  due: number | null;
  think?: Thought | null;
}

/** nokosu.local.door.Door: text in, text out. */
interface Door {
  play(wish: string, table: string, secret: string, name: string, now: number): string;
  play_together(wish: string, guests: string, table: string, secret: string, now: number): string;
  load(rows: string, name: string): void;
  knows(table: string): boolean;
  needs_network(table: string): boolean;
  enter(table: string, after: number, now: number, seat?: number): string;
  forget(table: string): void;
  command(table: string, command: string, fresh: string, secret: string, now: number): string;
  hint(table: string, now: number): string;
  wake(table: string, now: number): string;
  thought(table: string, number: number, answer: string, now: number, refused: string): string;
  record(table: string): string;
  reader: Reader;
}

const folder = file(__PYTHON__.folder);

/** nokosu.local.reader.Reader: the record that is open. */
interface Reader {
  open(name: string, text: string): void;
  has(name: string): boolean;
  bring(name: string, text: string, now: number): string;
  summary: { callKwargs(about: { imported: boolean; ended: number }): string };
  round(index: number): string;
  advice(index: number, decision: number): string;
  position(text: string): string;
  position_advice(text: string): string;
}

/** Why something was not done. */
class Refused extends Error {
  constructor(readonly reason: Reason) {
    super(reason.message);
  }
}
const because = (message: string): Reason => ({ message, params: {} });
const NOT_HERE = because("server.no-table");
const FAILED = because("web.local.failed");

const post = (message: FromWorker): void => self.postMessage(message);
/** Who has each table open. */
const visits = new Map<string, number>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();

function secret(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Fetch all files, so that progress can be told; the browser's cache has them when Python asks for them. */
async function download(): Promise<void> {
  const { files } = __PYTHON__;
  const whole = Object.values(files).reduce((sum, size) => sum + size, 0);
  let received = 0;
  const told = (bytes: Uint8Array) => {
    received += bytes.length;
    post({ type: "progress", done: Math.min(1, received / whole) });
  };
  await Promise.all(Object.keys(files).map((name) => pour(folder + name, "low", told)));
}

/** Fetch the network's weights where this table's bots need them and they are not here yet; the service worker keeps
 * them. Refused where they cannot be fetched. */
async function network(here: Door, table: string): Promise<void> {
  if (hasNetwork() || !here.needs_network(table)) return;
  const [[name, size] = ["", 0]] = Object.entries(__NETWORK__.files);
  const bytes = new Uint8Array(size);
  let received = 0;
  try {
    await pour(file(__NETWORK__.folder + name), "high", (part) => {
      bytes.set(part, received);
      received += part.length;
      post({ type: "network", done: received / size });
    });
    if (received !== size) throw new Error(`${name}: ${received} of ${size} bytes`);
  } catch (error) {
    console.warn(error);
    throw new Refused(NO_NETWORK);
  }
  giveNetwork(bytes);
}

/** A file, part by part as it comes. */
async function pour(address: string, priority: RequestPriority, told: (part: Uint8Array) => void): Promise<void> {
  const answer = await fetch(address, { priority });
  if (!answer.ok || !answer.body) throw new Error(`${address}: ${answer.status}`);
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) told(part.value);
}

/** Whether the service worker has all of it: then nothing has to be waited for that progress could be told of. */
async function kept(): Promise<boolean> {
  return (await globalThis.caches?.match(`${folder}python_stdlib.zip`).catch(() => undefined)) !== undefined;
}

async function openDoor(): Promise<Door> {
  if (!(await kept())) await download();
  const ours = fetch(`${folder}nokosu.zip`).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as typeof import("pyodide");
  const python: PyodideAPI = await loadPyodide({ indexURL: new URL(folder, location.href).href });
  python.unpackArchive(await ours, "zip", { extractDir: "/package" });
  python.runPython("import sys; sys.path.insert(0, '/package')");
  return python.runPython(`from nokosu.local.door import Door; Door(kernel=${hasKernel ? "True" : "False"})`) as Door;
}

const door = openDoor();
door.then(
  () => post({ type: "ready" }),
  (error: unknown) => post({ type: "failed", error: String(error) }),
);

/** Store what was said, then show it, and come back when something is due. */
async function keep(here: Door, table: string, text: string): Promise<Said> {
  const said = JSON.parse(text) as Said;
  if (said.rows.length) {
    try {
      await append(said.rows, Object.values(said.lists), said.matches);
    } catch (error) {
      // Another tab was first: its entry is there, and the table is opened again with it. Anything else, the player
      // has to know: no room, most likely.
      const first = error instanceof DOMException && error.name === "ConstraintError";
      lose(here, table, first ? null : UNSAVED);
      throw new Refused(UNSAVED);
    }
  }
  const visit = visits.get(table);
  if (said.frames.length && visit !== undefined) post({ type: "said", visit, messages: said.frames });
  clearTimeout(timers.get(table));
  if (said.due !== null) timers.set(table, setTimeout(() => inTurn(() => wake(table)), said.due - Date.now()));
  if (said.think) void ponder(table, said.think);
  return said;
}

/** A table that is not open here any more. */
function lose(here: Door, table: string, reason: Reason | null): void {
  clearTimeout(timers.get(table));
  here.forget(table);
  const visit = visits.get(table);
  if (visit !== undefined) post({ type: "lost", visit, reason });
}

/** Let the kernel think; what happens meanwhile goes on, and the answer takes its turn. */
async function ponder(table: string, { number, call, order }: Thought): Promise<void> {
  const said = await think({ call, order });
  inTurn(async () => {
    const here = await door;
    if (!here.knows(table)) return;
    const [answer, refused] = "refused" in said ? ["", said.refused] : [said.answer, ""];
    await keep(here, table, here.thought(table, number, answer, Date.now(), refused));
  });
}

async function wake(table: string): Promise<void> {
  const here = await door;
  if (here.knows(table)) await keep(here, table, here.wake(table, Date.now()));
}

async function find(here: Door, table: string, name: string): Promise<void> {
  if (here.knows(table)) return;
  const rows = await log(table);
  if (!rows.length) throw new Refused(NOT_HERE);
  here.load(JSON.stringify(rows), name);
}

/** Store a new table, once its bots can play. */
async function begin(here: Door, table: string, text: string): Promise<Said> {
  if (here.knows(table)) {
    await network(here, table).catch((error: unknown) => {
      here.forget(table);
      throw error;
    });
  }
  return keep(here, table, text);
}

const answered = (text: string) => JSON.parse(text) as Answered;

/** The record of a match that is over, or of a file. */
async function record(here: Door, table: string, name: string): Promise<string> {
  const kept = (await match(table))?.record;
  if (kept !== undefined) return kept;
  const open = here.knows(table);
  await find(here, table, name);
  const { answer, refused } = answered(here.record(table));
  if (!open) here.forget(table);
  if (refused) throw new Refused(refused);
  return answer as string;
}

/** The reader with this record open. */
async function read(here: Door, about: { table: string; name: string; text?: string }): Promise<Reader> {
  const { reader } = here;
  if (!reader.has(about.table)) reader.open(about.table, about.text ?? (await record(here, about.table, about.name)));
  return reader;
}

const verbs: { [V in Verb]: (here: Door, about: Omit<Asked[V], "answer">) => Promise<Answered | null> } = {
  play: (here, { wish, table, name }) =>
    begin(here, table, here.play(JSON.stringify(wish), table, secret(), name, Date.now())),
  together: (here, { wish, guests, table }) =>
    begin(here, table, here.play_together(JSON.stringify(wish), JSON.stringify(guests), table, secret(), Date.now())),
  enter: async (here, { table, after, name, insist, visit, seat }) => {
    if (!(await hold(table, insist, () => lose(here, table, ELSEWHERE)))) throw new Refused(ELSEWHERE);
    visits.set(table, visit);
    await find(here, table, name);
    await network(here, table);
    return keep(here, table, here.enter(table, after, Date.now(), seat ?? undefined));
  },
  leave: async (here, { table }) => {
    clearTimeout(timers.get(table));
    visits.delete(table);
    here.forget(table);
    release(table);
    return null;
  },
  command: (here, { table, command }) =>
    keep(here, table, here.command(table, JSON.stringify(command), newTable(), secret(), Date.now())),
  hint: (here, { table }) => keep(here, table, here.hint(table, Date.now())),
  record: async (here, { table, name }) => ({ answer: await record(here, table, name) }),
  bring: async (here, { text }) => {
    const table = newTable();
    const { answer, refused } = answered(here.reader.bring(table, text, Date.now()));
    if (refused) throw new Refused(refused);
    await store(answer as DeviceMatch).catch(() => {
      throw new Refused(UNSAVED);
    });
    return { answer: table };
  },
  summary: async (here, about) => {
    const reader = await read(here, about);
    const known = await match(about.table);
    const { imported, ended } = { imported: known?.record !== undefined, ended: known?.match.ended ?? 0 };
    return answered(reader.summary.callKwargs({ imported, ended }));
  },
  round: async (here, about) => answered((await read(here, about)).round(about.round)),
  advice: async (here, about) => answered((await read(here, about)).advice(about.round, about.decision)),
  position: async (here, { text }) => answered(here.reader.position(text)),
  positionAdvice: async (here, { text }) => answered(here.reader.position_advice(text)),
};

let turn: Promise<unknown> = door;

/** One thing after the other. */
function inTurn(job: () => Promise<void>): void {
  turn = turn.then(job).catch((error: unknown) => {
    // A page knows already of what was refused.
    if (!(error instanceof Refused)) console.error(error);
  });
}

self.onmessage = (event: MessageEvent<ToWorker>) => {
  const { id, verb, about } = event.data;
  inTurn(async () => {
    try {
      const said = await verbs[verb](await door, about as never);
      if (said?.refused) post({ type: "refused", id, reason: said.refused });
      else post({ type: "answer", id, answer: said?.answer ?? null });
    } catch (error) {
      post({ type: "refused", id, reason: error instanceof Refused ? error.reason : FAILED });
      throw error;
    }
  });
};
