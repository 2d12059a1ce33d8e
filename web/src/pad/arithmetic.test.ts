import { expect, test } from "vitest";
import vectors from "../generated/data/vectors/score.json";
import { editionOf, numbersOf } from "../ui/editions";
import { problems, proposal, scoreRound, winners } from "./arithmetic";

test("S1 to S4: the points are those of the rules", () => {
  expect(vectors.rounds.length).toBeGreaterThan(100);
  for (const { edition, won, kept, points } of vectors.rounds) {
    expect(scoreRound(editionOf(edition), won, kept).map((line) => line.points)).toEqual(points);
  }
});

test("M4 and M5: the winners are those of the rules", () => {
  for (const { edition, totals, kept, winners: seats } of vectors.ties) {
    expect(winners(editionOf(edition), totals, kept)).toEqual(seats);
  }
});

test("the vectors would notice a wrong bonus and a tie broken wrongly", () => {
  const cheap = { ...editionOf("second"), bonus: 9 };
  const wrong = vectors.rounds.filter(({ won, kept, points }) =>
    scoreRound(cheap, won, kept).some((line, player) => line.points !== points[player]),
  );
  expect(wrong.length).toBeGreaterThan(0);
  const shared = { ...editionOf("second"), tie: "shared" as const };
  const broken = vectors.ties.filter(
    ({ edition, totals, kept, winners: seats }) =>
      edition === "second" && winners(shared, totals, kept).join() !== seats.join(),
  );
  expect(broken.length).toBeGreaterThan(0);
});

test("tricks have to sum up to the tricks of the round", () => {
  const tricks = numbersOf("second", 4)?.tricks ?? 0;
  expect(tricks).toBe(14);
  const second = editionOf("second");
  expect(problems(second, tricks, [3, 0, 4, 7], [3, 0, 5, 2])).toEqual([]);
  expect(problems(second, tricks, [3, 0, 4, 6], [3, 0, 5, 2])).toEqual([{ kind: "sum", sum: 13, tricks: 14 }]);
  expect(problems(second, tricks, [9, 9, null, null], [3, 0, 5, 2])).toContainEqual({ kind: "sum", sum: 18, tricks: 14 });
  expect(problems(second, tricks, [3, null, 4, 7], [3, 0, null, 2])).toEqual([
    { kind: "tricks-missing", player: 1 },
    { kind: "die-missing", player: 2 },
  ]);
});

test("Z2 and Z7: two zero dice a round, but any number of declarations", () => {
  expect(problems(editionOf("second"), 14, [0, 0, 0, 14], [0, 0, 0, 2])).toEqual([{ kind: "zero-dice", most: 2 }]);
  expect(problems(editionOf("first"), 14, [0, 0, 0, 14], [0, 0, 0, 2])).toEqual([]);
});

test("the last player's tricks are proposed, and follow what is entered for the others", () => {
  expect(proposal(14, [3, 4, null, null])).toBeNull();
  expect(proposal(14, [3, 4, 0, null])).toEqual({ player: 3, tricks: 7 });
  expect(proposal(14, [3, 4, 4, null])).toEqual({ player: 3, tricks: 3 });
  expect(proposal(14, [null, 4, 4, 3])).toEqual({ player: 0, tricks: 3 });
  expect(proposal(14, [8, 4, 4, null])).toBeNull();
  expect(proposal(14, [3, 4, 4, 3])).toBeNull();
});
