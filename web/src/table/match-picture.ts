/** A finished match as a picture to send: the winner, the order, the curve and the one thing to tell. */
import { language, t } from "../i18n/texts.svelte";
import { Brush, INK, LINES, SERIF, UI } from "../ui/brush";

export interface Result {
  /** "Anna wins". */
  title: string;
  /** Best first. */
  order: readonly { place: number; name: string; total: number; seat: number; face: string | null }[];
  /** The seat of the person who sends it. */
  own: number | null;
  /** Where it can be seen again, or where the game is. */
  link: string;
  winners: readonly number[];
  /** Totals after every round, one row per round, one column per seat. */
  totals: readonly (readonly number[])[];
  names: readonly string[];
  highlight: string;
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
  const letters = [result.title, result.highlight, ...result.names].join("");
  await Promise.all([document.fonts.load(`700 40px ${SERIF}`, letters), document.fonts.load(`600 30px ${UI}`, letters)]).catch(
    () => undefined,
  );
  const faces = new Map(await Promise.all(result.order.map(async ({ seat, face }) => [seat, await drawnFace(face)] as const)));
  const brush = new Brush(paper);
  brush.table(w, h);
  const edge = 64;
  const day = new Date(result.ended).toLocaleDateString(language.code, { dateStyle: "long" });
  brush.brand(edge, 46);
  brush.write(`${result.edition} · ${day}`, { x: w - edge, y: 82, size: 26, most: w - 2 * edge - 330, align: "right", colour: INK.soft });
  if (shape === "wide") {
    headline(brush, result, faces, { x: edge, y: 112, w: 520, h: 190 }, "left");
    standings(brush, result, faces, { x: edge, y: 318, w: 500, h: 190 });
    curve(brush, result, { x: 624, y: 150, w: w - edge - 624, h: 358 });
  } else {
    headline(brush, result, faces, { x: edge, y: 120, w: w - 2 * edge, h: 290 }, "center");
    standings(brush, result, faces, { x: 140, y: 430, w: w - 280, h: 340 });
    curve(brush, result, { x: edge, y: 810, w: w - 2 * edge, h: 360 });
  }
  brush.write(shortLink(result.link), { x: w / 2, y: h - 26, size: 24, most: w - 2 * edge, align: "center", colour: INK.soft });
  brush.write(result.highlight, { x: w / 2, y: h - 70, size: 34, most: w - 2 * edge, align: "center", font: SERIF, colour: INK.gold });
  return await new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** A link as people write it. */
export const shortLink = (link: string): string => link.replace(/^https?:\/\//, "").replace(/\/$/, "");

/** A face as a picture; null where the browser cannot make one. */
async function drawnFace(face: string | null): Promise<HTMLImageElement | null> {
  const drawing = face && document.getElementById(`nk-face-${face}`)?.innerHTML;
  if (!drawing) return null;
  const image = new Image();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480" viewBox="0 0 48 48">${drawing}</svg>`;
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return await image.decode().then(
    () => image,
    () => null,
  );
}

type Faces = ReadonlyMap<number, HTMLImageElement | null>;

/** The winner's face under a crown, and who it is; beside it, or below. */
function headline(brush: Brush, { title, winners }: Result, faces: Faces, box: Box, align: "left" | "center"): void {
  const size = align === "left" ? 0.72 * box.h : 0.56 * box.h;
  const left = align === "left" ? box.x : box.x + box.w / 2 - size / 2;
  brush.face(faces.get(winners[0] ?? -1) ?? null, left, box.y + 0.24 * size, size);
  brush.crown(left + 0.26 * size, box.y, 0.3 * size);
  const beside = align === "left" ? size + 28 : 0;
  const x = align === "left" ? box.x + beside : box.x + box.w / 2;
  const y = align === "left" ? box.y + 0.74 * size : box.y + box.h - 18;
  brush.write(title, { x, y, size: align === "left" ? 62 : 78, most: box.w - beside, align, font: SERIF, colour: INK.light });
}

function standings(brush: Brush, { order, winners }: Result, faces: Faces, box: Box): void {
  const row = Math.min(box.h / order.length, 0.3 * box.h);
  const size = Math.min(44, 0.6 * row);
  order.forEach(({ place, name, total, seat }, index) => {
    const y = box.y + row * (index + 0.68);
    const colour = winners.includes(seat) ? INK.gold : INK.light;
    if (index) brush.rule(box.x, box.y + row * index, box.w);
    brush.write(t("web.end.place", { place }), { x: box.x, y, size, most: 60, colour: INK.soft });
    brush.face(faces.get(seat) ?? null, box.x + 58, box.y + row * index + 0.08 * row, 0.84 * row);
    brush.write(name, { x: box.x + 74 + row, y, size, most: box.w - 200 - row, colour });
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
