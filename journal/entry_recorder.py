"""The pen: performs one command after another and holds the entries they make until they are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from journal import chain
from journal import entry_body as bodies
from journal.amends.dice import made_up_key
from journal.approvals import NO_APPROVAL, Approval
from journal.dice.awaited import (
    AwaitedThrow,
    awaited_commands,
    beacon_round_for,
    is_blocked_by_dice,
    make_awaited_item,
    refuse_while_dice_awaited,
    set_awaited,
)
from journal.dice.fallen_faces import paths_read_by, set_aside_faces, unread_set_aside_paths
from journal.dice.leaf_allocation import (
    LEAF_FOR_ENTRY,
    NextLeaf,
    locked_matches,
    next_leaf,
    with_leaf,
    with_match_leaves,
)
from journal.dice.secret_hash_checks import refuse_other_secret_hash
from journal.transfer.permanent_ids import make_id_check
from league.access import CLOCK, SEASON_ITSELF, STEWARD
from league.models import Batch, Checkpoint, Entry, Season
from league.queries.season_leaves import awaits, dice_awaited_refusal, has_leaves
from league.queries.season_secrets import ring_of
from rules.campaign.core.awaited_dice import AwaitDice
from rules.campaign.core.codec import command_document, copy_season
from rules.campaign.core.command import Command, command_subjects, tag_of
from rules.campaign.core.dice_by_hand import DICE_BY_HAND, NOBODY
from rules.campaign.core.facts import Fact, subjects
from rules.campaign.core.season_json import season_bytes, season_digest
from rules.campaign.core.state import Season as SeasonState
from rules.campaign.match_day.line_ups import LineUpsLocked
from rules.campaign.play.perform import perform
from rules.core.dice import Dice, NeedsDice
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import MatchId

CHECKPOINT_EVERY = 40
"""Entries between two checkpoints: a replay of so many stays well under a second."""


@dataclass(frozen=True, slots=True)
class TypedFaces:
    """Faces from a real table, by path, with who typed them and who watched.

    With `own_alone` they are for the dice of the commands that were given, and what follows by itself throws the
    season's.
    """

    faces: Mapping[str, Sequence[int]]
    typist: str
    witness: str = ""
    own_alone: bool = False


@dataclass(frozen=True, slots=True)
class Attribution:
    """Who gives a batch: an opaque handle, on whose behalf, and why."""

    actor: str
    on_behalf_of: str = ""
    reason: str = ""


SEASON_ATTRIBUTION = Attribution(SEASON_ITSELF)


@dataclass(frozen=True, slots=True)
class RecordedEntry:
    """One entry as the person who asked is told it, and its row."""

    number: int
    command: dict[str, Any]
    facts: list[Fact]
    entry: Entry


@dataclass(slots=True)
class EntryRecorder:
    """What one batch is about to write; `row` moves on with every entry.

    `threw` says whether dice of the season's own fell on the way. `aside` are the rolls before a match that a command
    may read in the place of dice of its own (`unread_set_aside_paths`); None until the first command asks the tables.
    """

    row: Season
    batch: Batch
    at: datetime
    signature: Attribution
    typed: TypedFaces | None = None
    second: Approval = NO_APPROVAL
    words: str = ""
    """The words of whoever gives the batch, 64 hex digits, mixed into its dice; empty where there are none."""
    entries: list[Entry] = field(default_factory=list)
    told: list[RecordedEntry] = field(default_factory=list)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    typed_used: Counter[str] = field(default_factory=Counter)
    threw: bool = False
    aside: AbstractSet[str] | None = None
    short: bool = False
    """Whether the dice of whoever gives the batch are awaited for a few seconds alone (`is_short`)."""
    falling: AwaitedThrow | None = None
    """What the dice fall with, where they were awaited and fall now."""

    def perform(self, season: SeasonState, command: Command, *, by_itself: bool = False) -> None:
        """Perform a command on the season and hold its entry; where its dice are awaited, the one that awaits them.

        Raises `CommitmentStands`, `DiceAwaited`, and as the rules do.
        """
        command = command.with_seal_name(chain.seal_name(bytes.fromhex(self.row.secret), self.row.length + 1), season)
        if awaits(self.row) and self.falling is None:
            refuse_while_dice_awaited(self.row, command, at=self.at, since=self.batch.first)
        typed = usable_faces(self.typed, season, by_itself=by_itself)
        aside = unread_set_aside_paths(self.row) if self.aside is None else self.aside
        signed = SEASON_ATTRIBUTION if by_itself else self.signature
        words = "" if by_itself or not has_leaves(self.row) else self.words
        leaf = None if awaits(self.row) else next_leaf(self.row, words=words)
        dice = dice_for_command(self.row, season, typed, aside=aside, key=self._key(leaf))
        ids = make_id_check(self.row, season, command, actor=signed.actor)
        if self.falling is None and is_blocked_by_dice(self.row):
            self._refuse_thwarting(season, command, aside=aside)
        by_somebody = not by_itself and signed.actor not in (STEWARD, CLOCK)
        unapproved = by_somebody and self.second.is_missing(season, command)
        try:
            facts = perform(season, command, dice)
        except NeedsDice:
            if typed is not None or self.falling is not None or not awaits(self.row):
                raise
            self._refuse_whatever_falls(season, command, signed=signed, aside=aside)
            self.record_awaiting_dice(
                AwaitDice(given=command_document(command), round=self.beacon_round()),
                season,
                signed=signed,
                words=words,
                approved_by=self.second.approved_by if by_somebody else "",
                unapproved=unapproved,
            )
            return
        self.aside = aside - paths_read_by(facts) - {roll.path for roll in dice.log}
        self.threw = self.threw or (typed is None and bool(dice.new_paths()))
        ids.refuse_wrong_ids(season)
        refuse_other_secret_hash(command, secret_hash=self.row.secret_hash)
        by_hand = typed_faces_document(typed, dice)
        if by_hand:
            self.row.by_hand = {**self.row.by_hand, **dict.fromkeys(by_hand["faces"], self.row.length + 1)}
        self.typed_used.update({path: len(faces) for path, faces in by_hand.get("faces", {}).items()})
        body = bodies.make_body(command, facts, dice.log, by_hand, dice.reused_paths())
        approved_by = self.second.approved_by if by_somebody else ""
        body = replace(body, approved_by=approved_by, unapproved=unapproved, words=words)
        if leaf is not None and dice.has_drawn():
            body = with_leaf(body, self.row, leaf)
        if self.falling is not None and (dice.has_drawn() or not by_itself or not self.entries):
            body = with_dice_source(body, self.falling)
        if not awaits(self.row):
            body = with_match_leaves(
                body, self.row, (fact.match for fact in facts if isinstance(fact, LineUpsLocked))
            )
        self.record_entry(
            body,
            tag=tag_of(type(command)),
            seal=command.seal(season),
            subjects=dict.fromkeys((*command_subjects(command), *(id for fact in facts for id in subjects(fact)))),
            facts=facts,
            digest=season_digest(season),
            signed=signed,
        )
        if self.row.length % CHECKPOINT_EVERY == 0:
            self.record_checkpoint(season)

    def record_awaiting_dice(
        self,
        command: AwaitDice,
        season: SeasonState,
        *,
        signed: Attribution,
        words: str = "",
        approved_by: str = "",
        unapproved: bool = False,
    ) -> None:
        """Hold the entry that awaits the dice of a command, of an amend or of a match, and take its leaf."""
        row, number = self.row, self.row.length + 1
        facts = command.perform(season, Dice())
        body = bodies.make_body(command, facts, [])
        body = replace(body, words=words, approved_by=approved_by, unapproved=unapproved)
        if command.match:
            body = with_match_leaves(body, row, [command.match])
        else:
            body = replace(body, leaf=row.leaves)
            row.leaves += 1
        item = make_awaited_item(number, row.head, self.at, body, actor=signed.actor)
        self.record_entry(
            body,
            tag=tag_of(AwaitDice),
            subjects=dict.fromkeys((*command_subjects(command), *(id for fact in facts for id in subjects(fact)))),
            facts=facts,
            digest=season_digest(season),
            signed=signed,
        )
        set_awaited(row, [*row.awaited, item])

    def record_awaiting_matches(self, season: SeasonState) -> None:
        """Hold the entries that await the dice of matches that were locked, each once."""
        if awaits(self.row):
            for match in locked_matches(season):
                if match not in self.row.match_leaves:
                    self.record_awaiting_dice(
                        AwaitDice(match=MatchId(match), round=self.beacon_round()), season, signed=SEASON_ATTRIBUTION
                    )

    def beacon_round(self) -> int:
        """The round of the beacon that falls for what is written down now; 0 where words are revealed."""
        return beacon_round_for(self.row.dice, self.at, short=self.short)

    def _key(self, leaf: NextLeaf | None) -> bytes | None:
        if self.falling is not None:
            return self.falling.key(self.row.pk, LEAF_FOR_ENTRY)
        return leaf.key if leaf else None

    def _refuse_whatever_falls(
        self, season: SeasonState, command: Command, *, signed: Attribution, aside: AbstractSet[str]
    ) -> None:
        """Raise what the command would be refused for once its dice have fallen, however they fall."""
        tried = copy_season(season)
        ids = make_id_check(self.row, tried, command, actor=signed.actor)
        key = made_up_key(self.row.pk, self.row.length + 1, 0)
        perform(tried, command, Dice(onward=key, fallen=set_aside_faces(self.row), aside=aside))
        ids.refuse_wrong_ids(tried)
        refuse_other_secret_hash(command, secret_hash=self.row.secret_hash)

    def _refuse_thwarting(self, season: SeasonState, command: Command, *, aside: AbstractSet[str]) -> None:
        """Raise `DiceAwaited` for what would make illegal what awaits its dice: nobody calls a known throw off.

        A command that is refused by itself is left to that.
        """

        def dice() -> Dice:
            key = made_up_key(self.row.pk, self.row.length + 1, 0)
            return Dice(onward=key, fallen=set_aside_faces(self.row), aside=aside)

        tried = copy_season(season)
        try:
            perform(tried, command, dice())
        except Refusal:
            return
        try:
            for awaited_command in awaited_commands(self.row):
                perform(tried, awaited_command, dice())
        except Refusal:
            raise dice_awaited_refusal(next(each for each in self.row.awaited if not each["match"])) from None

    def record_checkpoint(self, season: SeasonState) -> None:
        """Hold a checkpoint of the season as it is after the last entry."""
        kept = bodies.compress(season_bytes(season))
        self.checkpoints.append(
            Checkpoint(season=self.row, number=self.row.length, digest=self.row.digest, state=kept)
        )

    def used_typed_faces(self) -> TypedFaces | None:
        """The faces by hand that were used for what was performed so far, and no others."""
        if self.typed is None:
            return None
        used = {path: list(self.typed.faces[path])[:count] for path, count in self.typed_used.items()}
        return replace(self.typed, faces=used)

    def record_entry(
        self,
        body: bodies.EntryBody,
        *,
        tag: str,
        seal: str = "",
        subjects: Iterable[str],
        facts: list[Fact],
        digest: str,
        signed: Attribution,
    ) -> None:
        """Hold an entry as the next one; `digest` is that of the state after it."""
        row, number, text = self.row, self.row.length + 1, bodies.serialize_body(body)
        salt = chain.salt_of(bytes.fromhex(row.secret), number)
        content = chain.content_hash(salt=salt, body=text, digest=digest)
        reason = chain.reason_hash(salt=salt, reason=signed.reason)
        link = chain.entry_hash(
            season=row.pk,
            number=number,
            previous=row.head,
            actor=signed.actor,
            on_behalf_of=signed.on_behalf_of,
            reason_hash=reason,
            at=self.at,
            seal=seal,
            content_hash=content,
        )
        entry = Entry(
            season=row,
            number=number,
            batch=self.batch,
            command=tag,
            subjects=list(subjects),
            actor=signed.actor,
            on_behalf_of=signed.on_behalf_of,
            reason=signed.reason,
            reason_hash=reason,
            at=self.at,
            body=bodies.compress(text),
            seal=seal,
            salt=salt,
            content_hash=content,
            digest=digest,
            previous=row.head,
            hash=link,
        )
        self.entries.append(entry)
        self.told.append(RecordedEntry(number, body.command, facts, entry))
        row.length, row.head, row.digest = number, link, digest


def usable_faces(typed: TypedFaces | None, season: SeasonState, *, by_itself: bool) -> TypedFaces | None:
    """The faces that may be used for a command on a season as it stands before it.

    None where the season throws its own dice by then, though it did not when the batch began, and of an owner's none
    for what follows `by_itself`.
    """
    if typed is None or season.setting(DICE_BY_HAND) == NOBODY or (typed.own_alone and by_itself):
        return None
    return typed


def with_dice_source(body: bodies.EntryBody, falling: AwaitedThrow) -> bodies.EntryBody:
    """The body of an entry whose dice were awaited, with what they fell by."""
    if falling.leaf:
        return replace(body, source=falling.source, leaf=falling.index, opened=falling.leaf.hex())
    return replace(body, source=falling.source)


def dice_for_command(
    row: Season, season: SeasonState, typed: TypedFaces | None, *, aside: AbstractSet[str], key: bytes | None = None
) -> Dice:
    """The dice of a command on a season as it stands: the season's own, or else faces that were typed in.

    Its own are those of the `key` in a season that has leaves, and none there are without one. What fell on a path
    before an amend set it aside falls again, and what lies `aside` may be read.
    """
    leaves = has_leaves(row)
    return Dice(
        None if leaves else ring_of(row, {match.id: match.words for match in season.matches.values()}),
        onward=key if leaves else None,
        loaded=None if typed is None else typed.faces,
        fallen=set_aside_faces(row),
        by_hand=typed is not None,
        aside=aside,
    )


def refuse_unused_batch_faces(typed: TypedFaces | None, used: Mapping[str, int]) -> None:
    """Raise `Malformed` when more faces were typed in than were `used` of each path."""
    for path, faces in sorted(typed.faces.items() if typed else ()):
        if used.get(path, 0) != len(faces):
            why = " by your own commands" if typed and typed.own_alone else ""
            raise Malformed(
                f"{path} was given {len(faces)} faces and threw {used.get(path, 0)}{why}: leave the others out."
            ).at("typed", "faces", path)


def typed_faces_document(typed: TypedFaces | None, dice: Dice) -> dict[str, Any]:
    """What an entry says of faces that were typed in for it: none for a path that had fallen before."""
    if typed is None:
        return {}
    again, faces = set(dice.reused_paths()), dict[str, list[int]]()
    for roll in dice.log:
        if roll.path not in again:
            faces.setdefault(roll.path, []).extend(roll.faces)
    return {"faces": faces, "typist": typed.typist, "witness": typed.witness} if faces else {}
