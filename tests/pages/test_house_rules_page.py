"""The house rules of a season: differences from the printed game, now and later, and acts by the commissioner."""

from __future__ import annotations

import re
from functools import partial
from html import unescape

import pytest
from django.test import Client

from explain.rulebook_links import rule_url
from journal import steward
from league.models import AnswerVersion
from league.pages.command_forms.page import command_form_url
from league.pages.questionnaire.house_rules import HouseRules
from league.pages.season.house_acts import HOUSE_ACTS
from league.pages.season.house_rules import MOST_CHANGED
from rules.campaign.core.editions import NEWEST_EDITION, includes_edition
from rules.campaign.core.switches import every_switch, switches_in
from rules.match.registry import rulesets
from tests.command_forms.desk import Sitter
from tests.league.small_league import announced, founded
from tests.pages.season_pages import HOME, main_of, owner, said

pytestmark = pytest.mark.django_db


@pytest.mark.rule("HOUSE-008")
def test_the_house_rules_show_what_differs_what_will_and_why() -> None:
    table = founded(switches={"roster.min": 4})
    table.give("change_switch", switch="draft.snake", setting=True, step="E5", reason="A snake is fairer.")
    page = f"{HOME}rules/"
    assert "How many drivers is a roster advised to have? 4 printed: 6 DM-C-060" in said(page, at="changed")
    coming = "Does the order turn round after each round? will be on from E5, franchise contracts DM-C-163"
    assert coming in said(page, at="pending")
    acts = said(page, at="acts")
    assert "Reason: A snake is fairer." in acts
    assert (
        "The house rule “Does the order turn round after each round?” will be on from E5, franchise contracts on."
        in acts
    )
    assert "1 differs from the printed game, 1 to change" in said(HOME, at="house-rules")


def test_all_house_rules_are_found_by_section_and_by_words() -> None:
    founded(switches={"roster.max": 12})
    listed = main_of(f"{HOME}rules/").split('id="all"')[1].split("</section>")[0]
    sections = re.findall(r'<a class="name" href="([^"]+)">([^<]+)</a><span class="faint end">(\d+)', listed)
    assert sum(int(count) for _, _, count in sections) == len(every_switch()) >= 76
    assert {ruleset.title for ruleset in rulesets()} < {title for _, title, _ in sections}
    assert "10, <strong>1 otherwise</strong>" in listed
    assert all(Client().get(href).status_code == 200 for href, _, _ in sections)
    sought = Client().get(f"{HOME}rules/?q=draft+DM-C-161")
    assert sought["Location"] == f"{HOME}questionnaires/house-rules/?q=draft+DM-C-161"


LATER = "rhad.target_speed"
"""A house rule that came with edition 5."""


@pytest.mark.rule("HOUSE-008")
def test_a_season_of_an_earlier_edition_is_asked_only_what_its_edition_knows() -> None:
    table = founded(edition="4")
    names = {switch.name for switch in switches_in(partial(includes_edition, "4"))}
    asked = HouseRules("4")
    assert LATER not in names
    assert set(asked.questions) == names < set(HouseRules(NEWEST_EDITION).questions)
    assert [page.slug for page in asked.pages if not page.keys] == []
    home = f"{HOME}questionnaires/house-rules/"
    assert f"House rules {len(names)} questions" in said(home)
    assert f"All {len(names)} by section" in said(f"{HOME}rules/")
    assert LATER not in said(f"{home}?q={LATER}")
    assert "Nothing is called" in said(f"/l/rust-belt/search/?q={LATER}")
    assert LATER not in main_of(rule_url("RH-085", table.season).partition("#")[0])
    desk = Sitter(table.season, "boss").client
    form = desk.get(command_form_url(table.season, "change_switch")).content.decode()
    assert f'value="{LATER}"' not in form
    assert 'value="rhad.midround_brake"' in form
    desk.post(home, {f"q:{LATER}": "off", "revision": "0", "act": "save"})
    assert not AnswerVersion.objects.filter(answers__has_key=LATER).exists()
    table.give("adopt_edition", edition=NEWEST_EDITION, reason="The drivers are better.")
    assert LATER in said(f"{home}?q={LATER}")


def test_few_of_many_rules_that_are_played_differently_are_listed() -> None:
    books = [switch for ruleset in rulesets() for switch in ruleset.switches if isinstance(switch.default, bool)]
    changed = {switch.name: not switch.default for switch in books[: MOST_CHANGED + 3]}
    founded(switches=changed)
    page = main_of(f"{HOME}rules/")
    assert page.count('<span class="mono key">') == MOST_CHANGED
    assert f"All {len(changed)} that are played differently" in page


@pytest.mark.rule("HOUSE-007")
def test_what_was_done_on_an_owners_behalf_is_told_by_reason() -> None:
    table = founded()
    for number in (1, 2):
        rookie = {"franchise": "razors", "driver": f"razors.d{number}"}
        table.give("hire_rookie", behalf="razors", reason="He is at sea.", **rookie)
    table.give("hire_rookie", by="saints", franchise="saints", driver="saints.d1")
    text = said(f"{HOME}rules/", at="on-behalf")
    assert f"Razors Reason: He is at sea. 2 commands, the last in entry {table.row.length - 1}" in text
    assert "Saints" not in text
    assert "hire_rookie" not in HOUSE_ACTS
    assert "Nothing was done by hand." in said(f"{HOME}rules/", at="acts")


def test_what_standing_orders_answered_is_nothing_a_commissioner_did() -> None:
    table = founded()
    steward.answer_as_steward(table.season, at=table.at, key="s")
    assert "Every owner has acted for themselves." in said(f"{HOME}rules/", at="on-behalf")


def test_a_sealed_command_on_an_owners_behalf_is_not_told_before_its_time() -> None:
    table = announced()
    seats = [{"car": "razors.car1", "driver": "razors.d1"}]
    line_up = {"franchise": "razors", "match": "m1", "seats": seats}
    table.give("name_line_up", behalf="razors", reason="He is at sea.", **line_up)
    assert "He is at sea." not in said(f"{HOME}rules/")
    assert "He is at sea." in said(f"{HOME}rules/", owner("razors"))


def test_older_house_acts_follow_on_further_pages() -> None:
    table = founded()
    for number in range(14):
        table.give("adjust_balance", franchise="razors", amount=1000, reason=f"Gift {number}.")
    first, second = main_of(f"{HOME}rules/"), ""
    older = re.search(r'rel="next" href="([^"#]*)', first)
    assert older is not None
    second = main_of(f"{HOME}rules/{unescape(older[1])}")
    gifts = re.findall(r"Gift (\d+)\.", first + second)
    assert gifts == [str(number) for number in range(13, -1, -1)]


@pytest.mark.parametrize("query", ["?before=x", "?before=99999999999999", "?before=-1"])
def test_nonsense_in_the_address_of_the_house_rules_is_harmless(query: str) -> None:
    founded()
    assert Client().get(f"{HOME}rules/{query}").status_code == 200
