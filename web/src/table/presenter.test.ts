import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AnyEffect, Update } from "../types";
import { Presenter } from "./presenter.svelte";

const line = (leftover: string | null, won: number) =>
  ({ leftover, won, made: false, tricks: won, bonus: 0, zero_bonus: 0, points: won, total: 10 + won });
const played: AnyEffect = { type: "played", seat: 0, piece: "R5" };
const trick: AnyEffect = { type: "trick", seat: 2, leader: 1, plays: ["R1", "dR7", "R5"] };
const scored: AnyEffect = { type: "scored", round: 0, lines: [line("dB3", 1), line(null, 2), line("dG1", 3)] };
const dealt = { type: "dealt", round: 1 } as AnyEffect;

function update(seq: number, view: object, effects: AnyEffect[]): Update {
  const help = { order: [], targets: [[], [], []], unplayable: {}, led: null, leading: null };
  return {
    seq,
    seat: 0,
    entries: effects.length ? [{ kind: "moved", seq, at: 0, seat: 0, action: "play R5", by: "person", effects }] : [],
    view: { seat: 0, scores: [], ...view },
    help: { ...help, ...((view as { help?: object }).help ?? {}) },
  } as unknown as Update;
}
const LAST = {
  phase: "play",
  round: 0,
  hand: ["R5"],
  cards_left: [1, 0, 0],
  dice: [["dB3"], [], ["dG1"]],
  tricks: [],
  trick: { leader: 1, plays: ["R1", "dR7"] },
  won: [1, 2, 2],
  help: { order: [{ suit: "red", pieces: ["R5"] }], led: "red" },
};
const NEXT = { phase: "draft", round: 1, hand: ["B1", "B2"], cards_left: [9, 9, 9], won: [0, 0, 0], tricks: [], trick: null };

let told: string[];
let presenter: Presenter;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  told = [];
  presenter = new Presenter((entries) => {
    told.push(entries.flatMap((each) => (each.kind === "moved" ? each.effects.map((one) => one.type) : [])).join(" "));
  });
  presenter.push(update(1, LAST, []), true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a round ends with its last trick, then the count, then the result and the next deal", async () => {
  presenter.push(update(2, NEXT, [played, trick, scored, dealt]), false);
  // The whole trick; the card that was played has left the hand.
  expect(presenter.finished?.plays).toEqual(["R1", "dR7", "R5"]);
  expect(presenter.shown?.view).toMatchObject({ round: 0, phase: "over", hand: [], cards_left: [0, 0, 0] });
  expect(presenter.shown?.help?.order).toEqual([]);
  expect(told).toEqual(["played trick"]);

  await vi.advanceTimersByTimeAsync(1500);
  expect(presenter.finished).toBeNull();
  expect(presenter.shown?.view).toMatchObject({ round: 0, won: [1, 2, 3], totals: [11, 12, 13] });
  expect(presenter.shown?.help?.targets).toEqual([[3], [0], [1]]);
  expect(told).toEqual(["played trick"]);

  await vi.advanceTimersByTimeAsync(900);
  expect(presenter.shown?.view).toMatchObject({ round: 1, hand: ["B1", "B2"] });
  expect(told).toEqual(["played trick", "scored dealt"]);
  expect(presenter.current).toBe(true);
});

test("who comes back after more has happened sees no trick of the round before", () => {
  presenter = new Presenter(() => undefined);
  presenter.push(update(1, { ...LAST, phase: "draft" }, []), true);
  presenter.push(update(9, NEXT, [{ type: "taken", seat: 1, die: "dR1" }, played, trick, scored, dealt]), false);
  expect(presenter.finished).toBeNull();
  expect(presenter.shown?.seq).toBe(9);
});
