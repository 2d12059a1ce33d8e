/** The one thing to tell about a finished match, found in its score sheet, which everybody has seen. */
import { mark, plural, t } from "../i18n/texts.svelte";
import type { ScoreLine } from "../types";

export interface Remark {
  id: string;
  /** For a text that depends on a number. */
  n?: number;
  seat?: number;
  round?: number;
}

/** The texts about a seat, where it is the reader's own. */
const YOURS: Record<string, string> = {
  "web.end.perfect": mark("web.end.perfect.you"),
  "web.end.from-last": mark("web.end.from-last.you"),
  "web.end.zero": mark("web.end.zero.you"),
  "web.end.best-round": mark("web.end.best-round.you"),
};

export function remarkInWords({ id, n, seat, round = 0 }: Remark, names: readonly string[], own: number | null): string {
  const text = seat !== undefined && seat === own ? (YOURS[id] ?? id) : id;
  const params = { name: names[seat ?? -1] ?? "", round };
  return n === undefined ? t(text, params) : plural(text, n, params);
}

interface Match {
  /** One row per round, one line per seat. */
  rounds: readonly (readonly ScoreLine[])[];
  winners: readonly number[];
}

const CLOSE = 2;
const LEADS = 3;

/** The most remarkable of what is true; null where no round was scored. */
export function remarkable({ rounds, winners }: Match): Remark | null {
  const last = rounds.at(-1);
  const [winner] = winners;
  if (!last || winner === undefined) return null;
  const seats = last.map((_, seat) => seat);
  const zeros = rounds.flat().filter((line) => line.zero_bonus > 0).length;
  const perfect = rounds.length > 1 ? seats.filter((seat) => rounds.every((lines) => lines[seat]?.made)) : [];
  if (perfect.length === 1) return { id: mark("web.end.perfect"), seat: perfect[0] ?? 0 };

  const behind = rounds.slice(0, -1).findLastIndex((lines) => isLast(lines, winner));
  if (winners.length === 1 && behind > 0) return { id: mark("web.end.from-last"), seat: winner, round: behind + 1 };
  if (zeros > 1) return { id: mark("web.end.zeros"), n: zeros };

  const [first = 0, second = 0] = last.map((line) => line.total).sort((a, b) => b - a);
  if (winners.length === 1 && first - second <= CLOSE && first > second) return { id: mark("web.end.close"), n: first - second };
  if (zeros === 1) {
    const round = rounds.findIndex((lines) => lines.some((line) => line.zero_bonus > 0));
    return { id: mark("web.end.zero"), seat: rounds[round]?.findIndex((line) => line.zero_bonus > 0) ?? 0, round: round + 1 };
  }
  const leads = leadChanges(rounds);
  if (leads >= LEADS) return { id: mark("web.end.leads"), n: leads };
  const nobody = rounds.findIndex((lines) => lines.every((line) => !line.made));
  if (nobody >= 0) return { id: mark("web.end.nobody"), round: nobody + 1 };
  return mostPoints(rounds);
}

function isLast(lines: readonly ScoreLine[], seat: number): boolean {
  return lines.every((line, other) => other === seat || line.total > (lines[seat]?.total ?? 0));
}

/** How often somebody else came to be alone in front. */
function leadChanges(rounds: Match["rounds"]): number {
  const leaders = rounds.map((lines) => {
    const most = Math.max(...lines.map((line) => line.total));
    const ahead = lines.flatMap((line, seat) => (line.total === most ? [seat] : []));
    return ahead.length === 1 ? ahead[0] : undefined;
  });
  const alone = leaders.filter((seat) => seat !== undefined);
  return alone.filter((seat, index) => index > 0 && seat !== alone[index - 1]).length;
}

function mostPoints(rounds: Match["rounds"]): Remark {
  let best: Remark = { id: mark("web.end.best-round"), n: -1 };
  rounds.forEach((lines, round) =>
    lines.forEach((line, seat) => {
      if (line.points > (best.n ?? 0)) best = { ...best, n: line.points, seat, round: round + 1 };
    }),
  );
  return best;
}
