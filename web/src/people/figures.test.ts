import { expect, test } from "vitest";
import { addedUp } from "./figures";

const one = {
  edition: "second",
  players: 4,
  matches: 1,
  rounds: 4,
  wins: 1,
  contracts_made: 3,
  zero_tried: 1,
  zero_made: 0,
  mean_points: 2.5,
};

test("figures of the same edition and number of players are added, points by rounds", () => {
  const other = { ...one, matches: 3, rounds: 12, wins: 0, contracts_made: 5, zero_tried: 2, zero_made: 2, mean_points: 0.5 };
  const alone = { ...one, players: 3 };
  expect(addedUp([one, alone, other])).toEqual([
    { ...one, matches: 4, rounds: 16, wins: 1, contracts_made: 8, zero_tried: 3, zero_made: 2, mean_points: 1 },
    alone,
  ]);
});
