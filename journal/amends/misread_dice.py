"""Misread dice of a real table: the face that really fell replaces the one that was entered.

Only an amend does that, with a reason and another member's approval, and the dice are marked for good. A face from
the season's own dice is never replaced (ADR 26).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from journal.entry_body import EntryBody
from league.models import Season
from rules.campaign.core import state
from rules.campaign.core.dice_by_hand import DICE_BY_HAND, NOBODY
from rules.core.dice import Face
from rules.core.refusals import Malformed, Refusal

MOST_MISREAD = 100
MOST_DIGITS = 3
"""The most digits in the number of a die on its path."""


class TableDiceUndeclared(Refusal):
    """A die was reported as misread in a season that throws its own dice."""


class NotMisread(Refusal):
    """The die cannot have been misread: nobody entered its face by hand, or its face is not the one stated."""


@dataclass(frozen=True, slots=True, order=True)
class Misreading:
    """A misread die: its path, its number on the path (from 1), the face entered and the face that fell."""

    path: str
    die: int
    was: int
    now: int

    def sentence(self) -> str:
        """The misreading in words."""
        return f"die {self.die} of {self.path} was entered as {self.was} and shows {self.now}"


def misreads_in(command: Mapping[str, Any]) -> list[Misreading]:
    """The misread dice that the command of an amend or a preview lists."""
    return sorted(
        Misreading(path, int(die), faces["was"], faces["now"])
        for path, dice in command.get("misread", {}).items()
        for die, faces in dice.items()
    )


def parse_misreads(document: Mapping[str, Any]) -> list[Misreading]:
    """Parse misread dice from a client's document. Raises `Malformed` for a die without its number and both faces."""
    found = []
    for path, dice in document.items():
        for die, faces in dice.items() if isinstance(dice, Mapping) else [("", {})]:
            known = isinstance(die, str) and die.isascii() and die.isdecimal() and len(die) <= MOST_DIGITS
            if not known or not _are_faces(faces):
                raise Malformed(
                    'A misread die is named by its number on the path, with both faces, as in {"1": {"was": 2, '
                    '"now": 5}}.'
                ).at("misread", str(path))
            found.append(Misreading(str(path), int(die), **faces))
    return validate_misreads(found)


def _are_faces(faces: Any) -> bool:
    """Whether a document has both faces of a die, as whole numbers."""
    has_both = isinstance(faces, Mapping) and faces.keys() == {"was", "now"}
    return has_both and all(type(face) is int for face in faces.values())


def validate_misreads(dice: Iterable[Misreading]) -> list[Misreading]:
    """The dice sorted by path and number. Raises `Malformed` for too many, or for duplicates."""
    found = sorted(dice)
    if len(found) > MOST_MISREAD:
        raise Malformed(f"An amend names at most {MOST_MISREAD} misread dice: leave some out.").at("misread")
    for first, second in pairwise(found):
        if (first.path, first.die) == (second.path, second.die):
            twice = Malformed(f"Die {first.die} of {first.path[:120]} is named twice: name it once.")
            raise twice.at("misread", first.path)
    return found


def misreads_document(dice: Iterable[Misreading]) -> dict[str, dict[str, dict[str, int]]]:
    """The dice as they are stored in the command of an amend."""
    document: dict[str, dict[str, dict[str, int]]] = {}
    for die in sorted(dice):
        document.setdefault(die.path, {})[str(die.die)] = {"was": die.was, "now": die.now}
    return document


def with_misreads_fixed(fallen: Mapping[str, Sequence[Face]], dice: Iterable[Misreading]) -> dict[str, list[Face]]:
    """The faces of each path with the misread ones replaced; dice that do not exist are ignored."""
    faces = {path: list(of_path) for path, of_path in fallen.items()}
    for die in dice:
        of_path = faces.get(die.path, [])
        if 1 <= die.die <= len(of_path):
            of_path[die.die - 1] = (of_path[die.die - 1][0], die.now)
    return faces


