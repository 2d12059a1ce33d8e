/** The sheet as an image, to be sent to those who played. */
import { language, t } from "../i18n/texts.svelte";
import { editionName } from "../table/settings-words";
import { points, totals, winnersOf, type PadMatch } from "./match";

const COLUMN = 150;
const FIRST = 70;
const ROW = 52;
const HEAD = 120;
const EDGE = 30;
const SCALE = 2;
const INK = "#2b2018";
const SOFT = "#6a5541";
const GOOD = "#2c6e35";
const SERIF = "Georgia, 'Noto Serif CJK JP', serif";
const SANS = "system-ui, 'Noto Sans CJK JP', sans-serif";

/** A PNG; null where the browser cannot make one. */
export async function picture(match: PadMatch): Promise<Blob | null> {
  const rows = points(match);
  const width = 2 * EDGE + FIRST + COLUMN * match.players.length;
  const height = HEAD + ROW * (rows.length + 2) + EDGE;
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const paper = canvas.getContext("2d");
  if (!paper) return null;
  paper.scale(SCALE, SCALE);
  paper.fillStyle = "#fffaf1";
  paper.fillRect(0, 0, width, height);

  const write = (text: string, x: number, y: number, font: string, colour = INK, most = COLUMN - 12) => {
    paper.font = font;
    paper.fillStyle = colour;
    paper.fillText(text, x, y, most);
  };
  const line = (y: number, colour: string) => {
    paper.fillStyle = colour;
    paper.fillRect(EDGE, y, width - 2 * EDGE, 1);
  };
  const middle = (player: number) => EDGE + FIRST + COLUMN * (player + 0.5);
  const base = (row: number) => HEAD + ROW * row + 34;
  const best = new Set(winnersOf(match));
  const day = new Date(match.started).toLocaleDateString(language.code, { dateStyle: "long" });

  write("Nokosu Dice", EDGE, 52, `700 30px ${SERIF}`, INK, width - 2 * EDGE);
  write(`${editionName(match.edition)} · ${day}`, EDGE, 82, `15px ${SANS}`, SOFT, width - 2 * EDGE);
  paper.textAlign = "center";
  match.players.forEach((name, player) => {
    write(name, middle(player), base(0), `650 17px ${SANS}`, best.has(player) ? GOOD : INK);
  });
  rows.forEach((row, index) => {
    line(HEAD + ROW * (index + 1), "#d9c6a9");
    write(String(index + 1), EDGE + FIRST / 2, base(index + 1), `15px ${SANS}`, SOFT);
    row.forEach((each, player) => {
      const { won, kept } = match.rounds[index] ?? { won: [], kept: [] };
      const made = won[player] === kept[player];
      write(String(each), middle(player), base(index + 1) - 8, `700 20px ${SERIF}`, made ? GOOD : INK);
      const how =
        kept[player] === 0
          ? t("web.pad.how-zero", { won: won[player] ?? 0 })
          : t("web.pad.how", { won: won[player] ?? 0, kept: kept[player] ?? 0 });
      write(how, middle(player), base(index + 1) + 9, `12px ${SANS}`, SOFT);
    });
  });
  line(HEAD + ROW * (rows.length + 1), SOFT);
  write(t("web.total"), EDGE + FIRST / 2, base(rows.length + 1), `15px ${SANS}`, SOFT, FIRST);
  totals(match).forEach((sum, player) => {
    write(String(sum), middle(player), base(rows.length + 1), `700 26px ${SERIF}`, best.has(player) ? GOOD : INK);
  });
  return await new Promise((done) => canvas.toBlob(done, "image/png"));
}
