"""Every error a report may have: those of each field, from the schema, and those that contradict another field.

`python -m tests.api.report_faults` prints the table in `docs/api/report-faults.md`.
"""

from __future__ import annotations

import copy
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from msgspec import inspect

from api.reports.schemas import ReportIn

MISSING, UNKNOWN, KIND, RANGE, CONTRADICTORY = (
    "missing",
    "unknown field",
    "wrong kind",
    "out of range",
    "contradictory",
)
BASE: dict[str, Any] = {
    "packet": "",
    "side": "razors",
    "report": {
        "teams": [
            {"franchise": "razors", "points": 10, "rank": 1},
            {"franchise": "saints", "points": 7, "rank": 2},
        ],
        "drivers": [
            {
                "driver": "razors.d1",
                "heats": [1],
                "out": True,
                "dead": False,
                "criticals": 2,
                "friendly_criticals": 0,
                "scores": 1,
                "kills": 0,
                "wounds": 0,
                "kit_uses": 0,
            },
            {"driver": "razors.d2", "heats": [1, 2]},
            {"driver": "razors.d3", "heats": [2]},
            {"driver": "saints.d1", "heats": [1, 2]},
            {"driver": "saints.d2", "heats": [1, 2]},
        ],
        "cars": [
            {
                "car": "razors.car1",
                "destroyed": False,
                "criticals": 1,
                "devices_lost": [],
                "expendables_used": [],
                "ammunition": {"razors.gun1": 3},
                "fitted": ["razors.gun1"],
                "stowed": [],
            },
            {"car": "razors.car2"},
            {"car": "saints.car1"},
            {"car": "saints.car2", "destroyed": True, "criticals": 3},
        ],
        "substitutes": [{"driver": "razors.d3", "replaces": "razors.d1", "from_heat": 2}],
        "source": {"ruleset": "", "version": "", "seed": "", "log_digest": "", "packet": ""},
    },
}
"""A valid report with every field of a report. Tests insert the packet's digest."""
LONG = "x" * 201
FIGURES = ("criticals", "friendly_criticals", "scores", "kills", "wounds", "kit_uses")
OUT_OF_RANGE: dict[str, tuple[Any, int, str]] = {
    "/packet": ("0" * 64, 409, "stale-packet"),
    "/side": ("widows", 422, "side-not-in-match"),
    "/heat": (3, 422, "heat-unknown"),
    "/log": ("no base64", 422, "log-unreadable"),
    "/words": ("short", 422, "malformed"),
    "/report/teams/0/franchise": ("ghosts", 422, "team-not-in-match"),
    "/report/teams/0/points": (-1, 422, "points-impossible"),
    "/report/teams/0/rank": (0, 422, "rank-impossible"),
    "/report/drivers/0/driver": ("ghosts.d1", 422, "driver-unknown"),
    "/report/drivers/0/heats/0": (3, 422, "heats-impossible"),
    **{f"/report/drivers/0/{name}": (-1, 422, "figure-impossible") for name in FIGURES},
    "/report/cars/0/car": ("ghosts.car1", 422, "car-not-lined-up"),
    "/report/cars/0/criticals": (10_000, 422, "figure-impossible"),
    "/report/cars/0/ammunition/razors.gun1": (-1, 422, "ammunition-impossible"),
    "/report/cars/0/devices_lost/0": ("ghosts.gun", 422, "item-not-on-car"),
    "/report/cars/0/expendables_used/0": ("ghosts.gun", 422, "item-not-on-car"),
    "/report/cars/0/fitted/0": ("ghosts.gun", 422, "item-not-at-hand"),
    "/report/cars/0/stowed/0": ("ghosts.gun", 422, "item-not-on-car"),
    "/report/substitutes/0/driver": ("ghosts.d1", 422, "driver-unknown"),
    "/report/substitutes/0/replaces": ("ghosts.d1", 422, "replaced-has-no-seat"),
    "/report/substitutes/0/from_heat": (3, 422, "substitute-heat-impossible"),
    **{
        f"/report/source/{name}": (LONG, 422, "source-improper")
        for name in ("ruleset", "version", "seed", "log_digest", "packet")
    },
}
"""A value out of range for every field that can have one, with the status and problem type of the answer."""
FREE = ("true or false",)
"""Kinds of field that no value is out of range for."""


