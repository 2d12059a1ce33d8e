import { expect, test } from "vitest";
import type { Contest, ContestPlace } from "../types";
import { mayStillEnter, situationOf, winners } from "./situation";

const ME: ContestPlace = { entrant: 0, name: "Ann", mine: true };
const OTHER: ContestPlace = { entrant: 1, name: "Bea" };

function contest(more: Partial<Contest>): Contest {
  return {
    contest: "c",
    name: "Evening",
    settings: { kind: "tournament", form: "swiss", rounds: 3 },
    status: "open",
    may: [],
    me: null,
    round: 0,
    opened: 0,
    standings: [],
    tables: [],
    commitment: "",
    created: 0,
    ...more,
  };
}
const table = (finished: boolean, ...entrants: number[]) => ({
  number: 0,
  seats: entrants.map((entrant) => ({ entrant, name: String(entrant) })),
  finished,
});
const inIt = { me: 0, standings: [ME, OTHER] };

test.each([
  ["enter", contest({ may: ["enter"], standings: [OTHER] })],
  ["enter", contest({ standings: [OTHER] })],
  ["entered", contest({ ...inIt, may: ["withdraw"] })],
  ["play", contest({ ...inIt, status: "playing", round: 1, may: ["withdraw", "play"] })],
  ["others-play", contest({ ...inIt, status: "playing", round: 1, tables: [table(true, 0), table(false, 1)] })],
  ["next-round", contest({ ...inIt, status: "playing", round: 1, tables: [table(false, 1)] })],
  ["break", contest({ ...inIt, status: "playing", round: 1, opened: 1, tables: [table(true, 0, 1)] })],
  ["withdrawn", contest({ standings: [{ ...ME, withdrawn: true }], me: 0, status: "playing", round: 1 })],
  ["watching", contest({ standings: [OTHER], status: "playing", round: 3 })],
  ["over", contest({ ...inIt, status: "over", may: [] })],
  ["played", contest({ ...inIt, settings: { kind: "duplicate", form: "days" } })],
  ["watching", contest({ standings: [OTHER], status: "playing", settings: { kind: "duplicate", form: "champion" } })],
] as const)("%s", (wanted, shown) => {
  expect(situationOf(shown)).toBe(wanted);
});

test("people come late while a round is still to begin, but not where they play when they like", () => {
  expect(mayStillEnter(contest({ status: "playing", round: 2 }))).toBe(true);
  expect(mayStillEnter(contest({ status: "playing", settings: { kind: "duplicate", form: "days", rounds: 9 } }))).toBe(false);
});

test("nobody has won while nothing counts", () => {
  const places = [{ ...ME, place: 1, score: 0, rounds: [null] }, { ...OTHER, place: 1, score: 0, rounds: [0] }];
  expect(winners(contest({ standings: places }))).toEqual(["Bea"]);
});
