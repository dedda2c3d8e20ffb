"""The replay in a browser: it plays, jumps, follows a car, links to a moment, and keeps still where that is asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from franchises.models import Franchise
from tests.journeys.live_pages import open_addresses_surely
from tests.journeys.page_inspection import violations
from tests.league.resolved_leagues import resolved

pytestmark = pytest.mark.django_db(transaction=True)
CULT = {"ruleset": "carcult", "event": "last_cult", "setting": {"table": "crossroads"}, "edition": "4"}
REPLAY = "/l/rust-belt/s1/m1/replay/"
PLACES = "[...document.querySelectorAll('g.car')].map((car) => car.getAttribute('transform')).join()"
ANIMATIONS = "document.getAnimations().filter((one) => one.effect.target.closest('.arena')).length"


@pytest.fixture
def watch(chromium: Any, live_server: Any) -> Iterator[Callable[..., Any]]:
    """Open the replay of a resolved match in a window of that width; nothing may complain there."""
    resolved(**CULT)
    contexts, complaints = [], []

    def opened(query: str = "", *, width: int = 1280, motion: str = "no-preference", theme: str = "light") -> Any:
        context = chromium.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": 800},
            reduced_motion=motion,
            color_scheme=theme,
            permissions=["clipboard-write"],
        )
        contexts.append(context)
        context.add_init_script(script=Axe().axe_script)
        page = open_addresses_surely(context.new_page())
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda message: complaints.append(message.text) if message.type in {"error", "warning"} else None,
        )
        page.goto(f"{REPLAY}{query}")
        page.locator("[data-play]:visible").wait_for()
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def until(page: Any, true: Callable[[], bool]) -> None:
    """Wait for something to come true, for 15 seconds at most."""
    for _ in range(150):
        if true():
            return
        page.wait_for_timeout(100)
    pytest.fail("It did not come true.")


def number(page: Any) -> int:
    """The step that is shown."""
    return int(page.locator("[data-number]").inner_text())


def words(page: Any) -> list[str]:
    """Every car in words: its place and its condition."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    return [text.strip() for text in page.locator("[data-place], [data-condition]").all_inner_texts()]


def test_it_plays_to_the_end_and_then_shows_what_the_last_page_shows(watch: Callable[..., Any]) -> None:
    page = watch()
    last = int(page.get_by_label("Step", exact=True).get_attribute("max"))
    page.get_by_role("button", name="8×").click()
    page.get_by_role("button", name="Play").click()
    before = page.evaluate(PLACES)
    until(page, lambda: page.evaluate(PLACES) != before)
    page.get_by_role("button", name="Play").wait_for(timeout=60_000)
    assert number(page) == last
    expect(page).to_have_url(re.compile(rf"\?at={last}$"))
    played, board = words(page), page.locator(".rp-who b").all_inner_texts()
    page.reload()
    page.locator("[data-play]:visible").wait_for()
    assert words(page) == played
    assert page.locator(".rp-who b").all_inner_texts() == board


def test_it_jumps_to_the_next_kill_and_back_by_the_slider(watch: Callable[..., Any]) -> None:
    page = watch()
    page.get_by_role("link", name="Next kill").click()
    assert number(page) > 1
    assert page.locator("[data-caption] b").inner_text() in {"Kill.", "Out."}
    expect(page.locator(".rp-board .dead")).to_have_count(1)
    page.get_by_label("Step", exact=True).fill("3")
    assert number(page) == 3
    expect(page.locator(".rp-board .dead")).to_have_count(0)


SEEN = """() => {
  window.seen = [];
  const look = () => {
    const caption = document.querySelector("[data-caption]").textContent;
    window.seen.push([
      /^(Kill|Out)\\./.test(caption),
      document.querySelectorAll(".rp-board .dead").length > 0,
      document.querySelectorAll("g.car:is(.out, .gone)").length > 0,
    ].join());
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes in every picture whether a kill is in the caption, on the board and on the ground."""


def test_a_kill_shows_in_the_caption_on_the_board_and_on_the_ground_in_the_same_picture(
    watch: Callable[..., Any],
) -> None:
    page = watch()
    page.get_by_role("button", name="Play").click()
    page.get_by_role("link", name="Next kill").click()
    page.evaluate(SEEN)
    until(page, lambda: "true" in page.evaluate("window.seen.join()"))
    page.get_by_role("button", name="Pause").click()
    seen = page.evaluate("window.seen")
    kill = next(index for index, picture in enumerate(seen) if "true" in picture)
    assert set(seen[:kill]) == {"false,false,false"}
    assert seen[kill] == "true,true,true"


