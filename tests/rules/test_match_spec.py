"""A match on paper: the packet made from its file, and everything that can be wrong with it, reported all at once."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from rules.match.catalog import WEARABLES
from rules.match.packet import PackedCar, PackedDriver, PackedItem, PackedSeat, PackedTeam, Packet
from rules.match.packet_vocabulary import QUIRKS
from rules.match.ruleset import Document, ErrorDetail, Fixture
from rules.match.spec import PaperMatchFaulty, packet_from_spec, refuse_faulty_spec
from rules.match.spec_schema import LARGEST_FILE, PaperUnreadable
from tests.rules.towers import STOCK, TOWERS, Towers

PLAIN_TRAITS = {"driving": 3, "gunnery": 3, "initiative": 3, "toughness": 3}
QUIRKS_TOLD, WORN_TOLD = (", ".join(sorted(names)) for names in (QUIRKS, WEARABLES))
DUEL: dict[str, Any] = {
    "event": "towers",
    "teams": [
        {"id": "red", "crew": [{"id": "ada"}], "cars": [{"driver": "ada"}]},
        {"id": "blue", "crew": [{"id": "bob"}], "cars": [{"driver": "bob"}]},
    ],
}


def document(**fields: Any) -> dict[str, Any]:
    """A playable match, with the given fields replaced."""
    return copy.deepcopy(DUEL) | fields


def of_car(**fields: Any) -> dict[str, Any]:
    """A playable match, with the given fields of the first car replaced."""
    spec = document()
    spec["teams"][0]["cars"][0] |= fields
    return spec


def of_crew(**fields: Any) -> dict[str, Any]:
    """A playable match, with the given fields of the first competitor replaced."""
    spec = document()
    spec["teams"][0]["crew"][0] |= fields
    return spec


def read(spec: object) -> Packet:
    return packet_from_spec(json.dumps(spec).encode(), TOWERS, stock=STOCK)


def refused(spec: object) -> str:
    """The sentences by which a match is refused, without their common beginning."""
    with pytest.raises(PaperMatchFaulty) as raised:
        read(spec)
    sentence = raised.value.sentence
    assert sentence.startswith("match cannot be played: ")
    return sentence.removeprefix("match cannot be played: ")


# ------------------------------------------------------------------------------------------------- the packet


@pytest.mark.rule("DM-C-009", "DM-C-066")
def test_what_is_not_said_is_the_printed_beginning() -> None:
    ada, bob = (PackedDriver(id=id, traits=PLAIN_TRAITS, talents=(), quirks={}, worn=()) for id in ("ada", "bob"))
    assert read(document()) == Packet(
        match="match",
        event="towers",
        surface="",
        heats=1,
        scoring="",
        repair_attempts=0,
        teams=tuple(
            PackedTeam(
                franchise=team,
                staff_rating=1,
                pit_bonus=0,
                kit_uses=0,
                mechanics=(),
                seats=(
                    PackedSeat(
                        car=PackedCar(
                            id=f"{team}.c1",
                            dp=60,
                            overhead=False,
                            gunner_station=False,
                            gearing=0,
                            criticals=0,
                            items=(),
                            design={"base": 1},
                        ),
                        driver=driver,
                        gunner=None,
                    ),
                ),
                fresh=(),
            )
            for team, driver in (("red", ada), ("blue", bob))
        ),
        ruleset="towers",
        edition=1,
        setting={},
        switches={},
    )


class AttentiveTowers(Towers):
    """Towers that remembers the fixture and the gearings it was asked about."""

    def __init__(self) -> None:
        self.fixtures: list[Fixture] = []
        self.gearings: list[int] = []

    def fixture_errors(self, fixture: Fixture) -> list[ErrorDetail]:
        self.fixtures.append(fixture)
        return super().fixture_errors(fixture)

    def design_errors(self, document: Document, *, gearing: int, **rest: Any) -> list[ErrorDetail]:
        self.gearings.append(gearing)
        return super().design_errors(document, gearing=gearing, **rest)

    def stock_design(self, *, gearing: int, **rest: Any) -> Document:
        self.gearings.append(gearing)
        return super().stock_design(gearing=gearing, **rest)


@pytest.mark.rule("DM-C-089")
@pytest.mark.parametrize(
    ("teams", "vehicles_per_team"), [([], 0), ([1], 1), ([1, 3], 3), ([2, 1], 2)], ids=["none", "1", "1, 3", "2, 1"]
)
def test_a_ruleset_is_asked_about_as_many_cars_as_the_largest_team_has(
    teams: list[int], vehicles_per_team: int
) -> None:
    crews = [(f"t{team}", [f"d{team}{car}" for car in range(cars)]) for team, cars in enumerate(teams)]
    written = [
        {"id": id, "crew": [{"id": driver} for driver in crew], "cars": [{"driver": driver} for driver in crew]}
        for id, crew in crews
    ]
    ruleset = AttentiveTowers()
    packet_from_spec(json.dumps(document(teams=written)).encode(), ruleset, stock=STOCK)
    assert ruleset.fixtures == [Fixture(event="towers", teams=len(teams), vehicles_per_team=vehicles_per_team)]


@pytest.mark.rule("DM-C-066")
def test_no_car_on_paper_is_geared() -> None:
    spec, ruleset = of_car(design={"base": 1}), AttentiveTowers()
    packet_from_spec(json.dumps(spec).encode(), ruleset, stock=STOCK)
    assert ruleset.gearings == [0, 0]


@pytest.mark.rule("DM-C-066", "DM-C-089")
def test_everything_that_is_said_is_in_the_packet() -> None:
    spec = document(
        match="m7",
        ruleset="chess",
        surface="oak",
        heats=2,
        setting={"turns": 2},
        switches={"towers.rickety": True},
        teams=[
            {
                "id": "red",
                "crew": [
                    {"id": "ada", "driving": 5, "gunnery": 4, "initiative": 2, "toughness": 1},
                    {"id": "cid", "talents": ["pro"] * 2, "quirks": ["stupid"] * 2, "worn": ["helmet_sight"]},
                    {"id": "dee"},
                ],
                "cars": [
                    {"driver": "ada", "gunner": "cid", "items": ["laser", "laser"], "dp": 75, "criticals": 2},
                    {"driver": "dee", "id": "second", "stock": "slab"},
                ],
            },
            {
                "id": "blue",
                "crew": [{"id": "bob"}, {"id": "eve"}],
                "cars": [{"driver": "bob", "design": {"base": 2}}],
            },
        ],
    )
    packet = read(spec)
    assert (packet.match, packet.surface, packet.heats) == ("m7", "oak", 2)
    assert (packet.ruleset, packet.setting, packet.switches) == ("towers", {"turns": 2}, {"towers.rickety": True})
    red, blue = packet.teams
    first, second = red.seats
    assert first.car == PackedCar(
        id="red.c1",
        dp=75,
        overhead=False,
        gunner_station=True,
        gearing=0,
        criticals=2,
        items=(PackedItem(id="red.c1.i1", kind="laser"), PackedItem(id="red.c1.i2", kind="laser")),
        design={"base": 2},
    )
    assert first.driver.traits == {"driving": 5, "gunnery": 4, "initiative": 2, "toughness": 1}
    assert first.gunner == PackedDriver(
        id="cid", traits=PLAIN_TRAITS, talents=("pro", "pro"), quirks={"stupid": 2}, worn=("helmet_sight",)
    )
    assert (second.car.id, second.car.design, second.car.gunner_station) == ("second", {"base": 4}, False)
    assert second.gunner is None
    assert blue.seats[0].car.design == {"base": 2}
    assert (red.fresh, [driver.id for driver in blue.fresh]) == ((), ["eve"])


# ------------------------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"{", "The file is not JSON"),
        (b"\xff", "The file is not JSON"),
        (b'{"event": "towers", "setting": ' + b'{"a": ' * 100_000, "The file is nested too deeply"),
        (b"[]", r"The match cannot be read: match is no object with fields\. Fix each of these\.$"),
        (b"{}", "The match cannot be read: match lacks 'event', 'teams'"),
        (b'{"event": "towers", "teams": [], "laps": 3}', "match has no field 'laps'"),
        (b'{"event": "", "teams": [{"id": "", "cars": [{}], "crew": []}]}', "match.teams 1.cars 1 lacks 'driver'"),
        (b'{"event": NaN, "teams": []}', "The file is not JSON"),
        (b'{"event": "towers", "teams": [], "heats": %s}' % (b"9" * 5000), "The file is not JSON"),
        (b" " * LARGEST_FILE + b"{}", f"The file has {LARGEST_FILE + 2} bytes and a match takes {LARGEST_FILE}"),
    ],
)
def test_what_is_no_match_is_refused_and_said_where(text: bytes, words: str) -> None:
    with pytest.raises(PaperUnreadable, match=words):
        packet_from_spec(text, TOWERS, stock=STOCK)


def test_a_file_of_the_largest_size_is_read() -> None:
    text = json.dumps(document()).encode()
    assert packet_from_spec(text.ljust(LARGEST_FILE), TOWERS, stock=STOCK) == read(document())


def test_all_that_is_of_the_wrong_kind_is_told_at_once() -> None:
    spec = of_car(dp="60", items=[3]) | {"heats": None, "switches": []}
    spec["teams"][1]["crew"] = "bob"
    with pytest.raises(PaperUnreadable) as raised:
        read(spec)
    assert raised.value.sentence == (
        "The match cannot be read: match.teams 1.cars 1.dp is not a whole number; match.teams 1.cars 1.items 1 is "
        "not a text; match.teams 2.crew is no list; match.heats is not a whole number; match.switches is no object "
        "with fields. Fix each of these."
    )


@pytest.mark.rule("DM-C-066")
def test_fields_that_stand_twice_in_one_object_are_named_by_their_first_40_characters() -> None:
    text = json.dumps(document(setting={"turns": 2})).replace('"turns": 2', f'"{"t" * 41}": 2, "{"t" * 41}": 3')
    text = text.replace('"driver": "ada"', '"driver": "ada", "driver": "bob"')
    with pytest.raises(PaperUnreadable) as raised:
        packet_from_spec(text.encode(), TOWERS, stock=STOCK)
    fields = f"'driver' and '{'t' * 40}'"
    assert raised.value.sentence == f"The file has {fields} more than once in one object: keep one of each."


@pytest.mark.rule("DM-C-011", "DM-C-019", "DM-C-047", "DM-C-066", "DM-C-067", "DM-C-135")
@pytest.mark.parametrize(
    ("made", "said"),
    [
        (
            document(switches={"towers.high": True}),
            "There is no switch 'towers.high' in Towers: use one of towers.rickety.",
        ),
        (
            document(switches={"towers.rickety": 3}),
            "towers.rickety is on or off: give true or false (FW-154).",
        ),
        (document(event="chess"), "Towers are all that is played: play it (FW-154)."),
        (document(setting={"turns": 10}), "It lasts 1 to 9 turns: say how many (FW-154)."),
        (of_car(stock="cube"), "red.c1: there is no stock design 'cube': use one of brick, slab."),
        (
            of_car(stock="slab", design={"base": 1}),
            "red.c1 has the stock design 'slab' and one written out: take one of them out.",
        ),
        (of_car(design={"base": 0}), "red.c1: It stands on nothing: give it a base from 1 (FW-154)."),
        (of_car(design={}), "red.c1: It stands on nothing: give it a base from 1 (FW-154)."),
        (of_car(design={"base": 61}), "red.c1: Its base is too dear: make it smaller (FW-154)."),
        (of_car(dp=61), "red.c1 is built on 60, 63, 75, 81 design points, not 61: choose (DM-C-066)."),
        (of_car(criticals=-1), "red.c1 cannot bring -1 criticals: give a number from 0 to 20."),
        (of_car(criticals=21), "red.c1 cannot bring 21 criticals: give a number from 0 to 20."),
        (of_crew(driving=21), "The driving of ada cannot be 21: give one from -20 to 20 (DM-C-011)."),
        (of_crew(toughness=-21), "The toughness of ada cannot be -21: give one from -20 to 20 (DM-C-011)."),
        (
            of_crew(talents=["smooth_drive", "smooth_drive", "pro"]),
            "ada cannot have the talent 'smooth_drive': use smooth_driver (DM-C-019).",
        ),
        (of_crew(quirks=["rash"]), "ada cannot have the quirk 'rash': use one of " + QUIRKS_TOLD + " (DM-C-047)."),
        (of_crew(worn=["hat"]), "ada cannot have the gear 'hat': use one of " + WORN_TOLD + " (DM-C-135)."),
        (
            of_car(items=["rocket", "laser", "rocket"]),
            "red.c1 cannot carry 'rocket': use rockets (DM-C-067).",
        ),
        (of_car(items=["hat"]), "red.c1 cannot carry 'hat': look its name up in the rulebook (DM-C-067)."),
        (
            of_crew(talents=["pro"] * 10),
            "ada cannot have pro 10 times: give it 9 times at most (DM-C-019).",
        ),
        (
            of_crew(quirks=["stupid"] * 10),
            "ada cannot have stupid 10 times: give it 9 times at most (DM-C-047).",
        ),
    ],
)
def test_each_fault_is_a_sentence_that_says_what_to_do(made: dict[str, Any], said: str) -> None:
    assert refused(made) == said


@pytest.mark.rule("DM-C-011", "DM-C-019", "DM-C-066")
@pytest.mark.parametrize("dp", [60, 63, 75, 81])
def test_what_is_just_within_its_bounds_is_played(dp: int) -> None:
    spec = of_car(criticals=20, dp=dp, design={"base": 41})
    spec["teams"][0]["crew"][0] |= {"driving": 20, "gunnery": -20, "talents": ["pro"] * 9, "quirks": ["stupid"] * 9}
    assert read(spec).teams[0].seats[0].car.criticals == 20


@pytest.mark.rule("DM-M-036")
def test_a_design_is_held_against_the_house_rules_of_the_match() -> None:
    spec = of_car(design={"base": 3})
    assert read(spec).teams[0].seats[0].car.design == {"base": 3}
    assert refused(spec | {"switches": {"towers.rickety": True}}) == (
        "red.c1: The ground bears a base of 2: make it smaller (FW-154)."
    )


@pytest.mark.rule("DM-C-089")
@pytest.mark.parametrize(
    ("team", "said"),
    [
        ({"cars": []}, "red has no car: give it one, or take the team out (DM-C-089)."),
        (
            {"cars": [{"driver": "zoe"}]},
            "'zoe' is not among the crew of red: list them there, or seat somebody who is (DM-C-089).",
        ),
        (
            {"cars": [{"driver": "bob", "gunner": "bob"}], "id": "red"},
            "'bob' is not among the crew of red: list them there, or seat somebody who is (DM-C-089). bob of red",
        ),
        (
            {"cars": [{"driver": ""}]},
            "red.c1 has no driver: seat one of the crew of red, or take the car out (DM-C-089).",
        ),
        (
            {"cars": [{"driver": "ada"}, {"driver": "ada"}]},
            "ada of red sits in 2 seats: give each seat somebody of its own (DM-C-089).",
        ),
        (
            {"crew": [{"id": "ada"}, {"id": "bob"}]},
            "The competitor bob is entered 2 times: give each an id of its own.",
        ),
        ({"id": "blue"}, "The team blue is entered 2 times: give each an id of its own. The car blue.c1 is entered"),
        (
            {"cars": [{"driver": "ada", "id": "blue.c1"}]},
            "The car blue.c1 is entered 2 times: give each an id of its",
        ),
        ({"id": "blue.c1"}, "blue.c1 is the id of a team and of a car: give each one of its own."),
        ({"id": "bob"}, "bob is the id of a team and of a competitor: give each one of its own."),
        (
            {"cars": [{"driver": "ada", "id": "bob"}]},
            "bob is the id of a competitor and of a car: give each one of its own.",
        ),
        ({"id": "Red!"}, "'Red!' cannot be the id of a team: use small letters"),
        ({"cars": [{"driver": "ada", "id": "A"}]}, "'A' cannot be the id of a car"),
        ({"crew": [{"id": "ada"}, {"id": "B"}]}, "'B' cannot be the id of a competitor"),
    ],
)
def test_everybody_has_an_id_and_a_seat_of_his_own(team: dict[str, Any], said: str) -> None:
    spec = document()
    spec["teams"][0] |= team
    assert refused(spec).startswith(said)


def test_a_match_with_an_id_that_is_none_is_refused() -> None:
    with pytest.raises(PaperMatchFaulty, match=r"^'M 7' cannot be played: 'M 7' cannot be the id of a match"):
        read(document(match="M 7"))


def test_control_characters_of_an_id_are_not_passed_on() -> None:
    spec = of_car(id="c\x1b[31m", dp=1, design={}) | {"match": "m\x1b[31m"}
    spec["teams"][0] |= {"id": "t\x1b[31m"}
    spec["teams"][0]["crew"] = [{"id": "d\x1b[31m", "driving": 99}] * 2
    with pytest.raises(PaperMatchFaulty) as raised:
        read(spec)
    assert raised.value.sentence.isprintable()


def test_more_teams_than_fit_are_too_many() -> None:
    def teams(count: int) -> dict[str, Any]:
        teams_entered = [
            {"id": f"t{n}", "crew": [{"id": f"d{n}"}], "cars": [{"driver": f"d{n}"}]} for n in range(count)
        ]  # fmt: skip
        return document(teams=teams_entered)

    assert len(read(teams(3)).teams) == 3
    assert refused(teams(4)) == "4 teams are entered and Towers takes 3: enter fewer."


def test_all_faults_are_told_at_once() -> None:
    spec = of_car(dp=1, criticals=-1, stock="cube") | {"event": "chess", "switches": {"x": 1}}
    assert refused(spec).count(". ") + 1 == 5


def test_a_warning_refuses_nothing() -> None:
    refuse_faulty_spec([ErrorDetail(code="w", rule="", sentence="Mind it.", warning=True)], match="m1")
    with pytest.raises(PaperMatchFaulty, match=f"^'{'m' * 60}' cannot be played: No[.]$"):
        refuse_faulty_spec([ErrorDetail(code="w", rule="", sentence="No.")], match="m" * 61)
