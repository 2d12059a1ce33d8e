import { expect, test } from "vitest";
import type { Help, View } from "../types";
import { asked } from "./prompt";

const play = { phase: "play" } as View;
const help = (must_follow: boolean, led: Help["led"] = "red") => ({ led, must_follow }) as Help;

test("who can follow is told that they must, and who cannot that anything goes", () => {
  expect(asked(play, help(true))).toBe("web.turn.follow");
  expect(asked(play, help(false))).toBe("web.turn.free");
});

test("the leader and the other phases have sentences of their own", () => {
  expect(asked(play, help(false, null))).toBe("web.turn.lead");
  expect(asked({ phase: "draft" } as View, help(false))).toBe("web.turn.draft");
  expect(asked({ phase: "declare" } as View, help(false))).toBe("web.turn.declare");
});
