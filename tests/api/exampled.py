"""The answers that the document shows of what is read: asked of small leagues, and cut to their first lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction

from franchises.models import StandingOrders
from league.clock.announcing import post
from league.clock.deadlines import tick
from league.models import AnswerVersion, Membership
from rules.campaign.draft import draft_turn
from tests.api.asking import Program, at, program_of
from tests.clock.clocking import clocked
from tests.league.building import BEGAN, Table, closed, drafting, settled
from tests.league.resolving import resolved

FIRST, LONGEST, MOST_NAMED = 2, 200, 16
"""How many lines of a list, characters of a text and names of an object an example shows at most."""
SEASON = (
    "franchises", "drivers", "facts", "rounds", "windows", "end", "market", "draft", "pool", "house-rules",
    "questionnaire", "franchises/razors", "franchises/razors/garage", "franchises/razors/stores",
    "franchises/razors/ledger", "franchises/razors/history", "franchises/razors/orders", "drivers/razors.d1",
    "matches/m1/line-ups", "matches/m1/result", "matches/m1/log",
)  # fmt: skip
"""The addresses of a season that are shown of it, below the season's own."""
CATALOGUE = (
    "", "/items", "/sponsors", "/switches", "/tables", "/books", "/books/campaign", "/rulesets",
    "/rulesets/carcult/grounds/crossroads", "/commands", "/commands/hire_rookie", "/facts",
)  # fmt: skip


def played() -> Table:
    """A league that has played one match and named its line-ups for the next, with all that stands beside it."""
    table = settled(items=True)
    table.give("change_switch", switch="round.idle_may_shop", setting=True, reason="We agreed on it.")
    AnswerVersion.objects.create(
        season=table.row,
        questionnaire="house-rules",
        number=1,
        answers={"round.idle_may_shop": True},
        was={"round.idle_may_shop": False},
        note="We agreed on it.",
        drafted_by=table.handle("boss"),
        drafted_at=BEGAN,
        published_by=table.handle("boss"),
        published_at=BEGAN + timedelta(hours=1),
        entry=table.row.length,
    )
    StandingOrders.objects.create(
        franchise_id=f"{table.league}/razors",
        document={"reserve_k": 77, "drivers": ["razors.d2"], "draft_queue": ["saints.d1"]},
        updated_at=BEGAN,
        updated_by=table.handle("razors"),
    )
    boss = Membership.objects.get(handle=table.handle("boss"))
    post(league=boss.league, by=boss, title="Rain", text="Bring *tyres*.", pinned=True, key="rain", at=BEGAN)
    table.announce_next()
    seats = [{"driver": f"razors.d{number}", "car": f"razors.car{number}"} for number in (1, 2)]
    table.give("name_line_up", by="razors", match="m2", franchise="razors", seats=seats)
    clocked(table, hours={"M3": 30})
    tick(table.season, at=BEGAN + timedelta(hours=2))
    return table


def at_the_draft() -> Table:
    """A league at its draft."""
    return drafting(settled(rounds=1))


def at_the_pool() -> Table:
    """A league at its sponsor pool."""
    table = at_the_draft()
    while (season := table.state).step == "E6":
        assert season.draft is not None
        who = _on_turn(table)
        table.give("pass_pick", by=who, franchise=who)
    table.give("draw_sponsors")
    return table


def over() -> Table:
    """A league whose season is closed."""
    return closed(settled(rounds=1))


def played_here() -> Table:
    """A league whose first match was resolved here."""
    return resolved(ruleset="carcult", event="last_cult", setting={"table": "crossroads"})


ELSEWHERE: Mapping[str, Callable[[], Table]] = {
    "draft": at_the_draft,
    "pool": at_the_pool,
    "end": over,
    "matches/m1/log": played_here,
}
"""Addresses that are shown of another league than `played`."""


def shown() -> dict[str, Any]:
    """The example of every address that is read here, by its operation."""
    made: dict[str, Any] = {}
    for build in (played, *dict.fromkeys(ELSEWHERE.values())):
        with transaction.atomic():
            table = build()
            owner = program_of(table, "razors")
            for part in SEASON:
                if ELSEWHERE.get(part, played) is build:
                    made |= _asked(owner, at(table, f"/{part}"))
            if build is played:
                made |= _asked(owner, f"/leagues/{table.league}/announcements")
                made |= _asked(owner, f"/leagues/{table.league}/heads")
            if build is over:
                made |= _asked(owner, f"/leagues/{table.league}/records")
            transaction.set_rollback(True)
    for part in CATALOGUE:
        made |= _asked(Program(), f"/catalogue{part}")
    return dict(sorted(made.items()))


def cut(told: Any) -> Any:
    """An answer with the first lines of its lists, and the beginnings of long texts."""
    if isinstance(told, list):
        return [cut(each) for each in told[:FIRST]]
    if isinstance(told, dict):
        return {name: cut(told[name]) for name in list(told)[:MOST_NAMED]} if _is_open(told) else _cut_within(told)
    if isinstance(told, str) and len(told) > LONGEST:
        return f"{told[:LONGEST]}…"
    return told


def _cut_within(told: dict[str, Any]) -> dict[str, Any]:
    return {name: cut(each) for name, each in told.items()}


def _is_open(told: dict[str, Any]) -> bool:
    """Whether an object holds whatever is called something, so that some of it is as good as all."""
    return len(told) > MOST_NAMED and len({type(each) for each in told.values()}) == 1


def _asked(program: Program, address: str) -> dict[str, Any]:
    answer = program.get(address)
    assert answer.status_code == 200, (address, answer.content)
    return {str(answer.resolver_match.url_name).removeprefix("api_"): cut(answer.json())}


def _on_turn(table: Table) -> str:
    turn = draft_turn(table.state)
    assert turn is not None
    return turn.franchise
