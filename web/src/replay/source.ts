/** Who answers about a record or a position: this device for its own, and for advice wherever it can; else the server. */
import { settings } from "../app/settings.svelte";
import { plainHost } from "../app/site";
import { localHost } from "../local/host.svelte";
import { isLocal } from "../local/messages";
import type { RecordAdvice, RecordSummary, ReplayRound, SharedPosition } from "../types";
import { ApiError, get } from "../wire/api";

export interface Source {
  summary: () => Promise<RecordSummary>;
  round: (round: number) => Promise<ReplayRound>;
  advice: (round: number, decision: number) => Promise<RecordAdvice>;
}

/** Ask the device where it is ready or alone, else the server; and the device after all where no server answers. */
async function deviceFirst<T>(here: () => Promise<T>, there: () => Promise<T>): Promise<T> {
  if (settings.device && (plainHost || localHost.state === "ready")) return here();
  try {
    return await there();
  } catch (error) {
    if (settings.device && localHost.possible && error instanceof ApiError && error.status === 0) return here();
    throw error;
  }
}

function onDevice(table: string): Source {
  const { name } = settings;
  return {
    summary: () => localHost.ask("summary", { table, name }),
    round: (round) => localHost.ask("round", { table, name, round }),
    advice: (round, decision) => localHost.ask("advice", { table, name, round, decision }),
  };
}

let file: { record: string; text: Promise<string> } | null = null;

/** A server's record as it is, fetched once. */
export function recordText(record: string): Promise<string> {
  if (file?.record !== record) {
    const text = get<unknown>(`/api/records/${record}/file`).then((found) => JSON.stringify(found));
    file = { record, text };
    text.catch(() => (file = null));
  }
  return file.text;
}

function atServer(record: string): Source {
  const where = `/api/records/${record}`;
  return {
    summary: () => get(where),
    round: (round) => get(`${where}/rounds/${round}`),
    advice: (round, decision) =>
      deviceFirst(
        async () => localHost.ask("advice", { table: record, name: "", text: await recordText(record), round, decision }),
        () => get(`${where}/rounds/${round}/advice/${decision}`),
      ),
  };
}

export const sourceOf = (record: string): Source => (isLocal(record) ? onDevice(record) : atServer(record));

const query = (text: string) => new URLSearchParams({ text }).toString();

/** A position in one line (docs/notation.md). */
export const sharedPosition = (text: string): Promise<SharedPosition> =>
  deviceFirst(
    () => localHost.ask("position", { text }),
    () => get(`/api/positions?${query(text)}`),
  );

export const adviceOnPosition = (text: string): Promise<RecordAdvice> =>
  deviceFirst(
    () => localHost.ask("positionAdvice", { text }),
    () => get(`/api/positions/advice?${query(text)}`),
  );
