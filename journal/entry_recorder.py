"""The entry recorder: performs commands in order and collects their entries until they are written."""

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
from rules.campaign.core.codec import command_document, copy_season, season_bytes, season_digest
from rules.campaign.core.command import Command, command_subjects, tag_of
from rules.campaign.core.dice_by_hand import DICE_BY_HAND, NOBODY
from rules.campaign.core.facts import Fact, subjects
from rules.campaign.core.state import Season as SeasonState
from rules.campaign.match_day.line_ups import LineUpsLocked
from rules.campaign.play.perform import perform
from rules.core.dice import Dice, NeedsDice
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import MatchId

CHECKPOINT_EVERY = 40
"""Entries between two checkpoints: replaying that many takes well under a second."""


@dataclass(frozen=True, slots=True)
class TypedFaces:
    """Faces from a real table, by path, with typist and witness.

    If `own_alone`, they are only for the given commands, and what follows by itself throws the season's own dice.
    """

    faces: Mapping[str, Sequence[int]]
    typist: str
    witness: str = ""
    own_alone: bool = False


@dataclass(frozen=True, slots=True)
class Attribution:
    """Who gives a batch: a handle, the franchise they act for, and the reason."""

    actor: str
    on_behalf_of: str = ""
    reason: str = ""


SEASON_ATTRIBUTION = Attribution(SEASON_ITSELF)


@dataclass(frozen=True, slots=True)
class RecordedEntry:
    """One entry as it is reported to its giver, and its row."""

    number: int
    command: dict[str, Any]
    facts: list[Fact]
    entry: Entry


@dataclass(slots=True)
class EntryRecorder:
    """Collects what one batch will write; `row` is updated with every entry.

    `threw` is whether the season's own dice fell. `aside` are the paths of pre-match rolls that a command may reuse
    instead of throwing (`unread_set_aside_paths`); None until the first command loads them.
    """

    row: Season
    batch: Batch
    at: datetime
    signature: Attribution
    typed: TypedFaces | None = None
    second: Approval = NO_APPROVAL
    words: str = ""
    """The giver's words, 64 hex digits, mixed into the dice of the batch; empty if there are none."""
    entries: list[Entry] = field(default_factory=list)
    told: list[RecordedEntry] = field(default_factory=list)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    typed_used: Counter[str] = field(default_factory=Counter)
    threw: bool = False
    aside: AbstractSet[str] | None = None
    short: bool = False
    """Whether the dice of the batch are awaited for only a few seconds (`has_short_delay`)."""
    falling: AwaitedThrow | None = None
    """What awaited dice fall with, if they fall in this batch."""

    def perform(self, season: SeasonState, command: Command, *, by_itself: bool = False) -> None:
        """Perform a command and record its entry, or an entry that awaits its dice.

        Raises `CommitmentStands`, `DiceAwaited`, and what the rules raise.
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
        """Record the entry that awaits the dice of a command, an amend or a match, and take its leaf."""
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
        """Record an entry that awaits dice for every locked match that has none yet."""
        if awaits(self.row):
            for match in locked_matches(season):
                if match not in self.row.match_leaves:
                    self.record_awaiting_dice(
                        AwaitDice(match=MatchId(match), round=self.beacon_round()), season, signed=SEASON_ATTRIBUTION
                    )

    def beacon_round(self) -> int:
        """The beacon round for an entry written now; 0 in a season where members reveal words."""
        return beacon_round_for(self.row.dice, self.at, short=self.short)

    def _key(self, leaf: NextLeaf | None) -> bytes | None:
        if self.falling is not None:
            return self.falling.key(self.row.pk, LEAF_FOR_ENTRY)
        return leaf.key if leaf else None

    def _refuse_whatever_falls(
        self, season: SeasonState, command: Command, *, signed: Attribution, aside: AbstractSet[str]
    ) -> None:
        """Try the command with made-up dice, to raise now what would refuse it once its dice have fallen."""
        trial = copy_season(season)
        ids = make_id_check(self.row, trial, command, actor=signed.actor)
        key = made_up_key(self.row.pk, self.row.length + 1, 0)
        perform(trial, command, Dice(onward=key, fallen=set_aside_faces(self.row), aside=aside))
        ids.refuse_wrong_ids(trial)
        refuse_other_secret_hash(command, secret_hash=self.row.secret_hash)

    def _refuse_thwarting(self, season: SeasonState, command: Command, *, aside: AbstractSet[str]) -> None:
        """Raise `DiceAwaited` if a command would make one illegal that awaits its dice: nobody cancels a throw.

        A command that the rules refuse anyway is not checked.
        """

        def dice() -> Dice:
            key = made_up_key(self.row.pk, self.row.length + 1, 0)
            return Dice(onward=key, fallen=set_aside_faces(self.row), aside=aside)

        trial = copy_season(season)
        try:
            perform(trial, command, dice())
        except Refusal:
            return
        try:
            for awaited_command in awaited_commands(self.row):
                perform(trial, awaited_command, dice())
        except Refusal:
            raise dice_awaited_refusal(next(item for item in self.row.awaited if not item["match"])) from None

    def record_checkpoint(self, season: SeasonState) -> None:
        """Record a checkpoint of the season after the last entry."""
        state = bodies.compress(season_bytes(season))
        self.checkpoints.append(
            Checkpoint(season=self.row, number=self.row.length, digest=self.row.digest, state=state)
        )

    def used_typed_faces(self) -> TypedFaces | None:
        """The hand-entered faces that were used so far."""
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
        """Record the next entry; `digest` is that of the state after it."""
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
    """The faces that may be used for a command, given the season before it.

    None if the season throws its own dice by then, though it did not when the batch began. An owner's faces are not
    used for what follows `by_itself`.
    """
    if typed is None or season.setting(DICE_BY_HAND) == NOBODY or (typed.own_alone and by_itself):
        return None
    return typed


def with_dice_source(body: bodies.EntryBody, falling: AwaitedThrow) -> bodies.EntryBody:
    """Add the source of its awaited dice to the body of an entry."""
    if falling.leaf:
        return replace(body, source=falling.source, leaf=falling.index, opened=falling.leaf.hex())
    return replace(body, source=falling.source)


def dice_for_command(
    row: Season, season: SeasonState, typed: TypedFaces | None, *, aside: AbstractSet[str], key: bytes | None = None
) -> Dice:
    """The dice of a command: the season's own, or faces that were typed in.

    In a season with leaves its own dice come from the `key`, and there are none without it. Faces that an amend set
    aside fall again on their paths, and those `aside` may be reused.
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
    """Raise `Malformed` unless exactly the typed faces of each path were `used`."""
    for path, faces in sorted(typed.faces.items() if typed else ()):
        if used.get(path, 0) != len(faces):
            by_whom = " by your own commands" if typed and typed.own_alone else ""
            raise Malformed(
                f"{path} was given {len(faces)} faces and threw {used.get(path, 0)}{by_whom}: leave the others out."
            ).at("typed", "faces", path)


def typed_faces_document(typed: TypedFaces | None, dice: Dice) -> dict[str, Any]:
    """The typed faces that an entry records, except those of paths that had fallen before."""
    if typed is None:
        return {}
    reused, faces = set(dice.reused_paths()), dict[str, list[int]]()
    for roll in dice.log:
        if roll.path not in reused:
            faces.setdefault(roll.path, []).extend(roll.faces)
    return {"faces": faces, "typist": typed.typist, "witness": typed.witness} if faces else {}
