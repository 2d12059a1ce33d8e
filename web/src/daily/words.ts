/** The deal of the day in words, and what is shared of it: nothing that helps the next player. */
import { language, plural, t } from "../i18n/texts.svelte";
import { pieceName, pieceObject } from "../i18n/words";
import { resultInWords } from "../table/result-words";
import type { DailyLine } from "../types";
import { DAY_MS, dayOf } from "./days";

/** A day as the reader's language writes it; it is the same day everywhere. */
export function dayName(day: string, style: "long" | "medium" | "full" = "long"): string {
  return new Date(dayOf(day) * DAY_MS).toLocaleDateString(language.code, { dateStyle: style, timeZone: "UTC" });
}

/** When a day ends, in the reader's own time. */
export function closingTime(closes: number): string {
  return new Date(closes).toLocaleTimeString(language.code, { hour: "2-digit", minute: "2-digit" });
}

/** "You kept a 3 and won 3: exactly right." */
export function lineInWords({ target, tricks, made }: DailyLine): string {
  const leftover = target === 0 ? null : `dR${target}`;
  return resultInWords({ leftover, won: tricks, made }, null);
}

/** What was done first, or at a parting. */
export function actionInWords(action: string): string {
  const [verb = "", piece = ""] = action.split(" ");
  if (verb === "take") return t("web.daily.take", { piece: pieceObject(piece) });
  if (verb === "zero") return t("web.daily.take-zero", { piece: pieceObject(piece) });
  if (verb === "play") return t("web.daily.play", { piece: pieceObject(piece) });
  return action;
}

/** The pieces of an action, to be drawn; a zero is a black die. */
export function piecesOf(action: string): { shown: string; name: string } {
  const [verb = "", piece = ""] = action.split(" ");
  const shown = verb === "zero" ? "zero" : piece;
  return { shown, name: pieceName(shown) };
}

interface Shared {
  number: number;
  line: DailyLine;
  place?: number | null;
  people?: number;
}

/** One square for every trick, filled where it was won; then the target and the points. */
export function symbols({ number, line }: Shared, link: string): string {
  const tricks = line.won.map((won) => (won ? "🟩" : "⬜")).join("");
  return `Nokosu Dice #${number}\n${tricks}\n${line.made ? "🎯" : "❌"} ${line.points}\n${link}`;
}

/** The same for people who listen. */
export function inWords({ number, line, place, people }: Shared, link: string): string {
  const said = [
    t("web.daily.share.title", { number }),
    plural("web.daily.share.points", line.points),
    line.made ? t("web.daily.share.made") : t("web.daily.share.missed"),
    t("web.daily.share.tricks", { won: line.tricks, tricks: line.won.length }),
    ...(place && people ? [t("web.daily.share.place", { place, people })] : []),
  ];
  return `${said.join(t("web.comma"))}. ${link}`;
}
