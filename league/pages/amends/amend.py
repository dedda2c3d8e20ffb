"""The amends of a season, and what one of them came to: a preview as well as one that was saved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Q

from explain import links
from explain.correction_rendering import RenderedCommand, RenderedCorrection, render_command, render_correction
from explain.fact_rendering import actor_words, command_words
from explain.misread_dice import approver_words
from explain.name_lookup import ids_in_documents, look_up_names, render_sentence
from explain.names import Names, Segment
from explain.printed_names import ITEM_WORDS
from explain.roll_rendering import RenderedRoll, render_roll
from journal import entry_body as bodies
from journal.amends.followups import rolls_after_amends
from journal.amends.misread_dice import misreads_in
from journal.amends.timeline import AMEND_TAG, AMEND_TAGS
from journal.entry_body import AmendedBody, AmendEffects
from league.access import Viewer
from league.models import League, Season
from league.pages.amends.differences import changed_orders, changes_by_franchise, ids_of
from league.pages.amends.form import is_stale
from league.pages.base_context import Breadcrumb, base_context, own_franchise_ids
from league.queries.entries import all_entries, entries_of_commands
from league.queries.seasons import own_balance

AMENDS_A_PAGE = 20
MAX_ABOUT = 6
REFUSED_STANDINGS = ("lapsed", "stood_in", "gave_way")
"""Standings of entries whose command is refused, or gives way, by an amend."""
OUTCOME_WORDS = {
    "lapsed": "does not stand any more",
    "stood_in": "stood in for",
    "gave_way": "gives way to a newer decision",
}
MAX_FIELDS = 4


@dataclass(frozen=True, slots=True)
class _DecodedStanding:
    standing: str
    since: int


@dataclass(frozen=True, slots=True)
class _DecodedResult:
    retold: dict[str, _DecodedStanding] = field(default_factory=dict)
    differences: list[msgspec.Raw] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class AmendOutline:
    """As much of an amend's body as a list needs: nothing else of it is decoded."""

    command: dict[str, Any]
    amended: _DecodedResult = field(default_factory=_DecodedResult)


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendLine:
    """An amend in a list: what it is about, by whom and why, and how much came of it."""

    number: int
    href: str
    entry_href: str
    saved: bool
    at: datetime
    actor: str
    reason: str
    about: tuple[tuple[int, str], ...]
    about_left: int
    different: int
    refused: int
    followed: int
    warnings: int
    misread: int = 0
    """How many dice it says were misread."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AffectedCommand:
    """A later command that does not stand as it was given: what it was, what became of it, and why."""

    number: int
    href: str
    command: str
    said: str
    outcome: str
    kind: str
    because: tuple[Segment, ...]
    instead: tuple[RenderedCommand, ...]


def amends_page(*, league: League, season: Season, viewer: Viewer, before: int | None) -> dict[str, Any]:
    """The context of a page of a season's amends, the newest first; `before` is the number they are all below."""
    found = entries_of_commands(season.pk, viewer, AMEND_TAGS)
    if before is not None:
        found = found.filter(number__lt=before)
    fetched = list(found[: AMENDS_A_PAGE + 1])
    entries = fetched[:AMENDS_A_PAGE]
    return {
        **_amends_context(league, season, viewer, Breadcrumb("Amends")),
        "amends": [summarize_amend(entry, decode_outline(entry)) for entry in entries],
        "newest": before is None,
        "older": entries[-1].number if len(fetched) > AMENDS_A_PAGE else None,
    }


