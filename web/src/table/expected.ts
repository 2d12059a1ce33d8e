/** Who is expected at a rematch: the people of the match before, as far as this tab remembers it. */
import type { TableState } from "../types";

const key = (table: string) => `nokosu.rematch.${table}`;

export function rememberExpected(table: string, seats: TableState["seats"]): void {
  const names = seats.flatMap((seat) => (seat.kind === "person" && seat.name ? [seat.name] : []));
  try {
    sessionStorage.setItem(key(table), JSON.stringify(names));
  } catch {
    // A private window may refuse; then nobody is named.
  }
}

/** Those who have not sat down yet. */
export function stillExpected({ table, seats }: Pick<TableState, "table" | "seats">): string[] {
  try {
    const names = JSON.parse(sessionStorage.getItem(key(table)) ?? "[]") as string[];
    return names.filter((name) => !seats.some((seat) => seat.name === name));
  } catch {
    return [];
  }
}
