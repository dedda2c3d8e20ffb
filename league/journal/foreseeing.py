"""What is known of an amend before it is made: whether dice fall by it, and whose affairs it changes.

Whoever asks for it is told nothing of this but who has to approve it first: it is worked out with made-up dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from league.journal import store
from league.journal.amendment import Ground, ground, made_up_play, read_again
from league.journal.differences import Difference
from league.journal.misread_dice import Misreading
from league.journal.previewing import throws
from league.journal.timeline import Corrections
from league.models import Season
from rules.campaign import state
from rules.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What is known of an amend before it is made: whether it touches dice, and whom it changes.

    It touches `dice` if it throws, undoes a throw, or corrects a die that was misread. `franchises` are those whose
    own, or whose drivers, cars and things, may come out otherwise.
    """

    dice: bool
    franchises: frozenset[str]


def foreseen(season_id: str, corrections: Corrections, misread: Sequence[Misreading] = ()) -> Foreseen:
    """What is known of an amend beforehand, with made-up dice.

    One that is refused may be refused because of those: then it counts as one that throws. Whoever corrects what is
    no entry is refused later.
    """
    row = Season.objects.get(pk=season_id)
    on = ground(row, number=row.length + 1, corrections=corrections, misread=misread).as_seen()
    if any(on.step(number) is None for number in corrections):
        return Foreseen(dice=False, franchises=frozenset())
    was = store.load(row).season
    try:
        made = made_up_play(on, read_again(on), 0, corrections=corrections, was=was)
    except Refusal:
        return Foreseen(dice=True, franchises=frozenset())
    touched = {id for each in made.amended.differences for id in _whose(each, was, made.course.season)}
    dice = bool(misread) or undoes_a_throw(on, corrections) or throws(made.course)
    return Foreseen(dice, frozenset(touched))


def _whose(difference: Difference, *seasons: state.Season) -> Iterator[str]:
    """The franchises that something which is different is of, before and after."""
    if difference.about == "franchises":
        yield difference.subject
    shelf = "contracts" if difference.about == "drivers" else difference.about
    for season in seasons:
        thing = getattr(season, shelf, {}).get(difference.subject) if difference.about != "season" else None
        if franchise := getattr(thing, "franchise", ""):
            yield str(franchise)


def undoes_a_throw(on: Ground, corrections: Corrections) -> bool:
    """Whether one of the numbers was corrected by an amend that threw."""
    return any(
        body.amended is not None
        and body.amended.thrown
        and not corrections.keys().isdisjoint(map(int, body.command["corrections"]))
        for _, body in on.before.amends
    )
