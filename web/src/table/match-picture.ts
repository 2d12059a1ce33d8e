/** A finished match as a picture to send: the winner, the order, the curve and the one thing to tell. */
import { language, t } from "../i18n/texts.svelte";
import { Brush, INK, LINES, SERIF, UI } from "../ui/brush";

export interface Result {
  /** "Anna wins". */
  title: string;
  /** Best first. */
  order: readonly { place: number; name: string; total: number; seat: number }[];
  winners: readonly number[];
  /** Totals after every round, one row per round, one column per seat. */
  totals: readonly (readonly number[])[];
  names: readonly string[];
  remark: string;
  edition: string;
  ended: number;
}
interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** As link previews want it, and as a phone held upright shows it. */
export const SIZES = { wide: { w: 1200, h: 630 }, tall: { w: 1080, h: 1350 } } as const;

/** A PNG; null where the browser cannot make one. */
export async function matchPicture(result: Result, shape: keyof typeof SIZES): Promise<Blob | null> {
  const { w, h } = SIZES[shape];
  const canvas = document.createElement("canvas");
  canvas.width = w;
  canvas.height = h;
  const paper = canvas.getContext("2d");
  if (!paper) return null;
  const letters = [result.title, result.remark, ...result.names].join("");
  await Promise.all([document.fonts.load(`700 40px ${SERIF}`, letters), document.fonts.load(`600 30px ${UI}`, letters)]).catch(
    () => undefined,
  );
  const brush = new Brush(paper);
  brush.table(w, h);
  const edge = 64;
  const day = new Date(result.ended).toLocaleDateString(language.code, { dateStyle: "long" });
  brush.brand(edge, 46);
  brush.write(`${result.edition} · ${day}`, { x: w - edge, y: 82, size: 26, most: w - 2 * edge - 330, align: "right", colour: INK.soft });
  if (shape === "wide") {
    headline(brush, result.title, { x: edge, y: 128, w: 520, h: 170 }, "left");
    standings(brush, result, { x: edge, y: 318, w: 500, h: 190 });
    curve(brush, result, { x: 624, y: 150, w: w - edge - 624, h: 358 });
  } else {
    headline(brush, result.title, { x: edge, y: 150, w: w - 2 * edge, h: 230 }, "center");
    standings(brush, result, { x: 140, y: 410, w: w - 280, h: 340 });
    curve(brush, result, { x: edge, y: 800, w: w - 2 * edge, h: 370 });
  }
  brush.write(result.remark, { x: w / 2, y: h - 52, size: 34, most: w - 2 * edge, align: "center", font: SERIF, colour: INK.gold });
  return await new Promise((done) => canvas.toBlob(done, "image/png"));
}

function headline(brush: Brush, title: string, box: Box, align: "left" | "center"): void {
  const x = align === "left" ? box.x : box.x + box.w / 2;
  const crown = 0.42 * box.h;
  brush.crown(align === "left" ? x : x - 0.75 * crown, box.y, crown);
  brush.write(title, { x, y: box.y + box.h - 18, size: 84, most: box.w, align, font: SERIF, colour: INK.light });
}

function standings(brush: Brush, { order, winners }: Result, box: Box): void {
  const row = Math.min(box.h / order.length, 0.3 * box.h);
  const size = Math.min(44, 0.6 * row);
  order.forEach(({ place, name, total, seat }, index) => {
    const y = box.y + row * (index + 0.68);
    const colour = winners.includes(seat) ? INK.gold : INK.light;
    if (index) brush.rule(box.x, box.y + row * index, box.w);
    brush.write(t("web.end.place", { place }), { x: box.x, y, size, most: 60, colour: INK.soft });
    brush.write(name, { x: box.x + 64, y, size, most: box.w - 190, colour });
    brush.write(String(total), { x: box.x + box.w, y, size: size * 1.15, most: 110, align: "right", font: SERIF, colour });
  });
}

/** Totals after every round; each line ends at its player's name. */
function curve(brush: Brush, { totals, names }: Result, box: Box): void {
  brush.panel(box.x, box.y, box.w, box.h);
  const label = Math.min(190, 0.34 * box.w);
  const [left, right, top, bottom] = [box.x + 28, box.x + box.w - label - 24, box.y + 34, box.y + box.h - 34];
  const most = Math.max(1, ...totals.flat());
  const at = (round: number, points: number): [number, number] => [
    left + (round * (right - left)) / Math.max(1, totals.length),
    bottom - (points * (bottom - top)) / most,
  ];
  brush.rule(left, bottom, right - left);
  const ends = names.map((name, seat) => {
    const points = [0, ...totals.map((row) => row[seat] ?? 0)];
    brush.line(points.map((sum, round) => at(round, sum)), seat);
    return { name, seat, y: at(0, points.at(-1) ?? 0)[1] };
  });
  // Names that would lie on each other are pushed apart, from the top.
  ends.sort((a, b) => a.y - b.y);
  ends.forEach((end, index) => {
    const above = ends[index - 1];
    if (above) end.y = Math.max(end.y, above.y + 34);
  });
  const excess = Math.max(0, (ends.at(-1)?.y ?? 0) - bottom);
  for (const { name, seat, y } of ends) {
    brush.write(name, { x: right + 16, y: y - excess + 9, size: 26, most: label - 4, colour: LINES[seat] ?? INK.light });
  }
}
