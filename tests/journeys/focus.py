"""Keyboard focus on a page: its order, whether everything can be reached, and whether the focus is visible."""

from __future__ import annotations

from typing import Any

MOST, LAST = 40, 8
"""The number of focus stops walked at the start of a page, and at the end of a long one."""
PARTS_OF_A_STOP = 8
"""How often Tab is pressed within one stop: a date and time field has several parts, plus one spare."""

ORDER = r"""() => {
  const faults = [];
  const told = (each) => each.outerHTML.replace(/\s+/g, " ").slice(0, 110);
  const seen = (each) => each.checkVisibility({ visibilityProperty: true }) && each.getClientRects().length > 0;
  const stuck = (each) => {
    for (let at = each; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (["sticky", "fixed", "absolute"].includes(style.position) || style.overflowY === "auto") return true;
    }
    return false;
  };
  const PRESSED = "a[href], button, input, select, textarea, summary, [role=button], [data-tip]";
  const found = [...document.querySelectorAll(`${PRESSED}, [tabindex]`)];
  const all = found.filter((each) => seen(each) && !each.matches(":disabled"));
  for (const each of all) {
    if (each.tabIndex > 0) faults.push(`is put before its place: ${told(each)}`);
    else if (each.tabIndex < 0 && each.matches(PRESSED) && !each.matches("[role=option], [aria-hidden=true]"))
      faults.push(`is out of the keyboard's reach: ${told(each)}`);
  }
  const stops = all.filter((each) => {
    if (each.tabIndex < 0) return false;
    if (each.type !== "radio" || each.checked) return true;
    const group = [...document.getElementsByName(each.name)].filter((one) => one.form === each.form && seen(one));
    return !group.some((one) => one.checked) && group[0] === each;
  });
  if (!stops[0].matches(".skip[href='#main']")) faults.push(`the skip link is not first: ${told(stops[0])}`);
  const main = document.querySelector("main");
  stops.filter((each) => main.contains(each) && !stuck(each)).reduce((before, each) => {
    if (before) {
      const [was, now] = [before.getBoundingClientRect(), each.getBoundingClientRect()];
      const over = Math.min(was.right, now.right) - Math.max(was.left, now.left);
      if (now.bottom <= was.top && over > 2) faults.push(`the focus goes up to ${told(each)} from ${told(before)}`);
    }
    return each;
  }, null);
  window.stops = stops;
  return faults;
}"""
"""Finds focus stops that are out of order without pressing a key, and stores the stops to be met."""

LISTEN = r"""() => {
  window.met = new Set();
  window.unseen = new Set();
  document.addEventListener("keydown", (event) => {
    const at = document.activeElement;
    if (event.key !== "Tab" || at === document.body || met.has(at)) return;
    met.add(at);
    const told = at.outerHTML.replace(/\s+/g, " ").slice(0, 110);
    const style = getComputedStyle(at);
    if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) unseen.add(`no ring round ${told}`);
    let over = "";
    const hidden = [...at.getClientRects()].every((box) => {
      const [across, down] = [Math.min(box.width / 2, 20), Math.min(box.height / 2, 20)];
      const on = document.elementFromPoint(box.left + across, box.top + down);
      over = on?.outerHTML.slice(0, 60);
      const named = [...(at.labels ?? [])].some((label) => label.contains(on));
      return !on || !(at.contains(on) || on.contains(at) || named || on.closest(".tooltip"));
    });
    if (hidden) unseen.add(`${told} has the focus and lies under ${over}`);
  }, true);
}"""
"""Checks the focused element before Tab moves on: it has a focus ring, and nothing covers it."""

BEGIN = """([from, many]) => {
  met.clear();
  window.wanted = stops.slice(from, from + many);
  wanted[0].focus();
  return wanted.length;
}"""
LEFT = """() => wanted.filter((each) => !met.has(each)).length"""
MISSED = r"""() => {
  const found = [...met].filter((each) => wanted.includes(each));
  const at = wanted.findIndex((each, number) => each !== found[number]);
  const missed = at < 0 ? [] : [`Tab does not come to ${wanted[at].outerHTML.replace(/\s+/g, " ").slice(0, 110)}`];
  document.activeElement.blur();
  return [...unseen, ...missed];
}"""


def out_of_order(page: Any) -> list[str]:
    """Faults of the focus order in the page's code: out of reach, moved forward, or going up in its column."""
    return list(page.evaluate(ORDER))


def tabbed_through(page: Any) -> list[str]:
    """What goes wrong when Tab is pressed from the skip link on: skipped stops, traps, an invisible focus.

    Of a long page, only the start and the end are walked. `out_of_order` must have been called on the page before.
    """
    page.evaluate(LISTEN)
    faults: list[str] = []
    many = page.evaluate("stops.length")
    for begin in (0, *([many - LAST] if many > MOST + LAST else [])):
        left = page.evaluate(BEGIN, [begin, MOST + LAST])
        for _ in range(PARTS_OF_A_STOP):
            for _ in range(left):
                page.keyboard.press("Tab")
            if not (left := page.evaluate(LEFT)):
                break
        faults += page.evaluate(MISSED)
    return list(dict.fromkeys(faults))
