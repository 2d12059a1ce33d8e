/** The one thing to tell about a finished match, found in its score sheet, which everybody has seen. */
import { plural, t } from "../i18n/texts.svelte";
import type { ScoreLine } from "../types";

interface Match {
  /** One row per round, one line per seat. */
  rounds: readonly (readonly ScoreLine[])[];
  winners: readonly number[];
  names: readonly string[];
  /** The reader's seat; null for a spectator. */
  own: number | null;
}

const CLOSE = 2;
const LEADS = 3;

/** A sentence about the most remarkable of what is true; nothing where no round was scored. */
export function remarkable(match: Match): string {
  const { rounds, winners, names, own } = match;
  const last = rounds.at(-1);
  const [winner] = winners;
  if (!last || winner === undefined) return "";
  const [first = 0, second = 0] = last.map((line) => line.total).sort((a, b) => b - a);
  if (winners.length === 1 && first === second) return t("web.end.tie-break", { points: first });
  const about = (seat: number, round = 0) => ({ name: names[seat] ?? "", round: round + 1 });

  const perfect = last.flatMap((_, seat) => (rounds.length > 1 && rounds.every((lines) => lines[seat]?.made) ? [seat] : []));
  const [always] = perfect;
  if (perfect.length === 1 && always !== undefined) {
    return always === own ? t("web.end.perfect.you") : t("web.end.perfect", about(always));
  }
  const behind = rounds.slice(0, -1).findLastIndex((lines) => isLast(lines, winner));
  if (winners.length === 1 && behind > 0) {
    return winner === own ? t("web.end.from-last.you", about(winner, behind)) : t("web.end.from-last", about(winner, behind));
  }
  const zeros = rounds.flatMap((lines, round) => lines.flatMap((line, seat) => (line.zero_bonus > 0 ? [{ round, seat }] : [])));
  if (zeros.length > 1) return plural("web.end.zeros", zeros.length);

  if (winners.length === 1 && first - second <= CLOSE) return plural("web.end.close", first - second);
  const [zero] = zeros;
  if (zero) {
    const params = about(zero.seat, zero.round);
    return zero.seat === own ? t("web.end.zero.you", params) : t("web.end.zero", params);
  }
  const leads = leadChanges(rounds);
  if (leads >= LEADS) return plural("web.end.leads", leads);
  const nobody = rounds.findIndex((lines) => lines.every((line) => !line.made));
  if (nobody >= 0) return t("web.end.nobody", { round: nobody + 1 });

  const all = rounds.flatMap((lines, round) => lines.map(({ points }, seat) => ({ points, seat, round })));
  const best = all.reduce((most, each) => (each.points > most.points ? each : most));
  const params = about(best.seat, best.round);
  return best.seat === own
    ? plural("web.end.best-round.you", best.points, params)
    : plural("web.end.best-round", best.points, params);
}

function isLast(lines: readonly ScoreLine[], seat: number): boolean {
  return lines.every((line, other) => other === seat || line.total > (lines[seat]?.total ?? 0));
}

/** How often somebody else came to be alone in front. */
function leadChanges(rounds: Match["rounds"]): number {
  const alone = rounds.flatMap((lines) => {
    const most = Math.max(...lines.map((line) => line.total));
    const ahead = lines.flatMap((line, seat) => (line.total === most ? [seat] : []));
    return ahead.length === 1 ? ahead : [];
  });
  return alone.filter((seat, index) => index > 0 && seat !== alone[index - 1]).length;
}
