/** What somebody wants to practise, for as long as the page is open. */
import type { Kind, Theme } from "./book";

export const wanted: { kind: Kind | "all"; theme: Theme | "all" } = $state({ kind: "all", theme: "all" });
