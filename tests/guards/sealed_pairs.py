"""Pairs of seasons that differ in what is sealed alone, and everything that is asked of both.

A sealed command without a scene here fails the guard; addresses, operations, forms and commands are discovered.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin

from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from league.models import Entry, Match
from league.packet_statements import issue_packet
from league.pages.reports.page import code_of
from league.queries.published_keys import published_keys
from rules.campaign.core.command import COMMAND_TYPES, Command, Giver
from rules.campaign.core.facts import field_types
from rules.core.terms import CarId, DriverId, FranchiseId, ItemId, MatchId, OfferId, RoundId, SponsorId, TradeId
from tests.api.api_callers import Program, program_of
from tests.guards.addresses import PART
from tests.guards.addresses import addresses as every_address
from tests.guards.page_requests import asked_for
from tests.league.small_league import Table, announced, settled, shopping

T = TypeVar("T")
Sent = dict[str, Any]
BAR = {"type": "adjust_driver", "driver": "razors.d1", "availability": "barred"}
LOCK = {"type": "lock_line_ups", "match": "m1"}
IN_VAIN = {"type": "adjust_balance", "franchise": "nobody", "amount": 1}
"""A command that is always refused, so that what stands before it is never performed."""
TAKE = {"type": "take_car", "car": "razors.car1"}
"""A car is taken out of the garage, and of what it was lined up for."""
OUT = {"type": "adjust_driver", "driver": "razors.d1", "availability": "season_out"}
"""A driver is taken out of what they were lined up for, where they were."""
IN_VAIN_TOO = "in vain"
"""What the answers to batches that must fail are called by."""
WHY = "For the show."


@dataclass(frozen=True)
class Scene:
    """A season in which a sealed command is given in one of two ways, by whom; `then` is given openly afterwards."""

    build: Callable[[], Table]
    ways: tuple[tuple[str, Sent], tuple[str, Sent]]
    then: tuple[tuple[str, Sent], ...] = ()


def protecting() -> Table:
    """A season at its franchise contracts."""
    table = settled(rounds=1)
    for tag in ("rank_table", "award_cup", "retire_drivers", "close_staff_keep"):
        table.give(tag)
    return table


def bargaining() -> Table:
    """A season at its shops, with nothing tinkered that would have to be answered first."""
    table = shopping()
    for offer in list(table.state.offers.values()):
        table.give("decline_offer", by=offer.franchise, franchise=offer.franchise, offer=offer.id)
    return table


def lining_up() -> Table:
    """A season at its line-ups, with a car more in each garage than it has to hold."""
    return announced(cars=4)


def line_up(franchise: str, *seats: int, words: str = "") -> tuple[str, Sent]:
    named = [{"driver": f"{franchise}.d{number}", "car": f"{franchise}.car{number}"} for number in seats]
    return franchise, {"type": "name_line_up", "franchise": franchise, "match": "m1", "seats": named, "words": words}


def _offer(of: str, to: str, **goods: Any) -> tuple[str, Sent]:
    asked = {"franchise": of, "partner": to, "trade": f"{of}.t1", "gives": goods, "takes": {"drivers": [f"{to}.d3"]}}
    return of, {"type": "propose_trade", **asked}


NAMED = (line_up("razors", 1, words="only the rain knows"), line_up("razors", 2, 3))
SCENES: dict[str, tuple[Scene, ...]] = {
    "name_line_up": (
        Scene(lining_up, NAMED),
        Scene(
            lining_up,
            NAMED,
            (line_up("saints", 1), line_up("widows", 1), ("boss", BAR)),
        ),
    ),
    "protect_drivers": (
        Scene(
            protecting,
            (
                ("razors", {"type": "protect_drivers", "franchise": "razors", "drivers": ["razors.d1"]}),
                ("razors", {"type": "protect_drivers", "franchise": "razors", "drivers": ["razors.d2", "razors.d3"]}),
            ),
        ),
    ),
    "propose_trade": (
        Scene(bargaining, (_offer("razors", "saints", drivers=["razors.d3"]), _offer("saints", "razors", pays=5000))),
    ),
}
"""By the sealed command: the seasons in which it is given."""
ROLES = ("stranger", "widows", "boss")
"""From whom it is sealed; widows have no part in any of it."""


def both(scene: Scene, told: Callable[[Table], T]) -> tuple[T, T]:
    """What is told of a scene played either way, each time from the same league."""
    table, found = scene.build(), []
    Program().get("/keys")  # which makes the site's signing key
    for by, sent in scene.ways:
        with transaction.atomic():
            now = replace(table)
            for who, document in ((by, sent), *scene.then):
                given = dict(document)
                now.give(given.pop("type"), by=who, reason=WHY if who == "boss" else "", **given)
            cache.clear()
            found.append(told(now))
            transaction.set_rollback(True)
    return found[0], found[1]


def sitting(table: Table, role: str) -> Client:
    """A browser of a role."""
    client = Client()
    if role != "stranger":
        client.force_login(get_user_model().objects.get(username=f"{table.league}-{role}"))
    return client


def asking(table: Table, role: str) -> Program:
    """A program of a role, that may do whatever its person may."""
    return Program() if role == "stranger" else program_of(table, role)


COMMITTED = ("hash", "previous", "content_hash")
"""What an entry commits to in public from the first moment: each is salted, or hangs on what is."""
SHORTENED = (16, 12)
"""How much of a hash is shown where it is not shown whole."""


def hashes(table: Table) -> dict[str, str]:
    """What may differ, each with what stands for it: hashes of the chain and of the secret, and published keys."""
    stands = {table.row.secret_hash: "<hash of the secret>"}
    for match in Match.objects.filter(season=table.season):
        stands |= {key.key: f"<{key.name} key of {match.pk}>" for key in published_keys(table.row, match)}
        if match.step == "M4":
            given = issue_packet(table.row, table.state, match.pk.rpartition("/")[2])
            stands[given.dice.key_hash] = f"<hash of the match key of {match.pk}>"
            stands[given.claimed_as] = f"<packet of {match.pk}>"
            stands[code_of(given.claimed_as)] = f"<code of {match.pk}>"
    for number, *kept in Entry.objects.filter(season=table.season).values_list("number", *COMMITTED):
        stands |= {value: f"<{name} {number}>" for name, value in zip(COMMITTED, kept, strict=True)}
    stands[table.row.head] = "<head>"
    return stands


RANDOM = (
    (re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"'), "<csrf>"),
    (re.compile(r'(name="key"[^>]*value|value="[^"]*"[^>]*name="key")="?[^">]*"?'), "<key>"),
    (re.compile(r"dm_[\w-]{8}…"), "<token>"),
    (re.compile(r'"signature":"[^"]*"'), '"signature":"<signature>"'),
    (re.compile(r'(?<="statement":"){[^}]*}'), "<statement of a receipt, which has the new head>"),
    (re.compile(r'(?<="algorithm":"Ed25519","key":")[0-9a-f]+|(?<="key":")[0-9a-f]{16}(?=")'), "<signing key>"),
    (re.compile(r"sandbox-[0-9a-f]{12}"), "<sandbox>"),
    (re.compile(r'W/"(\d+)-[0-9a-f]{24}"'), r"<tag \1>"),
)
"""What is drawn anew for every answer, and tags, which are hashes over the head."""


def settled_text(text: str, stands: Mapping[str, str]) -> str:
    """An answer without what may differ."""
    for value, name in stands.items():
        for shown in (value, *(value[:length] for length in SHORTENED)):
            text = text.replace(shown, name)
    for pattern, name in RANDOM:
        text = pattern.sub(name, text)
    return text


PARTS = {
    "league": "rust-belt",
    "season": "s1",
    "match": "m1",
    "franchise": "razors",
    "driver": "razors.d1",
    "car": "razors.car1",
    "ruleset": "formule",
    "table": "trades",
    "ending": "csv",
    "kind": "csv",
    "book": "campaign",
    "ground": "crossroads",
    "tag": "hire_rookie",
    "name": "not-found",
}
OF_PERSONS = frozenset({"token", "member", "job", "sandbox", "delivery"})
"""Parts of addresses of things that somebody made for themselves, which no season has here."""


def addresses() -> Iterator[tuple[str, str]]:
    """Every address of site and API by its name, with `{number}` for an entry's, but those of what a person made."""
    for name, path, _ in every_address():
        if not set(PART.findall(path)) & OF_PERSONS and name != "command" and "^" not in path:
            yield name, "/" + PART.sub(lambda part: PARTS.get(part[1], "{number}"), path)


