"""Facts are rendered with printed names, so that no page shows a tag of the rules."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from explain.fact_rendering import FIELDS_WITH_IDS, render_fact
from explain.names import Names
from explain.printed_names import (
    AVAILABILITY_WORDS,
    FIELD_WORDS,
    ITEM_WORDS,
    TRAIT_WORDS,
    offer_words,
    setting_words,
    step_words,
)
from league.models import Entry
from rules.campaign.commissioner.balance_and_points import BalanceAdjusted
from rules.campaign.core.command import STEP_NAMES
from rules.campaign.core.facts import FACT_TYPES, field_types, subject_fields
from rules.campaign.core.season_steps import SeasonStepReached
from rules.campaign.garage.stores import ItemGained
from rules.campaign.market.trades import TradeProposed
from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.talents import TALENT_BY_TAG
from rules.campaign.season.answers import AnswerGiven
from rules.campaign.season.house_rules import SwitchLapsed, SwitchPlanned, SwitchSet
from rules.campaign.season_end.sponsor_pool import SponsorDeclaredSafe
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.terms import Credits, DriverId, FranchiseId, ItemId, SponsorId, TradeId, Trait
from rules.match.catalog import CATALOG
from tests.guards.findings import report
from tests.league.small_league import signed
from tests.pages.multiple_owners import owner_of
from tests.pages.page_reader import words
from tests.pages.seasons import stated

LARGEST, ADVISED = "“How large may a roster be?”", "“How many drivers is a roster advised to have?”"
SAID_IN_WORDS = {
    "answer": "an answer or a ruling, in words",
    "because": "a sentence of the rules",
    "closing": "when the shops close, in words",
    "duel": "a duel, by its short id",
    "edition": "an edition of the rules, by the only name it has",
    "event": "what is played, as the commissioner called it",
    "key": "the key of a question of the league's own, as the league wrote it",
    "group": "a row of the tinkering table by its printed name",
    "name": "what an owner called it",
    "put": "a question put during play, as its owner wrote it",
    "question": "a question, which its dotted key is the printed name of, or its words",
    "root": "a root over leaves, in hex digits",
    "ruleset": "a match system, by its name",
    "step_name": "a step by its name",
    "subject": "the driver or car of a bill, by name",
    "switch": "a house rule, which its dotted name is the printed name of",
    "title": "a questionnaire by its name",
    "use": "the use of a procedure, by its short id",
    "what": "an offer, in words that begin with its kind",
}
"""Text fields of facts that never hold a tag, with what they hold."""


def test_every_text_a_fact_says_is_told_by_its_printed_name_or_holds_no_tag() -> None:
    unexplained = []
    for tag, cls in FACT_TYPES.items():
        kinds = subject_fields(cls)
        for name in re.findall(r"{(\w+)}", cls.says):
            is_text = field_types(cls)[name] not in (int, bool, Credits) and name not in kinds
            if is_text and not {name} & {*FIELD_WORDS, *FIELDS_WITH_IDS, *SAID_IN_WORDS}:
                unexplained.append(f"{tag}.{name}")
    says = "The fact {} says a tag of the rules: give its field words in WORDS of explain/printed_names.py."
    report(map(says.format, unexplained), seen=FACT_TYPES, of="facts")


@pytest.mark.parametrize(
    ("field", "tags", "names"),
    [
        ("item_kind", CATALOG, {tag: row.name for tag, row in CATALOG.items()}),
        ("sponsor_kind", SPONSOR_KINDS, {tag: row.name for tag, row in SPONSOR_KINDS.items()}),
        ("talent", TALENT_BY_TAG, {tag: row.name for tag, row in TALENT_BY_TAG.items()}),
        ("quirk", QUIRK_NAMES, QUIRK_NAMES),
        ("trait", TRAIT_WORDS, {trait.value: trait.value.title() for trait in Trait}),
        ("now", AVAILABILITY_WORDS, AVAILABILITY_WORDS),
        ("was", AVAILABILITY_WORDS, AVAILABILITY_WORDS),
        (
            "step",
            STEP_NAMES,
            {
                step: name if re.match(r"M\d", step) else f"{step}, {name}"
                for step, name in STEP_NAMES.items()
                if step != name
            },
        ),
    ],
)
def test_a_tag_of_a_table_has_its_printed_name(field: str, tags: object, names: dict[str, str]) -> None:
    assert {tag: FIELD_WORDS[field](tag) for tag in names} == names
    assert names
    assert set(names) <= set(tags)  # type: ignore[call-overload]


def test_no_sentence_of_two_seasons_holds_a_raw_tag() -> None:
    names = Names("league/s1")
    sentences = {render_fact(fact, names).sentence for _, fact in stated()}
    assert len({fact.tag for _, fact in stated()}) > 50
    assert sorted(sentence for sentence in sentences if "_" in sentence) == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            ItemGained(
                rule="DM-C-174",
                franchise=FranchiseId("razors"),
                item=ItemId("razors.g1"),
                item_kind="heavy_machinegun",
                origin="list",
                paid=Credits(0),
            ),
            "Heavy machinegun came into the stores of Razors.",
        ),
        (
            AnswerGiven(rule="HOUSE-012", questionnaire="carwars", question="arena.no_drop_gases", answer="no"),
            "The answer to “Are smoke, paint and sand penalized in such a zone as well?” is now “no”.",
        ),
        (
            AnswerGiven(rule="HOUSE-012", questionnaire="own", question="arena.music", answer="Loud_mouth."),
            "The answer to arena.music is now “Loud_mouth.”.",
        ),
        (
            SwitchSet(rule="HOUSE-008", switch="prize.zero_points_split", setting="true"),
            "The house rule “When nobody scores, is the pot shared equally?” is on.",
        ),
        (
            BalanceAdjusted(
                rule="HOUSE-001", franchise=FranchiseId("razors"), amount=Credits(-5000), balance=Credits(0)
            ),
            "The balance of Razors was adjusted by \N{MINUS SIGN}5k.",
        ),
        (
            BalanceAdjusted(
                rule="HOUSE-001", franchise=FranchiseId("razors"), amount=Credits(5000), balance=Credits(0)
            ),
            "The balance of Razors was adjusted by +5k.",
        ),
        (
            SwitchLapsed(
                rule="HOUSE-008", switch="roster.max", setting="3", because="roster.min 6 is above roster.max 3"
            ),
            f"The house rule {LARGEST} did not become 3: {ADVISED} 6 is above {LARGEST} 3.",
        ),
        (
            SwitchPlanned(rule="HOUSE-008", switch="prize.round", setting="percent_up", step="r4"),
            "The house rule “Where is a prize share rounded up?” will be percent up from round 4 on.",
        ),
        (
            SeasonStepReached(rule="DM-C-093", step="E6", step_name="the draft"),
            "The season went on to the draft.",
        ),
        (
            SponsorDeclaredSafe(rule="DM-C-168", franchise=FranchiseId("razors"), sponsor=SponsorId("razors.s1")),
            "Razors declared Oil company safe.",
        ),
        (
            TradeProposed(
                rule="DM-C-107",
                trade=TradeId("t1"),
                franchise=FranchiseId("razors"),
                partner=FranchiseId("saints"),
                gives="razors.d1, razors.g1, 20k",
                takes="nothing",
            ),
            "Razors offered saints Ann, Heavy machinegun, 20k for nothing.",
        ),
    ],
)
def test_a_fact_is_told_with_names_for_ids_and_tags(given: object, said: str) -> None:
    names = Names(
        "league/s1",
        franchises={"razors": "Razors"},
        drivers={"razors.d1": "Ann"},
        sponsors={"razors.s1": "oil"},
        items={"razors.g1": "heavy_machinegun"},
    )
    assert render_fact(given, names).sentence == said  # type: ignore[arg-type]


def test_a_house_rule_in_a_sentence_leads_to_what_it_changes() -> None:
    rendered = render_fact(
        SwitchSet(rule="HOUSE-008", switch="cup.plus1_applies_to", setting="face"), Names("league/s1")
    )
    section = "/l/league/s1/questionnaires/house-rules/sections/the-table-and-the-cup/"
    assert [piece.href for piece in rendered.pieces if piece.href] == [f"{section}#cupplus1_applies_to"]


def test_a_driver_named_in_a_trade_leads_to_his_page() -> None:
    names = Names("league/s1", drivers={DriverId("razors.d1"): "Ann"})
    assert [(piece.text, piece.href) for piece in names.segments_in("razors.d1, 20k", ("drivers",))] == [
        ("Ann", "/l/league/d/razors.d1/"),
        (", ", ""),
        ("20k", ""),
    ]


@pytest.mark.parametrize(
    ("what", "kind", "said"),
    [
        ("anti tank guided missile", "anti_tank_guided_missile", ITEM_WORDS["anti_tank_guided_missile"]),
        ("kami bomb (ammunition 2)", "kami_bomb", f"{ITEM_WORDS['kami_bomb']} (ammunition 2)"),
        ("a contract (Oil company)", "new_contract", "a contract (Oil company)"),
        ("something else", "", "something else"),
    ],
)
def test_an_offer_begins_with_the_printed_name_of_its_kind(what: str, kind: str, said: str) -> None:
    assert offer_words(what, kind) == said


def test_steps_and_settings_are_said_as_people_say_them() -> None:
    assert [step_words(step) for step in ("r12", "E6", "closed", "elsewhere")] == [
        "round 12",
        "E6, the draft",
        "closed",
        "elsewhere",
    ]
    assert [setting_words(setting) for setting in (True, False, 7, "wins,criticals,dice", "money_up")] == [
        "on",
        "off",
        "7",
        "wins, criticals, dice",
        "money up",
    ]


@pytest.mark.django_db
def test_the_command_of_an_entry_is_told_in_printed_names_with_what_was_given() -> None:
    table = signed(items=True)
    bought = Entry.objects.get(season=table.season, command="buy_item").number
    text = words(Client(), f"/l/rust-belt/s1/journal/{bought}/")
    assert "franchise Razors razors item razors.gun1 kind Machinegun machinegun" in text
    table.give("change_switch", switch="draft.snake", setting=True, step="E5", reason="It is fairer.")
    text = words(Client(), f"/l/rust-belt/s1/journal/{table.row.length}/")
    assert "setting on true step E5, franchise contracts E5 switch “Does the order turn round after each" in text
    table.give("give_sponsor", franchise="razors", sponsor="house.sponsor1", kind="oil", reason="A raffle.")
    assert "kind Oil company oil" in words(Client(), f"/l/rust-belt/s1/journal/{table.row.length}/")


@pytest.mark.django_db
def test_the_drivers_page_marks_ones_own_and_says_what_keeps_a_driver_away() -> None:
    table = signed()
    table.give("adjust_driver", driver="razors.d1", availability="season_out", reason="Bit the marshal.")
    text = words(owner_of(table, "razors", "saints"), "/l/rust-belt/s1/drivers/")
    assert text.count("yours") == 12
    assert "out for the season" in text
    assert "season_out" not in text
