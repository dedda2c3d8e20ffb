"""Pairs of seasons that differ only in what is sealed, and the requests that are sent to both.

A sealed command without a scene here fails the guard. URLs, operations, forms and commands are discovered.
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
from django.db import transaction
from django.test import Client

from league.models import Entry, Match
from league.packet_statements import issue_packet
from league.pages.reports.page import code_of
from league.queries.dice_keys import published_keys
from rules.campaign.core.command import COMMAND_TYPES, Command, Giver
from rules.campaign.core.facts import field_types
from rules.core.terms import CarId, DriverId, FranchiseId, ItemId, MatchId, OfferId, RoundId, SponsorId, TradeId
from tests.api.api_callers import Program, program_of
from tests.guards.addresses import PART
from tests.guards.addresses import addresses as every_address
from tests.guards.page_requests import asked_for
from tests.league.small_league import Table, announced, settled, shopping
from tests.own_cache import empty_cache

T = TypeVar("T")
Sent = dict[str, Any]
BAR = {"type": "adjust_driver", "driver": "razors.d1", "availability": "barred"}
LOCK = {"type": "lock_line_ups", "match": "m1"}
IN_VAIN = {"type": "adjust_balance", "franchise": "nobody", "amount": 1}
"""A command that is always refused, so that the commands before it in a batch are never performed."""
TAKE = {"type": "take_car", "car": "razors.car1"}
"""Takes a car out of the garage, and of its line-up."""
OUT = {"type": "adjust_driver", "driver": "razors.d1", "availability": "season_out"}
"""Takes a driver out of their line-up, if they are in one."""
IN_VAIN_TOO = "in vain"
"""The prefix in the names of answers to batches that must fail."""
WHY = "For the show."


@dataclass(frozen=True)
class Scene:
    """A season in which a sealed command is given in one of two ways.

    `ways` and `then` are pairs of a member and a command; the commands of `then` are given afterwards in both ways.
    """

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
    """A season with open shops in which all offers are declined."""
    table = shopping()
    for offer in list(table.state.offers.values()):
        table.give("decline_offer", by=offer.franchise, franchise=offer.franchise, offer=offer.id)
    return table


def lining_up() -> Table:
    """A season at its line-ups, with one car more in each garage than it must hold."""
    return announced(cars=4)


def line_up(franchise: str, *seats: int, words: str = "") -> tuple[str, Sent]:
    named = [{"driver": f"{franchise}.d{number}", "car": f"{franchise}.car{number}"} for number in seats]
    return franchise, {"type": "name_line_up", "franchise": franchise, "match": "m1", "seats": named, "words": words}


def _offer(of: str, to: str, **goods: Any) -> tuple[str, Sent]:
    terms = {"franchise": of, "partner": to, "trade": f"{of}.t1", "gives": goods, "takes": {"drivers": [f"{to}.d3"]}}
    return of, {"type": "propose_trade", **terms}


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
"""The scenes of each sealed command."""
ROLES = ("stranger", "widows", "boss")
"""The roles that must not see what is sealed. The widows have no part in any scene."""


def both(scene: Scene, read: Callable[[Table], T]) -> tuple[T, T]:
    """The result of `read` after each way of a scene, both times from the same league."""
    table, results = scene.build(), []
    Program().get("/keys")  # creates the site's signing key
    for giver, sent in scene.ways:
        with transaction.atomic():
            played = replace(table)
            for who, document in ((giver, sent), *scene.then):
                arguments = dict(document)
                played.give(arguments.pop("type"), by=who, reason=WHY if who == "boss" else "", **arguments)
            empty_cache()
            results.append(read(played))
            transaction.set_rollback(True)
    return results[0], results[1]


def sitting(table: Table, role: str) -> Client:
    """A browser logged in as a role, or not at all as the stranger."""
    client = Client()
    if role != "stranger":
        client.force_login(get_user_model().objects.get(username=f"{table.league}-{role}"))
    return client


def asking(table: Table, role: str) -> Program:
    """A program of a role that may do all its person may."""
    return Program() if role == "stranger" else program_of(table, role)


COMMITTED = ("hash", "previous", "content_hash")
"""The hashes of an entry that are public at once. Each is salted, or made from a salted one."""
SHORTENED = (16, 12)
"""The lengths to which pages shorten hashes, in characters."""


def hashes(table: Table) -> dict[str, str]:
    """Values that may differ, with their replacements: hashes of the chain and the secret, and published keys."""
    replacements = {table.row.secret_hash: "<hash of the secret>"}
    for match in Match.objects.filter(season=table.season):
        replacements |= {key.key: f"<{key.name} key of {match.pk}>" for key in published_keys(table.row, match)}
        if match.step == "M4":
            packet = issue_packet(table.row, table.state, match.pk.rpartition("/")[2])
            replacements[packet.dice.key_hash] = f"<hash of the match key of {match.pk}>"
            replacements[packet.claimed_as] = f"<packet of {match.pk}>"
            replacements[code_of(packet.claimed_as)] = f"<code of {match.pk}>"
    for number, *values in Entry.objects.filter(season=table.season).values_list("number", *COMMITTED):
        replacements |= {value: f"<{name} {number}>" for name, value in zip(COMMITTED, values, strict=True)}
    replacements[table.row.head] = "<head>"
    return replacements


RANDOM = (
    (re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"'), "<csrf>"),
    (re.compile(r'(name="key"[^>]*value|value="[^"]*"[^>]*name="key")="?[^">]*"?'), "<key>"),
    (re.compile(r"dm_[\w-]{8}…"), "<token>"),
    (re.compile(r"dmf_[\w-]+"), "<feed key>"),
    (re.compile(r'(?<=<path stroke="#101216" d=")[^"]*'), "<QR code of it>"),
    (re.compile(r'"signature":"[^"]*"'), '"signature":"<signature>"'),
    (re.compile(r'(?<="statement":"){[^}]*}'), "<statement of a receipt, which has the new head>"),
    (re.compile(r'(?<="algorithm":"Ed25519","key":")[0-9a-f]+|(?<="key":")[0-9a-f]{16}(?=")'), "<signing key>"),
    (re.compile(r"sandbox-[0-9a-f]{12}"), "<sandbox>"),
    (re.compile(r"(?<=/templates/)[0-9a-f]{12}"), "<key of a template>"),
    (re.compile(r'W/"(\d+)-[0-9a-f]{24}"'), r"<tag \1>"),
)
"""Values that are random in every answer, and tags, which are hashes over the head."""


def settled_text(text: str, stands: Mapping[str, str]) -> str:
    """An answer with all values that may differ replaced."""
    for value, name in stands.items():
        for form in (value, *(value[:length] for length in SHORTENED)):
            text = text.replace(form, name)
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
    "chapter": "talents",
    "noun": "events",
    "ground": "crossroads",
    "tag": "hire_rookie",
    "name": "not-found",
}
OF_PERSONS = frozenset({"token", "member", "job", "sandbox", "delivery"})
"""Path parameters for objects a person creates, which no season has here."""


def addresses() -> Iterator[tuple[str, str]]:
    """Name and path of every URL of site and API, with `{number}` for an entry, but without `OF_PERSONS`."""
    for name, path, _ in every_address():
        if not set(PART.findall(path)) & OF_PERSONS and name != "command" and "^" not in path:
            yield name, "/" + PART.sub(lambda part: PARTS.get(part[1], "{number}"), path)


def pages(table: Table, role: str, chosen: Mapping[str, str]) -> dict[str, str]:
    """The answers of these paths to a role, by name and entry number."""
    client, program, replacements = sitting(table, role), asking(table, role), hashes(table)
    last = table.row.length
    answers = {}
    for name, address in chosen.items():
        for number in {last, last - 1} if "{number}" in address else {last}:
            path = address.format(number=number)
            with asked_for(name, by=role):
                response = program.get(path.removeprefix("/api/v1")) if name.startswith("api_") else client.get(path)
            answer: Any = response
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            answers[f"{name} {number}"] = settled_text(f"{answer.status_code} {body.decode()}", replacements)
    return answers


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
"""Values for fields of these names."""
MOST = 4
"""The most variants of a command."""


def _values(kind: Any) -> tuple[Any, ...]:
    """Values for a field of this type."""
    if kind in SUBJECTS:
        return SUBJECTS[kind]
    if get_origin(kind) is UnionType or type(None) in get_args(kind):
        return (None,)
    if get_origin(kind) is list:
        return ([value] for value in _values(get_args(kind)[0])) if get_args(kind)[0] in SUBJECTS else ([],)  # type: ignore[return-value]
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
    """Variants of a command as a member might give it, about different subjects."""
    types = field_types(cls)
    options = {
        field.name: list(_values(types[field.name]))
        for field in fields(cls)
        if types[field.name] in SUBJECTS and types[field.name] not in (str, int, bool)
    }
    options |= {name: [value] for name, value in _asked(cls) if name not in options}
    options |= {name: [value] for name, value in SAID.items() if name in types}
    variants = [dict(zip(options, combination, strict=True)) for combination in itertools.product(*options.values())]
    return [{"type": tag, **document} for document in variants[:MOST]]


def tags_for(role: str) -> list[str]:
    """The tags of all commands that a role could give."""
    wanted = {"boss": (Giver.COMMISSIONER, Giver.OWNER), "widows": (Giver.OWNER,)}.get(role, ())
    return sorted(tag for tag, row in COMMAND_TYPES.items() if row.by in wanted)


def batches(tag: str, role: str, scene: Scene) -> Iterator[tuple[list[Sent], str]]:
    """Batches with a command, and for whom they are given: alone, after a driver is taken out, and before a lock."""
    row = COMMAND_TYPES[tag]
    lined_up = scene.build is lining_up
    for document in documents(row.cls, tag):
        behalf = ""
        if row.by is Giver.OWNER and role == "boss":
            behalf = "razors"
        elif row.by is Giver.OWNER:
            document = {**document, "franchise": role}  # noqa: PLW2901 - owners act for their own franchise
        yield [document], behalf
        if role == "boss" and lined_up and not behalf:
            yield [OUT, document], ""
            yield [document, LOCK], ""


def trials(table: Table, role: str, tags: list[str], scene: Scene) -> dict[str, str]:
    """The answers to a role's trials of these commands, and to batches with them that must fail."""
    program, replacements, answers = asking(table, role), hashes(table), {}
    base = f"/leagues/{table.league}/seasons/{table.season.partition('/')[2]}"
    for tag in tags:
        for number, (batch, behalf) in enumerate(batches(tag, role, scene)):
            body = {"commands": batch, "on_behalf_of": behalf, "reason": WHY}
            answer = program.post(f"{base}/trials", body)
            name = f"{tag} {number} {json.dumps(batch)}"
            answers[f"trial of {name}"] = settled_text(
                f"{answer.status_code} {answer.content.decode()}", replacements
            )
            last = {"type": "pass_pick", "franchise": behalf or role} if behalf or role != "boss" else IN_VAIN
            in_vain = {**body, "commands": [*batch, last]}
            answer = program.post(f"{base}/commands", in_vain, key=f"k{len(answers)}")
            answers[f"{IN_VAIN_TOO} {name}"] = settled_text(
                f"{answer.status_code} {answer.content.decode()}", replacements
            )
    return answers