@dataclass(frozen=True, slots=True)
class Case:
    """A report with one error: the field, what is wrong with it, and the expected answer."""

    field: str
    cause: str
    sent: dict[str, Any]
    status: int
    type: str
    pointer: str

    @property
    def line(self) -> str:
        """The case as a row of the table."""
        name, pointer = (
            re.sub(r"/\d", "/…", pointer).replace("razors.gun1", "{item}") or "/"
            for pointer in (self.field, self.pointer)
        )
        return f"| `{name}` | {self.cause} | {self.status} | `{self.type}` | `{pointer}` |"


def shape_cases() -> list[Case]:
    """Every field as missing, unknown, of the wrong kind and out of range, from the schema."""
    full_document = {**BASE, "heat": None, "log": None, "source": None, "words": ""}
    return [case for case in _cases(inspect.type_info(ReportIn), full_document, ()) if case.field != "/source"]


def named_cases() -> list[Case]:
    """The errors in which one part of a report contradicts another."""
    return [
        _case(
            "/report/teams/1",
            CONTRADICTORY,
            _put(("report", "teams", 1, "franchise"), "razors"),
            "team-reported-twice",
            "/report/teams/1/franchise",
        ),
        _case("/report/teams", MISSING, _cut(("report", "teams", 1)), "team-missing", "/report/teams"),
        _case(
            "/report/teams/0/rank",
            CONTRADICTORY,
            _put(("report", "teams", 0, "rank"), 2),
            "ranks-contradict-points",
            "/report/teams/0/rank",
        ),
        _case("/report/drivers", MISSING, _cut(("report", "drivers", 4)), "driver-missing", "/report/drivers"),
        _case(
            "/report/drivers/1",
            CONTRADICTORY,
            _put(("report", "drivers", 1, "driver"), "razors.d1"),
            "driver-reported-twice",
            "/report/drivers/1/driver",
        ),
        _case(
            "/report/drivers/1/driver",
            CONTRADICTORY,
            _put(("report", "drivers", 1, "driver"), "razors.d4"),
            "driver-not-in-line-up",
            "/report/drivers/1/driver",
        ),
        _case(
            "/report/drivers/0/heats",
            CONTRADICTORY,
            _put(("report", "drivers", 1, "heats"), [1, 1]),
            "heat-reported-twice",
            "/report/drivers/1/heats/1",
        ),
        _case(
            "/report/drivers/0/criticals",
            CONTRADICTORY,
            _put(("report", "drivers", 1), {"driver": "razors.d2", "criticals": 1}),
            "did-not-run",
            "/report/drivers/1/heats",
        ),
        _case(
            "/report/drivers/0/dead",
            CONTRADICTORY,
            _put(("report", "drivers", 1, "dead"), True),
            "dead-not-out",
            "/report/drivers/1/dead",
        ),
        _case(
            "/report/drivers/0/kit_uses",
            CONTRADICTORY,
            _put(("report", "drivers", 1, "kit_uses"), 1),
            "kit-used-up",
            "/report/drivers/1/kit_uses",
        ),
        _case(
            "/report/drivers/0/kills",
            CONTRADICTORY,
            _put(("report", "drivers", 1, "kills"), 5),
            "kills-impossible",
            "/report/drivers/1/kills",
        ),
        _case(
            "/report/substitutes/0/replaces",
            CONTRADICTORY,
            _put(("report", "drivers", 0, "out"), False),
            "substitution-impossible",
            "/report/substitutes/0/replaces",
        ),
        _case(
            "/report/substitutes/0",
            CONTRADICTORY,
            _put(("report", "drivers", 0, "heats"), [1, 2]),
            "two-drivers-in-one-heat",
            "/report/drivers/0/heats",
        ),
        _case("/report/cars", MISSING, _cut(("report", "cars", 3)), "car-missing", "/report/cars"),
        _case(
            "/report/cars/1",
            CONTRADICTORY,
            _put(("report", "cars", 1, "car"), "razors.car1"),
            "car-reported-twice",
            "/report/cars/1/car",
        ),
        _case(
            "/report/cars/0/fitted",
            CONTRADICTORY,
            _put(("report", "cars", 1, "stowed"), ["razors.gun1"]),
            "item-in-two-places",
            "/report/cars/0/fitted/0",
        ),
        _case(
            "/report/cars/0/devices_lost",
            CONTRADICTORY,
            _put(("report", "cars", 0, "devices_lost"), ["razors.gun1", "razors.gun1"]),
            "item-reported-twice",
            "/report/cars/0/devices_lost/1",
        ),
        _case(
            "/report/cars/0/expendables_used",
            CONTRADICTORY,
            _put(("report", "cars", 0, "expendables_used"), ["razors.gun1"]),
            "item-not-expendable",
            "/report/cars/0/expendables_used/0",
        ),
        _case("/side", CONTRADICTORY, {**copy.deepcopy(BASE), "side": "saints"}, "not-yours", "/side", status=403),
        _case("/heat", CONTRADICTORY, {**copy.deepcopy(BASE), "heat": 2}, "heat-out-of-turn", "/heat"),
    ]


