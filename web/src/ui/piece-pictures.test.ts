import { expect, test } from "vitest";
import { palettes } from "../generated/pieces";
import { drawn, type Palette } from "./piece-pictures";

const PIECES = ["R0", "P7", "dB6", "dY3-numeral", "dG-", "dG--numeral", "zero", "declared", "back"];

test("a picture needs nothing around it, in any palette", () => {
  for (const palette of Object.keys(palettes) as Palette[]) {
    for (const piece of PIECES) {
      const picture = drawn(piece, /^[RBGYP]|back/.test(piece) ? 140 : 100, palette, true);
      expect(picture).not.toMatch(/var\(|<text|[{}]|undefined/);
      expect(picture).toContain(palettes[palette].crown);
      expect(picture.length).toBeGreaterThan(900);
    }
  }
});

test("pieces of another number, suit or palette look different", () => {
  const pictures = [drawn("R0", 140, "standard", false), drawn("R7", 140, "standard", false), drawn("B0", 140, "standard", false)];
  pictures.push(drawn("R0", 140, "contrast", false), drawn("dR3-numeral", 100, "standard", false), drawn("dR4-numeral", 100, "standard", false));
  expect(new Set(pictures).size).toBe(pictures.length);
});
