"""The names shown in a match resolved here: names for IDs, and the team that each belongs to."""

from __future__ import annotations

import pytest

from league.pages.matches.names import MatchNames
from league.pages.matches.story import story_ids
from rules.match.packet import PackedCar, PackedDriver, PackedItem, PackedSeat, PackedTeam, Packet

TEAMS = {"razors": "Razors", "saints": "The Saints"}
NAMES = {"razors.c1": "Anvil", "saints.c1": "Anvil", "saints.c2": "Rust & Co", "razors.d1": "Jane", "saints.d1": "Bo"}


def driver(id: str) -> PackedDriver:
    return PackedDriver(id=id, traits={}, talents=(), quirks={}, worn=())


def seat(car: str, driven: str, gunner: str = "", items: tuple[PackedItem, ...] = ()) -> PackedSeat:
    packed = PackedCar(id=car, dp=50, overhead=False, gunner_station=False, gearing=0, criticals=0, items=items)
    return PackedSeat(car=packed, driver=driver(driven), gunner=driver(gunner) if gunner else None)


def team(id: str, *seats: PackedSeat, fresh: tuple[str, ...] = ()) -> PackedTeam:
    return PackedTeam(
        franchise=id,
        staff_rating=1,
        pit_bonus=0,
        kit_uses=0,
        mechanics=(),
        seats=seats,
        fresh=tuple(map(driver, fresh)),
    )


def packet(*teams: PackedTeam) -> Packet:
    return Packet(match="m1", event="race", surface="", heats=1, scoring="", repair_attempts=6, teams=teams)


def cast() -> MatchNames:
    gun = PackedItem(id="razors.g1", kind="heavy_machinegun")
    razors = team("razors", seat("razors.c1", "razors.d1", "razors.d2", (gun,)), fresh=("razors.d9",))
    saints = team("saints", seat("saints.c1", "saints.d1"), seat("saints.c2", "saints.d2"))
    return MatchNames.from_packet(packet(razors, saints), teams=TEAMS, names=NAMES)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("razors.d1 falls.", "<b>Jane</b> falls."),
        ("Off goes razors.d1.", "Off goes <b>Jane</b>."),
        ("razors.d10 and razors.d1, razors.d1!", "razors.d10 and <b>Jane</b>, <b>Jane</b>!"),
        ("saints.c2 is out", "<b>Rust &amp; Co</b> is out"),
        ("saints.d2 & razors.d9 <wait>", "<b>saints.d2</b> &amp; <b>razors.d9</b> &lt;wait&gt;"),
        ("razors.g1 of razors.d1 takes the hit", "<b>Heavy machinegun</b> of <b>Jane</b> takes the hit"),
        ("a race on the_oval", "a race on the oval"),
        ("Nothing.", "Nothing."),
    ],
)
def test_an_id_is_called_by_its_name_and_nothing_in_a_line_is_taken_for_markup(line: str, told: str) -> None:
    assert cast().highlight_names(line) == told


def test_cars_of_one_name_are_told_apart_by_their_teams() -> None:
    assert (
        cast().highlight_names("razors.c1 hits saints.c1") == "<b>Anvil (Razors)</b> hits <b>Anvil (The Saints)</b>"
    )
    assert cast().name("saints.c2") == "Rust & Co"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Heat 1 is over: razors 3, saints 0", "Heat 1 is over: <b>Razors</b> 3, <b>The Saints</b> 0"),
        ("the saints come marching", "the saints come marching"),
        ("all saints 4 times", "all saints 4 times"),
    ],
)
def test_a_team_is_named_only_where_teams_are_listed_with_their_figures(line: str, told: str) -> None:
    assert cast().highlight_names(line) == told


def test_a_line_has_the_flag_of_the_first_team_it_names_and_none_where_it_names_them_all() -> None:
    teams = [team(id, seat(f"{id}.c1", f"{id}.d1")) for id in ("razors", "saints", "kiln")]
    names = MatchNames.from_packet(
        packet(*teams), teams={packed_team.franchise: packed_team.franchise for packed_team in teams}, names={}
    )
    assert "#team-saints" in names.flag(("rolls", "saints.c1", "razors.d1", "saints.d1"))
    assert names.flag(("saints.c1", "razors.c1", "kiln.c1")) == ""
    assert names.flag(("rolls",)) == ""


def test_a_line_that_begins_with_somebody_has_his_flag_whomever_it_names_besides() -> None:
    teams = [team(id, seat(f"{id}.c1", f"{id}.d1")) for id in ("razors", "saints", "kiln")]
    names = MatchNames.from_packet(
        packet(*teams), teams={packed_team.franchise: packed_team.franchise for packed_team in teams}, names={}
    )

    def flag(text: str) -> str:
        return str(names.flag_of_line(text, story_ids(text)))

    assert "#team-saints" in flag("saints.c1 looks at razors.c1 and kiln.c1")
    assert flag("saints.c1 looks at razors.c1 and kiln.c1") == flag("saints.d1 falls")
    assert flag("Speeds: saints.c1 2, razors.c1 3, kiln.c1 4") == ""
    assert flag("") == flag("rolls") == ""


def test_a_car_is_followed_with_who_began_in_it() -> None:
    assert cast().car_and_crew("razors.c1") == {"razors.c1", "razors.d1", "razors.d2"}
    assert cast().car_and_crew("razors.c9") == set()


def test_everybody_who_could_be_sent_in_has_a_team() -> None:
    assert cast().team("razors.d9") == "Razors"
    assert cast().team("nobody") == ""
