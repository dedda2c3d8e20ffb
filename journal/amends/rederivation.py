"""Rederives a season under corrections: performs every entry again and keeps those that are refused.

It is pure: the same start, steps, corrections and key always yield the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from journal.amends.timeline import OUT_STANDINGS, TimelineEntry
from journal.entry_body import AmendedBody
from rules.campaign.commissioner.amend_substitutes import MatchProgress, substitutes_for
from rules.campaign.core import dice_by_hand
from rules.campaign.core.codec import command_document, command_from_document, copy_season, fact_document
from rules.campaign.core.command import PUBLIC_READER, Command, RefusedUnderSeal, command_subjects, tag_of
from rules.campaign.core.facts import Fact
from rules.campaign.core.state import Season
from rules.campaign.core.visible_state import hide_under_seal
from rules.campaign.market.shopping import SettleMatch
from rules.campaign.match_day.line_ups import LockLineUps, NameLineUp
from rules.campaign.match_day.pre_match_dice import is_pre_match, reused_roll_path
from rules.campaign.match_day.repairs import DecideRepairs
from rules.campaign.match_day.reports import AcceptReport
from rules.campaign.match_day.settlement import CloseSettlement
from rules.campaign.play.due_commands import due_commands
from rules.campaign.play.perform import perform
from rules.campaign.steward.proposed_ids import Proposal, proposals
from rules.core.canonical_json import without_defaults
from rules.core.dice import Dice, FaceFallen, FaceImpossible, Roll
from rules.core.refusals import Refusal

ONCE_PER_MATCH_COMMANDS = (NameLineUp, LockLineUps, AcceptReport, DecideRepairs, CloseSettlement, SettleMatch)
"""Commands given once for a match, or for a franchise in it: a refused one is not substituted if given again."""


class CorrectionRefused(Refusal):
    """The rules refuse a command of the amend, given the season as it was at the entry that it replaces."""


@dataclass(slots=True)
class PerformedEntry:
    """What is in effect at a number now: each command with its facts, all rolls, and the paths with new faces."""

    pieces: list[tuple[Command, list[Fact]]] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    new: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class LastAmend:
    """The last amend of a season that is rederived unchanged, and the entries that are out since."""

    last: int
    out: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RederivationContext:
    """What a rederivation runs under.

    `number` is this amend's entry, `corrections` are all those in force, and `own` the entries that this amend
    corrects. `retold` has the amended bodies from before it, and `out` the entries that were not in effect after each
    earlier amend. `dice` makes the dice of a step.
    """

    number: int
    corrections: Mapping[int, Sequence[Mapping[str, Any]]]
    own: AbstractSet[int] = frozenset()
    retold: Mapping[int, AmendedBody] = field(default_factory=dict)
    out: Sequence[tuple[int, frozenset[int]]] = ()
    dice: Callable[[TimelineEntry, Mapping[str, str], AbstractSet[str]], Dice]
    shut: AbstractSet[int] = frozenset()
    """The entries that are still sealed: they must not change anything that everybody may see."""
    seen: bool = False
    """Whether it runs on the public view, without the content of those entries."""
    law: int = 0
    """The version of the derivation rules it uses, 0 for amends of earlier releases."""
    said: Mapping[int, Sequence[Sequence[Mapping[str, Any]]]] = field(default_factory=dict)
    """Every correction made before this amend, by entry number."""
    trial: Sequence[Callable[[TimelineEntry, Mapping[str, str], AbstractSet[str]], Dice]] = ()
    """Dice to try rederivations with, the last of which never run out; empty if `dice` never run out either."""
    stands: LastAmend | None = None
    """Set when a season is rederived unchanged; None when an amend is derived."""
    watched: int = 0
    """The number of the entry before which a copy of the season is kept."""
    ids: AbstractSet[str] = frozenset()
    """The ids of everything that existed before it: none is proposed for what a correction creates."""
    fell: AbstractSet[str] = frozenset()
    """The paths of all faces that fell before it."""
    to_the_end: bool = False
    """Whether to perform what the season does by itself after the last step, too."""

    def entries_out_before(self, number: int) -> frozenset[int]:
        """The entries that were not in effect when that entry was given."""
        return next((entries for amend, entries in reversed(self.out) if amend < number), frozenset())


@dataclass(frozen=True, slots=True)
class Exclusions:
    """What a rederivation leaves out.

    `aside` maps entries to the newer decision they give way to. `gone` are entries that followed earlier amends by
    themselves and went with their cause.
    """

    aside: Mapping[int, int] = field(default_factory=dict)
    gone: frozenset[int] = frozenset()


@dataclass(slots=True)
class Rederivation:
    """The resulting season, the amended bodies of entries, and what was performed at each number."""

    season: Season
    retold: dict[int, AmendedBody] = field(default_factory=dict)
    performed: dict[int, PerformedEntry] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)
    fallen: dict[int, str] = field(default_factory=dict)
    """Why still sealed entries are not in effect as given; nobody else may see that."""
    proposed: list[tuple[int, Proposal]] = field(default_factory=list)
    """The proposed ids for everything that this amend's corrections create, with entry numbers."""
    kept: dict[int, frozenset[str]] = field(default_factory=dict)
    """The ids that the former commands at those numbers gave to things whose ids are proposed."""
    undeclared: list[int] = field(default_factory=list)
    """The entries with hand-entered faces at which the season now throws its own dice."""
    following: PerformedEntry = field(default_factory=PerformedEntry)
    """What the season did by itself after the last step, which is in no entry yet."""
    before: Season | None = None
    """The season before the watched entry."""

    def stands_at(self, number: int) -> bool:
        """Whether any command is in effect at a number."""
        return bool(self.performed[number].pieces)

    def all_performed(self) -> Iterator[PerformedEntry]:
        """What was performed at every number, and what followed at the end."""
        yield from self.performed.values()
        yield self.following

    def unread_set_aside_paths(self, fallen: AbstractSet[str]) -> frozenset[str]:
        """The pre-match paths among those in `fallen` whose rolls nothing in the rederivation shows or reads."""
        found = {path for path in fallen if is_pre_match(path)}
        for performed in self.all_performed() if found else ():
            found.difference_update(roll.path for roll in performed.rolls)
            found.difference_update(reused_roll_path(fact) for _, facts in performed.pieces for fact in facts)
        return frozenset(found)


