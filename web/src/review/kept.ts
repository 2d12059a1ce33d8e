/** What reviews leave on this device, in IndexedDB: the reviews themselves, the questions, and doubts about judgements. */
import { database, done, finished } from "../local/storage";
import type { Judgement, Review } from "../types";
import type { Question } from "./questions";
import type { Kind } from "./verdicts";

/** A review of a match from one seat. */
export interface KeptReview {
  /** Table and seat. */
  id: string;
  record: string;
  seat: number;
  /** When the match ended. */
  ended: number;
  edition: string;
  players: number;
  /** It is one's own seat: it counts for one's progress. */
  mine: boolean;
  review: Review | null;
  /** What a review that was stopped had found. */
  partial: Judgement[];
  /** Points lost by kind of decision, mistakes alone. */
  lost: Partial<Record<Kind, number>>;
}

/** A judgement that somebody thinks is wrong, where there is no server to tell. */
export interface KeptReport {
  id: string;
  position: string;
  judgement: Judgement;
  note: string;
  at: number;
}

type Store = "reviews" | "questions" | "reports";

export const reviewId = (record: string, seat: number): string => `${record} ${seat}`;

async function put(store: Store, rows: readonly object[]): Promise<void> {
  const change = (await database()).transaction(store, "readwrite");
  // Rows may hold what Svelte watches; the store takes plain values only.
  for (const row of rows) change.objectStore(store).put(JSON.parse(JSON.stringify(row)));
  await finished(change);
}

async function all<T>(store: Store): Promise<T[]> {
  try {
    return (await done((await database()).transaction(store).objectStore(store).getAll())) as T[];
  } catch {
    // A private window may have no store.
    return [];
  }
}

export async function keptReview(record: string, seat: number): Promise<KeptReview | undefined> {
  try {
    const found = (await database()).transaction("reviews").objectStore("reviews").get(reviewId(record, seat));
    return (await done(found)) as KeptReview | undefined;
  } catch {
    return undefined;
  }
}

/** Every review, the oldest match first. */
export const keptReviews = async (): Promise<KeptReview[]> => (await all<KeptReview>("reviews")).sort((a, b) => a.ended - b.ended);
export const keepReview = (review: KeptReview): Promise<void> => put("reviews", [review]);
export const questions = (): Promise<Question[]> => all<Question>("questions");
export const keepQuestion = (question: Question): Promise<void> => put("questions", [question]);
export const keepReport = (report: KeptReport): Promise<void> => put("reports", [report]);
export const reports = (): Promise<KeptReport[]> => all<KeptReport>("reports");

/** Add questions that are new; those that have been asked keep their box, and get the newer judgement. */
export async function addQuestions(fresh: readonly Question[]): Promise<void> {
  const known = new Map((await questions()).map((each) => [each.id, each]));
  await put(
    "questions",
    fresh.map((each) => {
      const before = known.get(each.id);
      return before ? { ...each, box: before.box, due: before.due } : each;
    }),
  );
}
