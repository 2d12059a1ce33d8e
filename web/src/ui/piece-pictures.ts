/**
 * Pictures of pieces: drawn once in each palette's colours, then shown wherever the piece is. A page full of shapes would
 * have to be styled and laid out shape by shape whenever something on the table changes.
 */
import { definitions, digits, drawings, palettes } from "../generated/pieces";

export type Palette = keyof typeof palettes;

/** Room around a piece for its shadow and its crown, where the piece is 100 wide. */
const MARGIN = 12;

const made = new Map<string, string>();

/** A piece of this height as the text of an SVG that needs nothing around it. */
export function drawn(drawing: string, height: number, palette: Palette, crown: boolean): string {
  const all: Record<string, string> = drawings;
  const numbers: Record<string, string> = digits;
  const colours: Record<string, string> = palettes[palette];
  const [w, h] = [100 + 2 * MARGIN, height + 2 * MARGIN];
  const mark = crown ? all[height > 100 ? "trump-card" : "trump-die"] : "";
  const like = all[drawing] ?? all[drawing.replace(/\d/, "#")] ?? all[drawing.replace("-numeral", "")] ?? "";
  const own = /\d/.exec(drawing)?.[0] ?? "";
  const shapes = `<defs>${definitions}</defs>${like}${mark}`
    .replace(/var\(--([\w-]+)\)/g, (_, name: string) => colours[name] ?? "")
    .replace(/\{([\d#])\}/g, (_, digit: string) => numbers[digit === "#" ? own : digit] ?? "");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * w}" height="${2 * h}" viewBox="${-MARGIN} ${-MARGIN} ${w} ${h}">${shapes}</svg>`;
}

/** The address of a picture; the same picture has the same address. */
export function pictureOf(drawing: string, height: number, palette: Palette, crown: boolean): string {
  const key = `${palette} ${drawing} ${crown}`;
  let address = made.get(key);
  if (!address) {
    // Not a blob: a service worker would be asked for those.
    address = `data:image/svg+xml,${encodeURIComponent(drawn(drawing, height, palette, crown))}`;
    made.set(key, address);
  }
  return address;
}
