/** The finished match as a picture, drawn like a sheet of the score pad, and handed to whatever shares it. */
import { loadGroup } from "../i18n/texts.svelte";
import { parts } from "../i18n/words";
import type { PadMatch } from "../pad/match";
import type { ScoreLine, View } from "../types";
import { download } from "../ui/download";

/** The match as the score pad writes it down. */
export function asPadMatch(view: View, lines: readonly (readonly ScoreLine[])[], players: string[], started: number): PadMatch {
  const seats = players.length;
  return {
    format: "nokosu-score-pad/1",
    id: "",
    edition: view.ruleset.edition,
    players,
    dealer: (((view.dealer - view.round) % seats) + seats) % seats,
    length: view.rounds,
    rounds: lines.map((round) => ({
      won: round.map((line) => line.won),
      kept: round.map((line) => (line.leftover === null ? 0 : parts(line.leftover).number)) as PadMatch["rounds"][number]["kept"],
    })),
    started,
  };
}

/** Share the picture where the device can, else save it. False where the browser cannot draw it. */
export async function sharePicture(match: PadMatch): Promise<boolean> {
  const [{ picture }] = await Promise.all([import("../pad/picture"), loadGroup("pad")]);
  const image = await picture(match);
  if (!image) return false;
  const name = `nokosu-${new Date(match.started).toISOString().slice(0, 10)}.png`;
  const files = [new File([image], name, { type: "image/png" })];
  // Someone who changes their mind in the system's window has been served.
  if (navigator.canShare?.({ files })) await navigator.share({ files }).catch(() => undefined);
  else download(name, image);
  return true;
}
