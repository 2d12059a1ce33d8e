"""Pictures that a page has drawn, and what was written on them."""

from __future__ import annotations

from playwright.sync_api import Page

# Remembers every text that is drawn: what, where (from left to right), its base line, its size and its colour.
WATCH = """
window.written = [];
const write = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
  const { width } = this.measureText(text);
  const left = x - { left: 0, center: 0.5, right: 1 }[this.textAlign] * width;
  const size = Number.parseFloat(this.font.split(" ")[1]);
  written.push({ text, left, right: left + width, base: y, size, colour: this.fillStyle });
  return write.call(this, text, x, y);
};
"""
# As the system of a phone: what is shared is kept.
SHARE = """
navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
navigator.share = async ({ files }) => {
  window.shared = [...new Uint8Array(await files[0].arrayBuffer())];
};
"""
# The texts whose colour is nowhere in the picture where they were written.
_UNSEEN = """async ({ bytes, written }) => {
  const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const paper = canvas.getContext("2d", { willReadFrequently: true });
  paper.drawImage(picture, 0, 0);
  return written.filter(({ left, right, base, size, colour }) => {
    const { data } = paper.getImageData(left, base - size, Math.ceil(right - left), Math.ceil(size));
    const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    const pixels = Array.from({ length: data.length / 4 }, (_, at) => data.slice(4 * at, 4 * at + 3));
    return !pixels.some((pixel) => pixel.every((part, index) => part === wanted[index]));
  }).map(({ text }) => text);
}"""


def unseen(page: Page, png: bytes) -> list[str]:
    """The texts that were drawn and cannot be found in the file."""
    found: list[str] = page.evaluate(_UNSEEN, {"bytes": list(png), "written": page.evaluate("() => written")})
    return found


def written(page: Page) -> list[str]:
    """The texts that were drawn, in order."""
    texts: list[str] = page.evaluate("() => written.map(({ text }) => text)")
    return texts
