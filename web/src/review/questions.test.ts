import { expect, test } from "vitest";
import type { Candidate, Judgement } from "../types";
import { answered, chosenFor, DAY, DAYS, isDue, type Question, waiting } from "./questions";
import { isRight, moments } from "./verdicts";

const candidate = (action: string, loss: number, worse: boolean) => ({ action, loss, worse }) as Candidate;
const judgement = (decision: number, verdict: Judgement["verdict"], loss: number, tempting = 0): Judgement =>
  ({
    round: 0,
    decision,
    seat: 1,
    verdict,
    loss,
    candidates: [candidate("play R1", 0, false), candidate("play R2", 0.4, false), candidate("play R3", tempting, tempting > 0.5)],
  }) as unknown as Judgement;
const question = (more: Partial<Question> = {}): Question => ({ id: "a 0 0 0", record: "a", box: 0, due: 0, fine: false, ...more }) as Question;

test("an answer that is not clearly worse is right", () => {
  expect(isRight(candidate("play R2", 0.9, false))).toBe(true);
  expect(isRight(candidate("play R3", 0.9, true))).toBe(false);
});

test("right answers come back later and later, a wrong one comes back tomorrow", () => {
  let now = 1000;
  let asked = question();
  for (const days of DAYS.slice(1)) {
    asked = answered(asked, true, now);
    expect(asked.due).toBe(now + days * DAY);
    expect(isDue(asked, now)).toBe(false);
    now = asked.due ?? 0;
    expect(isDue(asked, now)).toBe(true);
  }
  expect(answered(asked, false, now)).toMatchObject({ box: 0, due: now + DAY });
  expect(answered(asked, true, now).due).toBe(null);
});

test("what was fine is asked until it is answered right, once", () => {
  expect(answered(question({ fine: true }), true, 0).due).toBe(null);
  expect(answered(question({ fine: true }), false, 0).due).toBe(DAY);
});

test("learned questions do not wait", () => {
  const all = [question({ id: "a 0 0 1", due: null }), question({ id: "a 0 0 2", due: 5 }), question({ id: "a 0 0 3", due: 50 })];
  expect(waiting(all, 10).map(({ id }) => id)).toEqual(["a 0 0 2"]);
});

test("mistakes are asked about, and some decisions that were fine, so that being asked gives nothing away", () => {
  const all = [
    judgement(0, "best", 0, 3),
    judgement(1, "best", 0),
    judgement(2, "mistake", 2, 2),
    judgement(3, "close", 0.7, 1),
    judgement(4, "blunder", 5, 5),
    judgement(5, "fine", 0.2, 1.2),
  ];
  expect(chosenFor(all).map(({ decision }) => decision)).toEqual([2, 4, 0]);
  expect(chosenFor(all.slice(0, 2))).toEqual([]);
});

test("what mattered most: mistakes before what one judge alone doubts", () => {
  const all = [judgement(0, "unsure", 9), judgement(1, "inaccuracy", 0.6), judgement(2, "blunder", 5), judgement(3, "close", 3)];
  expect(moments(all, 3).map(({ decision }) => decision)).toEqual([2, 1, 0]);
});
