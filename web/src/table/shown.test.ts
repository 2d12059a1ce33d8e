import { expect, test } from "vitest";
import type { Help, View } from "../types";
import { trickOf } from "./shown";

test("between two tricks the last one lies there, whole", () => {
  const view = { cards_left: [1, 1, 1], trick: { leader: 2, plays: [] }, tricks: [{ leader: 1, plays: ["R1", "R2", "R3"], winner: 0 }] };
  const lying = trickOf(view as unknown as View, {} as Help);
  expect(lying).toMatchObject({ winner: 0, done: true });
  expect(lying.plays.map(({ seat }) => seat)).toEqual([1, 2, 0]);
  const open = trickOf({ ...view, trick: { leader: 2, plays: ["B1"] } } as unknown as View, { leading: { seat: 2 } } as unknown as Help);
  expect(open).toEqual({ plays: [{ seat: 2, piece: "B1" }], winner: 2, done: false });
});
