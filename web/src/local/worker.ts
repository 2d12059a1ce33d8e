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
  type Found,
  type FromWorker,
  newTable,
  NO_NETWORK,
  type ToWorker,
  UNSAVED,
  type Verb,
} from "./messages";
import { hold, release } from "./holding";
import { hasKernel } from "./has-kernel";
import { append, type DeviceMatch, log, match, type Row, store } from "./storage";
import { giveNetwork, hasNetwork, reviews, tables, type Thought } from "./thinking";

interface Answered {
  answer?: unknown;
  refused?: Reason;
}

/** What nokosu.local.analyst says while it judges. */
interface Judging extends Answered {
  job?: number;
  think?: Omit<Thought, "number">;
}

/** What nokosu.local.worker_api says of a table. */
interface Said extends Answered {
  rows: Row[];
  lists: Record<string, TableSummary>;
  matches: DeviceMatch[];
  frames: AnyFromTable[];
  due: number | null;
  think?: Thought | null;
  /** What the kernel has to think about before advice is there. */
  ask?: Omit<Thought, "number"> | null;
}

/** nokosu.local.worker_api.WorkerApi: text in, text out. */
interface WorkerApi {
  play(wish: string, table: string, secret: string, name: string, now: number): string;
  play_daily(day: string, table: string, name: string, now: number): string;
  champion(day: string): string;
  champion_thought(answer: string, refused: string): string;
  play_together(wish: string, guests: string, table: string, secret: string, now: number): string;
  load(rows: string, name: string): void;
  knows(table: string): boolean;
  needs_network(table: string): boolean;
  enter(table: string, after: number, now: number, seat?: number): string;
  forget(table: string): void;
  command(table: string, command: string, fresh: string, secret: string, now: number): string;
  hint(table: string, network: boolean, now: number): string;
  chances(table: string, network: boolean, now: number): string;
  advised(table: string, answer: string, now: number, refused: string): string;
  coach(table: string, asked: string, now: number): string;
  wake(table: string, now: number): string;
  thought(table: string, number: number, answer: string, now: number, refused: string): string;
  record(table: string): string;
  play_on(position: string, seat: number | undefined, bots: string, table: string, secret: string, name: string, now: number): string;
  house_rules(text: string): string;
  review(seat: number, depth: string, known: string, network: boolean): string;
  reader: Reader;
  reviewer: { go_on(answer: string, refused: string): string; stop(): void };
  analyst: Analyst;
}

