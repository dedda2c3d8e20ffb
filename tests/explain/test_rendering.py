"""Small parts of pages: sentences with links, dice, times, and links to rules."""

from __future__ import annotations

from datetime import UTC, datetime

from explain.fact_rendering import RenderedRoll
from explain.names import Segment
from explain.rulebook_links import rule_link
from league.templatetags.formatting import dice_of_rolls, linked_sentence, moment


def test_a_sentence_links_what_has_a_page_and_lets_no_name_be_more_than_text() -> None:
    html = linked_sentence(
        [Segment("<b>Slag</b> & ", ""), Segment('O"Neill', "/l/rust/f/slag/?a=1&b=2"), Segment(" won.")]
    )
    assert html == ('&lt;b&gt;Slag&lt;/b&gt; &amp; <a href="/l/rust/f/slag/?a=1&amp;b=2">O&quot;Neill</a> won.')
    assert linked_sentence([]) == ""


def test_dice_are_told_to_eyes_and_ears_roll_by_roll() -> None:
    html = dice_of_rolls([RenderedRoll((6, 1), "a check", "m1/a"), RenderedRoll((12,), "a table", "m1/b")])
    assert html.count("visually-hidden") == 2
    assert "rolled 6, 1" in html
    assert '<span class="face" aria-hidden="true">12</span>' in html
    assert dice_of_rolls([]) == ""


def test_a_moment_is_written_in_utc_for_a_script_to_convert_where_no_zone_is_known() -> None:
    at = datetime(2026, 8, 1, 18, 5, tzinfo=UTC)
    for _ in range(2):
        assert moment(at) == '<time datetime="2026-08-01T18:05:00+00:00" data-local>1 Aug 2026, 18:05 UTC</time>'
    assert moment(None) == ""


def test_a_mark_of_a_rule_is_of_its_season_and_its_about_is_only_text() -> None:
    assert rule_link("DM-C-001", season="rust/s1") != rule_link("DM-C-001", season="rust/s2")
    assert "&lt;b&gt;" in rule_link("DM-C-001", about="<b>")
    assert rule_link("") == ""
