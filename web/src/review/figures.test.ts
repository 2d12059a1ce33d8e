import { expect, test } from "vitest";
import type { PlayedRound } from "../types";
import { byPlace, byTarget, costliest, csv, reviewed, skills, withoutDeal, zero } from "./figures";
import type { KeptReview } from "./kept";

const round = (target: number | null, made: boolean, place = 0): PlayedRound => ({
  record: "a",
  ended: 0,
  edition: "second",
  players: 4,
  round: 0,
  place,
  target,
  won: target ?? 0,
  made,
  points: made ? 5 : 0,
});
const rounds = [round(2, true), round(2, false, 3), round(3, true, 3), round(null, false, 1), round(null, true)];

test("targets by number and by place, zero apart", () => {
  expect(byTarget(rounds)).toEqual([
    { label: 2, tried: 2, made: 1 },
    { label: 3, tried: 1, made: 1 },
  ]);
  expect(byPlace(rounds)).toEqual([
    { label: 1, tried: 2, made: 2 },
    { label: 2, tried: 1, made: 0 },
    { label: 4, tried: 2, made: 1 },
  ]);
  expect(zero(rounds)).toEqual({ tried: 2, made: 1 });
});

test("the luck of the deal is taken out of the points; other people's seats do not count", () => {
  const part = (value: number) => ({ value, error: 0 });
  const split = { round: 0, points: 8, average: part(6), deal: part(3), hidden: part(1), decisions: part(-4), others: part(2) };
  const kept = (mine: boolean, network: boolean) =>
    ({ record: "a", ended: 1, mine, lost: { lead: 3, draft: 1 }, review: { network, decisions: [{ lost: 1 }, { lost: 0 }], rounds: [split] } }) as unknown as KeptReview;
  expect(reviewed([kept(true, true), kept(false, true), kept(true, false)])).toEqual([
    { record: "a", ended: 1, lost: 0.5, points: 8, adjusted: 5 },
  ]);
  expect(costliest([kept(true, true), kept(false, true)])).toEqual([
    { kind: "lead", lost: 3 },
    { kind: "draft", lost: 1 },
  ]);
});

const part = (value: number) => ({ value, error: 0 });
const matchOf = (points: number[], fields: Partial<KeptReview> = {}, luck = 2) =>
  ({
    ...{ record: "a", ended: 1, edition: "second", players: 4, mine: true, lost: {} },
    review: { network: true, decisions: [], rounds: points.map((each) => ({ points: each, deal: part(luck), hidden: part(0) })) },
    ...fields,
  }) as unknown as KeptReview;

test("skill is the points a round without the luck of the deal, with Student's interval", () => {
  const [skill, other] = skills([
    matchOf([6, 8]),
    matchOf([10, 12]),
    matchOf([90, 90], { mine: false }),
    matchOf([7, 7], { players: 3 }),
  ]);
  expect(skill).toMatchObject({ edition: "second", players: 4, matches: 2, rounds: 4, settled: false });
  // 4, 6, 8, 10: the mean 7, the deviation 2.582, t with 3 degrees of freedom 3.182.
  expect(skill?.results.map(({ value }) => value)).toEqual([5, 7]);
  expect(skill?.results.at(-1)?.high).toBeCloseTo(7 + (3.182 * 2.582) / 2, 1);
  expect(other).toMatchObject({ players: 3, matches: 1 });
});

test("luck that is not known well counts less", () => {
  const row = (error: number) => ({ points: 10, deal: { value: 2, error } });
  expect(withoutDeal(row(0))).toBe(8);
  expect(withoutDeal(row(1))).toBeCloseTo(8.514, 3);
  expect(withoutDeal(row(100))).toBeCloseTo(10, 2);
});

test("one round has no interval; many make it small", () => {
  expect(skills([matchOf([6])])).toMatchObject([{ matches: 1, rounds: 1, results: [], settled: false }]);
  const many = Array.from({ length: 100 }, (_, index) => (index % 2 ? 4 : 10));
  expect(skills([matchOf(many)])[0]).toMatchObject({ settled: true });
  // Luck that differs is taken out; what is left of a lucky and an unlucky match is the same.
  expect(skills([matchOf([9, 9], {}, 4), matchOf([3, 3], {}, -2)])[0]?.results.at(-1)).toMatchObject({ value: 5, low: 5, high: 5 });
});

test("a spreadsheet can read it", () => {
  const lines = csv([round(null, true)]).split("\n");
  expect(lines[0]).toBe("record,ended,edition,players,round,place,target,won,made,points");
  expect(lines[1]).toBe("a,1970-01-01T00:00:00.000Z,second,4,0,0,zero,0,true,5");
});
