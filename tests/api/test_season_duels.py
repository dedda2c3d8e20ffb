"""Programs open a duel at a table, enter what happens, and read it while it is fought."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from api.season_duels.examples import OPEN_IN
from league.models import Duel, DuelEntry, Membership
from league.pages.duels.actions import MOST_ACTIONS, set_reported
from league.tokens import READ_SCOPE, act_scope
from tests.api.api_callers import Program, at, program_of
from tests.api.test_problems import told
from tests.league.small_league import Table, founded
from tests.pages.duel_tables import close, destroyed, duel_locked, enter, send
from tests.pages.page_reader import reader

pytestmark = pytest.mark.django_db
CARS = ("razors.car1", "saints.car1", "widows.car1")
HIT = enter("hit", type="hit", by="razor-jane", on="saint-otto")


def opened(table: Table, body: Any = None, *, who: str = "boss", key: str = "open") -> Any:
    """The response to a duel that a program opens."""
    return program_of(table, who).post(at(table, "/duels"), body or OPEN_IN, key=key)


def act(table: Table, *actions: Any, who: str = "boss") -> Any:
    """The response to actions of a program."""
    return program_of(table, who).post(at(table, "/duels/1/actions"), {"actions": list(actions)})


def read(table: Table, who: str = "") -> Any:
    """What a program reads of the first duel."""
    answer = (program_of(table, who) if who else Program()).get(at(table, "/duels/1"))
    assert answer.status_code == 200, answer.content
    return answer.json()


def refused(answer: Any) -> list[tuple[str, str]]:
    """The type and the place of every fault of a refused request."""
    assert answer.status_code == 422, answer.content
    return [(fault["type"].rpartition("/")[2], fault["pointer"]) for fault in answer.json()["errors"]]


@pytest.mark.rule("CW-S-001", "CW-S-004")
def test_a_duel_is_opened_entered_and_followed() -> None:
    table = founded()
    answer = opened(table)
    assert answer.status_code == 201, answer.content
    duel = answer.json()
    assert (duel["number"], duel["title"], duel["version"], duel["can_enter"]) == (1, OPEN_IN["title"], 0, True)
    assert [vehicle["id"] for vehicle in duel["duelists"]] == ["razor-jane", "saint-otto"]
    assert duel["arena"]["checkpoints"].keys() == {"north gate"}
    assert opened(table).content == answer.content
    done = act(table, HIT, close(1), enter("late", 1, 1, type="hit", by="saint-otto", on="nobody"), close(3))
    assert done.status_code == 200, done.content
    body = done.json()
    assert [(result["key"], result["ok"]) for result in body["results"]] == [
        ("hit", True),
        ("close 1", True),
        ("late", False),
        ("close 3", False),
    ]
    assert [bool(result["sentence"]) for result in body["results"]] == [False, False, True, True]
    duel = body["duel"]
    assert (duel["closed"], duel["turn"], duel["phase"], duel["version"]) == (1, 1, 2, 1)
    assert [(line["key"], line["type"], line["undone"]) for line in duel["log"]] == [("hit", "hit", False)]
    assert read(table, "boss") == duel
    assert read(table) == {**duel, "can_enter": False}
    (line,) = Program().get(at(table, "/duels")).json()["duels"]
    assert (line["number"], line["moment"], line["duelists"], line["ended"]) == (1, "turn 1, phase 2", 2, False)
    assert Program().get(line["read"].removeprefix("/api/v1")).json()["number"] == 1
    assert Duel.objects.count() == 1


@pytest.mark.rule("CW-S-004", "CW-S-010")
def test_actions_are_undone_ruled_on_and_taken_once_under_their_key() -> None:
    table = founded()
    opened(table)
    kill = destroyed("kill", "saint-otto", "razor-jane")
    shares = {"razor-jane": "1/2", "": "1/2"}
    ruling = {"key": "rule", "act": "rule", "of": "kill", "shares": shares, "note": "Both tires went."}
    act(table, HIT, kill, ruling)
    duel = read(table)
    assert [line["type"] for line in duel["log"]] == ["hit", "kill", "ruling"]
    assert duel["sheet"]["duelists"][1]["complete_kill"]["shares"] == {"": "1/2", "razor-jane": "1/2"}
    assert duel["conditions"][1]["destroyed"] is True
    assert duel["ends_at_close"]["reason"] == "last_vehicle"
    again = act(table, HIT, kill, ruling, {"key": "undo", "act": "undo", "of": "rule"}).json()
    assert [result["ok"] for result in again["results"]] == [True] * 4
    assert (again["duel"]["version"], DuelEntry.objects.count()) == (2, 4)
    assert [line["undone"] for line in again["duel"]["log"]] == [False, False, True]
    act(table, {"key": "redo", "act": "redo", "of": "rule"}, close(1))
    ended = read(table)
    assert (ended["ended"]["reason"], ended["ends_at_close"]) == ("last_vehicle", None)
    scores = [Fraction(line["total"]) for line in ended["sheet"]["duelists"]]
    assert scores[0] > 0 > scores[1]
    assert act(table, {"key": "reopen", "act": "reopen", "phase": 1}).json()["duel"]["ended"] is None


@pytest.mark.rule("CW-S-004")
def test_a_screen_and_a_program_run_the_same_duel() -> None:
    table = founded()
    opened(table)
    act(table, HIT)
    state = send(reader("boss"), HIT, close(1))["state"]
    duel = read(table)
    for name in ("version", "closed", "turn", "phase", "sheet", "settings", "conditions"):
        assert duel[name] == state[name], name
    assert [line["says"] for line in duel["log"]] == [line["says"] for line in state["log"]]


@pytest.mark.rule("CW-S-001", "CW-S-039")
def test_the_entrants_of_a_match_are_its_line_ups() -> None:
    table = duel_locked()
    body = {"title": "", "match": "m1", "speeds": dict.fromkeys(CARS, 30)}
    few = {**body, "speeds": {CARS[0]: 30, "hounds.car1": 30}}
    assert refused(opened(table, few, key="few")) == [
        ("malformed", f"/speeds/{CARS[1]}"),
        ("malformed", f"/speeds/{CARS[2]}"),
        ("malformed", "/speeds/hounds.car1"),
    ]
    fast = {**body, "speeds": dict.fromkeys(CARS, 33)}
    assert refused(opened(table, fast, key="fast")) == [("malformed", "/speeds")] * 3
    assert refused(opened(table, {**body, "match": "m2"}, key="none")) == [("match-is-no-duel", "/match")]
    both = {**body, "entrants": OPEN_IN["entrants"]}
    assert refused(opened(table, both, key="both")) == [("malformed", "/entrants")]
    assert refused(opened(table, {**body, "match": ""}, key="no match")) == [("malformed", "/speeds")]
    duel = opened(table, body).json()
    assert (duel["match"], [vehicle["id"] for vehicle in duel["duelists"]]) == ("m1", list(CARS))
    assert [vehicle["team"] for vehicle in duel["duelists"]] == ["razors", "saints", "widows"]
    table.give("void_match", match="m1", reason="The track was flooded.")
    (result,) = act(table, close(1)).json()["results"]
    assert (result["ok"], "was voided, so nothing more can be entered" in result["sentence"]) == (False, True)
    assert read(table, "boss")["can_enter"] is False


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"entrants": []}, [("malformed", "/entrants")]),
        ({"entrants": [{"name": "A", "speed": 30}, {"name": "B", "speed": 7}]}, [("malformed", "/entrants/1/speed")]),
        (
            {"entrants": [{"name": "A", "speed": 30, "occupants": 0}, {"name": "\n", "speed": 30}]},
            [("malformed", "/entrants/0/occupants"), ("malformed", "/entrants/1/name")],
        ),
        ({"title": "a" * 121}, [("malformed", "/title")]),
        ({"arena": {"targets": ["a" * 61]}}, [("malformed", "/arena/targets")]),
        ({"arena": {"towers": ["north"]}}, [("field-unknown", "/arena/towers")]),
        ({"entrants": [{"name": "A"}]}, [("field-missing", "/entrants/0/speed")]),
    ],
)
def test_a_duel_that_cannot_be_opened_is_refused_with_its_place(changes: Any, expected: Any) -> None:
    table = founded()
    assert refused(opened(table, {**OPEN_IN, **changes})) == expected
    assert Duel.objects.count() == 0


def test_actions_of_the_wrong_form_are_refused_alone_or_with_their_place() -> None:
    table = founded()
    opened(table)
    assert refused(act(table, HIT, {"key": 7, "act": "close", "phase": 1})) == [("wrong-kind", "/actions/1/key")]
    assert refused(act(table, HIT, {"key": "a"})) == [("field-missing", "/actions/1/act")]
    many = act(table, *({"key": f"{number}", "act": "dance"} for number in range(MOST_ACTIONS + 1)))
    told(many, 422, "malformed")
    assert DuelEntry.objects.count() == 0
    mixed = act(
        table,
        {"key": "a", "act": "dance"},
        {"key": "", "act": "close", "phase": 1},
        {"key": "b", "act": "close"},
        {"key": "c", "act": "enter", "event": {"type": "hit"}},
        {"key": "d", "act": "undo", "of": "nothing"},
        HIT,
    ).json()
    assert [result["ok"] for result in mixed["results"]] == [False] * 5 + [True]
    assert all(result["sentence"] for result in mixed["results"][:5])
    assert DuelEntry.objects.count() == 1


def test_only_a_duels_referee_enters_what_happens() -> None:
    table = founded()
    told(opened(table, who="razors"), 403, "scope-missing")
    opened(table)
    told(act(table, HIT, who="razors"), 403, "forbidden")
    told(Program().post(at(table, "/duels/1/actions"), {"actions": []}), 401, "not-logged-in")
    reading = program_of(table, "boss", READ_SCOPE)
    told(reading.post(at(table, "/duels/1/actions"), {"actions": []}), 403, "scope-missing")
    assert reading.get(at(table, "/duels/1")).json()["can_enter"] is False
    Duel.objects.update(opened_by=table.handle("razors"))
    owner = program_of(table, "razors", READ_SCOPE, act_scope("razors"))
    assert owner.post(at(table, "/duels/1/actions"), {"actions": [HIT]}).json()["results"][0]["ok"] is True
    assert DuelEntry.objects.get().by == table.handle("razors")
    boss = program_of(table, "boss")
    Membership.objects.filter(handle=table.handle("boss")).update(role=Membership.Role.SPECTATOR)
    told(boss.post(at(table, "/duels/1/actions"), {"actions": [close(1)]}), 403, "forbidden")


def test_what_was_not_changed_is_not_read_again() -> None:
    table = founded()
    opened(table)
    tag = Program().get(at(table, "/duels/1"))["ETag"]
    unchanged = Program().get(at(table, "/duels/1"), **{"if-none-match": tag})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    act(table, HIT)
    changed = Program().get(at(table, "/duels/1"), **{"if-none-match": tag})
    assert (changed.status_code, changed["ETag"] == tag) == (200, False)
    set_reported(Duel.objects.get(), at=table.at)
    reported = Program().get(at(table, "/duels/1"), **{"if-none-match": changed["ETag"]})
    assert (reported.status_code, reported.json()["reported"]) == (200, True)
    (result,) = act(table, close(1)).json()["results"]
    assert (result["ok"], "was reported" in result["sentence"]) == (False, True)
    for number in (2, 2**40):
        told(Program().get(at(table, f"/duels/{number}")), 404, "not-found")
