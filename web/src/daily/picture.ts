/** A result of the day as a picture to send: the points, the tricks as a row of lamps, the day. No card is in it. */
import { plural, t } from "../i18n/texts.svelte";
import { shortLink } from "../table/match-picture";
import type { DailyLine } from "../types";
import { Brush, INK, SERIF, UI } from "../ui/brush";
import { dayName } from "./words";

const [W, H] = [1080, 1080];

export interface DailyPicture {
  day: string;
  number: number;
  line: DailyLine;
  place: number | null;
  people: number;
  link: string;
}

/** A PNG; null where the browser cannot make one. */
export async function dailyPicture({ day, number, line, place, people, link }: DailyPicture): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = W;
  canvas.height = H;
  const paper = canvas.getContext("2d");
  if (!paper) return null;
  const made = line.made ? t("web.daily.share.made") : t("web.daily.share.missed");
  const points = plural("web.daily.points", line.points).replace(/^\D*\d+\s*/, "");
  const title = t("web.daily.share.title", { number });
  const letters = [title, made, points, dayName(day)].join("");
  await Promise.all([document.fonts.load(`700 40px ${SERIF}`, letters), document.fonts.load(`600 30px ${UI}`, letters)]).catch(
    () => undefined,
  );
  const brush = new Brush(paper);
  brush.table(W, H);
  brush.brand(64, 46);
  brush.write(dayName(day), { x: W - 64, y: 82, size: 28, most: 480, align: "right", colour: INK.soft });
  const middle = { x: W / 2, most: W - 128, align: "center" } as const;
  // While the place is unknown, everything else is in the middle.
  const top = place ? 0 : 50;
  brush.write(title, { ...middle, y: top + 220, size: 56, font: SERIF, colour: INK.light });
  brush.write(String(line.points), { ...middle, y: top + 470, size: 230, font: SERIF, colour: INK.gold });
  brush.write(points, { ...middle, y: top + 540, size: 40, colour: INK.soft });
  brush.panel(64, top + 590, W - 128, 190);
  const step = (W - 220) / line.won.length;
  line.won.forEach((won, index) => brush.lamp(110 + step * (index + 0.5), top + 655, Math.min(28, 0.4 * step), won));
  brush.write(`${made} · ${t("web.daily.share.tricks", { won: line.tricks, tricks: line.won.length })}`, {
    ...middle,
    most: W - 200,
    y: top + 745,
    size: 34,
    colour: line.made ? INK.gold : INK.light,
  });
  if (place) brush.write(t("web.daily.share.place", { place, people }), { ...middle, y: 870, size: 46, font: SERIF, colour: INK.light });
  brush.write(shortLink(link), { ...middle, y: H - 40, size: 26, colour: INK.soft });
  return await new Promise((done) => canvas.toBlob(done, "image/png"));
}
