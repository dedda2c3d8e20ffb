"""The example answers of the OpenAPI document's GET operations: read from small leagues, and shortened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.db import transaction

from api.documentation.parameter_examples import example_parameters
from api.documentation.views import openapi_document
from api.response_examples import response_examples
from franchises.models import StandingOrders
from journal.amends.corrections import corrections_to_restore
from league.models import AnswerVersion, Job, Membership
from league.pages.duels.actions import act_at_table
from league.pages.duels.opening import Entrant, open_duel
from rules.campaign.core.codec import command_from_document
from rules.campaign.season_end.draft import draft_turn
from scheduling.announcements import post_announcement
from scheduling.clock_tick import tick
from scheduling.put_questions import put_question, rule_on_question
from scheduling.rulings import perform_or_request_approval
from tests.api.api_callers import Program, program_of
from tests.command_forms.test_rulings import plays_too
from tests.journal.amends import amended, lost_by
from tests.league.resolved_leagues import resolved
from tests.league.small_league import BEGAN, Table, closed, drafting, lined_up, settled, signed
from tests.scheduling.calendar_league import clocked

FIRST, LONGEST, MOST_NAMED = 2, 200, 16
"""The most items of a list, characters of a text, and names of an open object that an example shows."""
SEASON = (
    "franchises", "drivers", "facts", "rounds", "windows", "end", "market", "draft", "pool", "house-rules",
    "questionnaire", "questionnaires/house-rules/answers", "questionnaires/house-rules/versions",
    "franchises/razors", "franchises/razors/garage", "franchises/razors/stores",
    "franchises/razors/ledger", "franchises/razors/history", "franchises/razors/orders", "drivers/razors.d1",
    "matches/m1/line-ups", "matches/m1/result", "matches/m1/log", "standings", "matches", "matches/m1", "entries",
    "amends", "rulings", "awaited", "procedures", "procedures/choose_who_is_hit", "questions", "duels", "duels/1",
)  # fmt: skip
"""The paths below a season's own that have examples."""


def played() -> Table:
    """A league with one settled match, a line-up for the next, and everything else that can be read of a league."""
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
    post_announcement(
        league=boss.league, by=boss, title="Rain", text="Bring *tyres*.", pinned=True, key="rain", at=BEGAN
    )
    table.announce_next()
    seats = [{"driver": f"razors.d{number}", "car": f"razors.car{number}"} for number in (1, 2)]
    table.give("name_line_up", by="razors", match="m2", franchise="razors", seats=seats)
    clocked(table, hours={"M3": 30})
    tick(table.season, at=BEGAN + timedelta(hours=2))
    target = {"kind": "season_end", "season": table.row, "league": table.row.league, "arguments": {"step": "E2"}}
    log = [{"at": BEGAN.isoformat(), "line": "It began."}]
    progress = {"state": "running", "claim": "c", "tries": 1, "started_at": BEGAN, "heartbeat_at": BEGAN}
    Job.objects.create(
        pk=example_parameters("job")["job"], key="end", queued_at=BEGAN, due_at=BEGAN, log=log, **target, **progress
    )
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
    """A league whose first match was run here."""
    return resolved(ruleset="carcult", event="last_cult", setting={"table": "crossroads"})


def put_right() -> Table:
    """A league in which a result was amended after the match was settled, and then restored."""
    table = settled()
    corrections = lost_by(table)
    amended(table, corrections)
    amended(table, corrections_to_restore(table.row, corrections))
    return table


def refereed() -> Table:
    """A league whose commissioner has performed procedures for a duel."""
    table = signed()
    for use, attacks in (("p1", 1), ("p2", 2)):
        inputs = {"aboard": ["Ann", "Bob"], "attacks": attacks}
        table.give(
            "perform_procedure",
            use=use,
            book="carwars",
            procedure="choose_who_is_hit",
            inputs=inputs,
            duel="duel1",
            turn=3,
            phase=2,
        )
    return table