def pages(table: Table, role: str, chosen: Mapping[str, str]) -> dict[str, str]:
    """What every address answers a role."""
    client, program, stands = sitting(table, role), asking(table, role), hashes(table)
    last = table.row.length
    told = {}
    for name, address in chosen.items():
        for number in {last, last - 1} if "{number}" in address else {last}:
            path = address.format(number=number)
            with asked_for(name, by=role):
                asked = program.get(path.removeprefix("/api/v1")) if name.startswith("api_") else client.get(path)
            answer: Any = asked
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            told[f"{name} {number}"] = settled_text(f"{answer.status_code} {body.decode()}", stands)
    return told


SUBJECTS: dict[Any, tuple[Any, ...]] = {
    FranchiseId: ("razors",),
    DriverId: ("razors.d1", "razors.d2"),
    CarId: ("razors.car1", "razors.car2"),
    MatchId: ("m1",),
    RoundId: ("r1",),
    TradeId: ("razors.t1", "saints.t1"),
    ItemId: ("razors.gun1",),
    SponsorId: ("razors.x1",),
    OfferId: ("o1",),
    str: ("",),
    int: (1,),
    bool: (True,),
}
SAID = {"partner": "saints", "availability": "barred"}
"""What fields of those names are asked with."""
MOST = 4
"""How many ways a command is asked in."""


