/** Draws on a canvas in the colours of the table in the evening. */

export const SERIF = 'Fraunces, Georgia, "Noto Serif CJK JP", serif';
export const UI = 'Figtree, system-ui, "Noto Sans CJK JP", sans-serif';
export const INK = { light: "#fdf1de", soft: "#d9c39a", gold: "#ffd97a", line: "#ffffff2e" };
/** One per seat; the dashes tell them apart without the colours. */
export const LINES = ["#ff9d8a", "#9cc7ff", "#9be0a6", "#ffd97a", "#d6b4ff"];
const DASHES = [[], [16, 8], [5, 8], [22, 8, 5, 8], [2, 9]];

interface Written {
  x: number;
  y: number;
  size: number;
  /** A wider text is written smaller, down to half; what is too wide even then is cut. */
  most: number;
  colour: string;
  align?: CanvasTextAlign;
  font?: string;
}

export class Brush {
  constructor(private readonly paper: CanvasRenderingContext2D) {}

  write(text: string, { x, y, size, most, colour, align = "left", font = UI }: Written): void {
    const { paper } = this;
    const set = (px: number) => {
      paper.font = `${font === UI ? 600 : 700} ${px}px ${font}`;
      return paper.measureText(text).width;
    };
    const px = Math.max(0.5, Math.min(1, most / set(size))) * size;
    paper.fillStyle = colour;
    paper.textAlign = align;
    let shown = text;
    for (let cut = [...text].length; set(px) > 0 && paper.measureText(shown).width > most && cut > 1; cut--) {
      shown = `${[...text].slice(0, cut - 1).join("")}…`;
    }
    paper.fillText(shown, x, y);
  }

  /** Wood under a lamp. */
  table(w: number, h: number): void {
    const { paper } = this;
    const lamp = paper.createRadialGradient(w / 2, 0.36 * h, 0, w / 2, 0.36 * h, 0.75 * Math.max(w, h));
    lamp.addColorStop(0, "#7c5531");
    lamp.addColorStop(0.5, "#55371e");
    lamp.addColorStop(1, "#24160c");
    paper.fillStyle = lamp;
    paper.fillRect(0, 0, w, h);
    paper.fillStyle = "#00000014";
    for (let x = 11; x < w; x += 37) paper.fillRect(x, 0, 3, h);
  }

  /** Felt, with a rim. */
  panel(x: number, y: number, w: number, h: number): void {
    const { paper } = this;
    paper.fillStyle = "#173c31";
    paper.strokeStyle = "#4a2f19";
    paper.lineWidth = 6;
    paper.setLineDash([]);
    paper.beginPath();
    paper.roundRect(x, y, w, h, 24);
    paper.fill();
    paper.stroke();
  }

  rule(x: number, y: number, w: number): void {
    this.paper.fillStyle = INK.line;
    this.paper.fillRect(x, y, w, 2);
  }

  line(points: readonly [number, number][], seat: number): void {
    const { paper } = this;
    paper.strokeStyle = paper.fillStyle = LINES[seat] ?? INK.light;
    paper.lineWidth = 5;
    paper.lineJoin = "round";
    paper.setLineDash(DASHES[seat] ?? []);
    paper.beginPath();
    for (const [x, y] of points) paper.lineTo(x, y);
    paper.stroke();
    paper.setLineDash([]);
    for (const [x, y] of points) {
      paper.beginPath();
      paper.arc(x, y, 7, 0, 2 * Math.PI);
      paper.fill();
    }
  }

  /** A face on a coin of light. */
  face(image: CanvasImageSource | null, x: number, y: number, size: number): void {
    if (!image) return;
    const { paper } = this;
    paper.fillStyle = "#c9a97a80";
    paper.beginPath();
    paper.arc(x + size / 2, y + size / 2, size / 2, 0, 2 * Math.PI);
    paper.fill();
    paper.drawImage(image, x, y, size, size);
  }

  /** A lamp: lit, or a ring. */
  lamp(x: number, y: number, radius: number, lit: boolean): void {
    const { paper } = this;
    paper.setLineDash([]);
    paper.lineWidth = 4;
    paper.strokeStyle = lit ? INK.gold : INK.soft;
    paper.fillStyle = INK.gold;
    paper.beginPath();
    paper.arc(x, y, radius, 0, 2 * Math.PI);
    if (lit) paper.fill();
    paper.stroke();
  }

  crown(x: number, y: number, height: number): void {
    this.path("M4 28h40l3-20-12 8L24 2 13 16 1 8z", x, y, height / 30, INK.gold);
  }

  /** The icon, and what the game is called. */
  brand(x: number, y: number): void {
    const parts: [string, string][] = [
      ["M13.3 13.7 31 10.9a5 5 0 0 1 5.7 4.2l4.2 26.6a5 5 0 0 1-4.2 5.7L19 50.2a5 5 0 0 1-5.7-4.2L9.1 19.4a5 5 0 0 1 4.2-5.7z", "#fffaf0"],
      ["M23.2 20.2l8.300 7.800-5.500 10-8.300-7.800z", "#b92d22"],
      ["M34 27h13a7 7 0 0 1 7 7v13a7 7 0 0 1-7 7H34a7 7 0 0 1-7-7V34a7 7 0 0 1 7-7z", "#1d5fae"],
    ];
    for (const [shape, colour] of parts) this.path(shape, x - 8, y - 8, 0.95, colour);
    for (const [dx, dy] of [[34, 34], [47, 34], [40.5, 40.5], [34, 47], [47, 47]] as const) {
      this.path(`M${dx - 2.6} ${dy}a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0z`, x - 8, y - 8, 0.95, "#fff");
    }
    this.write("Nokosu Dice", { x: x + 62, y: y + 37, size: 36, most: 260, font: SERIF, colour: INK.light });
  }

  private path(shape: string, x: number, y: number, scale: number, colour: string): void {
    const { paper } = this;
    paper.save();
    paper.translate(x, y);
    paper.scale(scale, scale);
    paper.fillStyle = colour;
    paper.fill(new Path2D(shape));
    paper.restore();
  }
}
