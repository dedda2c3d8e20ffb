"""The index page of the tour, made from its list of screens."""

from __future__ import annotations

from tools.tour_screens import PAGES_WITHOUT_SCREEN, TOUR, Screen

PAGE_HEAD = """# The tour
Every screen of the site, with what one does there: on a desk in the light and on a phone in the dark; *more* leads to
the other two. `make tour` takes them all from leagues it stages itself, and writes this page; `make tour ARGS=board`
takes one screen."""


def tour_page() -> str:
    """The index page, in Markdown."""
    parts = [PAGE_HEAD]
    for chapter in TOUR:
        rows = "\n".join(_row(screen) for screen in chapter.screens)
        parts.append(f"## {chapter.name}\n| what one does there | desk | phone |\n|---|---|---|\n{rows}")
    left_out = "\n".join(f"| `{name}` | {why} |" for name, why in PAGES_WITHOUT_SCREEN.items())
    parts.append(f"## Not shown\n| page | why |\n|---|---|\n{left_out}")
    return "\n\n".join(parts) + "\n"


def _row(screen: Screen) -> str:
    name = screen.name
    words = f"**{name.replace('-', ' ')}**<br>{screen.says}"
    more = f"more: [desk, dark]({name}-desktop-dark.png), [phone, light]({name}-phone-light.png)"
    desk, phone = f"![{name} on a desk]({name}-desktop-light.png)", f"![{name} on a phone]({name}-phone-dark.png)"
    return f"| {words}<br>{more} | {desk} | {phone} |"
