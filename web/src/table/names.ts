/** What the seats are called: people and bots by their names, numbered where several have the same. */
import { t } from "../i18n/texts.svelte";
import { botName } from "../people/bots";

interface Named {
  kind: "open" | "person" | "bot";
  name?: string | null;
  bot?: string | null;
}

export function seatNames(seats: readonly Named[]): string[] {
  return seats.map((seat, index) => {
    if (seat.kind === "open") return t("web.seat.open");
    if (seat.kind === "person" || !seat.bot) {
      const alike = seats.map((_, other) => other).filter((other) => seats[other]?.kind === "person" && seats[other]?.name === seat.name);
      return alike.length > 1 && seat.name ? `${seat.name} ${alike.indexOf(index) + 1}` : (seat.name ?? "");
    }
    const same = seats.map((_, other) => other).filter((other) => seats[other]?.bot === seat.bot);
    return same.length > 1 ? `${botName(seat.bot)} ${same.indexOf(index) + 1}` : botName(seat.bot);
  });
}

/** The same for a record, where a bot's name is the one that programs know it by, unless somebody gave it another. */
export function recordedNames(seats: readonly { name: string; bot?: string | null }[]): string[] {
  return seatNames(seats.map(({ name, bot }) => (bot && bot === name ? { kind: "bot", bot } : { kind: "person", name })));
}
