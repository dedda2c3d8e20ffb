"""A batch must not reveal how its dice would fall: once somebody sees dice, their results stay.

A batch is performed as a whole or not at all. Suppose a command after a throw is legal only if the dice fall well:
its refusal would reveal the dice before they fall for good. So a batch that throws before its last command is first
played several times with made-up dice. If the outcomes differ, it is refused with `HangsOnDice`. If all plays refuse
it alike, it is refused for that reason, and the season's dice are not touched. In the rare case that all plays accept
it and the season's own dice do not, the commands before the refused one are kept with their dice, and the rest is
left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from journal.amends.dice import made_up_key
from journal.dice.fallen_faces import set_aside_faces, unread_set_aside_paths
from journal.entry_recorder import TypedFaces, refuse_unused_batch_faces, typed_faces_document, usable_faces
from journal.transfer.permanent_ids import IdCheck, make_id_check
from league.models import Season
from rules.campaign.core import state
from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import Command, Reader
from rules.campaign.play.due_commands import perform_due_commands
from rules.campaign.play.perform import perform_as_reader
from rules.core.dice import Dice
from rules.core.refusals import Refusal, refusals_at_place

PLAYS = 6
"""How many plays with made-up dice a batch gets if it throws before its last command."""


class HangsOnDice(Refusal):
    """Whether a batch or amend is accepted, or why it is refused, depends on dice that it throws itself."""


class DiceHadFallen(Exception):
    """A batch was refused after dice fell for earlier commands: those, and no others, must be performed.

    `stand` is their number, `refusal` the refusal after them, `typed` the hand-entered faces that they used.
    """

    def __init__(self, stand: int, refusal: Refusal, typed: TypedFaces | None) -> None:
        super().__init__(refusal.sentence)
        self.stand, self.refusal, self.typed = stand, refusal, typed


@dataclass(frozen=True, slots=True)
class SkippedCommands:
    """The part of a batch that was skipped because it was refused after dice had fallen for the commands before.

    `stand` is how many of its commands were performed, and `refusal` is the refusal of the next one; None when a
    stored batch is answered again, since refusals are not stored.
    """

    stand: int
    refusal: Refusal | None = None

    @property
    def sentence(self) -> str:
        """The result in words, for the giver."""
        outcome = "The first command stands" if self.stand == 1 else f"The first {self.stand} commands stand"
        reason = "." if self.refusal is None else f": {self.refusal.sentence}"
        return f"{outcome}, because dice fell for what was asked. What came after was refused and is not done{reason}"


@dataclass(frozen=True, slots=True)
class _Play:
    """The result of a batch with made-up dice: its refusal, and whether dice fell before its last command."""

    refusal: Refusal | None
    early: bool

    @property
    def fate(self) -> tuple[int | None, str, str] | None:
        """What the giver would see of a refusal: its place, code and sentence; None if there is none."""
        refusal = self.refusal
        return None if refusal is None else (refusal.place, refusal.code, refusal.sentence)


def refuse_dice_dependent_batch(
    row: Season,
    season: state.Season,
    commands: Sequence[Command],
    *,
    reader: Reader,
    actor: str,
    typed: TypedFaces | None = None,
) -> None:
    """Raise the refusal of a batch that is refused however dice fall, or `HangsOnDice` if that depends on them.

    `season` is the state visible to the reader; it changes only if the batch is a single command. None of the
    season's own dice are thrown; `typed` faces are used in every play.
    """
    keys = [made_up_key(row.pk, row.length + 1, play) for play in range(PLAYS)]
    fallen, aside = set_aside_faces(row), unread_set_aside_paths(row)

    def played(key: bytes) -> _Play:
        earlier: list[Dice] = []

        def dice(typed_faces: TypedFaces | None) -> Dice:
            remaining = aside.difference(*(thrown.reused_paths() for thrown in earlier))
            faces = typed_faces.faces if typed_faces else None
            earlier.append(
                Dice(fallen=fallen, onward=key, loaded=faces, by_hand=typed_faces is not None, aside=remaining)
            )
            return earlier[-1]

        def ids(trial: state.Season, command: Command) -> IdCheck:
            return make_id_check(row, trial, command.with_seal_name("", trial), actor=actor)

        trial = copy_season(season) if len(commands) > 1 else season
        return _run_trial(trial, commands, dice=dice, ids=ids, typed=typed, reader=reader)

    first = played(keys[0])
    if first.early:
        others = map(played, keys[1:])
        if any(other.fate != first.fate for other in others):
            raise HangsOnDice(
                "Dice fall in this batch before its last command, and whether it stands hangs on them: give what "
                "throws first, and the rest once the dice have fallen."
            )
    if first.refusal is not None:
        raise first.refusal


def _run_trial(
    trial: state.Season,
    commands: Sequence[Command],
    *,
    dice: Callable[[TypedFaces | None], Dice],
    ids: Callable[[state.Season, Command], IdCheck],
    typed: TypedFaces | None,
    reader: Reader,
) -> _Play:
    """Play a batch on a season; `dice` makes the dice of each command from the faces typed in for it."""
    early = False
    thrown: list[tuple[TypedFaces | None, Dice]] = []
    used: Counter[str] = Counter()

    def given(*, by_itself: bool = True) -> Dice:
        typed_faces = usable_faces(typed, trial, by_itself=by_itself)
        thrown.append((typed_faces, dice(typed_faces)))
        return thrown[-1][1]

    for place, command in enumerate(commands):
        try:
            with refusals_at_place(place):
                id_check = ids(trial, command)
                perform_as_reader(trial, command, given(by_itself=False), reader=reader)
                id_check.refuse_wrong_ids(trial)
                perform_due_commands(trial, given)
        except Refusal as refusal:
            return _Play(refusal, early)
        early = early or (place < len(commands) - 1 and any(thrown_dice.new_paths() for _, thrown_dice in thrown))
    for typed_faces, thrown_dice in thrown:
        used.update(
            {
                path: len(faces)
                for path, faces in typed_faces_document(typed_faces, thrown_dice).get("faces", {}).items()
            }
        )
    try:
        refuse_unused_batch_faces(typed, used)
    except Refusal as refusal:
        return _Play(refusal, early)
    return _Play(None, early)
