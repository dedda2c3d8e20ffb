"""The amends of a season, and the effects of one amend, whether it was saved or only previewed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Q

from explain import links
from explain.correction_rendering import RenderedCommand, RenderedCorrection, render_command, render_correction
from explain.fact_rendering import RenderedRoll, actor_words, command_words, render_roll
from explain.misread_dice import approver_words
from explain.name_lookup import ids_in_documents, look_up_names, render_sentence
from explain.names import Names, Segment
from explain.printed_names import ITEM_WORDS
from journal import entry_body as bodies
from journal.amends.impact import rolls_after_amends
from journal.amends.misread_dice import misreads_in
from journal.amends.timeline import AMEND_TAG, AMEND_TAGS
from journal.entry_body import AmendedBody, AmendEffects
from league.access import Viewer
from league.models import League, Season
from league.pages.amends.difference_pages import pages_of_changes
from league.pages.amends.differences import changed_orders, changes_by_franchise, ids_of
from league.pages.amends.form import is_stale
from league.pages.base_context import Breadcrumb, base_context, own_franchise_ids
from league.pages.list_pages import page_links
from league.queries.entries import all_entries, entries_of_commands
from league.queries.seasons import own_balance

AMENDS_A_PAGE = 20
MAX_ABOUT = 6
REFUSED_STANDINGS = ("lapsed", "stood_in", "gave_way")
"""Standings of entries whose command an amend refuses or withdraws."""
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
    """The part of an amend's body that lists need, so that nothing else is decoded."""

    command: dict[str, Any]
    amended: _DecodedResult = field(default_factory=_DecodedResult)


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendLine:
    """An amend in a list: the entries it corrects, its actor and reason, and how much it changed."""

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
    """How many dice it declares misread."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AffectedCommand:
    """A later command that is no longer in force as it was given: the command, its outcome, and why."""

    number: int
    href: str
    command: str
    said: str
    outcome: str
    kind: str
    because: tuple[Segment, ...]
    instead: tuple[RenderedCommand, ...]


def amends_page(*, league: League, season: Season, viewer: Viewer, before: int | None) -> dict[str, Any]:
    """The context of a page of a season's amends, newest first; only those below entry `before` are listed."""
    rows = entries_of_commands(season.pk, viewer, AMEND_TAGS)
    if before is not None:
        rows = rows.filter(number__lt=before)
    fetched = list(rows[: AMENDS_A_PAGE + 1])
    entries = fetched[:AMENDS_A_PAGE]
    return {
        **_amends_context(league, season, viewer, Breadcrumb("Amends")),
        "amends": [summarize_amend(entry, decode_outline(entry)) for entry in entries],
        "newest": before is None,
        "older": entries[-1].number if len(fetched) > AMENDS_A_PAGE else None,
    }


