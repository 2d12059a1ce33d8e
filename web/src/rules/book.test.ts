import { expect, test } from "vitest";
import { BOOK, runs } from "./book";

test("markup is cut into runs", () => {
  expect(runs("Play `R4`, *not* `second` ([Numbers](#numbers)).")).toEqual([
    { kind: "text", text: "Play " },
    { kind: "piece", text: "R4" },
    { kind: "text", text: ", " },
    { kind: "em", text: "not" },
    { kind: "text", text: " " },
    { kind: "code", text: "second" },
    { kind: "text", text: " (" },
    { kind: "link", text: "Numbers", to: "#numbers" },
    { kind: "text", text: ")." },
  ]);
  expect(runs("plain")).toEqual([{ kind: "text", text: "plain" }]);
});

test("the page has every clause of the book", () => {
  const clauses = BOOK.flatMap((block) => (block.kind === "paragraph" && block.clause ? [block.clause] : []));
  expect(clauses).toContain("W4");
  expect(clauses.length).toBeGreaterThan(40);
});
