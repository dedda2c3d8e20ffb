"""Renders facts: a sentence with links, money, dice, the table cell that was hit, and the rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from typing import Any

from explain import links
from explain.command_fields import AMEND_SUMMARIES, RenderedField, render_fields
from explain.names import Names, Segment
from explain.plain_words import switch_words, to_plain_words
from explain.printed_names import fact_field_words, seal_words, setting_lines
from explain.table_cells import table_cell_words
from journal.entry_body import AmendedBody, EntryBody
from league.access import CLOCK, SEASON_ITSELF, STEWARD
from league.dice_marks import MisreadMark, is_entered_by_hand, misread_marks_on
from rules.campaign.core.command import command_type
from rules.campaign.core.facts import BookedFact, Fact, SentencePart, field_types, sentence_parts, subject_fields
from rules.campaign.core.questionnaires import HOUSE_RULES
from rules.campaign.season.answers import AnswerGiven
from rules.core.dice import Roll
from rules.core.terms import ItemId, SponsorId

FIELDS_WITH_IDS: dict[str, tuple[str, ...]] = {
    "franchises": ("franchises",),
    "gives": ("drivers", "cars", "items"),
    "takes": ("drivers", "cars", "items"),
    "reason": ("drivers", "cars"),
}
"""Text fields of facts that contain ids, and the shelves of `Names` to look them up on."""
KIND_FIELD_OF_ID_TYPE: dict[object, str] = {ItemId: "item_kind", SponsorId: "sponsor_kind"}
"""Types of things that are called by their kind, and the field of a fact that has the kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedFact:
    """One fact as a page shows it. `amount` is in credits, None when no money moved."""

    stated: Fact
    pieces: tuple[Segment, ...]
    rule: str
    rolls: tuple[RenderedRoll, ...]
    cell: str
    amount: int | None
    franchise: str
    driver: str
    command: str = ""
    """The tag of the command that produced it, if it is not its entry's own."""
    fresh: bool = False
    """Whether an amend added it to its entry."""

    @property
    def sentence(self) -> str:
        """The words without their links."""
        return "".join(piece.text for piece in self.pieces)


AMEND_MARKS = {
    "corrected": "amended: corrected",
    "struck": "amended: struck",
    "lapsed": "amended: does not stand",
    "gave_way": "amended: gives way",
    "stood_in": "amended: stood in for",
    "followed": "amended",
}
"""The mark of an amended entry in a list, by its standing."""
COMMAND_NAMES = {
    "await_dice": "Dice are awaited",
    "close_hashes": "Hashes of words are closed",
    "drop_awaited": "Awaited dice are given up",
    "ready_match_dice": "The match can be played",
    "waive_beacon": "Go on without the beacon",
    "award_cup": "Award the Metal Cup",
    "close_season": "Close the season",
    "close_staff_keep": "Close the keeping of staff",
    "decide_repairs": "Decide on the cars",
    "draw_sponsors": "Draw the sponsors that leave",
    "lock_line_ups": "Lock the line-ups",
    "name_line_up": "Name a line-up",
    "open_draft": "Open the draft",
    "rank_table": "Rank the table",
    "roll_pre_match": "Roll before the match",
    "roll_world_trade": "Ask world trade",
}
"""Names of commands whose tags are not plain words."""
MATCH_ANNOUNCED = "match_announced"
"""The tag of the fact that a match was announced."""
STEP_REACHED, CLOSED_STEP = "season_step_reached", "closed"
"""The tag of the fact that a season reached a step, and the last step, which has no other name."""
IMPERSONAL_ACTORS = {SEASON_ITSELF: "the season itself", STEWARD: "standing orders", CLOCK: "the calendar"}
"""Actors that are not people, by the actor in their entries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedEntry:
    """An entry as a page shows it; a sealed one has only its number, time, seal and hash."""

    number: int
    href: str
    at: datetime
    hash: str
    digest: str = ""
    sealed_until: str = ""
    was_sealed: bool = False
    tag: str = ""
    command: str = ""
    summary: str = ""
    actor: str = ""
    on_behalf_of: str = ""
    reason: str = ""
    given: tuple[RenderedField, ...] = ()
    facts: tuple[RenderedFact, ...] = ()
    facts_left: int = 0
    """How many facts the page leaves out."""
    rolls: tuple[RenderedRoll, ...] = ()
    standing: str = ""
    """Its standing since it was amended, one of `Retold`'s; empty if it was not amended."""
    mark: str = ""
    """Its standing in a word or two."""
    comes_to: str = ""
    """The page with the effects of an amend."""
    typist: str = ""
    """Who entered faces for it by hand, "" if nobody did; `witness` watched."""
    witness: str = ""
    unapproved: bool = False
    """Whether it needed an approval that it did not get."""


