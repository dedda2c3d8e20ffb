"""The tour: screenshots of every page on desktop and phone, in both themes, with an index page, in `var/tour`.

    .venv/bin/python -m tools.tour [SCREEN or WORLD ...]
    .venv/bin/python -m tools.tour --readme

Each world of `tools.tour_worlds` is staged in a temporary folder and served while its screenshots are taken. The
repository keeps only the ten that README.md and docs/site.md show; `--readme` takes those again, into
`docs/screenshots`. Needs Chromium.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tools.chromium import FLAGS, chromium_path
from tools.palette import with_palette
from tools.tour_page import tour_page
from tools.tour_screens import SCREENS, Screen
from tools.tour_worlds import ROOT, World, play_halts, serve_world

PICTURES = ROOT / "var" / "tour"
README_PICTURES = ROOT / "docs" / "screenshots"
SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
THEMES = ("light", "dark")
LARGEST_PICTURE = 200_000
SESSION_COOKIE = "sessionid"
SETTLE_SCRIPT = "() => document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 150)))"

UNFOLD_SCRIPT = (
    "() => document.querySelector(':target')?.querySelectorAll('details').forEach((it) => { it.open = true; })"
)
"""Unfolds the element that the address's fragment points to."""


def take_screenshots(browser: Any, world: World, wanted: list[Screen]) -> list[str]:
    """Take screenshots of a world's screens in every size and theme; sentences about what is wrong with them."""
    errors = []
    for size, (width, height) in SIZES.items():
        for screen in wanted:
            context = browser.new_context(
                base_url=world.base,
                viewport={"width": width, "height": height},
                timezone_id="UTC",
                locale="en-GB",
                reduced_motion="reduce",
            )
            if screen.who:
                cookie = {"name": SESSION_COOKIE, "value": world.cookies[screen.who], "url": world.base}
                context.add_cookies([cookie])
            page = context.new_page()
            response = page.goto(screen.address.format(**world.parts), wait_until="load")
            if (page_width := page.evaluate("document.documentElement.scrollWidth")) > width:
                errors.append(f"{screen.name} is {page_width} wide on {width}.")
            if size == "phone" and response.status != screen.answers:
                errors.append(f"{screen.name} answers {response.status}.")
            page.evaluate(UNFOLD_SCRIPT)
            _press_keys(page, screen)
            for theme in THEMES:
                page.emulate_media(color_scheme=theme)
                page.evaluate(SETTLE_SCRIPT)
                picture = PICTURES / f"{screen.name}-{size}-{theme}.png"
                picture.write_bytes(with_palette(browser, page.screenshot()))
                if picture.stat().st_size > LARGEST_PICTURE:
                    errors.append(f"{picture.name} is over {LARGEST_PICTURE // 1000} kB: show less on it.")
            context.close()
    return errors


def _press_keys(page: Any, screen: Screen) -> None:
    """Press the screen's key, and type its text into the dialog that opens."""
    if screen.press:
        page.keyboard.press(screen.press)
        page.wait_for_selector("dialog[open]")
    if screen.types:
        page.keyboard.type(screen.types)
        page.wait_for_selector("dialog[open] [data-found] a")


def choose_screens(names: list[str]) -> list[Screen]:
    """The screens of these names or worlds; all if `names` is empty. Raises `KeyError` for an unknown name."""
    worlds = {screen.world for screen in SCREENS.values()}
    if unknown := set(names) - worlds - SCREENS.keys():
        raise KeyError(", ".join(sorted(unknown)))
    return [screen for screen in SCREENS.values() if not names or {screen.name, screen.world} & set(names)]


def readme_pictures() -> list[str]:
    """The names of the screenshots that README.md and docs/site.md show."""
    return sorted(path.name for path in README_PICTURES.glob("*.png"))


def main() -> int:
    """Take the screenshots; 0 if all were taken and nothing is wrong with any."""
    parser = argparse.ArgumentParser(prog="make tour", description="Take screenshots of every page, into var/tour.")
    parser.add_argument("names", nargs="*", metavar="SCREEN or WORLD", help="take only these")
    parser.add_argument("--readme", action="store_true", help="renew the ten of README.md and docs/site.md")
    options = parser.parse_args()
    pictures = readme_pictures()
    names = options.names
    if options.readme:
        names = sorted({name.rsplit("-", 2)[0] for name in pictures})
    try:
        wanted = choose_screens(names)
    except KeyError as unknown:
        print(f"There is no screen or world {unknown}: use some of {', '.join(SCREENS)}.")
        return 1
    PICTURES.mkdir(parents=True, exist_ok=True)
    by_world: dict[str, list[Screen]] = {}
    for screen in wanted:
        by_world.setdefault(screen.world, []).append(screen)
    errors = []
    with tempfile.TemporaryDirectory(prefix="tour-") as folder, sync_playwright() as playwright:
        play_halts(Path(folder), by_world)
        browser: Any = playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS])
        for name, screens in by_world.items():
            with serve_world(Path(folder), name) as world:
                errors += take_screenshots(browser, world, screens)
        browser.close()
    (PICTURES / "README.md").write_text(tour_page(), encoding="utf-8")
    if options.readme:
        for name in pictures:
            shutil.copyfile(PICTURES / name, README_PICTURES / name)
    print("\n".join(errors) or f"Screenshots of {len(wanted)} screens are in {PICTURES}.")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