def amend_page(*, league: League, season: Season, viewer: Viewer, number: int) -> dict[str, Any] | None:
    """The context of what one amend came to, None when that entry is none."""
    entries = amend_and_earlier(season, viewer, number)
    if not entries:
        return None
    entry, own = entries[0], own_franchise_ids(viewer)
    body = bodies.load_body(entry.read_body)
    effects = body.amended or AmendEffects()
    stands = dict(sorted(effects.amended_bodies().items()))
    corrections = {int(at): documents for at, documents in body.command["corrections"].items()}
    stood = commands_before(entries[1:])
    others = entries_by_number(season, viewer, {*stands, *corrections})
    entry_bodies = {at: bodies.load_body(other.read_body) for at, other in others.items() if other.may_read}
    was = {at: stood.get(at, [entry_bodies[at].command] if at in entry_bodies else []) for at in corrections}
    refused = {at: stand for at, stand in stands.items() if stand.standing in REFUSED_STANDINGS and stand.given}
    names, found = look_up_names(
        season.pk,
        {
            *ids_of(effects.differences),
            *ids_in_documents([chance.in_words(plays=effects.plays) for chance in effects.odds]),
            *ids_in_documents(
                was,
                corrections,
                effects.warnings,
                effects.obstacles,
                [amended.because for amended in refused.values()],
            ),
            *ids_in_documents(
                [amended.commands for amended in refused.values()],
                [entry_bodies[at].command for at in refused if at in entry_bodies],
            ),
        },
    )
    _name_removed_things(names, [body.command for body in entry_bodies.values()])
    affected = [_affected_command(season, at, amended, entry_bodies, names) for at, amended in refused.items()]
    new = [command for command in affected if stands[command.number].since == number]
    return {
        **_amends_context(
            league,
            season,
            viewer,
            Breadcrumb("Amends", links.amends_url(season.pk)),
            Breadcrumb(_amend_title(entry)),
        ),
        "amend": summarize_amend(entry, decode_outline(entry)),
        "title": _amend_title(entry),
        "commissions": viewer.is_commissioner and season.step != "closed",
        "put_right_at": links.put_right_url(season.pk, number),
        "stale": viewer.is_commissioner and is_stale(season, number),
        "digest": entry.read_digest,
        "put_right_before": [
            (at, links.entry_url(season.pk, at))
            for at, stand in stands.items()
            if stand.standing in {"corrected", "struck"} and stand.given and at not in corrections
        ],
        "put_right": _render_corrections(season, corrections, was, entry_bodies, names),
        "orders": changed_orders(effects.differences, names, own=own),
        "groups": changes_by_franchise(effects.differences, names, found, own=own),
        "different": len(effects.differences),
        "same_order": not any(difference.what == "standings" for difference in effects.differences),
        "refused": [command for command in new if command.kind != "gave_way"],
        "gave_way": [command for command in new if command.kind == "gave_way"],
        "refused_before": [command for command in affected if stands[command.number].since != number],
        "followed": [
            (at, links.entry_url(season.pk, at), command_words(stand.given))
            for at, stand in stands.items()
            if stand.standing == "followed" and stand.given
        ],
        "sealed": [(at, links.entry_url(season.pk, at)) for at, stand in stands.items() if not stand.given],
        "warnings": [render_sentence(warning, names) for warning in effects.warnings],
        "obstacles": [render_sentence(obstacle, names) for obstacle in effects.obstacles],
        "to_come": [(throw, links.entry_url(season.pk, throw.entry)) for throw in effects.to_come],
        "odds": [render_sentence(chance.in_words(plays=effects.plays), names) for chance in effects.odds],
        "hangs": [(at, links.entry_url(season.pk, at)) for at in effects.hangs],
        "plays": effects.plays,
        "unapproved": effects.unapproved,
        "approved_by": approver_words(body.approved_by),
        "misread": [
            (
                misreading,
                links.entry_url(season.pk, season.by_hand[misreading.path])
                if misreading.path in season.by_hand
                else "",
            )
            for misreading in misreads_in(body.command)
        ],
        "rolls": [*_new_dice(season, stands, entry_bodies, entries[1:]), *_dice_after_amend(season, number)],
    }


def amend_and_earlier(season: Season, viewer: Viewer, number: int) -> list[Any]:
    """The entry of an amend or a preview, and those of all amends before it, the newest first; none if it is none."""
    q = Q(number=number) | Q(number__lt=number, command=AMEND_TAG)
    entries = list(entries_of_commands(season.pk, viewer, AMEND_TAGS).filter(q))
    return entries if entries and entries[0].number == number else []


def amend_line(season: Season, viewer: Viewer, number: int) -> AmendLine | None:
    """The amend of that number as a line, None where there is none."""
    entry = entries_of_commands(season.pk, viewer, [AMEND_TAG]).filter(number=number).first()
    return None if entry is None else summarize_amend(entry, decode_outline(entry))


def _amends_context(league: League, season: Season, viewer: Viewer, *crumbs: Breadcrumb) -> dict[str, Any]:
    return base_context(
        league=league,
        season=season,
        viewer=viewer,
        here="Journal",
        crumbs=[
            Breadcrumb(league.name, links.league_url(league.pk)),
            Breadcrumb(f"Season {season.number}", links.season_url(season.pk)),
            Breadcrumb("Journal", links.journal_url(season.pk)),
            *crumbs,
        ],
        balance=own_balance(viewer),
    )


def _amend_title(entry: Any) -> str:
    return f"{'Amend' if entry.read_command == AMEND_TAG else 'Preview'} {entry.number}"


def decode_outline(entry: Any) -> AmendOutline:
    """The outline of an entry that is an amend, or a preview of one."""
    return msgspec.json.decode(bodies.decompress(entry.read_body), type=AmendOutline)


