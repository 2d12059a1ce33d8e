/**
 * Pages by address. A page, and the texts that it alone needs, are loaded when it is first opened; the first page comes
 * with the rest, as most visits begin there.
 */
import type { Component } from "svelte";
import { loadGroup, type TextGroup } from "../i18n/texts.svelte";
import Home from "../pages/Home.svelte";
import { at, pathOf } from "./site";
import { update } from "./update.svelte";

export type Params = Record<string, string>;
type Page = Component<{ params: Params }>;
/** A page that needs no parameters takes none. */
type PageModule = { default: unknown };

interface Route {
  path: string;
  load: () => Promise<PageModule>;
  /** Text groups besides `main`; see tools/web_texts.py. */
  texts?: TextGroup[];
  /** The table fills the window and has its own header. */
  bare?: boolean;
}

const ROUTES: Route[] = [
  { path: "/", load: () => Promise.resolve({ default: Home }) },
  { path: "/new", load: () => import("../pages/NewTable.svelte") },
  { path: "/j/:code", load: () => import("../pages/Join.svelte") },
  { path: "/t/:table", load: () => import("../pages/Table.svelte"), bare: true, texts: ["table"] },
  { path: "/me", load: () => import("../pages/Me.svelte"), texts: ["own", "ratings", "review"] },
  { path: "/ratings", load: () => import("../pages/Ratings.svelte"), texts: ["ratings", "review"] },
  { path: "/settings", load: () => import("../pages/Settings.svelte") },
  { path: "/pad", load: () => import("../pages/ScorePad.svelte"), texts: ["pad"] },
  { path: "/rules", load: () => import("../pages/Rules.svelte"), texts: ["rules"] },
  { path: "/tutorial", load: () => import("../pages/Tutorial.svelte"), bare: true, texts: ["tutorial", "table"] },
  { path: "/replay", load: () => import("../pages/Replay.svelte"), bare: true, texts: ["replay", "table"] },
  { path: "/replay/:record", load: () => import("../pages/Replay.svelte"), bare: true, texts: ["replay", "table"] },
  { path: "/puzzles", load: () => import("../pages/Puzzles.svelte"), texts: ["puzzles", "replay", "table"] },
  { path: "/puzzles/:puzzle", load: () => import("../pages/Puzzle.svelte"), bare: true, texts: ["puzzles", "replay", "table"] },
  { path: "/analysis", load: () => import("../pages/Analysis.svelte"), bare: true, texts: ["analysis", "replay", "table"] },
  {
    path: "/review/:record",
    load: () => import("../pages/Review.svelte"),
    texts: ["review", "replay", "table"],
  },
  { path: "/learn", load: () => import("../pages/Learn.svelte"), bare: true, texts: ["review", "table"] },
  { path: "/progress", load: () => import("../pages/Progress.svelte"), texts: ["review", "table"] },
  { path: "/fair/:record", load: () => import("../pages/Fair.svelte"), texts: ["fair"] },
  { path: "/daily", load: () => import("../pages/Daily.svelte"), texts: ["daily", "review", "table"] },
  { path: "/daily/:day", load: () => import("../pages/Daily.svelte"), texts: ["daily", "review", "table"] },
  { path: "/contests", load: () => import("../pages/Contests.svelte"), texts: ["contests"] },
  { path: "/contests/new", load: () => import("../pages/NewContest.svelte"), texts: ["contests"] },
  { path: "/contests/:contest", load: () => import("../pages/Contest.svelte"), texts: ["contests", "table"] },
  { path: "/contests/:contest/screen", load: () => import("../pages/ContestScreen.svelte"), bare: true, texts: ["contests", "table"] },
  {
    path: "/contests/:contest/rounds/:round",
    load: () => import("../pages/Compared.svelte"),
    texts: ["contests", "replay", "table"],
  },
  { path: "/licences", load: () => import("../pages/Licences.svelte") },
];

interface Place {
  /** Changes with every navigation, so that every address gets a new page. */
  address: string;
  params: Params;
  bare: boolean;
  page: Page;
}

let current = $state.raw<Place | null>(null);
let failed = $state(false);

export const place = {
  get now(): Place | null {
    return current;
  },
  /** The page could not be fetched: no network, most likely. */
  get failed(): boolean {
    return failed;
  },
};

/** Which route an address belongs to, and its parameters. */
export function match(path: string): { route: Route; params: Params } | null {
  const parts = path.replace(/\/+$/, "").split("/");
  for (const route of ROUTES) {
    const wanted = route.path.replace(/\/+$/, "").split("/");
    if (wanted.length !== parts.length) continue;
    const params: Params = {};
    const fits = wanted.every((each, index) => {
      const part = parts[index] ?? "";
      if (!each.startsWith(":")) return each === part;
      params[each.slice(1)] = decodeURIComponent(part);
      return part !== "";
    });
    if (fits) return { route, params };
  }
  return null;
}

async function show(path: string): Promise<void> {
  const found = match(path);
  const route: Route = found?.route ?? { path, load: () => import("../pages/NotFound.svelte") };
  try {
    const [page] = await Promise.all([route.load(), ...(route.texts ?? []).map((group) => loadGroup(group))]);
    current = { address: path, params: found?.params ?? {}, bare: route.bare ?? false, page: page.default as Page };
    failed = false;
  } catch (error) {
    console.error(error);
    failed = true;
  }
}

/** Open another page of ours. */
export const go = (path: string, replace = false): Promise<void> => visit(at(path), replace);

/** Pages that carry on nothing from the page before: they may come from a newer build. */
const AFRESH = new Set(["/", "/t/:table"]);

async function visit(address: string, replace = false): Promise<void> {
  const found = match(pathOf(new URL(address, location.href)));
  if (found && AFRESH.has(found.route.path) && update.leave(address, replace)) return;
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  await show(pathOf(location));
  window.scrollTo(0, 0);
  // A screen reader starts at the new page's heading.
  requestAnimationFrame(() => document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true }));
}

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/") || !match(pathOf(link))) return;
  if (pathOf(link) === pathOf(location) && link.hash) return;
  event.preventDefault();
  void visit(link.pathname + link.search + link.hash);
}

export async function start(): Promise<void> {
  document.addEventListener("click", onClick);
  window.addEventListener("popstate", () => void show(pathOf(location)));
  await show(pathOf(location));
}
