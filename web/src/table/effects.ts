/** What happened, out of the table's log: effects, score lines, and in words. */
import { mark, t } from "../i18n/texts.svelte";
import { pieceName, pieceObject } from "../i18n/words";
import type { AnyEffect, AnyEntry, ScoreLine } from "../types";
import { standing } from "./standing";

/** So many pieces are named to somebody who comes back. */
const NAMED = 4;

export function effectsOf(entries: readonly AnyEntry[]): AnyEffect[] {
  return entries.flatMap((each) => (each.kind === "moved" || each.kind === "started" ? each.effects : []));
}

/** The lines of every scored round in these entries, by round. */
export function scoreLines(entries: readonly AnyEntry[]): Map<number, ScoreLine[]> {
  const lines = new Map<number, ScoreLine[]>();
  for (const effect of effectsOf(entries)) if (effect.type === "scored") lines.set(effect.round, effect.lines);
  return lines;
}

/** What happened around the game, for those who should hear of it; empty if the table itself shows it. */
export function newsOf(each: AnyEntry, names: readonly string[], own: number | null, rated = false): string {
  switch (each.kind) {
    case "taken_back":
      return t("web.news.taken-back");
    case "take_back_answered":
      return each.agree ? "" : t("web.news.take-back-refused");
    case "abandon_answered":
      return each.agree ? "" : t("web.news.abandon-refused");
    case "stood_in":
      if (each.seat === own) return "";
      if (rated) return t(lowestPlays(each.why, each.once), { name: names[each.seat] ?? "" });
      return each.once
        ? t("web.news.missed", { name: names[each.seat] ?? "" })
        : t("web.news.stands-in", { name: names[each.seat] ?? "" });
    case "moved": {
      if (each.seat !== own || each.by !== "stand_in") return "";
      const played = each.effects.find((effect) => effect.type === "played");
      if (rated && played) return t("web.news.lowest-for-you", { piece: pieceObject(played.piece) });
      if (rated) return t("web.news.lowest-chosen");
      return played ? t("web.news.played-for-you", { piece: pieceObject(played.piece) }) : t("web.news.moved-for-you");
    }
    case "returned":
      return each.seat === own ? "" : t("web.news.returned", { name: names[each.seat] ?? "" });
    case "taken_over":
      return each.seat === own ? "" : t("web.news.taken-over", { name: each.name });
    case "host_changed":
      if (each.seat === null) return "";
      return each.seat === own ? t("web.news.host-you") : t("web.news.host", { name: names[each.seat] ?? "" });
    case "resumed":
      return t("web.news.resumed");
    default:
      return "";
  }
}

/** What was done in one's place since one's own last action, for those who open the table again; empty if nothing was. */
export function doneForYou(entries: readonly AnyEntry[], own: number | null, rated = false): string {
  const moves = standing(entries, entries).filter((each) => each.kind === "moved" && each.seat === own);
  const last = moves.findLastIndex((each) => each.kind === "moved" && each.by === "person");
  const missed = moves.slice(last + 1);
  const [first] = missed;
  if (!first || missed.length === 1) return first ? newsOf(first, [], own, rated) : "";
  const pieces = effectsOf(missed).flatMap((each) => {
    if (each.type === "played") return [pieceName(each.piece)];
    return each.type === "taken" ? [pieceName(each.die)] : [];
  });
  const named = pieces.slice(-NAMED);
  const params = { n: missed.length, pieces: (named.length < pieces.length ? ["…", ...named] : named).join(t("web.comma")) };
  return rated ? t("web.news.lowest-moves", params) : t("web.news.moves-for-you", params);
}

/** What is said of somebody at a rated table who does not play. */
function lowestPlays(why: string, once: boolean): string {
  if (why === "left") return mark("web.news.left-rated");
  return once ? mark("web.news.lowest-once") : mark("web.news.lowest");
}

/** What the bar above the table asks or tells, for those who cannot hear it behind a dialog. */
export function noticeOf(each: AnyEntry, names: readonly string[], own: number | null): string {
  switch (each.kind) {
    case "paused":
      return t("web.paused");
    case "take_back_asked":
      return each.seat === own ? "" : t("web.take-back.asked", { name: names[each.seat] ?? "" });
    case "abandon_answered":
      return each.agree && each.seat !== own ? t("web.abandon.asked", { name: names[each.seat] ?? "" }) : "";
    case "rematched":
      return t("web.rematch.waits");
    default:
      return "";
  }
}

type Said = [other: string, you: string];
const DEALT: Said = [mark("tell.dealt"), mark("tell.dealt.you")];
const TAKEN: Said = [mark("tell.taken"), mark("tell.taken.you")];
const ZERO_TAKEN: Said = [mark("tell.zero-taken"), mark("tell.zero-taken.you")];
const PASS: Said = [mark("tell.pass"), mark("tell.pass.you")];
const ZERO: Said = [mark("tell.zero"), mark("tell.zero.you")];
const PLAYED: Said = [mark("tell.played"), mark("tell.played.you")];
const TRICK: Said = [mark("tell.trick"), mark("tell.trick.you")];

/** One effect as a sentence for the player in seat `own`. */
export function tell(effect: AnyEffect, names: readonly string[], own: number | null): string {
  const say = ([other, you]: Said, seat: number, params: Record<string, string> = {}) =>
    t(seat === own ? you : other, { name: names[seat] ?? "", ...params });
  switch (effect.type) {
    case "dealt":
      return say(DEALT, effect.dealer, { round: String(effect.round + 1) });
    case "taken":
      return say(TAKEN, effect.seat, { die: pieceObject(effect.die) });
    case "zero-taken":
      return say(ZERO_TAKEN, effect.seat, { die: pieceObject(effect.discard) });
    case "declared":
      return effect.zero && effect.return
        ? say(ZERO, effect.seat, { die: pieceObject(effect.return) })
        : say(PASS, effect.seat);
    case "played":
      return say(PLAYED, effect.seat, { piece: pieceObject(effect.piece) });
    case "trick":
      return say(TRICK, effect.seat);
    case "scored":
      return t("tell.scored", { round: effect.round + 1 });
    case "ended": {
      const points = effect.totals[effect.winners[0] ?? 0] ?? 0;
      const winners = effect.winners.map((seat) => names[seat] ?? "");
      if (winners.length > 1) return t("tell.shared", { names: winners.join(t("web.comma")), points });
      return effect.winners[0] === own ? t("tell.won.you", { points }) : t("tell.won", { name: winners[0] ?? "", points });
    }
  }
}