def forms(table: Table, role: str, tags: list[str]) -> dict[str, str]:
    """The answers to a role of each command's form, opened and previewed about different subjects."""
    client, replacements = sitting(table, role), hashes(table)
    answers: dict[str, str] = {}
    for tag in tags:
        for driver, car, trade in (("d1", "car1", "razors.t1"), ("d2", "car2", "saints.t1")):
            query = {
                "franchise": "razors" if role == "boss" else role,
                "driver": f"razors.{driver}",
                "car": f"razors.{car}",
                "match": "m1",
                "trade": trade,
                "availability": "barred",
            }
            address, form = f"/l/{table.season}/do/{tag}/", {**query, "key": "k", "reason": WHY, "act": "try"}
            with asked_for(f"form of {tag}", by=role):
                responses = {"shown": client.get(address, query), "tried": client.post(address, form)}
            for way, answer in responses.items():
                text = settled_text(f"{answer.status_code} {answer.content.decode()}", replacements)
                answers[f"form of {tag} {way} {driver}"] = text
    return answers


def differences(one: Mapping[str, str], other: Mapping[str, str], *, by: str = "what is sealed") -> Iterator[str]:
    """A sentence for each answer that differs, with the texts around the first difference."""
    for name in sorted(one.keys() | other.keys()):
        first, second = one.get(name, ""), other.get(name, "")
        if first != second:
            position = next(
                (n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b),
                min(len(first), len(second)),
            )
            start = max(position - 60, 0)
            yield f"{name} answers {first[start : position + 60]!r} or {second[start : position + 60]!r} by {by}"
