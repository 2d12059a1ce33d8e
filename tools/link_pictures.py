"""Draw what links and phones show (`python -m tools.link_pictures`): web/public/preview.png, apple-touch-icon.png.

Chromium draws them from the same pieces and fonts as the table. They are in the repository: a build needs no browser.
"""

import base64
import shutil
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from nokosu.pictures.pieces import document, placed

ROOT = Path(__file__).parent.parent
PUBLIC = ROOT / "web/public"
FONT = ROOT / "web/node_modules/@fontsource/fraunces/files/fraunces-latin-700-normal.woff2"
PREVIEW = (1200, 630)
TOUCH_ICON = (180, 180)
_TILT = 8
_COLOURS = 200
_STYLE = """
@font-face { font-family: Fraunces; src: url(data:font/woff2;base64,%s); }
* { margin: 0; box-sizing: border-box; }
body { width: 1200px; height: 630px; overflow: hidden; color: #fdf1de; font-family: Fraunces;
  text-align: center;  background: repeating-linear-gradient(90deg, #5d3c20 0 97px, #52341b 97px 100px); }
h1 { position: absolute; inset: 440px 0 auto; font-size: 110px; font-weight: 700; }
svg { position: absolute; left: 0; top: 0; }
"""


def preview() -> str:
    """Return a fan of cards, the trump die in front of it, and the game's name."""
    cards = ["R7", "B4", "G6", "Y5", "P3"]
    fan = [
        f'<g transform="rotate({(index - 2) * _TILT} 600 1100)">{placed(card, 510, 40, 180)}</g>'
        for index, card in enumerate(cards)
    ]
    dice = [placed(die, 375 + 160 * index, 280, 130) for index, die in enumerate(["dR2", "dB4", "dY6"])]
    font = base64.b64encode(FONT.read_bytes()).decode()
    felt = '<ellipse cx="600" cy="212" rx="560" ry="228" fill="#1f4c3f" stroke="#3a2413" stroke-width="14"/>'
    return f"<style>{_STYLE % font}</style>{document(*PREVIEW, felt, *fan, *dice)}<h1>Nokosu Dice</h1>"


def touch_icon() -> str:
    """Return the icon without transparent corners: phones round it themselves."""
    icon = (PUBLIC / "icon-maskable.svg").read_text("utf-8")
    return f"<style>*{{margin:0}}svg{{display:block;width:180px;height:180px}}</style>{icon}"


def main() -> None:
    """Draw both."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, size, html in (("preview", PREVIEW, preview()), ("apple-touch-icon", TOUCH_ICON, touch_icon())):
            page = browser.new_page(viewport={"width": size[0], "height": size[1]})
            page.set_content(html)
            page.evaluate("() => document.fonts.ready.then(() => undefined)")
            drawn = Image.open(BytesIO(page.screenshot())).convert("RGB")
            # A quarter of the size, and no eye sees it.
            drawn.quantize(_COLOURS).save(PUBLIC / f"{name}.png", optimize=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
