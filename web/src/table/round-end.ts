/**
 * The end of a round, which no view shows: the one that comes with the last trick is of the next deal already.
 * It is put together from the view before and what happened, so that the last trick is seen like every other.
 */
import { parts } from "../i18n/words";
import type { AnyEffect, AnyEntry, Help, RoundScored, TrickTaken, Update, View } from "../types";

const without = (pieces: readonly string[], piece: string) => pieces.filter((_, index) => index !== pieces.indexOf(piece));
const changed = <T>(all: readonly T[], seat: number, change: (one: T) => T) =>
  all.map((one, index) => (index === seat ? change(one) : one));

function played(view: View, seat: number, piece: string): View {
  if (parts(piece).kind === "die") return { ...view, dice: changed(view.dice, seat, (dice) => without(dice, piece)) };
  return {
    ...view,
    cards_left: changed(view.cards_left, seat, (left) => left - 1),
    ...(seat === view.seat ? { hand: without(view.hand ?? [], piece) } : {}),
  };
}

function won(view: View, { leader, plays, seat }: TrickTaken): View {
  const tricks = [...view.tricks, { leader, plays, winner: seat }];
  return { ...view, tricks, trick: null, won: changed(view.won, seat, (count) => count + 1) };
}

/** The same once the points are counted and on the sheet. */
export function counted(end: Update, { lines }: RoundScored): Update {
  if (!end.view) return end;
  const scores = [...end.view.scores, lines.map((line) => line.points)];
  return { ...end, view: { ...end.view, scores, totals: lines.map((line) => line.total) } };
}

function helpAtEnd(help: Help, view: View, { lines }: RoundScored): Help {
  const held = new Set(view.hand ?? []);
  const order = help.order.map(({ suit, pieces }) => ({ suit, pieces: pieces.filter((piece) => held.has(piece)) }));
  return {
    ...help,
    waiting: null,
    unplayable: {},
    must_follow: false,
    gives_up: {},
    led: null,
    leading: null,
    targets: lines.map(({ leftover }) => [leftover === null ? 0 : parts(leftover).number]),
    tricks_left: 0,
    order: order.filter(({ pieces }) => pieces.length > 0),
  };
}

/** The table before the points are counted. Null where the round did not end, or more happened than the tricks at its end. */
export function roundEnd(before: Update, effects: readonly AnyEffect[]): Update | null {
  const end = effects.find((effect): effect is RoundScored => effect.type === "scored");
  let view = before.view;
  if (!end || !before.help || view?.phase !== "play" || view.round !== end.round) return null;
  for (const effect of effects.slice(0, effects.indexOf(end))) {
    if (effect.type === "played") view = played(view, effect.seat, effect.piece);
    else if (effect.type === "trick") view = won(view, effect);
    else return null;
  }
  view = { ...view, phase: "over", to_act: null, legal: [] };
  return { ...before, view, help: helpAtEnd(before.help, view, end) };
}

/** Seats in the order in which a round is counted: from the dealer's left, the dealer last. */
export function countOrder({ view }: Update): number[] {
  const players = view?.cards_left.length ?? 0;
  return Array.from({ length: players }, (_, index) => ((view?.dealer ?? 0) + 1 + index) % players);
}

/** What happened before a round was scored; its result; and from the next deal on. */
export function splitEntries(entries: readonly AnyEntry[]): [before: AnyEntry[], result: AnyEntry[], after: AnyEntry[]] {
  const split: [AnyEntry[], AnyEntry[], AnyEntry[]] = [[], [], []];
  let part: 0 | 1 | 2 = 0;
  for (const each of entries) {
    if (each.kind !== "moved") {
      split[part].push(each);
      continue;
    }
    const of = each.effects.map(({ type }) => (part = type === "scored" ? 1 : type === "dealt" ? 2 : part));
    for (const which of [0, 1, 2] as const) {
      const effects = each.effects.filter((_, index) => of[index] === which);
      if (effects.length) split[which].push({ ...each, effects });
    }
  }
  return split;
}
