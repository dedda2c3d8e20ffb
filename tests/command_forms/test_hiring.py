"""Hiring at the desk: rookies with suggested names, veterans at their fee, and what each adds to the overhead."""

from __future__ import annotations

import pytest

from tests.command_forms.desk import Sitter
from tests.command_forms.driver_tables import driver_rows, words_of
from tests.league.small_league import closed, founded, reopened, settled, signed

pytestmark = pytest.mark.django_db


def test_a_rookie_is_suggested_a_name_that_nobody_has() -> None:
    table = founded()
    razors = Sitter(table.season, "razors")
    page = razors.open("hire_rookie").content.decode()
    first = suggested_in(page)
    razors.give("hire_rookie", name=first)
    assert suggested_in(razors.open("hire_rookie").content.decode()) not in ("", first)


def test_hiring_tells_the_size_after_it_and_what_that_keeps_of_an_income() -> None:
    table = founded()
    for number in range(1, 9):
        table.give("hire_rookie", by="razors", franchise="razors", driver=f"razors.d{number}", name=f"N{number}")
    page = Sitter(table.season, "razors").open("hire_rookie").content.decode()
    assert "A size of 8 keeps 50k of an income of 50k." in page
    assert "A size of 9 keeps 40k of an income of 50k." in page


def test_a_rookie_too_many_is_refused_in_the_words_of_the_rules() -> None:
    table = founded(franchises=("razors", "saints"), switches={"roster.min": 1, "roster.max": 2})
    for number in (1, 2):
        table.give("hire_rookie", by="razors", franchise="razors", driver=f"razors.d{number}", name=f"N{number}")
    answer = Sitter(table.season, "razors").give("hire_rookie", name="Ann")
    assert answer.status_code == 422
    assert "the most a roster holds" in answer.content.decode()


def test_an_owner_lets_a_driver_go_and_is_asked_first() -> None:
    table = founded()
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="Ann")
    razors = Sitter(table.season, "razors")
    page = razors.open("release_driver").content.decode()
    assert "Nothing is refunded" in page
    (ann,) = driver_rows(page)
    assert 'type="radio" name="driver" value="razors.d1"' in ann
    assert words_of(ann).startswith("Ann L1 0 XP D3 G3 I3 T3 ")
    assert words_of(ann).endswith(" 50k")
    assert razors.give("release_driver", driver="razors.d1").status_code == 302
    assert table.state.roster("razors") == []


def test_letting_go_a_driver_of_another_is_refused_beside_the_field() -> None:
    table = founded()
    table.give("hire_rookie", by="saints", franchise="saints", driver="saints.d1", name="Ann")
    razors = Sitter(table.season, "razors")
    answer = razors.send("release_driver", {**razors.filled("release_driver"), "driver": "saints.d1"})
    assert answer.status_code == 422
    assert "is not under contract with" in answer.content.decode()


def test_a_veteran_who_was_kept_is_hired_at_the_fee_that_is_shown() -> None:
    table = reopened(closed(settled(rounds=1)))
    season = table.state
    (franchise, veteran_kept), *_ = [
        (team.id, season.reserved_drivers(team.id)[0])
        for team in season.all_franchises()
        if season.reserved_drivers(team.id)
    ]
    sitter = Sitter(table.season, franchise)
    fee = f"{50 + 2 * veteran_kept.level}k"
    rows = {
        row.split('value="')[1].split('"')[0]: words_of(row)
        for row in driver_rows(sitter.open("hire_veteran").content.decode())
    }
    assert rows.keys() == {driver.id for driver in season.reserved_drivers(franchise)}
    assert rows[veteran_kept.id].endswith(f" {fee}")
    assert f" L{veteran_kept.level} " in rows[veteran_kept.id]
    assert sitter.give("hire_veteran", driver=veteran_kept.id).status_code == 302
    assert table.state.contracts[veteran_kept.id].phase == "signed"


def test_a_veteran_whom_nobody_kept_is_refused() -> None:
    table = founded()
    razors = Sitter(table.season, "razors")
    assert driver_rows(razors.open("hire_veteran").content.decode()) == []
    answer = razors.send("hire_veteran", {**razors.filled("hire_veteran"), "driver": "nobody.d1"})
    assert answer.status_code == 422
    assert "There is no driver" in answer.content.decode()


def test_a_short_roster_is_acknowledged() -> None:
    table = founded()
    assert Sitter(table.season, "razors").give("acknowledge_short_roster").status_code == 302
    assert table.state.franchise("razors").short_roster_known


@pytest.mark.rule("DM-C-062")
def test_after_hiring_closed_the_form_begins_with_the_refusal_and_has_no_button() -> None:
    page = Sitter(signed().season, "razors").open("hire_rookie").content.decode()
    form = page.split('<form class="panel pad"', 1)[1].split("</form>", 1)[0]
    assert form.count("It cannot be done now") == 1
    assert form.index("It cannot be done now") < form.index('name="name"')
    assert "<button" not in form.split("</details>")[-1]
    assert ">Back</a>" in form
    assert "Preview" not in form


def test_while_hiring_is_open_the_form_has_its_buttons_and_no_refusal() -> None:
    page = Sitter(founded().season, "razors").open("hire_rookie").content.decode()
    assert "It cannot be done now" not in page
    assert 'name="act" value="give"' in page
    assert 'name="act" value="try"' in page


def suggested_in(page: str) -> str:
    """The name that the form suggests, or an empty string."""
    field = page.split('name="name"', 1)[1].split(">", 1)[0]
    return field.split('value="', 1)[1].split('"', 1)[0] if "value=" in field else ""