def _values(kind: Any) -> tuple[Any, ...]:
    """What a field of that kind is asked with."""
    if kind in SUBJECTS:
        return SUBJECTS[kind]
    if get_origin(kind) is UnionType or type(None) in get_args(kind):
        return (None,)
    if get_origin(kind) is list:
        return ([each] for each in _values(get_args(kind)[0])) if get_args(kind)[0] in SUBJECTS else ([],)  # type: ignore[return-value]
    if get_origin(kind) is dict:
        return ({},)
    if is_dataclass(kind):
        return (dict(_asked(kind)),)
    return ("",)


def _asked(kind: Any) -> Iterator[tuple[str, Any]]:
    types = field_types(kind)
    for field in fields(kind):
        if field.default is MISSING and field.default_factory is MISSING:
            yield field.name, next(iter(_values(types[field.name])))


def documents(cls: type[Command], tag: str) -> list[Sent]:
    """A command as somebody might ask for it, about one subject and another."""
    types = field_types(cls)
    asked = {
        field.name: list(_values(types[field.name]))
        for field in fields(cls)
        if types[field.name] in SUBJECTS and types[field.name] not in (str, int, bool)
    }
    asked |= {name: [value] for name, value in _asked(cls) if name not in asked}
    asked |= {name: [value] for name, value in SAID.items() if name in types}
    made = [dict(zip(asked, each, strict=True)) for each in itertools.product(*asked.values())]
    return [{"type": tag, **each} for each in made[:MOST]]


def tags_for(role: str) -> list[str]:
    """The commands that a role could give."""
    wanted = {"boss": (Giver.COMMISSIONER, Giver.OWNER), "widows": (Giver.OWNER,)}.get(role, ())
    return sorted(tag for tag, row in COMMAND_TYPES.items() if row.by in wanted)


def batches(tag: str, role: str, scene: Scene) -> Iterator[tuple[list[Sent], str]]:
    """What is asked about a command, and on whose behalf: alone, after a driver was barred, and before a lock."""
    row = COMMAND_TYPES[tag]
    lined_up = scene.build is lining_up
    for document in documents(row.cls, tag):
        behalf = ""
        if row.by is Giver.OWNER and role == "boss":
            behalf = "razors"
        elif row.by is Giver.OWNER:
            document = {**document, "franchise": role}  # noqa: PLW2901 - an owner gives their own franchise's
        yield [document], behalf
        if role == "boss" and lined_up and not behalf:
            yield [OUT, document], ""
            yield [document, LOCK], ""


def trials(table: Table, role: str, tags: list[str], scene: Scene) -> dict[str, str]:
    """What trials of those commands answer a role, and batches with them that must fail."""
    program, stands, told = asking(table, role), hashes(table), {}
    base = f"/leagues/{table.league}/seasons/{table.season.partition('/')[2]}"
    for tag in tags:
        for number, (batch, behalf) in enumerate(batches(tag, role, scene)):
            body = {"commands": batch, "on_behalf_of": behalf, "reason": WHY}
            answer = program.post(f"{base}/trials", body)
            name = f"{tag} {number} {json.dumps(batch)}"
            told[f"trial of {name}"] = settled_text(f"{answer.status_code} {answer.content.decode()}", stands)
            last = {"type": "pass_pick", "franchise": behalf or role} if behalf or role != "boss" else IN_VAIN
            in_vain = {**body, "commands": [*batch, last]}
            answer = program.post(f"{base}/commands", in_vain, key=f"k{len(told)}")
            told[f"{IN_VAIN_TOO} {name}"] = settled_text(f"{answer.status_code} {answer.content.decode()}", stands)
    return told


def forms(table: Table, role: str, tags: list[str]) -> dict[str, str]:
    """What the form of each command shows a role, filled in about one subject and another, and tried."""
    client, stands = sitting(table, role), hashes(table)
    told: dict[str, str] = {}
    for tag in tags:
        for driver, car, trade in (("d1", "car1", "razors.t1"), ("d2", "car2", "saints.t1")):
            asked = {
                "franchise": "razors" if role == "boss" else role,
                "driver": f"razors.{driver}",
                "car": f"razors.{car}",
                "match": "m1",
                "trade": trade,
                "availability": "barred",
            }
            address, tried = f"/l/{table.season}/do/{tag}/", {**asked, "key": "k", "reason": WHY, "act": "try"}
            with asked_for(f"form of {tag}", by=role):
                answers = {"shown": client.get(address, asked), "tried": client.post(address, tried)}
            for way, answer in answers.items():
                text = settled_text(f"{answer.status_code} {answer.content.decode()}", stands)
                told[f"form of {tag} {way} {driver}"] = text
    return told


def differences(one: Mapping[str, str], other: Mapping[str, str], *, by: str = "what is sealed") -> Iterator[str]:
    """Where two answers part, with what stands there and what it hangs on."""
    for name in sorted(one.keys() | other.keys()):
        first, second = one.get(name, ""), other.get(name, "")
        if first != second:
            at = next(
                (n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b),
                min(len(first), len(second)),
            )
            start = max(at - 60, 0)
            yield f"{name} answers {first[start : at + 60]!r} or {second[start : at + 60]!r} by {by}"
