import { expect, test } from "vitest";
import { match } from "./router.svelte";

test("an address finds its page and its parameters", () => {
  expect(match("/t/abc")?.params).toEqual({ table: "abc" });
  expect(match("/")?.route.path).toBe("/");
  expect(match("/rules/")?.route.path).toBe("/rules");
});

test("an address without a page finds none", () => {
  expect(match("/t")).toBeNull();
  expect(match("/t/a/b")).toBeNull();
  expect(match("/nowhere")).toBeNull();
});