def command_words(tag: str) -> str:
    """A command's tag in words: `accept_report` is "Accept report"."""
    return COMMAND_NAMES.get(tag) or tag.replace("_", " ").capitalize()


def render_fact(stated: Fact, names: Names) -> RenderedFact:
    """Render a fact as a sentence, with names for ids, printed names for tags and k for credits."""
    return RenderedFact(
        stated=stated,
        pieces=tuple(_capitalize_match(list(_segments(stated, names)))),
        rule=stated.rule,
        rolls=tuple(map(render_roll, stated.rolls)),
        cell=table_cell_words(stated),
        amount=stated.amount if isinstance(stated, BookedFact) else None,
        franchise=getattr(stated, "franchise", ""),
        driver=getattr(stated, "driver", ""),
    )


def lacks_kind(cls: type[Fact], field: str) -> bool:
    """Whether a fact has an item or a sponsor in that field without its kind."""
    kind = subject_fields(cls).get(field)
    beside = KIND_FIELD_OF_ID_TYPE.get(kind)
    return beside is not None and (beside not in field_types(cls) or field not in ("item", "sponsor"))


def _segments(stated: Fact, names: Names) -> Iterator[Segment]:
    kinds = subject_fields(type(stated))
    if stated.tag == STEP_REACHED and getattr(stated, "step", "") == CLOSED_STEP:
        yield Segment("The season is closed.")
        return
    for piece in _replace_ids_by_kinds(stated, list(sentence_parts(stated))):
        field, text = piece.field, piece.text
        if not field:
            yield Segment(text)
        elif field == "subject":
            yield names.driver_or_car(text)
        elif field == "switch":
            switch = getattr(stated, field)
            yield Segment(switch_words(switch), links.question_url(names.season, HOUSE_RULES, switch))
        elif field == "question" and isinstance(stated, AnswerGiven):
            page = links.question_url(names.season, stated.questionnaire, stated.question)
            yield Segment(to_plain_words(stated.question), page)
        elif field in kinds:
            yield names.segment(kinds[field], text)
        elif field == "because":
            yield Segment(to_plain_words(str(getattr(stated, field))))
        elif field in FIELDS_WITH_IDS and isinstance(getattr(stated, field), str):
            yield from names.segments_in(text, FIELDS_WITH_IDS[field])
        else:
            yield Segment(fact_field_words(stated, field, text))


def _capitalize_match(pieces: list[Segment]) -> list[Segment]:
    """Capitalize a sentence that begins with a match or a round."""
    if pieces and pieces[0].text.startswith(("match ", "round ")):
        pieces[0] = Segment(f"{pieces[0].text[0].upper()}{pieces[0].text[1:]}", pieces[0].href)
    return pieces


def _replace_ids_by_kinds(stated: Fact, parts: list[SentencePart]) -> list[SentencePart]:
    """Shorten `razors.i2 (Machinegun)` to `Machinegun`: an id does not help a reader."""
    kinds = subject_fields(type(stated))
    shortened: list[SentencePart] = []
    index = 0
    while index < len(parts):
        beside = KIND_FIELD_OF_ID_TYPE.get(kinds.get(parts[index].field))
        following = parts[index + 1 : index + 4]
        if (
            beside is not None
            and len(following) == 3
            and (following[0].text, following[1].field) == (" (", beside)
            and following[2].text.startswith(")")
        ):
            shortened += [following[1], SentencePart(following[2].text[1:])]
            index += 4
        else:
            shortened.append(parts[index])
            index += 1
    return shortened


