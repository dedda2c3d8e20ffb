"""A match may be reported heat by heat. The heats add up to one report, and each is validated on its own."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import ReportClaim, ReportPart
from tests.api.api_callers import at
from tests.api.reportable_matches import claimed, document, locked, reporting, send
from tests.api.test_problems import told
from tests.league.small_league import Table

pytestmark = pytest.mark.django_db


def heat(table: Table, number: int, **more: Any) -> dict[str, Any]:
    """A report of heat 1 or 2. The razors win heat 1 by 5 to 3 and saints.d2 is out in it; heat 2 is a draw."""
    points = {"razors": 5, "saints": 3} if number == 1 else {"razors": 4, "saints": 4}
    drivers: list[dict[str, Any]] = [
        {"driver": f"{team}.d{seat}", "heats": [number]} for team in points for seat in (1, 2)
    ]
    drivers[0]["criticals"] = number
    if number == 1:
        drivers[3]["out"] = True
    else:
        drivers[3] = {"driver": "saints.d2"}
    report = {
        "teams": [
            {"franchise": team, "points": score, "rank": 1 + sum(other > score for other in points.values())}
            for team, score in points.items()
        ],
        "drivers": drivers,
        "cars": [{"car": f"{team}.car{seat}", "criticals": number} for team in points for seat in (1, 2)],
    }
    return {**document(table), "report": report, "heat": number, **more}


def test_heats_add_up_to_one_claim_once_all_are_there() -> None:
    table = locked()
    first = send(table, "razors", heat(table, 1), key="h1")
    assert (first.status_code, first.json()["heats"], first.json()["claim"]) == (202, [1], None)
    assert not ReportClaim.objects.exists()
    assert [(part["side"], part["heat"]) for part in claimed(table)["heats"]] == [("razors", 1)]
    second = send(table, "razors", heat(table, 2), key="h2")
    assert (second.status_code, second.json()["heats"]) == (201, [1, 2])
    claim = ReportClaim.objects.get()
    assert claim.document["teams"] == [
        {"franchise": "razors", "points": 9, "rank": 1},
        {"franchise": "saints", "points": 7, "rank": 2},
    ]
    assert claim.document["drivers"] == [
        {"driver": "razors.d1", "heats": [1, 2], "criticals": 3},
        {"driver": "razors.d2", "heats": [1, 2]},
        {"driver": "saints.d1", "heats": [1, 2]},
        {"driver": "saints.d2", "heats": [1], "out": True},
    ]
    assert [car["criticals"] for car in claim.document["cars"]] == [2, 2, 2, 2]


def test_a_substitute_comes_in_with_the_heat_he_drove() -> None:
    table = locked()
    send(table, "razors", heat(table, 1), key="h1")
    second = heat(table, 2)
    second["report"]["drivers"].append({"driver": "saints.d3", "heats": [2], "kills": 1})
    second["report"]["substitutes"] = [{"driver": "saints.d3", "replaces": "saints.d2", "from_heat": 2}]
    answer = send(table, "razors", second, key="h2")
    assert answer.status_code == 201, answer.content
    assert ReportClaim.objects.get().document["substitutes"] == second["report"]["substitutes"]


def test_a_heat_may_be_mended_and_the_other_side_may_send_the_whole() -> None:
    table = locked()
    for number in (1, 2):
        send(table, "razors", heat(table, number), key=f"h{number}")
    corrected = heat(table, 2)
    corrected["report"]["drivers"][1]["kills"] = 1
    assert send(table, "razors", corrected, key="h2 again").status_code == 201
    last = ReportClaim.objects.order_by("-pk").first()
    assert last is not None
    assert ReportPart.objects.count() == 2
    answer = send(table, "saints", {**document(table), "report": last.document})
    assert answer.json()["reports"]["state"] == "agreed"


@pytest.mark.parametrize(
    ("change", "kind", "pointer"),
    [
        (lambda sent: sent["report"]["drivers"][1].update(heats=[1]), "heats-impossible", "/report/drivers/1/heats"),
        (lambda sent: sent["report"]["cars"].pop(), "car-missing", "/report/cars"),
        (lambda sent: sent["report"]["drivers"].pop(2), "driver-missing", "/report/drivers"),
        (lambda sent: sent["report"]["teams"].pop(), "team-missing", "/report/teams"),
        (
            lambda sent: sent["report"]["drivers"].append(dict(sent["report"]["drivers"][0])),
            "driver-reported-twice",
            "/report/drivers/4/driver",
        ),
        (
            lambda sent: sent["report"]["drivers"][3].update(heats=[2], driver="saints.d3"),
            "driver-not-in-line-up",
            "/report/drivers/3/driver",
        ),
        (
            lambda sent: sent["report"].update(
                substitutes=[{"driver": "razors.d3", "replaces": "razors.d1", "from_heat": 1}]
            ),
            "substitute-heat-impossible",
            "/report/substitutes/0/from_heat",
        ),
    ],
)
def test_what_is_false_in_a_heat_is_told_with_a_pointer_into_that_heat(change: Any, kind: str, pointer: str) -> None:
    table = locked()
    send(table, "razors", heat(table, 1), key="h1")
    sent = heat(table, 2)
    change(sent)
    answer = send(table, "razors", sent, key="h2")
    assert answer.status_code == 422, answer.content
    assert (pointer, kind) in {
        (error["pointer"], error["type"].rpartition("/")[2]) for error in answer.json()["errors"]
    }, answer.content
    assert (ReportPart.objects.count(), ReportClaim.objects.count()) == (1, 0)


def test_heats_come_in_their_order_and_a_heat_again_is_the_same_heat() -> None:
    table = locked()
    told(send(table, "razors", heat(table, 2), key="early"), 422, "heat-out-of-turn")
    for key in ("h1", "h1 again"):
        assert send(table, "razors", heat(table, 1), key=key).status_code == 202
    assert ReportPart.objects.count() == 1
    assert reporting(table, "saints").get(at(table, "/matches/m1/reports")).json()["state"] == "awaited"
