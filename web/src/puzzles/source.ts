/** Who answers about puzzles: the server, where there is one, else this device. */
import { settings } from "../app/settings.svelte";
import { plainHost } from "../app/site";
import { localHost } from "../local/host.svelte";
import type { Puzzle, PuzzleCount, PuzzleLine } from "../types";
import { ApiError, get, post } from "../wire/api";

async function orHere<T>(there: () => Promise<T>, here: () => Promise<T>): Promise<T> {
  if (plainHost) return here();
  try {
    return await there();
  } catch (error) {
    if (settings.device && localHost.possible && error instanceof ApiError && error.status === 0) return here();
    throw error;
  }
}

export const fetchPuzzle = (puzzle: string): Promise<Puzzle> =>
  orHere(
    () => get(`/api/puzzles/${puzzle}`),
    () => localHost.ask("puzzle", { puzzle }),
  );

export const fetchLine = (puzzle: string, action: string): Promise<PuzzleLine> =>
  orHere(
    () => get(`/api/puzzles/${puzzle}/line?${new URLSearchParams({ action }).toString()}`),
    () => localHost.ask("puzzleLine", { puzzle, action }),
  );

/** Count a first answer; null where nobody counts. */
export const sendAnswer = (puzzle: string, action: string): Promise<PuzzleCount | null> =>
  plainHost ? Promise.resolve(null) : post<PuzzleCount>(`/api/puzzles/${puzzle}/answers`, { action }).catch(() => null);

/** Tell the operator; where there is none, it is kept on the device. */
export async function sendReport(puzzle: string): Promise<void> {
  if (!plainHost) await post<PuzzleCount>(`/api/puzzles/${puzzle}/reports`).catch(() => null);
}