def test_names_with_signs_of_html_are_read_as_they_are_written(watch: Callable[..., Any]) -> None:
    Franchise.objects.filter(pk="rust-belt/razors").update(name="Salt & <i>Pepper</i>")
    page = watch(motion="reduce")
    page.keyboard.press("End")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    expect(page.locator(":is([data-caption], [data-note], [data-lines]) i")).to_have_count(0)
    page.keyboard.press("Home")
    page.get_by_role("link", name="Next kill").click()
    expect(
        page.locator("[data-caption], [data-lines]").filter(has_text="Salt & <i>Pepper</i>").first
    ).to_be_attached()
    assert "&amp;" not in page.locator("[data-replay] [data-said]").inner_text()


def test_the_address_is_written_once_the_slider_rests(watch: Callable[..., Any]) -> None:
    page = watch()
    page.evaluate("""() => {
      window.written = 0;
      const before = history.replaceState.bind(history);
      history.replaceState = (...all) => { window.written += 1; before(...all); };
      const slider = document.querySelector("[data-slider]");
      for (let time = 0; time < 150; time += 1) {
        slider.value = 2 + (time % 5);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }""")
    expect(page).to_have_url(re.compile(r"\?at=6$"))
    assert page.evaluate("window.written") == 1


def test_it_follows_a_car_and_fits_the_ground_again(watch: Callable[..., Any]) -> None:
    page = watch("?at=5")
    world = page.locator("[data-world]")
    whole = world.get_attribute("transform")
    row = page.locator(".rp-row").nth(1)
    row.click()
    expect(row).to_have_attribute("aria-current", "true")
    expect(page.locator("g.car.picked")).to_have_count(1)
    expect(world).not_to_have_attribute("transform", whole)
    expect(page).to_have_url(re.compile(r"\?car=[\w.]+&at=5$"))
    page.get_by_role("button", name="Whole ground").click()
    expect(world).to_have_attribute("transform", whole, timeout=15_000)


def test_a_link_to_a_moment_leads_back_to_it(watch: Callable[..., Any]) -> None:
    page = watch()
    expect(page).to_have_url(re.compile(rf"{REPLAY}$"))
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    at = number(page)
    page.get_by_role("link", name="Link to this moment").click()
    expect(page.locator("[data-moment-name]")).to_have_text("Copied")
    moment = page.get_by_role("link", name="Copied").get_attribute("href")
    assert moment == f"{REPLAY}?at={at}"
    expect(page).to_have_url(re.compile(rf"{re.escape(moment)}$"))
    page.goto(moment)
    page.locator("[data-play]:visible").wait_for()
    assert number(page) == at


def test_nothing_moves_between_steps_where_less_motion_is_asked_for(watch: Callable[..., Any]) -> None:
    page = watch(motion="reduce")
    assert page.evaluate(ANIMATIONS) == 0
    steps = page.evaluate(f"fetch('{REPLAY}frames/').then((answer) => answer.json()).then((told) => told.steps)")
    places = {0: [row[1:3] for row in steps[0]["c"]]}
    for index, step in enumerate(steps[1:], start=1):
        places[index] = list(places[index - 1])
        for row in step.get("c", ()):
            places[index][row[0]] = row[1:3]
    page.get_by_role("button", name="8×").click()
    page.get_by_role("button", name="Play").click()
    until(page, lambda: number(page) > 4)
    page.get_by_role("button", name="Pause").click()
    drawn = [list(map(float, re.findall(r"[\d.]+", place))) for place in page.evaluate(PLACES).split("),")]
    assert drawn == places[number(page) - 1]
    assert page.evaluate(ANIMATIONS) == 0


def test_a_phone_sees_the_arena_the_caption_the_deck_and_the_board_in_this_order(watch: Callable[..., Any]) -> None:
    page = watch(width=390)
    tops = [page.locator(part).bounding_box()["y"] for part in (".rp-stage", ".rp-caption", ".rp-deck", ".rp-board")]
    assert tops == sorted(tops)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    expect(page.locator(".rp-map")).to_be_visible()
    for control in page.locator(".rp-controls :is(a, button):visible, .rp-icon:visible, .rp-row").all():
        box = control.bounding_box()
        assert min(box["width"], box["height"]) >= 44
    page.get_by_role("button", name="1× speed").click()
    expect(page.locator("[data-speed-next]")).to_have_text("2× speed")


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_it_is_accessible_at_a_step_in_which_something_happens(
    watch: Callable[..., Any], width: int, theme: str
) -> None:
    page = watch(width=width, motion="reduce", theme=theme)
    page.get_by_role("link", name="Next kill").click()
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert violations(page, {}) == []
