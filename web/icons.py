"""Draws the icons of the installed page from `public/mark.svg`, with Chromium. Run it from the root of the repository:
python web/icons.py
"""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parent / "public"
GROUND = "#10211f"  # of the mark
SAFE_SHARE = 0.8  # systems may cut a maskable icon down to a circle of this width
ICONS = {"icon-192.png": (192, 1.0), "icon-512.png": (512, 1.0), "icon-maskable.png": (512, SAFE_SHARE)}
ICONS["icon-apple.png"] = (180, SAFE_SHARE)  # Apple's systems round the corners themselves


def main() -> None:
    mark = (PUBLIC / "mark.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (side, share) in ICONS.items():
            page = browser.new_page(viewport={"width": side, "height": side})
            ground = GROUND if share < 1 else "transparent"
            style = (
                f"<style>body{{margin:0;background:{ground}}}svg{{position:fixed;inset:{(1 - share) / 2:.0%}}}</style>"
            )
            page.set_content(style + mark)
            page.screenshot(path=PUBLIC / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
