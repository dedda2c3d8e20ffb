"""The dice of a card fall one after another the first time it is opened, within 3.5 seconds, and can be skipped."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.journeys.live_pages import open_addresses_surely
from tests.league.small_league import settled

pytestmark = pytest.mark.django_db(transaction=True)
CARD = "/l/rust-belt/s1/m1/reward/razors/"
LONGEST = 3500
"""How long the dice may fall, in milliseconds."""
HELD = """addEventListener("DOMContentLoaded", () => {
  const falling = document.getAnimations();
  window.ends = falling.map((one) => one.effect.getComputedTiming().endTime);
  falling.forEach((one) => one.pause());
})"""
"""Notes when each animation would end, and holds all of them."""
HEIGHT = "document.documentElement.scrollHeight"


def test_the_dice_of_a_card_fall_once_and_are_skipped(chromium: Any, live_server: Any) -> None:
    settled()
    context = chromium.new_context(base_url=live_server.url, viewport={"width": 390, "height": 844})
    context.add_init_script(script=HELD)
    page = open_addresses_surely(context.new_page())
    root, kept, skip = page.locator("html"), page.locator(".kept"), page.get_by_role("button", name="Skip")
    page.goto(CARD)
    expect(root).to_have_class(re.compile("fresh-card"))
    ends = page.evaluate("window.ends")
    assert len(ends) > 5
    assert max(ends) <= LONGEST
    expect(kept).to_have_css("opacity", "0")
    height = page.evaluate(HEIGHT)
    skip.click()
    expect(root).not_to_have_class(re.compile("fresh-card"))
    expect(kept).to_have_css("opacity", "1")
    expect(skip).to_be_hidden()
    assert page.evaluate(HEIGHT) == height
    page.reload()
    expect(root).not_to_have_class(re.compile("fresh-card"))
    context.close()
    still = chromium.new_context(base_url=live_server.url, reduced_motion="reduce")
    page = open_addresses_surely(still.new_page())
    page.goto(CARD)
    expect(page.locator("html")).not_to_have_class(re.compile("fresh-card"))
    expect(page.locator(".kept")).to_have_css("opacity", "1")
    still.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_dice_of_a_card_are_white_with_dark_pips_in_both_themes(
    chromium: Any, live_server: Any, theme: str
) -> None:
    settled()
    context = chromium.new_context(base_url=live_server.url, color_scheme=theme)
    page = open_addresses_surely(context.new_page())
    page.goto(CARD)
    expect(page.locator("html")).to_have_attribute("data-bs-theme", theme)
    die = page.locator(".pot-dice .icon").first
    expect(die).to_have_css("fill", "rgb(255, 253, 248)")
    expect(die).to_have_css("background-color", "rgb(29, 24, 20)")
    context.close()
