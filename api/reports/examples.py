"""Examples of reports and claims for the OpenAPI document."""

from __future__ import annotations

from typing import Any

REPORT: dict[str, Any] = {
    "teams": [
        {"franchise": "scrappers", "points": 7, "rank": 1},
        {"franchise": "wolves", "points": 4, "rank": 2},
    ],
    "drivers": [
        {"driver": "scrappers.d1", "heats": [1], "criticals": 2, "scores": 1},
        {"driver": "wolves.d1", "heats": [1], "out": True},
    ],
    "cars": [{"car": "scrappers.car1", "criticals": 1}, {"car": "wolves.car1", "destroyed": True, "criticals": 3}],
}
REPORT_IN: dict[str, Any] = {
    "packet": "5d" * 32,
    "side": "scrappers",
    "report": {**REPORT, "source": {"ruleset": "our-table", "version": "3"}},
}
CLAIM: dict[str, Any] = {
    "id": 1,
    "side": "scrappers",
    "at": "2026-03-04T21:10:00Z",
    "digest": "c3" * 32,
    "evidence": "claimed",
    "own_dice": False,
    "findings": [],
    "log": "",
    "report": REPORT,
}
CLAIMS: dict[str, Any] = {
    "match": "m1",
    "state": "disputed",
    "packet": "5d" * 32,
    "claims": [CLAIM, {**CLAIM, "id": 2, "side": "wolves", "digest": "1f" * 32}],
    "differences": [
        {
            "part": "drivers",
            "id": "scrappers.d1",
            "field": "criticals",
            "said": [{"side": "scrappers", "value": 2}, {"side": "wolves", "value": 1}],
        }
    ],
    "heats": [],
    "accepted": None,
    "appeals": [],
}
CLAIM_RESULT: dict[str, Any] = {
    "claim": 1,
    "entry": None,
    "heats": [],
    "reports": {**CLAIMS, "state": "claimed", "claims": [CLAIM], "differences": []},
}
ACCEPTED_RESULT: dict[str, Any] = {
    "claim": 2,
    "entry": 131,
    "heats": [],
    "reports": {
        **CLAIMS,
        "state": "accepted",
        "claims": [CLAIM, {**CLAIM, "id": 2, "side": "wolves"}],
        "differences": [],
        "accepted": {
            "entry": 131,
            "digest": "c3" * 32,
            "evidence": "attested",
            "own_dice": False,
            "at": "2026-03-04T22:00:00Z",
            "appeals_until": "2026-03-06T22:00:00Z",
        },
    },
}
HEAT_RESULT: dict[str, Any] = {
    "claim": None,
    "entry": None,
    "heats": [1],
    "reports": {
        **CLAIMS,
        "state": "awaited",
        "claims": [],
        "differences": [],
        "heats": [{"side": "scrappers", "heat": 1, "at": "2026-03-04T21:10:00Z"}],
    },
}
RULING_IN: dict[str, Any] = {"claim": 1, "reason": "The film of the race shows it."}
