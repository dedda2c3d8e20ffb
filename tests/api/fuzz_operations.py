"""Fuzz every operation with many made-up requests from each role. It takes minutes: only `make fuzz` runs it.

`FUZZ_EXAMPLES` is the number of requests for each operation and role, besides those that try the edges of its
parameters. `FUZZ_SEED` is the seed. The league has one settled match and one that awaits its report.
"""

from __future__ import annotations

import os
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from rest_framework.throttling import SimpleRateThrottle

from api.put_questions.examples import QUESTION_IN
from api.season_duels.examples import ACTIONS_IN, OPEN_IN
from franchises.models import StandingOrders
from journal import audit
from league.models import Membership, Season
from league.packet_statements import packet_statement_digest
from league.tokens import COMMISSION_SCOPE, READ_SCOPE, REPORT_SCOPE, act_scope
from scheduling.put_questions import put_question
from tests.api.api_callers import token_of
from tests.api.made_up_requests import OFTEN, UNPACKED, excluded_checks, loaded
from tests.api.test_permissions import open_table
from tests.league.small_league import Table, lined_up, report, settled
from tests.scheduling.calendar_league import clocked

pytest_plugins = ["schemathesis.pytest.plugin"]
"""The suite does not load the plugin, which takes half a second and makes requests up while tests are collected."""
pytestmark = pytest.mark.django_db
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "40"))
SEED = int(os.environ.get("FUZZ_SEED", "1"))
KNOWN: dict[str, tuple[Any, ...]] = {
    "league": ("rust-belt",),
    "season": ("s1",),
    "match": ("m2", "m1"),
    "number": (1, 2, 3, 28, 40),
    "franchise": ("razors", "saints"),
    "driver": ("razors.d1", "saints.d2"),
    "tag": ("hire_rookie", "accept_report"),
    "book": ("campaign", "dethmatch"),
    "ruleset": ("dethmatch", "carcult"),
    "ground": ("crossroads",),
    "procedure": ("choose_who_is_hit", "spinout", "swept_path"),
    "questionnaire": ("house-rules", "carwars", "own"),
    "name": ("not-found", "roster-full"),
}
"""Ids that exist in the league, by the path parameter that names them."""
STRAYS = 8
"""One in this many made-up ids is kept; the others are replaced by ids that exist."""
KEY, SHORT, AGAIN = "Idempotency-Key", 90, 5
"""One request in `AGAIN` keeps its made-up key, which was probably used before; the others get unique keys."""
answered: Counter[tuple[str, str]] = Counter()
"""Counts of answers, by role and status."""


def _led(parts: dict[str, Any]) -> None:
    """Replace most made-up path parameters by ids that exist."""
    for name, made_up in parts.items():
        checksum = zlib.crc32(f"{name} {made_up}".encode(errors="replace"))
        if name in KNOWN and checksum % STRAYS:
            parts[name] = KNOWN[name][checksum // STRAYS % len(KNOWN[name])]


def _near(path: str, body: Any) -> Any:
    """Half of the made-up bodies become the operation's example with some fields made up; the others stay."""
    example = examples.get(path)
    checksum = zlib.crc32(repr(body).encode(errors="replace"))
    if example is None or not isinstance(body, dict) or checksum % 2:
        return body
    made_up = {
        name: value
        for name, value in body.items()
        if name in example and zlib.crc32(name.encode(), checksum) % 4 == 0
    }
    return {**example, **made_up}


examples: dict[str, dict[str, Any]] = {}
"""A body that was valid when the league was made, by the path of its operation."""
PLACE = "/api/v1/leagues/{league}/seasons/{season}"
HIRED = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d20", "name": "Vega"}
FOR_HIM = {"on_behalf_of": "razors", "reason": "He is away."}
TRIED = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=False,
    database=None,
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
FIXED = {name: values[0] for name, values in KNOWN.items() if name in ("league", "season")}
SCHEMA = loaded(seed=SEED, **FIXED)
SCHEMA.config.checks.negative_data_rejection.expected_statuses = ["4xx"]
"""Not only 422: an outdated tag, for example, is refused with 412 before the body is validated."""


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A league with a settled match, one that awaits its report, a calendar and standing orders."""
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", OFTEN)
    league = lined_up(2, settled(franchises=("razors", "saints"), items=True))
    clocked(league, agreed_hours=0)
    StandingOrders.objects.get_or_create(
        franchise_id=f"{league.league}/razors", defaults={"document": {}, "updated_at": league.at}
    )
    examples[f"{PLACE}/matches/{{match}}/reports"] = {
        "packet": packet_statement_digest(league.row, league.state, "m2"),
        "report": report(league),
    }
    examples[f"{PLACE}/questions"] = QUESTION_IN
    examples[f"{PLACE}/reveals"] = {"round": 1, "act": "now"}
    examples[f"{PLACE}/duels"] = OPEN_IN
    examples[f"{PLACE}/duels/{{number}}/actions"] = ACTIONS_IN
    put_question(league.row, member=Membership.objects.get(handle=league.handle("razors")), put="Why?", at=league.at)
    open_table(league)
    yield league
    found = {season: audit(season) for season in Season.objects.values_list("pk", flat=True)}
    assert {season: wrong for season, wrong in found.items() if wrong} == {}


def _asked(case: Any, who: str, token: str) -> None:
    headers = {**UNPACKED, "Authorization": f"Bearer {token}"} if token else UNPACKED
    if case.meta.generation.mode.is_positive:
        _led(case.path_parameters)
        case.body = _near(case.operation.path, case.body)
        key = case.headers.get(KEY, "")
        if 0 < len(key) < SHORT and answered.total() % AGAIN:
            quote = '"' if key.endswith('"') else ""
            case.headers[KEY] = f"{key.removesuffix(quote)}{answered.total()}{quote}"
    answer = case.call(headers=headers)
    answered[who, f"{answer.status_code}"] += 1
    case.validate_response(answer, headers=headers, excluded_checks=excluded_checks(case, FIXED))


@SCHEMA.parametrize()
@seed(SEED)
@TRIED
def test_a_stranger(case: Any, table: Table) -> None:
    _asked(case, "a stranger", "")


@SCHEMA.parametrize()
@seed(SEED)
@TRIED
def test_an_owner(case: Any, table: Table) -> None:
    _asked(case, "an owner", _token(table, "razors", READ_SCOPE, REPORT_SCOPE, act_scope("razors")))


@SCHEMA.parametrize()
@seed(SEED)
@TRIED
def test_a_commissioner(case: Any, table: Table) -> None:
    _asked(case, "a commissioner", _token(table, "boss", READ_SCOPE, REPORT_SCOPE, COMMISSION_SCOPE))


def _token(table: Table, who: str, *scopes: str) -> str:
    """The token of a role, created once for each test. The example bodies that depend on the role are set as well."""
    tokens: dict[str, str] = table.__dict__.setdefault("tokens", {})
    if who not in tokens:
        for part in ("commands", "trials"):
            examples[f"{PLACE}/{part}"] = {"commands": [HIRED], **(FOR_HIM if COMMISSION_SCOPE in scopes else {})}
        tokens[who] = token_of(table, who, *scopes)[1]
    return tokens[who]


def test_it_is_told_how_many_were_answered_how(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        for who in sorted({who for who, _ in answered}):
            counts = {status: count for (asker, status), count in sorted(answered.items()) if asker == who}
            print(f"\n{who}: {sum(counts.values())} requests, {counts}", end="")
    assert answered
    assert {status for _, status in answered if status >= "429"} == set()
