/** A match that is over, in words: how it ended, and against whom. */
import { plural, t } from "../i18n/texts.svelte";
import { recordedNames } from "../table/names";
import type { MatchSummary } from "../types";
import { isBot } from "./bots";
import { botFace, faceForName } from "./faces";

const namesOf = (match: MatchSummary) => recordedNames(match.names.map((name) => ({ name, bot: isBot(name) ? name : null })));

/** Everybody else, with their points. */
export function opponentsOf(match: MatchSummary): { name: string; face: string; points: number | null }[] {
  const names = namesOf(match);
  return match.names
    .map((name, seat) => ({
      name: names[seat] ?? name,
      face: isBot(name) ? botFace(name) : faceForName(name),
      points: match.totals?.[seat] ?? null,
    }))
    .filter((_, seat) => seat !== match.seat);
}

/** "Won · 58 points", "2nd of 4 · 31 points". */
export function resultOf(match: MatchSummary): string {
  const { seat, totals, winners, players } = match;
  if (!totals || !winners) return t("web.me.result.ended");
  if (seat == null) return t("web.me.result.won-by", { names: winners.map((each) => namesOf(match)[each]).join(t("web.comma")) });
  const own = totals[seat] ?? 0;
  const place = 1 + totals.filter((points, other) => points > own || (winners.includes(other) && points === own && other !== seat)).length;
  const said = winners.includes(seat) ? t("web.me.result.won") : t("web.me.result.place", { place, players });
  return `${said} · ${plural("web.result.points", own)}`;
}
