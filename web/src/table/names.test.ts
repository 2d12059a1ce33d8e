import { expect, test } from "vitest";
import { recordedNames, seatNames } from "./names";

test("bots of a record are numbered, people and bots with a name of their own are not", () => {
  const seats = [
    { name: "Ann", bot: null },
    { name: "clever", bot: "clever" },
    { name: "clever", bot: "clever" },
    { name: "Otto", bot: "clever" },
  ];
  expect(recordedNames(seats)).toEqual(["Ann", "clever 1", "clever 2", "Otto"]);
});

test("two people with the same name are told apart", () => {
  const person = (name: string) => ({ kind: "person" as const, name });
  expect(seatNames([person("Ann"), person("Bea"), person("Ann")])).toEqual(["Ann 1", "Bea", "Ann 2"]);
});