def amend_page(*, league: League, season: Season, viewer: Viewer, number: int, page: int) -> dict[str, Any] | None:
    """The context of one amend's effects, None if that entry is no amend or preview.

    Its differences are on pages; a page after the last is the last.
    """
    entries = amend_and_earlier(season, viewer, number)
    if not entries:
        return None
    entry, own_ids = entries[0], own_franchise_ids(viewer)
    body = bodies.load_body(entry.read_body)
    effects = body.amended or AmendEffects()
    outcomes = dict(sorted(effects.amended_bodies().items()))
    corrections = {int(entry_number): documents for entry_number, documents in body.command["corrections"].items()}
    earlier_commands = commands_before(entries[1:])
    others = entries_by_number(season, viewer, {*outcomes, *corrections})
    entry_bodies = {
        entry_number: bodies.load_body(other.read_body) for entry_number, other in others.items() if other.may_read
    }
    before = {
        entry_number: earlier_commands.get(
            entry_number, [entry_bodies[entry_number].command] if entry_number in entry_bodies else []
        )
        for entry_number in corrections
    }
    refused = {
        entry_number: outcome
        for entry_number, outcome in outcomes.items()
        if outcome.standing in REFUSED_STANDINGS and outcome.given
    }
    names, things = look_up_names(
        season.pk,
        {
            *ids_of(effects.differences),
            *ids_in_documents([chance.in_words(plays=effects.plays) for chance in effects.odds]),
            *ids_in_documents(
                before,
                corrections,
                effects.warnings,
                effects.obstacles,
                [amended.because for amended in refused.values()],
            ),
            *ids_in_documents(
                [amended.commands for amended in refused.values()],
                [entry_bodies[entry_number].command for entry_number in refused if entry_number in entry_bodies],
            ),
        },
    )
    _name_removed_things(names, [body.command for body in entry_bodies.values()])
    affected = [
        _affected_command(season, entry_number, amended, entry_bodies, names)
        for entry_number, amended in refused.items()
    ]
    changes = pages_of_changes(changes_by_franchise(effects.differences, names, things, own=own_ids))
    page = min(page, len(changes))
    address = links.amend_url(season.pk, number)
    new_commands = [command for command in affected if outcomes[command.number].since == number]
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
            (entry_number, links.entry_url(season.pk, entry_number))
            for entry_number, outcome in outcomes.items()
            if outcome.standing in {"corrected", "struck"} and outcome.given and entry_number not in corrections
        ],
        "put_right": _render_corrections(season, corrections, before, entry_bodies, names),
        "orders": changed_orders(effects.differences, names, own=own_ids),
        "groups": changes[page - 1],
        "page": page,
        "pages": page_links(
            lambda it: f"{address}?page={it}#different" if it > 1 else f"{address}#different",
            here=page,
            how_many=len(changes),
        ),
        "different": len(effects.differences),
        "same_order": not any(difference.what == "standings" for difference in effects.differences),
        "refused": [command for command in new_commands if command.kind != "gave_way"],
        "gave_way": [command for command in new_commands if command.kind == "gave_way"],
        "refused_before": [command for command in affected if outcomes[command.number].since != number],
        "followed": (followed := _followed(season, outcomes)),
        "how_many_followed": sum(map(len, followed.values())),
        "sealed": [
            (entry_number, links.entry_url(season.pk, entry_number))
            for entry_number, outcome in outcomes.items()
            if not outcome.given
        ],
        "warnings": [render_sentence(warning, names) for warning in effects.warnings],
        "obstacles": [render_sentence(obstacle, names) for obstacle in effects.obstacles],
        "to_come": [(throw, links.entry_url(season.pk, throw.entry)) for throw in effects.to_come],
        "odds": [render_sentence(chance.in_words(plays=effects.plays), names) for chance in effects.odds],
        "hangs": [(entry_number, links.entry_url(season.pk, entry_number)) for entry_number in effects.hangs],
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
        "rolls": [*_new_dice(season, outcomes, entry_bodies, entries[1:]), *_dice_after_amend(season, number)],
    }


def amend_and_earlier(season: Season, viewer: Viewer, number: int) -> list[Any]:
    """The entry of an amend or preview, then all earlier amends, newest first; empty if that entry is neither."""
    condition = Q(number=number) | Q(number__lt=number, command=AMEND_TAG)
    entries = list(entries_of_commands(season.pk, viewer, AMEND_TAGS).filter(condition))
    return entries if entries and entries[0].number == number else []


def amend_line(season: Season, viewer: Viewer, number: int) -> AmendLine | None:
    """The amend of that number as a line, None if there is none."""
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
            Breadcrumb(season.label, links.season_url(season.pk)),
            Breadcrumb("Journal", links.journal_url(season.pk)),
            *crumbs,
        ],
        balance=own_balance(viewer),
    )


def _amend_title(entry: Any) -> str:
    return f"{'Amend' if entry.read_command == AMEND_TAG else 'Preview'} {entry.number}"


def decode_outline(entry: Any) -> AmendOutline:
    """The outline of an entry that is an amend or a preview."""
    return msgspec.json.decode(bodies.decompress(entry.read_body), type=AmendOutline)


def summarize_amend(entry: Any, outline: AmendOutline) -> AmendLine:
    """An amend or preview as a line; `outline` is decoded from the same entry."""
    corrected = sorted(int(number) for number in outline.command["corrections"])
    new_standings = [standing for standing in outline.amended.retold.values() if standing.since == entry.number]
    return AmendLine(
        number=entry.number,
        href=links.amend_url(entry.season_id, entry.number),
        entry_href=links.entry_url(entry.season_id, entry.number),
        saved=entry.read_command == AMEND_TAG,
        at=entry.at,
        actor=actor_words(entry.read_actor, entry.read_role, entry.read_runs),
        reason=entry.read_reason,
        about=tuple((number, links.entry_url(entry.season_id, number)) for number in corrected[:MAX_ABOUT]),
        about_left=max(0, len(corrected) - MAX_ABOUT),
        different=len(outline.amended.differences),
        refused=sum(standing.standing in REFUSED_STANDINGS for standing in new_standings),
        followed=sum(standing.standing == "followed" for standing in outline.amended.retold.values()),
        warnings=len(outline.amended.warnings),
        misread=len(misreads_in(outline.command)),
    )