def summarize_amend(entry: Any, outline: AmendOutline) -> AmendLine:
    """An amend, or a preview of one, as a line; `outline` is its own."""
    about = sorted(int(each) for each in outline.command["corrections"])
    stood = [standing for standing in outline.amended.retold.values() if standing.since == entry.number]
    return AmendLine(
        number=entry.number,
        href=links.amend_url(entry.season_id, entry.number),
        entry_href=links.entry_url(entry.season_id, entry.number),
        saved=entry.read_command == AMEND_TAG,
        at=entry.at,
        actor=actor_words(entry.read_actor, entry.read_role, entry.read_runs),
        reason=entry.read_reason,
        about=tuple((each, links.entry_url(entry.season_id, each)) for each in about[:MAX_ABOUT]),
        about_left=max(0, len(about) - MAX_ABOUT),
        different=len(outline.amended.differences),
        refused=sum(standing.standing in REFUSED_STANDINGS for standing in stood),
        followed=sum(standing.standing == "followed" for standing in outline.amended.retold.values()),
        warnings=len(outline.amended.warnings),
        misread=len(misreads_in(outline.command)),
    )


def commands_before(amends: Iterable[Any]) -> dict[int, list[dict[str, Any]]]:
    """What earlier amends had put at each entry, from those amends newest first: the last word wins."""
    stood: dict[int, list[dict[str, Any]]] = {}
    for amend in amends:
        for at, documents in decode_outline(amend).command["corrections"].items():
            stood.setdefault(int(at), documents)
    return stood


def entries_by_number(season: Season, viewer: Viewer, numbers: Iterable[int]) -> dict[int, Any]:
    """Entries by their numbers, as the viewer may see them."""
    return {entry.number: entry for entry in all_entries(season.pk, viewer).filter(number__in=sorted(numbers))}


def _render_corrections(
    season: Season,
    corrections: Mapping[int, Sequence[dict[str, Any]]],
    was: Mapping[int, Sequence[dict[str, Any]]],
    said: Mapping[int, bodies.EntryBody],
    names: Names,
) -> list[RenderedCorrection]:
    return [
        render_correction(
            at,
            href=links.entry_url(season.pk, at),
            own=said[at].command if at in said else None,
            was=was[at],
            now=documents,
            names=names,
        )
        for at, documents in sorted(corrections.items())
    ]


def _name_removed_things(names: Names, commands: Iterable[Mapping[str, Any]]) -> None:
    """Call what an amend took out of the season by what the command that made it said."""
    for command in commands:
        if command.get("kind") in ITEM_WORDS and "item" in command:
            names.items.setdefault(command["item"], command["kind"])
        for made, shelf in (("driver", names.drivers), ("car", names.cars)):
            if made in command and command.get("name"):
                shelf.setdefault(command[made], command["name"])


def _affected_command(
    season: Season, at: int, stands: AmendedBody, said: Mapping[int, bodies.EntryBody], names: Names
) -> AffectedCommand:
    """What became of a command; one that was sealed when the amend was written has only its number."""
    given_as = render_command(said[at].command, names) if stands.given and at in said else None
    return AffectedCommand(
        number=at,
        href=links.entry_url(season.pk, at),
        command=given_as.name if given_as else "",
        said=", ".join(field.told.text for field in given_as.given[:MAX_FIELDS]) if given_as else "",
        outcome=OUTCOME_WORDS[stands.standing],
        kind=stands.standing,
        because=render_sentence(stands.because, names),
        instead=tuple(render_command(command, names) for command in stands.commands),
    )


def _dice_after_amend(season: Season, number: int) -> list[tuple[RenderedRoll, int, str]]:
    """Dice that fell for what the season did by itself after an amend, with the entry they fell for."""
    after = rolls_after_amends(season, [number])[number]
    return [(render_roll(roll), at, links.entry_url(season.pk, at)) for at, roll in after]


def _new_dice(
    season: Season, stands: Mapping[int, AmendedBody], said: Mapping[int, bodies.EntryBody], before: Sequence[Any]
) -> list[tuple[RenderedRoll, int, str]]:
    """Dice no entry had shown before, with the entry they fell for."""
    seen = {(roll.path, roll.faces) for body in said.values() for roll in body.parsed_rolls()}
    last = bodies.load_body(before[0].read_body).amended if before else None
    if last is not None:
        seen |= {(roll.path, roll.faces) for one in last.retold.values() for roll in one.parsed_rolls()}
    return [
        (render_roll(roll), at, links.entry_url(season.pk, at))
        for at, stand in stands.items()
        for roll in stand.parsed_rolls()
        if (roll.path, roll.faces) not in seen
    ]
