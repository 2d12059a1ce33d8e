import { expect, test } from "vitest";
import { betweenTricks, type Happening } from "./between-tricks";

const calm: Happening = {
  connection: { unanswered: 0 },
  presenter: { finished: null, count: null, moment: false },
  view: { phase: "play", trick: { plays: [] } },
  result: null,
  shared: false,
  seat: 1,
  over: false,
};

test("a table is loaded again between tricks, during the draft and before the deal", () => {
  expect(betweenTricks(calm)).toBe(true);
  expect(betweenTricks({ ...calm, view: { phase: "draft", trick: null } })).toBe(true);
  expect(betweenTricks({ ...calm, view: null })).toBe(true);
  expect(betweenTricks({ ...calm, shared: true, seat: null })).toBe(true);
});

const trick = { leader: 0, plays: ["R5"], winner: 0 };
test.each<[string, Partial<Happening>]>([
  ["a trick is in progress", { view: { phase: "play", trick: { plays: ["R5"] } } }],
  ["a trick is looked at", { presenter: { ...calm.presenter, finished: trick } }],
  ["the round has ended", { view: { phase: "over", trick: null } }],
  ["the round is counted", { presenter: { ...calm.presenter, count: { lines: [], order: [], turned: 0, points: false } } }],
  ["the trump is shown", { presenter: { ...calm.presenter, moment: true } }],
  ["a move is not answered", { connection: { unanswered: 1 } }],
  ["a result lies open", { result: 0 }],
  ["a player holds the device", { shared: true }],
  ["the match is over", { over: true }],
])("not while %s", (_why, change) => {
  expect(betweenTricks({ ...calm, ...change })).toBe(false);
});
