import { expect, test } from "vitest";
import { shift, tumble } from "./motion";

const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height }) as DOMRect;

test("a piece starts where it was, as large as it was there", () => {
  expect(shift(box(100, 50, 20, 20), box(300, 250, 40, 40))).toBe("translate(-210.0px, -210.0px) scale(0.500)");
  expect(shift(box(10, 10, 30, 42), box(10, 10, 30, 42))).toBe("translate(0.0px, 0.0px) scale(1.000)");
});

test("what has no size yet keeps its own", () => {
  expect(shift(box(0, 0, 10, 10), box(5, 5, 0, 0))).toContain("scale(1.000)");
});

test("dice fall differently, the same one always alike, and end at rest; nothing but transform and opacity changes", () => {
  expect(tumble(3)).toEqual(tumble(3));
  const all = Array.from({ length: 12 }, (_, index) => tumble(index));
  expect(new Set(all.map(([first]) => first?.transform)).size).toBe(12);
  for (const frames of all) {
    expect(frames.at(-1)).toEqual({ transform: "none", opacity: 1 });
    for (const frame of frames) expect(Object.keys(frame).filter((key) => key !== "offset").sort()).toEqual(["opacity", "transform"]);
  }
});