def at_the_table() -> Table:
    """A league in which a question was ruled on and another waits, and whose commissioner runs a duel."""
    table = lined_up()
    owner, boss = (Membership.objects.get(handle=table.handle(who)) for who in ("razors", "boss"))
    for put in ("May a turret fire backward?", "May a wreck be pushed?"):
        put_question(table.row, member=owner, put=put, cited="Turrets turn.", match="m1", at=BEGAN)
    rule_on_question(table.row, 1, actor=boss.handle, answer="Yes, at −1.", at=BEGAN + timedelta(hours=1))
    duel = open_duel(
        table.row,
        title="Saturday at the quarry",
        match="",
        entrants=[Entrant(name=name, occupants=2, speed=30) for name in ("Razor Jane", "Saint Otto")],
        speeds={},
        arena={"checkpoints": ["north gate"]},
        actor=boss.handle,
        key="example",
        at=BEGAN,
    )
    hit = {"turn": 1, "phase": 1, "type": "hit", "by": "razor-jane", "on": "saint-otto"}
    actions = [{"key": "0b7e4c1a-hit", "act": "enter", "event": hit}, {"key": "close", "act": "close", "phase": 1}]
    assert all(result.ok for result in act_at_table(duel, actions, actor=boss.handle, at=BEGAN))
    return table


def ruled_on() -> Table:
    """A league whose commissioner owns a team and asks to void its match, which another commissioner must approve."""
    table = plays_too(lined_up(), also=True)
    boss = Membership.objects.get(handle=table.handle("boss"))
    void = command_from_document({"type": "void_match", "match": "m1"})
    perform_or_request_approval(
        table.row, None, [void], member=boss, at=BEGAN, key="void", reason="The track was flooded."
    )
    return table


WORLDS: Mapping[str, Callable[[], Table]] = {
    "amends": put_right,
    "amended": put_right,
    "draft": at_the_draft,
    "match_log": played_here,
    "pool": at_the_pool,
    "procedure_uses": refereed,
    "put_questions": at_the_table,
    "records": over,
    "rulings": ruled_on,
    "season_duel": at_the_table,
    "season_duels": at_the_table,
    "season_end": over,
    "season_procedure": refereed,
}
"""The league an operation's example is read from, if it is not `played`."""
BY_OTHERS = {"people": "boss", "rulings": "boss"}
"""Who reads, if not the owner of the razors."""


def reads() -> dict[str, str]:
    """The path, with its query, of every GET operation that has an example, by the operation's id."""
    found = {}
    for path, methods in openapi_document()["paths"].items():
        operation = methods.get("get", {})
        if operation.get("operationId") in response_examples():
            path_values = {
                parameter["name"]: parameter.get("example") for parameter in operation.get("parameters", ())
            }
            query = {parameter["name"]: parameter["example"] for parameter in operation.get("parameters", ())
                     if parameter["in"] == "query" and "example" in parameter}  # fmt: skip
            address = path.removeprefix("/api/v1").format(**path_values)
            found[operation["operationId"]] = f"{address}?{urlencode(query)}" if query else address
    return found


ID_BEFORE_FIRST = 117
"""Notices' ids begin after it: the database goes on counting from test to test."""


def shown() -> dict[str, Any]:
    """The example answer of every operation in `reads`, by the operation's id."""
    examples: dict[str, Any] = {}
    addresses = reads()
    for build in (played, *dict.fromkeys(WORLDS.values())):
        with transaction.atomic():
            table = build()
            readers: dict[str, Program] = {}  # a person has few tokens
            for operation, address in addresses.items():
                if WORLDS.get(operation, played) is build:
                    who = BY_OTHERS.get(operation, "razors")
                    if who not in readers:
                        readers[who] = program_of(table, who)
                    answer = readers[who].get(address)
                    assert answer.status_code == 200, (address, answer.content)
                    examples[operation] = cut(answer.json())
            transaction.set_rollback(True)
    for notice in examples["inbox"]["notices"]:
        notice["id"] = ID_BEFORE_FIRST + notice["number"]
    return dict(sorted(examples.items()))


def cut(value: Any) -> Any:
    """Shorten an answer: the first items of its lists and open objects, and the beginnings of its long texts."""
    if isinstance(value, list):
        return [cut(item) for item in value[:FIRST]]
    if isinstance(value, dict):
        return (
            {name: cut(value[name]) for name in list(value)[:MOST_NAMED]} if _is_open(value) else _cut_within(value)
        )
    if isinstance(value, str) and len(value) > LONGEST:
        return f"{value[:LONGEST]}…"
    return value


def _cut_within(document: dict[str, Any]) -> dict[str, Any]:
    return {name: cut(value) for name, value in document.items()}


def _is_open(document: dict[str, Any]) -> bool:
    """Whether an object maps any number of names to values of one type, so that a few of them are example enough."""
    return len(document) > MOST_NAMED and len({type(value) for value in document.values()}) == 1


def _on_turn(table: Table) -> str:
    turn = draft_turn(table.state)
    assert turn is not None
    return turn.franchise
