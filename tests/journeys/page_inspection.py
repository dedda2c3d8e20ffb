"""What is wrong with a page in a browser: in both themes, a wide window and the narrowest phone, and by keyboard."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from axe_playwright_python.sync_playwright import Axe

from tests.journeys.focus import out_of_order, tabbed_through
from tests.journeys.test_pages_in_a_browser import AXE, NARROWEST
from tests.journeys.whole_site import Look, logged_in
from tests.sampling import only

IN_THE_DARK = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block", "target-size"]}}
"""What is asked on the narrow page in the dark: whatever hangs on colours, or on how close things stand.

Every other rule reads elements, names, roles and their order. These are the same in both themes, since a theme is an
attribute by which styles change colours and nothing else; `test_a_theme_changes_nothing_but_colours` holds that.
"""
EVERY = only([6], [1, 6])
"""Every so many pages are looked at: each in the nightly run, every sixth in CI."""
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
"""Of rows that are alike the first are looked at for colours and names."""
WIDTH = """async () => {
  const wide = () => document.documentElement.scrollWidth;
  for (let frame = 0; frame < 30 && wide() > innerWidth; frame += 1) await new Promise(requestAnimationFrame);
  return wide();
}"""
"""How wide the page is, once its charts have drawn themselves anew for the window they are in."""
UNFOLD = """() => document.querySelectorAll("main details").forEach((each) => { each.open = true; })"""


def violations(page: Any, options: dict[str, Any]) -> list[str]:
    """What axe finds on the page that is open."""
    found = page.evaluate("(options) => axe.run(document, options)", {**options, "resultTypes": ["violations"]})
    return [
        f"{each['id']}: {node['html'][:160]} {node['any'][0]['message'] if node['any'] else ''}"
        for each in found["violations"]
        for node in each["nodes"][:3]
    ]


def faults(visitor: Any, site: str, those: Iterable[tuple[str, Look]]) -> dict[str, list[str]]:
    """What is wrong with those pages, by their names and addresses, and what the browser complained of on the way."""
    page, context = visitor.page, visitor.page.context
    context.add_init_script(script=Axe().axe_script)
    cookies: dict[str, dict[str, str]] = {}
    found = {}
    for name, look in those:
        context.clear_cookies()
        if look.who:
            if look.who not in cookies:
                cookies[look.who] = logged_in(look.who)
            context.add_cookies([cookies[look.who] | {"url": site}])
        address = look.at(name)
        if wrong := wrongs(page, address, closely=look.closely):
            found[f"{name} {address}"] = wrong
    return found | ({"complaints": visitor.complaints} if visitor.complaints else {})


def wrongs(page: Any, address: str, *, closely: bool = True) -> list[str]:
    """What is wrong with the page at that address."""
    page.set_viewport_size({"width": 1280, "height": 900})
    answer = page.goto(address)
    return wrongs_here(page, closely=closely) if answer.status == 200 else [f"answers {answer.status}"]


def wrongs_here(page: Any, *, closely: bool = True) -> list[str]:
    """What is wrong with the page that is open, all its parts unfolded; `closely` also by Tab and in the dark.

    The page is thinned by it: who goes on with it opens it again.
    """
    page.evaluate(UNFOLD)
    built = page.evaluate(BUILT)
    found = [f"has {built[part]} {part}" for part in ("h1", "main") if built[part] != 1]
    found += [] if " · Dethmetal" in built["title"] else [f"is called {built['title']}"]
    found += out_of_order(page) + (tabbed_through(page) if closely else [])
    page.set_viewport_size({"width": NARROWEST, "height": 800})
    if (wide := page.evaluate(WIDTH)) != NARROWEST:
        found.append(f"is {wide} wide on {NARROWEST}")
    found += [f"when narrow {each}" for each in out_of_order(page)]
    page.evaluate(THIN)
    if closely:
        page.evaluate(DARK)
        found += [f"in the dark {violation}" for violation in violations(page, IN_THE_DARK)]
        page.evaluate(LIGHT)
    page.set_viewport_size({"width": 1280, "height": 900})
    return found + violations(page, AXE)