def add_hand_entered_faces(entered: dict[str, list[Face]], body: EntryBody, typed: Iterable[str]) -> None:
    """Add the hand-entered faces of an entry to those by path; `typed` are the paths it has them for."""
    entered.update(with_misreads_fixed(entered, misreads_in(body.command)))
    paths = set(typed)
    retold = body.amended.amended_bodies().values() if body.amended else ()
    for rolls in (body.rolls, *(amended_body.rolls for amended_body in retold)):
        found: dict[str, list[Face]] = {}
        for roll in rolls:
            if roll["path"] in paths:
                found.setdefault(roll["path"], []).extend((roll["sides"], face) for face in roll["faces"])
        for path, faces in found.items():
            entered[path] = faces[: len(body.typed["faces"][path])]


def misread_errors(
    dice: Iterable[Misreading], fallen: Mapping[str, Sequence[Face]], entered: Mapping[str, Sequence[Face]]
) -> Iterator[tuple[Misreading, str]]:
    """The dice that cannot have been misread as claimed, and why, given the fallen and the entered faces."""
    for die in dice:
        if why_not := _misread_error(die, fallen.get(die.path, ()), entered.get(die.path, ())):
            yield die, why_not


def _misread_error(misread: Misreading, fallen: Sequence[Face], entered: Sequence[Face]) -> str:
    path, die = misread.path[:120], misread.die
    if not fallen:
        return f"No die has fallen on {path}: give the path as it stands beside the roll."
    if not 1 <= die <= len(fallen):
        dice = "1 die has" if len(fallen) == 1 else f"{len(fallen)} dice have"
        return f"{dice} fallen on {path}, and die {die} is none of them: count them in the order they fell."
    if len(entered) < die or list(fallen[:die]) != list(entered[:die]):
        return (
            f"Die {die} of {path} was drawn from the season's own dice and stays as it fell: only a face that "
            "somebody entered can have been misread."
        )
    sides, face = fallen[die - 1]
    if misread.was != face:
        return f"Die {die} of {path} shows {face}, not {misread.was}: read the roll again."
    if not 1 <= misread.now <= sides:
        return f"{misread.now} is not on a d{sides}: die {die} of {path} shows a face from 1 to {sides}."
    if misread.now == face:
        return f"Die {die} of {path} shows {face} already: leave it out."
    return ""


def refuse_false_misreads(
    dice: Iterable[Misreading], fallen: Mapping[str, Sequence[Face]], entered: Mapping[str, Sequence[Face]]
) -> None:
    """Raise `NotMisread` for the first die that cannot have been misread as claimed."""
    for misreading, sentence in misread_errors(dice, fallen, entered):
        raise NotMisread(sentence).at("misread", misreading.path, str(misreading.die))


def refuse_undeclared_misreads(row: Season, season: state.Season, dice: Sequence[Misreading]) -> None:
    """Raise `TableDiceUndeclared` for misread dice in a season that throws its own dice."""
    if dice and season.setting(DICE_BY_HAND) == NOBODY:
        raise TableDiceUndeclared(
            f"{row.name} throws its own dice, and nobody misreads those: a commissioner sets the house rule "
            f"{DICE_BY_HAND} first, where dice are thrown at a table."
        ).at("misread")


def add_misread_marks(
    marked: Mapping[str, Any], command: Mapping[str, Any], *, amend: int, by: str, approved_by: str
) -> dict[str, list[dict[str, Any]]]:
    """The misread dice a season has on record, by path, plus those of the `command` of one more amend."""
    marks = {path: list(dice) for path, dice in marked.items()}
    for misreading in misreads_in(command):
        mark = {"die": misreading.die, "was": misreading.was, "now": misreading.now, "amend": amend, "by": by}
        marks.setdefault(misreading.path, []).append({**mark, "approved_by": approved_by})
    return marks
