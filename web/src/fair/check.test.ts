import { expect, test } from "vitest";
import vectors from "../generated/data/vectors/fairness.json";
import { numbersOf } from "../ui/editions";
import { check, type RecordFile } from "./check";
import { deal, firstDealer } from "./deal";
import { commitment, seedFrom, Stream } from "./stream";

const record = vectors.record as unknown as RecordFile;
const changed = (change: (copy: RecordFile) => void): RecordFile => {
  const copy = structuredClone(record);
  change(copy);
  return copy;
};
const broken = async (bad: RecordFile) =>
  (await check(bad)).filter((step) => !step.holds).map(({ name, round }) => (round === undefined ? name : `${name} ${round}`));

test("promise and seed are those of core", async () => {
  for (const each of vectors.promises) {
    expect(await commitment(each.secret)).toBe(each.commitment);
    expect(await seedFrom(each.secret, each.nonces)).toBe(each.seed);
  }
});

test("deals of every edition and number of players are those of core", async () => {
  expect(vectors.deals.length).toBeGreaterThan(20);
  for (const each of vectors.deals) {
    const numbers = numbersOf(each.edition, each.players);
    if (!numbers) throw new Error(each.edition);
    const dealer = ((await firstDealer(each.seed, each.players)) + each.round) % each.players;
    expect(dealer).toBe(each.dealer);
    const dealt = await deal(each.seed, each.round, dealer, {
      players: each.players,
      removed: each.removed_colour,
      highestCard: numbers.highest_card,
      cardsEach: numbers.cards_each,
      dicePerColour: numbers.dice_per_colour,
      drawnEach: numbers.drawn_each,
      poolSize: numbers.pool_size,
    });
    expect(dealt).toEqual({ cards: each.cards, aside: each.aside, drawn: each.drawn, pool: each.pool });
  }
});

test("words that are too high are thrown away, as in docs/fairness.md", async () => {
  const stream = await Stream.open("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "vector", 2);
  const drawn = [];
  for (let n = 0; n < 6; n += 1) drawn.push(await stream.below(40000));
  expect(drawn).toEqual([19250, 17215, 7995, 23982, 27559, 14131]);
});

test("a true record holds from beginning to end", async () => {
  const steps = await check(record);
  expect(steps.map((step) => step.name)).toEqual(["promise", "seed", "dealer", "round", "round"]);
  expect(steps.every((step) => step.holds)).toBe(true);
});

test("a planted fault is found where it is", async () => {
  expect(await broken(changed((copy) => copy.fairness && (copy.fairness.commitment = "0".repeat(64))))).toEqual(["promise"]);
  expect(await broken(changed((copy) => copy.fairness && (copy.fairness.nonces[0] = "1".repeat(64))))).toEqual(["seed"]);
  expect(await broken(changed((copy) => copy.fairness?.nonces.pop()))).toEqual(["seed"]);
  const swapped = changed((copy) => {
    const cards = copy.rounds[1]?.cards;
    if (cards?.[0] && cards[1]) [cards[0], cards[1]] = [cards[1], cards[0]];
  });
  expect(await broken(swapped)).toEqual(["round 1"]);
  expect(await broken(changed((copy) => copy.rounds[0]?.pool.reverse()))).toEqual(["round 0"]);
  const dealers = changed((copy) => copy.rounds.forEach((round) => (round.dealer = (round.dealer + 1) % 3)));
  expect(await broken(dealers)).toEqual(["dealer"]);
  expect(await broken(changed((copy) => copy.rounds[0] && (copy.rounds[0].removed_colour = null)))).toEqual(["round 0"]);
});

test("a record without a proof proves nothing", async () => {
  expect(await check(changed((copy) => delete copy.fairness))).toEqual([]);
  expect(await check(changed((copy) => (copy.seed = null)))).toEqual([]);
});

test("what this browser noted itself is compared too", async () => {
  const fairness = record.fairness;
  if (!fairness) throw new Error("no proof");
  const own = fairness.nonces[1] ?? "";
  const failing = async (commitment: string, ...nonces: string[]) =>
    (await check(record, { commitment, nonces })).filter((step) => !step.holds).map((step) => step.name);
  expect(await failing(fairness.commitment, own)).toEqual([]);
  expect(await failing(fairness.commitment, "2".repeat(64), own)).toEqual([]);
  expect(await failing("0".repeat(64), own)).toEqual(["noted"]);
  expect(await failing(fairness.commitment, "2".repeat(64))).toEqual(["own"]);
});