def commands_before(amends: Iterable[Any]) -> dict[int, list[dict[str, Any]]]:
    """What earlier amends put at each entry; `amends` are newest first, and the newest counts."""
    commands: dict[int, list[dict[str, Any]]] = {}
    for amend in amends:
        for number, documents in decode_outline(amend).command["corrections"].items():
            commands.setdefault(int(number), documents)
    return commands


def entries_by_number(season: Season, viewer: Viewer, numbers: Iterable[int]) -> dict[int, Any]:
    """Entries by number, as the viewer may see them."""
    return {entry.number: entry for entry in all_entries(season.pk, viewer).filter(number__in=sorted(numbers))}


def _render_corrections(
    season: Season,
    corrections: Mapping[int, Sequence[dict[str, Any]]],
    before: Mapping[int, Sequence[dict[str, Any]]],
    entry_bodies: Mapping[int, bodies.EntryBody],
    names: Names,
) -> list[RenderedCorrection]:
    return [
        render_correction(
            number,
            href=links.entry_url(season.pk, number),
            own=entry_bodies[number].command if number in entry_bodies else None,
            was=before[number],
            now=documents,
            names=names,
        )
        for number, documents in sorted(corrections.items())
    ]


def _followed(season: Season, outcomes: Mapping[int, AmendedBody]) -> dict[str, list[tuple[int, str]]]:
    """The entries with other facts and their addresses, by their commands in words."""
    followed: dict[str, list[tuple[int, str]]] = {}
    for number, outcome in outcomes.items():
        if outcome.standing == "followed" and outcome.given:
            followed.setdefault(command_words(outcome.given), []).append((number, links.entry_url(season.pk, number)))
    return followed


def _name_removed_things(names: Names, commands: Iterable[Mapping[str, Any]]) -> None:
    """Add names for things that an amend removed, from the commands that created them."""
    for command in commands:
        if command.get("kind") in ITEM_WORDS and "item" in command:
            names.items.setdefault(command["item"], command["kind"])
        for id_field, shelf in (("driver", names.drivers), ("car", names.cars)):
            if id_field in command and command.get("name"):
                shelf.setdefault(command[id_field], command["name"])


def _affected_command(
    season: Season, number: int, outcome: AmendedBody, entry_bodies: Mapping[int, bodies.EntryBody], names: Names
) -> AffectedCommand:
    """The outcome for a command; one that was sealed when the amend was written has only its number."""
    rendered = (
        render_command(entry_bodies[number].command, names) if outcome.given and number in entry_bodies else None
    )
    return AffectedCommand(
        number=number,
        href=links.entry_url(season.pk, number),
        command=rendered.name if rendered else "",
        said=", ".join(field.told.text for field in rendered.given[:MAX_FIELDS]) if rendered else "",
        outcome=OUTCOME_WORDS[outcome.standing],
        kind=outcome.standing,
        because=render_sentence(outcome.because, names),
        instead=tuple(render_command(command, names) for command in outcome.commands),
    )


def _dice_after_amend(season: Season, number: int) -> list[tuple[RenderedRoll, int, str]]:
    """Dice that the season threw by itself after an amend, with the entry they fell for."""
    rolls = rolls_after_amends(season, [number])[number]
    return [
        (render_roll(roll), entry_number, links.entry_url(season.pk, entry_number)) for entry_number, roll in rolls
    ]


def _new_dice(
    season: Season,
    outcomes: Mapping[int, AmendedBody],
    entry_bodies: Mapping[int, bodies.EntryBody],
    before: Sequence[Any],
) -> list[tuple[RenderedRoll, int, str]]:
    """Dice that no entry showed before, with the entry they fell for."""
    seen_rolls = {(roll.path, roll.faces) for body in entry_bodies.values() for roll in body.parsed_rolls()}
    previous = bodies.load_body(before[0].read_body).amended if before else None
    if previous is not None:
        seen_rolls |= {
            (roll.path, roll.faces) for amended in previous.retold.values() for roll in amended.parsed_rolls()
        }
    return [
        (render_roll(roll), entry_number, links.entry_url(season.pk, entry_number))
        for entry_number, outcome in outcomes.items()
        for roll in outcome.parsed_rolls()
        if (roll.path, roll.faces) not in seen_rolls
    ]
