"""What is wrong with a page in a browser: in both themes, wide and on the narrowest phone, and by keyboard."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.journeys.focus import out_of_order, tabbed_through
from tests.journeys.test_pages_in_a_browser import AXE, NARROWEST
from tests.journeys.whole_site import Look, logged_in
from tests.sampling import only

IN_THE_DARK = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block", "target-size"]}}
"""The checks of the narrow page in the dark theme: those that depend on colors or on distances.

Every other rule reads elements, names, roles and their order. These are the same in both themes, since a theme is an
attribute by which styles change only colors; `test_a_theme_changes_nothing_but_colors` checks that.
"""
EVERY = only([6], [1, 6])
"""One in this many pages is checked: all in the nightly run, every sixth in CI."""
BUILT = """() => ({
  h1: document.querySelectorAll("h1").length,
  main: document.querySelectorAll("main").length,
  title: document.title,
})"""
DARK = """() => document.documentElement.setAttribute("data-bs-theme", "dark")"""
LIGHT = DARK.replace("dark", "light")
THIN = """() => document.querySelectorAll("main, main *").forEach((parent) => {
  const alike = {};
  [...parent.children].forEach((each) => {
    const kind = `${each.tagName} ${each.className}`;
    alike[kind] = (alike[kind] ?? 0) + 1;
    if (alike[kind] > (parent.closest("form") ? 12 : 5)) each.remove();
  });
})"""
"""Keeps only the first of similar rows, to check colors and names faster."""
UNSTUCK = """() => document.querySelectorAll(
  ".save-bar, .drawn-bar, .report-send, .seal-bar, .duel-bar"
).forEach((bar) => {
  bar.style.position = "static";
})"""
"""Puts the bars that stick to the bottom where they stand in the page: what they cover is chance."""
WIDTH = """async () => {
  const wide = () => document.documentElement.scrollWidth;
  for (let frame = 0; frame < 30 && wide() > innerWidth; frame += 1) await new Promise(requestAnimationFrame);
  return wide();
}"""
"""The width of the page, once its charts have redrawn themselves for the window's size."""
NOT_READY = "[data-frames]:not([data-ready])"
"""A replay whose script does not have what it draws yet: it writes its page's lines and links anew then."""
TALLEST = 6000
"""The most CSS pixels of a page on a phone 390 wide, with every part unfolded."""
UNFOLD = """() => document.querySelectorAll("main details").forEach((each) => { each.open = true; })"""


def violations(page: Any, options: dict[str, Any]) -> list[str]:
    """What axe finds on the current page."""
    report = page.evaluate("(options) => axe.run(document, options)", {**options, "resultTypes": ["violations"]})
    return [
        f"{violation['id']}: {node['html'][:160]} {node['any'][0]['message'] if node['any'] else ''}"
        for violation in report["violations"]
        for node in violation["nodes"][:3]
    ]


def faults(visitor: Any, site: str, named_looks: Iterable[tuple[str, Look]]) -> dict[str, list[str]]:
    """What is wrong with those pages, by name and address, and the browser's complaints on the way."""
    page, context = visitor.page, visitor.page.context
    context.add_init_script(script=Axe().axe_script)
    cookies: dict[str, dict[str, str]] = {}
    wrong_by_page = {}
    for name, look in named_looks:
        context.clear_cookies()
        if look.who:
            if look.who not in cookies:
                cookies[look.who] = logged_in(look.who)
            context.add_cookies([cookies[look.who] | {"url": site}])
        address = look.at(name)
        if wrong := wrongs(page, address, closely=look.closely):
            wrong_by_page[f"{name} {address}"] = wrong
    return wrong_by_page | ({"complaints": visitor.complaints} if visitor.complaints else {})


def wrongs(page: Any, address: str, *, closely: bool = True) -> list[str]:
    """What is wrong with the page at that address, its height on a phone among it."""
    page.set_viewport_size({"width": 1280, "height": 900})
    answer = page.goto(address)
    if answer.status != 200:
        return [f"answers {answer.status}"]
    expect(page.locator(NOT_READY)).to_have_count(0)
    return too_tall(page) + wrongs_here(page, closely=closely)


def too_tall(page: Any) -> list[str]:
    """Whether the current page is too tall for a phone with everything unfolded."""
    page.evaluate(UNFOLD)
    page.set_viewport_size({"width": 390, "height": 844})
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": 1280, "height": 900})
    return [f"is {height} tall on a phone: split it, or fold less into it"] if height > TALLEST else []


def wrongs_here(page: Any, *, closely: bool = True) -> list[str]:
    """What is wrong with the current page with all parts unfolded; `closely` also by Tab and in the dark.

    This removes rows from the page: reload it before using it further.
    """
    page.evaluate(UNFOLD)
    counts = page.evaluate(BUILT)
    wrong = [f"has {counts[part]} {part}" for part in ("h1", "main") if counts[part] != 1]
    wrong += [] if " · Dethmetal" in counts["title"] else [f"is called {counts['title']}"]
    wrong += out_of_order(page) + (tabbed_through(page) if closely else [])
    page.set_viewport_size({"width": NARROWEST, "height": 800})
    if (wide := page.evaluate(WIDTH)) != NARROWEST:
        wrong.append(f"is {wide} wide on {NARROWEST}")
    wrong += [f"when narrow {fault}" for fault in out_of_order(page)]
    page.evaluate(THIN)
    page.evaluate(UNSTUCK)
    if closely:
        page.evaluate(DARK)
        wrong += [f"in the dark {violation}" for violation in violations(page, IN_THE_DARK)]
        page.evaluate(LIGHT)
    page.set_viewport_size({"width": 1280, "height": 900})
    return wrong + violations(page, AXE)
