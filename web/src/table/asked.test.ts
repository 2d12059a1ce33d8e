import { expect, test } from "vitest";
import type { Help, View } from "../types";
import { asked } from "./asked";

const play = { phase: "play" } as View;
const help = (unplayable: Record<string, string>, order: Help["order"][number]["suit"][], led: Help["led"] = "red") =>
  ({
    led,
    unplayable: Object.fromEntries(Object.entries(unplayable).map(([piece, message]) => [piece, { message }])),
    order: order.map((suit) => ({ suit, pieces: [] })),
  }) as unknown as Help;

test("who can follow is told that they must", () => {
  expect(asked(play, help({ B3: "why.follow" }, ["red", "blue"]))).toBe("web.turn.follow");
  // Nothing is refused because nothing else is held.
  expect(asked(play, help({}, ["red"]))).toBe("web.turn.follow");
  // A die alone is of that suit.
  expect(asked(play, help({ B3: "why.follow" }, ["blue"]))).toBe("web.turn.follow");
});

test("who cannot follow is told that anything goes", () => {
  expect(asked(play, help({ dR5: "why.last-die-stays" }, ["blue", "trump"]))).toBe("web.turn.free");
});

test("where only dice are left and none is refused, nothing is claimed", () => {
  expect(asked(play, help({}, []))).toBe("web.your-turn");
});

test("the leader and the other phases have sentences of their own", () => {
  expect(asked(play, help({}, ["red"], null))).toBe("web.turn.lead");
  expect(asked({ phase: "draft" } as View, help({}, []))).toBe("web.turn.draft");
  expect(asked({ phase: "declare" } as View, help({}, []))).toBe("web.turn.declare");
});
