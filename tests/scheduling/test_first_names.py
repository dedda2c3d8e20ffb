"""Names that commands, amends, opening sheets and the command line give are proper, and too like no other."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from drivers.models import Driver
from franchises.models import Car, Franchise
from journal import audit, fork_season
from journal.amends.corrections import corrections_to_restore, corrections_to_undo
from league.founding import FoundingRequest, create_playable_league
from league.models import Ruling, Season
from league.name_checks import NameTaken
from rules.campaign.core.codec import command_from_document
from rules.core.refusals import Malformed
from scheduling.rulings import CONFIRM, amend_or_request_approval, answer_ruling, perform_or_request_approval
from tests.api.api_callers import at, program_of
from tests.command_forms.desk import Sitter
from tests.command_forms.league_without_franchises import unfounded
from tests.command_forms.test_amend_form import sent, words
from tests.journal.amends import number_of
from tests.league.small_league import BEGAN, Table, founded, signed
from tests.league.test_opening_sheet import franchise
from tests.people.crowd import member, person, rust_belt
from tests.people.test_renaming import renamed

pytestmark = pytest.mark.django_db
NEEDS_JOINERS = ("می\u200cخواهم", "ශ්\u200dරී ලංකා", "👨\u200d👩\u200d👧", "🏴\U000e0067\U000e0062\U000e007f")
TRICKS = ("Ann\u200d", "A\u200cnn", "\u200dअ", "Ann\u202e", "\U000e0067Ann")
WHY = "For the show."


def given(table: Table, *documents: dict[str, Any], by: str = "razors", **options: Any) -> Any:
    """Give commands as a form or program does."""
    table.given += 1
    commands = [command_from_document(document) for document in documents]
    options = {"key": f"given{table.given}", "at": table.now, **options}
    return perform_or_request_approval(table.row, None, commands, member=member(by), **options)


def hire(driver: str, name: str) -> dict[str, Any]:
    return {"type": "hire_rookie", "franchise": driver.partition(".")[0], "driver": driver, "name": name}


def amend(table: Table, corrections: Any, *, by: str = "boss") -> Any:
    """Amend as a form or program does."""
    table.given += 1
    arguments: dict[str, Any] = {"at": table.now, "key": f"amend{table.given}", "reason": WHY}
    return amend_or_request_approval(table.row, corrections, member=member(by), **arguments)


def driver(id: str) -> str:
    return Driver.objects.get(pk=f"rust-belt/{id}").name


@pytest.mark.parametrize("name", NEEDS_JOINERS)
def test_a_name_that_its_script_spells_with_joiners_is_given_by_every_command(name: str) -> None:
    table = founded(franchises=("razors", "saints"))
    given(
        table, hire("razors.d1", name), {"type": "buy_car", "franchise": "razors", "car": "razors.car1", "name": name}
    )
    assert driver("razors.d1") == Car.objects.get().name == name
    assert audit(table.season) == []


def test_a_league_and_its_franchises_are_founded_under_such_names() -> None:
    league = create_playable_league(
        FoundingRequest(name=NEEDS_JOINERS[0], franchises=2), founder=person("vera"), at=BEGAN, key="k"
    )
    assert league.name == NEEDS_JOINERS[0]
    table = unfounded()
    given(table, {"type": "found_franchise", "franchise": "razors", "name": NEEDS_JOINERS[1]}, by="boss")
    assert Franchise.objects.get(pk="rust-belt/razors").name == NEEDS_JOINERS[1]


@pytest.mark.parametrize("name", TRICKS)
def test_an_invisible_trick_is_refused_and_nobody_is_hired(name: str) -> None:
    table = founded()
    with pytest.raises(Malformed, match="character that nobody can see"):
        given(table, hire("razors.d1", name))
    assert not Driver.objects.exists()


def test_an_amend_that_gives_a_name_too_like_another_is_refused_in_one_sentence() -> None:
    table = signed(over=False)
    number = number_of(table, "hire_rookie", driver="saints.d1")
    with pytest.raises(NameTaken, match="There is a driver of this league called “razors 1”") as refused:
        amend(table, {number: [hire("saints.d1", "Razors I")]})
    assert refused.value.pointer == f"/corrections/{number}/0/name"
    with pytest.raises(Malformed, match="character that nobody can see"):
        amend(table, {number: [hire("saints.d1", "Ann\u200d")]})
    amend(table, {number: [hire("saints.d1", " Ann   Chovy ")]})
    assert driver("saints.d1") == "Ann Chovy"


def test_an_amend_cannot_give_two_things_one_name() -> None:
    table = signed(over=False)
    numbers = [number_of(table, "hire_rookie", driver=f"saints.d{number}") for number in (1, 2)]
    corrections = {number: [hire(f"saints.d{place}", "Ann")] for place, number in enumerate(numbers, start=1)}
    with pytest.raises(NameTaken, match="“Ann” is the name of two"):
        amend(table, corrections)


def _hired(table: Table) -> None:
    given(table, hire("saints.d7", "RAZORS 1"), by="saints")


def _renamed_to_it(_: Table) -> None:
    renamed("driver", "saints.d1", "Razors 1", by="saints")


@pytest.mark.parametrize("takes", [_hired, _renamed_to_it])
def test_a_name_that_another_took_since_is_restored_once_it_is_free(takes: Callable[[Table], None]) -> None:
    table = signed(over=False)
    number = number_of(table, "hire_rookie", driver="razors.d1")
    struck = amend(table, {number: []}).number
    takes(table)
    for corrections in (corrections_to_restore(table.row, [number]), corrections_to_undo(table.row, struck)):
        with pytest.raises(NameTaken, match="There is a driver of this league called “R"):
            amend(table, corrections)
    renamed("driver", "saints.d7" if takes is _hired else "saints.d1", "Someone Else", by="saints", days=1)
    amend(table, corrections_to_undo(table.row, struck))
    assert driver("razors.d1") == "razors 1"
    assert audit(table.season) == []


def test_what_an_amend_brings_back_is_compared_by_the_name_the_league_gave_it() -> None:
    table = signed(over=False)
    renamed("driver", "razors.d1", "Ann Chovy")
    number = number_of(table, "hire_rookie", driver="razors.d1")
    struck = amend(table, {number: []}).number
    given(table, hire("saints.d7", "razors 1"), by="saints")
    amend(table, corrections_to_undo(table.row, struck))
    assert (driver("razors.d1"), driver("saints.d7")) == ("Ann Chovy", "razors 1")


def test_an_amend_of_something_else_leaves_names_that_were_given_before_the_check() -> None:
    table = signed(over=False)
    for number, name in ((7, "Kai"), (8, "Kal")):
        table.give("hire_rookie", by="razors", franchise="razors", driver=f"razors.d{number}", name=name)
    number = number_of(table, "hire_rookie", driver="razors.d7")
    bought = {"type": "buy_car", "franchise": "razors", "car": "razors.car4", "name": "Hearse"}
    amend(table, {number: [hire("razors.d7", "Kai"), bought]})
    assert (driver("razors.d7"), driver("razors.d8")) == ("Kai", "Kal")
    assert Car.objects.get(pk="rust-belt/s1/razors.car4").name == "Hearse"


def test_a_rehearsal_takes_every_name_and_changes_none_of_the_league() -> None:
    table = signed(over=False)
    fork_season(table.season, "try", secret=b"other", at=BEGAN)
    fork = Table(season="rust-belt/try", given=900)
    given(fork, hire("razors.d7", "razors 1"))
    number = number_of(fork, "hire_rookie", driver="razors.d7")
    amend(fork, {number: [hire("razors.d7", "Saints 1")]})
    assert driver("razors.d1") == "razors 1"


def test_a_ruling_that_waited_is_refused_if_its_name_was_taken_meanwhile() -> None:
    table = signed(over=False)
    boss = member("boss")
    boss.user.memberships.filter(role="owner").delete()
    table.row.league.memberships.filter(handle="rust-belt.razors").update(user=boss.user)
    gift = {"type": "give_car", "franchise": "razors", "car": "house.car1", "name": "Hearse"}
    outcome = given(table, gift, by="boss", reason=WHY)
    assert outcome.ruling is not None
    renamed("car", "razors.car1", "HEARSE")
    answer: dict[str, Any] = {"members": [member("saints")], "at": table.now}
    with pytest.raises(NameTaken, match="There is a car of this franchise called “HEARSE”"):
        answer_ruling(table.row, outcome.ruling.pk, CONFIRM, **answer)
    assert Ruling.objects.get().standing == Ruling.Standing.WAITING
    renamed("car", "razors.car1", "Coffin", days=1)
    answer_ruling(table.row, outcome.ruling.pk, CONFIRM, **answer)
    assert Car.objects.get(pk="rust-belt/s1/house.car1").name == "Hearse"


ODD_SHEETS: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda sheet: sheet["franchises"][1].update(name="The Rаzors"), "mixes Cyrillic and Latin"),
    (lambda sheet: sheet["franchises"][1].update(name="the RAZORS"), "“the RAZORS” and “The Razors” are too alike"),
    (lambda sheet: sheet["franchises"][1]["drivers"][0].update(name="Razors l"), "“Razors l” and “razors 1”"),
    (lambda sheet: sheet["franchises"][0]["cars"][0].update(name="CAR 2"), "“Car 2” and “CAR 2” are too alike"),
    (lambda sheet: sheet["franchises"][0]["cars"][0].update(name="Car\u200d"), "that nobody can see"),
    (lambda sheet: sheet["franchises"][0]["cars"][0].update(name="अ\u200d3"), "that nobody can see"),
    (lambda sheet: sheet["franchises"][0]["cars"][0].update(name="車\u200d車"), "that nobody can see"),
]


@pytest.mark.parametrize(("change", "says"), ODD_SHEETS)
def test_an_opening_sheet_is_refused_for_a_name_that_nobody_could_give(change: Any, says: str) -> None:
    table = unfounded()
    sheet = {"rounds_before": 2, "franchises": [franchise("razors"), franchise("saints")]}
    change(sheet)
    body = {"commands": [{"type": "open_from_sheet", "sheet": sheet}], "reason": WHY}
    answer = program_of(table, "boss").post(at(table, "/commands"), body, key="k")
    assert (answer.status_code, says in answer.json()["detail"]) == (422, True), answer.json()
    page = Sitter(table.season, "boss").give("open_from_sheet", sheet=json.dumps(sheet), reason=WHY)
    assert says in page.content.decode()
    assert Season.objects.get().step == "S0"


def test_an_opening_sheet_keeps_equal_names_of_cars_in_two_garages() -> None:
    table = unfounded()
    sheet = {"rounds_before": 2, "franchises": [franchise("razors"), franchise("saints")]}
    body = {"commands": [{"type": "open_from_sheet", "sheet": sheet}], "reason": WHY}
    assert program_of(table, "boss").post(at(table, "/commands"), body, key="k").status_code == 201
    assert Car.objects.filter(name="Car 1").count() == 2


def test_the_command_line_refuses_what_pages_refuse(tmp_path: Path) -> None:
    table = signed(over=False)
    file = tmp_path / "command.json"
    file.write_text(json.dumps(hire("saints.d7", "RAZORS 1")), encoding="utf-8")
    with pytest.raises(CommandError, match="There is a driver of this league called “razors 1”"):
        call_command("do", table.season, str(file), user="rust-belt-saints")
    number = number_of(table, "hire_rookie", driver="saints.d1")
    file.write_text(json.dumps(hire("saints.d1", "RAZORS 1")), encoding="utf-8")
    options = {"correct": [f"{number}={file}"], "user": "rust-belt-boss", "reason": WHY}
    for save in (False, True):
        with pytest.raises(CommandError, match="There is a driver of this league called “razors 1”"):
            call_command("amend", table.season, save=save, **options)
    assert rust_belt().renamings == 0


def test_the_form_and_the_program_of_an_amend_say_what_is_wrong_with_a_name() -> None:
    table = signed(over=False)
    number = number_of(table, "hire_rookie", driver="saints.d1")
    body = {"corrections": {str(number): [hire("saints.d1", "RAZORS 1")]}, "reason": WHY}
    for part in ("/preview", ""):
        answer = program_of(table, "boss").post(at(table, f"/amends{part}"), body, key=f"k{part}")
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["pointer"] == f"/corrections/{number}/0/name"
    page = sent(Sitter(table.season, "boss").client, number, name="RAZORS 1")
    assert page.status_code == 422
    assert "There is a driver of this league called “Razors 1”" in words(page)