def render_entry(
    entry: Any,
    body: EntryBody | None,
    names: Names,
    *,
    facts: Sequence[Fact],
    now: AmendedBody | None = None,
    with_rolls: bool = True,
) -> RenderedEntry:
    """Render an entry of `chain` with these of its facts; `body` is None if it is sealed.

    `now` is its amended body, if any; then `body` has the amended facts and rolls already.
    """
    href = links.entry_url(entry.season_id, entry.number)
    if body is None:
        return RenderedEntry(
            number=entry.number,
            href=href,
            at=entry.at,
            hash=entry.hash,
            sealed_until=seal_words(entry.seal, names.matches),
        )
    actor = actor_words(entry.read_actor, entry.read_role, entry.read_runs)
    settings = _settings_by_match((body.command,) if now is None or not now.commands else now.commands)
    return RenderedEntry(
        number=entry.number,
        href=href,
        at=entry.at,
        hash=entry.hash,
        digest=entry.read_digest,
        was_sealed=bool(entry.seal),
        tag=entry.read_command,
        command=command_words(entry.read_command),
        summary=AMEND_SUMMARIES.get(entry.read_command) or command_type(entry.read_command).summary,
        actor=actor,
        on_behalf_of=names.franchises.get(entry.read_owner, entry.read_owner),
        reason=entry.read_reason,
        given=tuple(render_fields(body.command, names)),
        facts=tuple(
            replace(_add_match_setting(render_fact(stated, names), settings), command=of)
            for stated, of in zip(facts, _commands_of_facts(entry, now, len(facts)), strict=True)
        ),
        facts_left=len(body.facts) - len(facts),
        rolls=tuple(map(render_roll, body.parsed_rolls())) if with_rolls else (),
        standing="" if now is None else now.standing,
        mark="" if now is None else AMEND_MARKS[now.standing],
        comes_to=links.amend_url(entry.season_id, entry.number) if entry.read_command in AMEND_SUMMARIES else "",
        typist=actor if (typist := body.typed.get("typist", "")) == entry.read_actor else typist,
        witness=body.typed.get("witness", ""),
        unapproved=body.lacks_approval(),
    )


def _settings_by_match(documents: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """The settings of the matches that these commands announce, by match."""
    plans = chain.from_iterable(
        (*document.get("matches", ()), document.get("plan"), document.get("again")) for document in documents
    )
    return {plan["match"]: plan.get("setting", {}) for plan in plans if plan}


def _add_match_setting(rendered: RenderedFact, settings: Mapping[str, Mapping[str, Any]]) -> RenderedFact:
    """Add the setting of an announced match to its fact, which does not have it."""
    if rendered.stated.tag != MATCH_ANNOUNCED:
        return rendered
    lines = setting_lines(settings.get(getattr(rendered.stated, "match", ""), {}))
    return replace(rendered, pieces=(*rendered.pieces, Segment(f" {', '.join(lines)}."))) if lines else rendered


def actor_words(actor: str, role: str, runs: str | None = "") -> str:
    """Who gave an entry, in words that everybody may read: a role, or an actor that is not a person.

    `runs` is the franchise of a commissioner who owns one, so that both roles are named.
    """
    known = IMPERSONAL_ACTORS.get(actor) or role or "a former member"
    return f"{known}, who owns {runs}" if runs else known


def _commands_of_facts(entry: Any, now: AmendedBody | None, most: int) -> list[str]:
    """The tag of the command behind each of the first facts; empty for the entry's own."""
    if now is None or not now.counts:
        return [""] * most
    tags = [command["type"] for command, times in zip(now.commands, now.counts, strict=True) for _ in range(times)]
    return ["" if tag == entry.read_command else tag for tag in tags[:most]]


@dataclass(frozen=True, slots=True)
class RenderedRoll:
    """Dice as they fell, and what they were for; the path identifies them for anybody who checks.

    Faces entered `by_hand` were thrown at a table, and only their typist vouches for them; `misread` are the dice of
    the path that were corrected later.
    """

    faces: tuple[int, ...]
    why: str
    path: str
    by_hand: bool = False
    misread: tuple[MisreadMark, ...] = ()


def render_roll(roll: Roll) -> RenderedRoll:
    """Render a roll, marked if its faces were entered by hand."""
    return RenderedRoll(
        roll.faces, roll.why, roll.path, by_hand=is_entered_by_hand(roll.path), misread=misread_marks_on(roll.path)
    )