/** nokosu.local.analyst.Analyst: positions of the analysis board. */
interface Analyst {
  position(text: string, decisions: number): string;
  move(text: string, action: string): string;
  numbers(edition: string, players: number): string;
  set_up(setup: string): string;
  judge(text: string, effort: number, network: boolean): string;
  go_on(job: number, answer: string, refused: string): string;
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
  analyse(index: number, decision: number, seat?: number): string;
  point(index: number, decision: number): string;
  rounds(seat: number, ended: number): string;
  position(text: string): string;
  position_advice(text: string): string;
  puzzle(puzzle: string): string;
  puzzle_line(puzzle: string, action: string): string;
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

/** Fetch the network's weights where this table's bots need them. */
async function network(here: WorkerApi, table: string): Promise<void> {
  if (here.needs_network(table)) await weights();
}

/** Fetch the network's weights if they are not here yet; the service worker keeps them. Refused where they cannot be
 * fetched. */
async function weights(): Promise<void> {
  if (hasNetwork()) return;
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

/** Whether the service worker has all of it: then there is no download to show. */
async function kept(): Promise<boolean> {
  return (await globalThis.caches?.match(`${folder}python_stdlib.zip`).catch(() => undefined)) !== undefined;
}

async function openWorkerApi(): Promise<WorkerApi> {
  if (!(await kept())) await download();
  const ours = fetch(`${folder}nokosu.zip`).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as typeof import("pyodide");
  const python: PyodideAPI = await loadPyodide({ indexURL: new URL(folder, location.href).href });
  python.unpackArchive(await ours, "zip", { extractDir: "/package" });
  python.runPython("import sys; sys.path.insert(0, '/package')");
  return python.runPython(`from nokosu.local.worker_api import WorkerApi; WorkerApi(kernel=${hasKernel ? "True" : "False"})`) as WorkerApi;
}

const api = openWorkerApi();
api.then(
  () => post({ type: "ready" }),
  (error: unknown) => post({ type: "failed", error: String(error) }),
);

/** Store what was said, then show it, and come back when something is due. */
async function keep(here: WorkerApi, table: string, text: string): Promise<Said> {
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
  if (said.think) void askKernel(table, said.think);
  return said;
}

/** A table that is not open here any more. */
function lose(here: WorkerApi, table: string, reason: Reason | null): void {
  clearTimeout(timers.get(table));
  here.forget(table);
  const visit = visits.get(table);
  if (visit !== undefined) post({ type: "lost", visit, reason });
}

/** Let the kernel think; what happens meanwhile goes on, and the answer takes its turn. */
async function askKernel(table: string, { number, call, request }: Thought): Promise<void> {
  const said = await tables.think({ call, request });
  inTurn(async () => {
    const here = await api;
    if (!here.knows(table)) return;
    const [answer, refused] = "refused" in said ? ["", said.refused] : [said.answer, ""];
    await keep(here, table, here.thought(table, number, answer, Date.now(), refused));
  });
}

/** Let the strongest player who is here think until their advice is there. */
async function advise(here: WorkerApi, table: string, text: string): Promise<Said> {
  let said = await keep(here, table, text);
  while (said.ask) {
    const thought = await tables.think(said.ask);
    const [answer, refused] = "refused" in thought ? ["", thought.refused] : [thought.answer, ""];
    said = await keep(here, table, here.advised(table, answer, Date.now(), refused));
  }
  return said;
}

/** The review that runs. */
let reviewing: number | null = null;

/** Tell what a review found, let the kernel think on, and go on in turn. */
async function goOn(here: WorkerApi, job: number, text: string): Promise<void> {
  const { think, ...found } = JSON.parse(text) as Found & { think?: Omit<Thought, "number"> | null };
  post({ type: "review", job, ...found });
  if (!think) {
    reviewing = null;
    return;
  }
  const said = await reviews.think(think);
  inTurn(async () => {
    if (reviewing !== job) return;
    const [answer, refused] = "refused" in said ? ["", said.refused] : [said.answer, ""];
    try {
      void goOn(here, job, here.reviewer.go_on(answer, refused));
    } catch (error) {
      reviewing = null;
      post({ type: "review", job, judged: [], done: 0, total: 0, review: null, refused: FAILED });
      throw error;
    }
  });
}

function stopReview(here: WorkerApi, job: number): void {
  if (reviewing !== job) return;
  reviewing = null;
  here.reviewer.stop();
  reviews.stop();
}

async function wake(table: string): Promise<void> {
  const here = await api;
  if (here.knows(table)) await keep(here, table, here.wake(table, Date.now()));
}

async function find(here: WorkerApi, table: string, name: string): Promise<void> {
  if (here.knows(table)) return;
  const rows = await log(table);
  if (!rows.length) throw new Refused(NOT_HERE);
  here.load(JSON.stringify(rows), name);
}

/** Store a new table, once its bots can play. */
async function begin(here: WorkerApi, table: string, text: string): Promise<Said> {
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
async function record(here: WorkerApi, table: string, name: string): Promise<string> {
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
async function read(here: WorkerApi, about: { table: string; name: string; text?: string }): Promise<Reader> {
  const { reader } = here;
  if (!reader.has(about.table)) reader.open(about.table, about.text ?? (await record(here, about.table, about.name)));
  return reader;
}

const verbs: { [V in Verb]: (here: WorkerApi, about: Omit<Asked[V], "answer">) => Promise<Answered | null> } = {
  play: (here, { wish, table, name }) =>
    begin(here, table, here.play(JSON.stringify(wish), table, secret(), name, Date.now())),
  daily: (here, { day, table, name }) => begin(here, table, here.play_daily(day, table, name, Date.now())),
  champion: async (here, { day }) => {
    await weights();
    let said = JSON.parse(here.champion(day)) as Answered & { think: Thought | null };
    while (said.think) {
      const thought = await tables.think(said.think);
      const [answer, refused] = "refused" in thought ? ["", thought.refused] : [thought.answer, ""];
      said = JSON.parse(here.champion_thought(answer, refused)) as typeof said;
    }
    if (!said.answer) throw new Refused(FAILED);
    return said;
  },
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
  hint: (here, { table }) => advise(here, table, here.hint(table, hasNetwork(), Date.now())),
  chances: (here, { table }) => advise(here, table, here.chances(table, hasNetwork(), Date.now())),
  coach: (here, { table, asked }) => keep(here, table, here.coach(table, JSON.stringify(asked), Date.now())),
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
  puzzle: async (here, { puzzle }) => answered(here.reader.puzzle(puzzle)),
  puzzleLine: async (here, { puzzle, action }) => answered(here.reader.puzzle_line(puzzle, action)),
  analysePoint: async (here, about) => answered((await read(here, about)).analyse(about.round, about.decision, about.seat ?? undefined)),
  analyse: async (here, { text, decisions }) => answered(here.analyst.position(text, decisions ?? -1)),
  analysisMove: async (here, { text, action }) => answered(here.analyst.move(text, action)),
  setupNumbers: async (here, { edition, players }) => answered(here.analyst.numbers(edition, players)),
  setUp: async (here, { setup }) => answered(here.analyst.set_up(JSON.stringify(setup))),
  judge: async (here, { text, effort }) => {
    let said = JSON.parse(here.analyst.judge(text, effort, hasNetwork())) as Judging;
    while (said.think) {
      const thought = await tables.think(said.think);
      const [answer, refused] = "refused" in thought ? ["", thought.refused] : [thought.answer, ""];
      said = JSON.parse(here.analyst.go_on(said.job ?? 0, answer, refused)) as Judging;
    }
    return said;
  },
  rounds: async (here, about) => answered((await read(here, about)).rounds(about.seat, about.ended)),
  point: async (here, about) => answered((await read(here, about)).point(about.round, about.decision)),
  houseRules: async (here, { text }) => answered(here.house_rules(text)),
  playOn: (here, { position, seat, bots, table, name }) =>
    begin(here, table, here.play_on(position, seat ?? undefined, JSON.stringify(bots), table, secret(), name, Date.now())),
  review: async (here, about) => {
    if (about.network) await weights();
    await read(here, about);
    if (reviewing !== null) stopReview(here, reviewing);
    reviewing = about.job;
    void goOn(here, about.job, here.review(about.seat, about.depth, JSON.stringify(about.known), about.network));
    return null;
  },
  stopReview: async (here, { job }) => {
    stopReview(here, job);
    return null;
  },
  network: async () => {
    await weights();
    return null;
  },
};

let turn: Promise<unknown> = api;

/** One thing after the other. */
function inTurn(job: () => Promise<void>): void {
  turn = turn.then(job).catch((error: unknown) => {
    // A page knows already of what was refused.
    if (!(error instanceof Refused)) console.error(error);
  });
}

/** Beside everything else: it stores nothing, and takes a while. */
const atOnce = (job: () => Promise<void>): void => void job().catch((error: unknown) => error instanceof Refused || console.error(error));

self.onmessage = (event: MessageEvent<ToWorker>) => {
  const { id, verb, about } = event.data;
  const when = verb === "judge" ? atOnce : inTurn;
  when(async () => {
    try {
      const said = await verbs[verb](await api, about as never);
      if (said?.refused) post({ type: "refused", id, reason: said.refused });
      else post({ type: "answer", id, answer: said?.answer ?? null });
    } catch (error) {
      post({ type: "refused", id, reason: error instanceof Refused ? error.reason : FAILED });
      throw error;
    }
  });
};
