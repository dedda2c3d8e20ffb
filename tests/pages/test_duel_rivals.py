"""What owners see of each other's cars while they meet in a duel: garage, stores, downloads and the API."""

from __future__ import annotations

from typing import Any

import pytest

from rules.match.registry import get_questionnaire
from tests.api.api_callers import at, program_of
from tests.league.small_league import Table, signed
from tests.pages.page_reader import reader, words

pytestmark = pytest.mark.django_db
SAINTS = "/l/rust-belt/f/saints/"
SUPERCHARGED, TIRED = "Engine supercharger", "Tire-set, heavy"


def dueling(*public: str) -> Table:
    """A league in which razors and saints meet in a duel. The first car of the saints has tires and a supercharger.

    `public` is what owners may see of each other's cars, as printed if it is left out.
    """
    table = signed()
    for kind, tread in (("tire_heavy", {"tread": "street"}), ("supercharger", {})):
        item = f"saints.{kind.replace('_', '-')}"
        table.give("give_item", franchise="saints", item=item, kind=kind, reason="A gift.", **tread)
        table.give("fit_item", by="saints", franchise="saints", item=item, car="saints.car1")
    if public:
        printed = get_questionnaire("carwars").question("visibility.walkaround").printed_answer
        answers: dict[str, Any] = {"visibility.walkaround": {**printed, "public": list(public)}}
        table.give(
            "answer_questions", questionnaire="carwars", version=1, answers=answers, step="r1", reason="As agreed."
        )
    match = {"match": "m1", "event": "duel", "scoring": "duel", "franchises": ["razors", "saints"]}
    table.give("announce_round", round="r1", matches=[match])
    return table


@pytest.mark.rule("CW-Q-013")
def test_the_owner_of_a_rival_sees_neither_devices_nor_tires_nor_designs_as_printed() -> None:
    table = dueling()
    rival, other = words(reader("razors"), SAINTS), words(reader("widows"), SAINTS)
    for shown in (SUPERCHARGED, TIRED):
        assert shown in other
        assert shown not in rival
        assert shown not in words(reader("razors"), f"{SAINTS}stores/")
        assert shown in words(reader("saints"), f"{SAINTS}stores/")
        assert shown in words(reader("boss"), SAINTS)
    assert "Until its result stands, you do not see the armor of each side, devices, tires, fuel" in rival
    assert "You meet them in a duel" not in other
    table.give("void_match", match="m1", reason="The arena flooded.")
    assert SUPERCHARGED in words(reader("razors"), SAINTS)


@pytest.mark.rule("CW-Q-013")
def test_what_the_answer_makes_public_is_seen() -> None:
    dueling("armor_points", "tires")
    rival = words(reader("razors"), SAINTS)
    assert TIRED in rival
    assert SUPERCHARGED not in rival
    assert "armor: front" in rival
    assert "fuel points" not in rival


@pytest.mark.rule("CW-Q-013")
def test_a_program_of_a_rival_sees_as_much_as_its_owner() -> None:
    table = dueling("fuel")
    for who, hidden in (("razors", ["armor", "devices", "tires"]), ("widows", []), ("saints", [])):
        program = program_of(table, who)
        (car, *_) = program.get(at(table, "/franchises/saints/garage")).json()["cars"]
        stored = {item["kind"] for item in program.get(at(table, "/franchises/saints/stores")).json()["items"]}
        assert car["hidden"] == hidden
        assert bool(car["designs"]) is not bool(hidden)
        assert [item["kind"] for item in car["fitted"]] == ([] if hidden else ["supercharger", "tire_heavy"])
        assert ("supercharger" in stored) is not bool(hidden)
        assert sorted(car["sights"]) == (["fuel"] if hidden else [])


@pytest.mark.rule("CW-Q-013")
def test_match_and_sheet_of_a_locked_duel_show_rivals_no_more() -> None:
    table = dueling()
    for franchise in ("razors", "saints"):
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    table.give("lock_line_ups", match="m1")
    for page in ("/l/rust-belt/s1/m1/", "/l/rust-belt/s1/m1/sheet/"):
        seen = {who: words(reader(who), page) for who in ("razors", "saints", "widows", "boss")}
        assert {who for who, text in seen.items() if SUPERCHARGED.casefold() in text.casefold()} == {
            "saints",
            "widows",
            "boss",
        }
