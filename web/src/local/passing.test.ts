import { expect, test } from "vitest";
import type { AnyEffect, AnyEntry, TableState } from "../types";
import { nextPerson, sinceLastTurn } from "./passing";

/** A table of people (p), people for whom a bot plays (s) and bots (b). */
function table(seats: string, status = "playing"): TableState {
  const infos = [...seats].map((each) => ({ kind: each === "b" ? "bot" : "person", stand_in: each === "s" }));
  return { status, seats: infos } as unknown as TableState;
}

test("the next person is the first from the seat to act on, past bots and around the table", () => {
  expect(nextPerson(table("pbp"), 0)).toBe(0);
  expect(nextPerson(table("pbp"), 1)).toBe(2);
  expect(nextPerson(table("pbpb"), 3)).toBe(0);
  expect(nextPerson(table("psp"), 1)).toBe(2);
});

test("nobody is next where no person plays or nothing is played", () => {
  expect(nextPerson(table("sbb"), 0)).toBeNull();
  expect(nextPerson(table("pbp"), null)).toBeNull();
  expect(nextPerson(table("pbp", "finished"), 0)).toBeNull();
});

const effect = (type: AnyEffect["type"], about: object = {}) => ({ type, ...about }) as AnyEffect;
const played = (seat: number, piece: string) => effect("played", { seat, piece });
const moved = (seat: number, ...effects: AnyEffect[]) => ({ kind: "moved", seat, effects }) as unknown as AnyEntry;
const pieces = (effects: AnyEffect[]) => effects.map((each) => ("piece" in each ? each.piece : each.type));

test("what happened since the last turn begins after one's own move, whose effects one has seen", () => {
  const entries = [
    moved(1, played(1, "R1")),
    moved(0, played(0, "R2")),
    moved(1, played(1, "R3")),
    { kind: "reacted", seat: 1 } as unknown as AnyEntry,
    moved(2, played(2, "R4"), effect("trick", { seat: 2 })),
  ];
  expect(pieces(sinceLastTurn(entries, 0))).toEqual(["R3", "R4", "trick"]);
  expect(pieces(sinceLastTurn(entries, 2))).toEqual([]);
});

test("a person who has not moved yet sees everything since the deal", () => {
  const started = { kind: "started", effects: [effect("dealt", { round: 0, dealer: 2 })] } as unknown as AnyEntry;
  expect(pieces(sinceLastTurn([started, moved(0, played(0, "G1"))], 1))).toEqual(["G1"]);
});

test("the round before is not told again, nor its scores", () => {
  const last = moved(2, played(2, "B1"), effect("scored", { round: 0 }), effect("dealt", { round: 1, dealer: 0 }));
  expect(pieces(sinceLastTurn([moved(0, played(0, "B2")), last, moved(1, played(1, "Y1"))], 0))).toEqual(["Y1"]);
  const end = moved(2, played(2, "B1"), effect("scored", { round: 0 }), effect("ended"));
  expect(pieces(sinceLastTurn([moved(0, played(0, "B2")), end], 0))).toEqual(["B1"]);
});