def document() -> str:
    """The whole text of `docs/api/report-faults.md`."""
    lines = sorted({shape_case.line for shape_case in (*shape_cases(), *named_cases())})
    return "\n".join(
        (
            "# What is wrong with a report",
            "Every error in a report is reported at once. The problem has the type of the first; `errors` lists",
            "each with a pointer, a sentence and its own type (below `/api/v1/problems/`). A report with errors",
            "changes nothing. A test sends a report for each line of this table, and compares the answers with it.",
            "",
            "Errors of shape (`field-missing`, `field-unknown`, `wrong-kind`) come first. They hide no error that",
            "can be judged without the broken part: an unknown driver is reported beside another driver's score",
            "that is not a number. What depends on a part that cannot be read is not judged: the rest of its line,",
            "who is missing from its list, ranks where points cannot be read, drivers where a substitute cannot,",
            "and substitutes where a driver cannot. A report of one heat is judged only once its shape and side are",
            "right, since it is compared with the heats its side reported before. What a log proves is judged only",
            "once nothing else is wrong.",
            "",
            "A log that is not valid base64 hides nothing. A `side` that is not in the match hides nothing from",
            "senders who have a side in it; to others only that error and errors of shape are reported. With",
            "`stale-packet` the report is about other line-ups, so only its shape, its log and its side are judged:",
            "read the packet again first.",
            "",
            "| field | what is wrong | status | type | points to |",
            "|---|---|---|---|---|",
            *lines,
            "",
        )
    )


def _cases(expected: inspect.Type, value: Any, at: tuple[str | int, ...]) -> Iterator[Case]:
    if isinstance(expected, inspect.UnionType):
        (expected,) = [member for member in expected.types if not isinstance(member, inspect.NoneType)]
    if at:
        wrong_value: Any = 7 if isinstance(expected, inspect.StrType) else "seven"
        yield _case(_pointer(at), KIND, _put(at, wrong_value), "wrong-kind", _pointer(at))
    if isinstance(expected, inspect.StructType | inspect.DataclassType):
        known = {field.encode_name: field for field in expected.fields}
        odd = (*at, "colour")
        yield _case(_pointer(at), UNKNOWN, _put(odd, "red"), "field-unknown", _pointer(odd))
        for name, field in known.items():
            if field.required:
                yield _case(_pointer((*at, name)), MISSING, _cut((*at, name)), "field-missing", _pointer((*at, name)))
            if (value or {}).get(name) is not None or at == ():
                yield from _cases(field.type, (value or {}).get(name), (*at, name))
    elif isinstance(expected, inspect.ListType):
        yield from _cases(expected.item_type, (value or [None])[0], (*at, 0))
    elif isinstance(expected, inspect.DictType):
        for name in value:
            yield from _cases(expected.value_type, value[name], (*at, name))
    elif not isinstance(expected, inspect.BoolType):
        odd_value, status, kind = OUT_OF_RANGE[_pointer(at)]
        yield _case(_pointer(at), RANGE, _put(at, odd_value), kind, _pointer(at), status=status)


def _case(field: str, cause: str, sent: dict[str, Any], kind: str, pointer: str, *, status: int = 422) -> Case:
    return Case(field, cause, sent, status, kind, pointer)


def _put(at: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    sent = copy.deepcopy(BASE)
    *steps, last = at
    container: Any = sent
    for step in steps:
        container = container.setdefault(step, {}) if isinstance(container, dict) else container[step]
    if isinstance(container, list) and last == len(container):
        container.append(value)
    else:
        container[last] = value
    return sent


def _cut(at: tuple[str | int, ...]) -> dict[str, Any]:
    sent = copy.deepcopy(BASE)
    *steps, last = at
    container: Any = sent
    for step in steps:
        container = container[step]
    del container[last]
    return sent


def _pointer(at: tuple[str | int, ...]) -> str:
    return "".join(f"/{step}" for step in at)


if __name__ == "__main__":
    sys.stdout.write(document())
