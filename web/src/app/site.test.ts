import { expect, test } from "vitest";
import { at, pathOf } from "./site";

const BASE = "/games/nokosu/";
const there = (address: string) => at(address, true, BASE);
const back = (address: string) => pathOf(new URL(address, "http://site"), true, BASE);

test("at a server addresses stay as they are", () => {
  expect(at("/t/abc?seat=1")).toBe("/t/abc?seat=1");
  expect(pathOf(new URL("http://site/t/abc?seat=1"))).toBe("/t/abc");
});

test("on a plain host every page is a folder, and what it shows is in the query", () => {
  expect(there("/")).toBe("/games/nokosu/");
  expect(there("/rules#dice")).toBe("/games/nokosu/rules/#dice");
  expect(there("/replay/abc?seat=all&from=1")).toBe("/games/nokosu/replay/?id=abc&seat=all&from=1");
});

test("every address leads back to its page", () => {
  for (const path of ["/", "/rules", "/t/localabc"]) expect(back(there(path))).toBe(path);
  expect(back("/games/nokosu/rules/index.html")).toBe("/rules");
  expect(back("/games/nokosu/index.html")).toBe("/");
});