class RederivationRun:
    """One run through the steps, leaving out the exclusions."""

    def __init__(
        self,
        season: Season,
        steps: Sequence[TimelineEntry],
        amending: RederivationContext,
        without: Exclusions,
        *,
        trial: int | None = None,
    ) -> None:
        self.steps, self.amending, self.aside, self.gone = steps, amending, without.aside, without.gone
        self.dice = amending.dice if trial is None else amending.trial[trial]
        self.course = Rederivation(season)
        self.last = steps[0]
        """The step performed last; what is due after it is recorded with it."""
        self.until = amending.number if amending.stands is None else amending.stands.last
        self.past: dict[int, MatchProgress] = {}
        self.failed: tuple[Command, Season] | None = None
        """The command refused last, and the season at that point."""

    def run(self) -> Rederivation:
        """Perform every step in order, and what is due between them if it has no entry of its own."""
        for index, step in enumerate(self.steps):
            if step.number == self.amending.watched:
                self.course.before = copy_season(self.course.season)
            self._take(step)
            if self.course.performed[step.number].pieces:
                self.last = step
            following = self.steps[index + 1] if index + 1 < len(self.steps) else None
            if following is not None and not following.by_itself:
                self._perform_due(self.last, self.course.performed[self.last.number])
        for step in self.steps:
            self._record_standing(step)
        if self.amending.to_the_end:
            self._perform_due(self.last, self.course.following)
        return self.course

    def _take(self, step: TimelineEntry) -> None:
        performed = self.course.performed[step.number] = PerformedEntry()
        if step.number in self.amending.own:
            self.course.kept[step.number] = self._ids_of(step)
        if step.number in self.aside:
            return
        if step.body.typed and self.course.season.setting(dice_by_hand.DICE_BY_HAND) == dice_by_hand.NOBODY:
            self.course.undeclared.append(step.number)
        corrected = self.amending.corrections.get(step.number)
        if corrected is not None:
            self._correct(step, [command_from_document(dict(document)) for document in corrected], performed)
            return
        shut = step.number in self.amending.shut
        if shut and self.amending.seen:
            self._perform_public_part(step, performed)
            return
        try:
            self._perform(step, step.command, performed)
        except (FaceFallen, FaceImpossible):
            raise
        except Refusal as refusal:
            if shut:
                self.course.fallen[step.number] = refusal.sentence
                self._perform_public_part(step, performed)
            else:
                self._stand_in(step, refusal, performed)

    def _correct(self, step: TimelineEntry, commands: Sequence[Command], performed: PerformedEntry) -> None:
        try:
            self._perform_all_or_none(step, commands, performed)
        except (FaceFallen, FaceImpossible):
            raise
        except Refusal as refusal:
            if step.number in self.amending.own and not self._was_corrected_before(step.number):
                raise self._refusal(step, refusal).at("corrections", step.number) from refusal
            self.course.refused[step.number] = refusal.sentence

    def _ids_of(self, step: TimelineEntry) -> frozenset[str]:
        """The ids that the former commands at a step gave to things whose ids are proposed."""
        before = self.amending.retold.get(step.number)
        standing = [step.body.command] if before is None else before.commands
        season = self.course.season
        return frozenset(
            proposal.given for document in standing for proposal in proposals(season, command_from_document(document))
        )

    def _refusal(self, step: TimelineEntry, refusal: Refusal) -> Refusal:
        """The refusal of a correction; if only sealed content refuses it, the refusal reveals nothing about that."""
        if not self.amending.shut or self.amending.seen or self.failed is None:
            return CorrectionRefused(f"What is to stand at entry {step.number} is refused: {refusal.sentence}")
        command, season = self.failed
        answer: RefusedUnderSeal = command.sealed_refusal(season, PUBLIC_READER)
        answer.about = f"{tag_of(type(command))} {getattr(command, 'match', '')}".strip()
        return answer

    def _perform_public_part(self, step: TimelineEntry, performed: PerformedEntry) -> None:
        """Perform only the public part of a sealed entry, or nothing if that is refused."""
        fallen = step.command.amend_placeholder()
        if fallen is None:
            return
        try:
            self._perform(step, fallen, performed)
        except Refusal as refusal:
            self.course.fallen.pop(step.number, None)
            self.course.refused[step.number] = refusal.sentence
            return
        if self.amending.seen:
            hide_under_seal(self.course.season, fallen)

    def _stand_in(self, step: TimelineEntry, refusal: Refusal, performed: PerformedEntry) -> None:
        self.course.refused[step.number] = refusal.sentence
        if self._stays_out(step):
            return
        with suppress(Refusal):
            self._perform_all_or_none(
                step, substitutes_for(self.course.season, step.command, refusal, past=self._past_of(step)), performed
            )

    def _stays_out(self, step: TimelineEntry) -> bool:
        """Whether a refused entry gets no substitute: it went with its cause, or was given again later."""
        amending = self.amending
        if amending.stands is not None:
            return step.number in amending.stands.out
        return bool(amending.law) and (step.number in self.gone or self._is_given_again(step))

    def _is_given_again(self, step: TimelineEntry) -> bool:
        """Whether a later entry has the same kind of command for the same subjects."""
        own_command, later = step.command, (other.command for other in self.steps if other.number > step.number)
        return isinstance(own_command, ONCE_PER_MATCH_COMMANDS) and any(
            type(command) is type(own_command) and command_subjects(command) == command_subjects(own_command)
            for command in later
        )

    def _past_of(self, step: TimelineEntry) -> MatchProgress:
        """How far matches had come when an entry lapsed, or before this amend if it had not lapsed."""
        before = self.amending.retold.get(step.number)
        lapsed = self.amending.law and before is not None and before.standing in OUT_STANDINGS
        until = before.since if before is not None and lapsed else self.until
        if until not in self.past:
            self.past[until] = _past(self.steps, self.amending.retold, self.gone, until=until)
        return self.past[until]

    def _was_corrected_before(self, number: int) -> bool:
        """Whether an earlier amend made the same correction; if so it may lapse, as an original command may."""
        amending = self.amending
        earlier = map(list, amending.said.get(number, ()))
        return bool(amending.law) and list(amending.corrections[number]) in list(earlier)

    def _perform_all_or_none(
        self, step: TimelineEntry, commands: Sequence[Command], performed: PerformedEntry
    ) -> None:
        """Perform commands in order, and what is due in between if the next command needs it."""
        before = copy_season(self.course.season)
        try:
            for command in commands:
                try:
                    self._perform(step, command, performed)
                except Refusal:
                    self.failed = command, self.course.season
                    if not (performed.pieces and due_commands(self.course.season)):
                        raise
                    self._perform_due(step, performed)
                    self._perform(step, command, performed)
        except Refusal:
            self.course.season = before
            performed.pieces.clear()
            performed.rolls.clear()
            performed.new.clear()
            raise

    def _perform(self, step: TimelineEntry, command: Command, performed: PerformedEntry) -> None:
        dice = self._dice(step, at_the_end=performed is self.course.following)
        corrects = step.number in self.amending.own and performed is not self.course.following
        if corrects and self.amending.seen:
            command.refuse_if_sealed(self.course.season, PUBLIC_READER)
        proposed = proposals(self.course.season, command, besides=self.amending.ids) if corrects else []
        facts = perform(self.course.season, command, dice)
        self.course.proposed += [(step.number, proposal) for proposal in proposed]
        performed.pieces.append((command, facts))
        performed.rolls += dice.log
        performed.new += dice.new_paths()

    def _perform_due(self, step: TimelineEntry, performed: PerformedEntry) -> None:
        """Perform what is due and has no entry of its own."""
        while following := due_commands(self.course.season):
            self._perform(step, following[0], performed)

    def _dice(self, step: TimelineEntry, *, at_the_end: bool) -> Dice:
        """The dice of a step: an entry may read the set-aside paths it once read, what follows at the end all."""
        aside = self.course.unread_set_aside_paths(self.amending.fell if at_the_end else frozenset(step.body.again))
        return self.dice(step, {match.id: match.words for match in self.course.season.matches.values()}, aside)

    def _record_standing(self, step: TimelineEntry) -> None:
        """Record the amended body of a step if it differs from its own body."""
        performed, course = self.course.performed[step.number], self.course
        if self.amending.seen and step.number in self.amending.shut:
            return
        commands = [command_document(command) for command, _ in performed.pieces]
        facts = [fact_document(fact) for _, piece in performed.pieces for fact in piece]
        rolls = [without_defaults(roll) for roll in performed.rolls]
        if (commands, facts, rolls) == ([step.body.command], step.body.facts, step.body.rolls):
            return
        standing, because = self._standing(step, commands)
        before = self.amending.retold.get(step.number)
        since = before.since if before is not None and before.standing == standing else self.amending.number
        body = AmendedBody(
            standing=standing,
            since=since,
            given=str(step.body.command["type"]),
            because=because,
            commands=commands,
            facts=facts,
            rolls=rolls,
            counts=[len(piece) for _, piece in performed.pieces],
        )
        course.retold[step.number] = body

    def _standing(self, step: TimelineEntry, commands: list[dict[str, Any]]) -> tuple[str, str]:
        number = step.number
        if number in self.aside:
            return "gave_way", f"a newer decision stands (entry {self.aside[number]})"
        sentence = self.course.refused.get(number) or self.course.fallen.get(number)
        if sentence is not None:
            return ("stood_in" if commands else "lapsed"), sentence
        if number in self.amending.corrections:
            return ("corrected" if self.amending.corrections[number] else "struck"), ""
        return "followed", ""


def _past(
    steps: Iterable[TimelineEntry], retold: Mapping[int, AmendedBody], gone: AbstractSet[int], *, until: int
) -> MatchProgress:
    """How far matches had come before an entry, by original and amended commands, except entries that are gone."""
    matches: dict[type[Command], set[str]] = {AcceptReport: set(), CloseSettlement: set(), SettleMatch: set()}
    commands = [step.command for step in steps if step.number < until and step.number not in gone]
    past = (retelling for number, retelling in retold.items() if number < until and number not in gone)
    for command in (
        *commands,
        *(command_from_document(document) for retelling in past for document in retelling.commands),
    ):
        if type(command) in matches:
            matches[type(command)].add(getattr(command, "match", ""))
    reported, reckoned, settled = (frozenset(ids) for ids in matches.values())
    return MatchProgress(reported=reported, reckoned=reckoned, settled=settled)
