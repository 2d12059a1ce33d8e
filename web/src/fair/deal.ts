/** The deal of a round from the seed, as docs/fairness.md says. */
import { Stream } from "./stream";

const COLOURS = ["R", "B", "G", "Y", "P"];
const FACES = 6;

export interface Sizes {
  players: number;
  removed: string | null;
  highestCard: number;
  cardsEach: number;
  dicePerColour: number;
  drawnEach: number;
  poolSize: number;
}

export interface Dealt {
  cards: string[][];
  aside: string[];
  drawn: string[][];
  pool: string[];
}

export async function firstDealer(seed: string, players: number): Promise<number> {
  return await (await Stream.open(seed, "dealer")).below(players);
}

/** By colour and number. */
function sorted(pieces: string[]): string[] {
  const rank = (piece: string) => COLOURS.indexOf(piece.at(-2) ?? "") * 10 + Number(piece.at(-1));
  return [...pieces].sort((a, b) => rank(a) - rank(b));
}

export async function deal(seed: string, round: number, dealer: number, sizes: Sizes): Promise<Dealt> {
  const stream = await Stream.open(seed, "deal", round);
  const colours = COLOURS.filter((colour) => colour !== sizes.removed);
  const numbers = Array.from({ length: sizes.highestCard + 1 }, (_, number) => number);
  const deck = colours.flatMap((colour) => numbers.map((number) => `${colour}${number}`));
  await stream.shuffle(deck);

  const order = Array.from({ length: sizes.players }, (_, turn) => (dealer + 1 + turn) % sizes.players);
  const cards: string[][] = [];
  for (const seat of order) cards[seat] = sorted(deck.splice(0, sizes.cardsEach));

  const bag = colours.flatMap((colour) => Array<string>(sizes.dicePerColour).fill(colour));
  async function roll(count: number): Promise<string[]> {
    const dice: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const [colour] = bag.splice(await stream.below(bag.length), 1);
      dice.push(`d${colour}${(await stream.below(FACES)) + 1}`);
    }
    return sorted(dice);
  }
  const drawn: string[][] = [];
  for (const seat of order) drawn[seat] = await roll(sizes.drawnEach);
  return { cards, aside: sorted(deck), drawn, pool: await roll(sizes.poolSize) };
}
