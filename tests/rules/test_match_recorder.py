"""The match recorder: dice under the path of their procedure, and entries with every roll since the one before."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from rules.core.dice import Dice, NeedsDice, PathOpenedTwice
from rules.match.log import LogEntry
from rules.match.recorder import MatchRecorder


@dataclass
class Somewhere:
    """A moment in the middle of a match."""

    heat: int = 2
    turn: int = 3
    phase: int = 1


@dataclass
class Car:
    """The subject of an entry."""

    id: str = "red.c1"


@dataclass
class Seen:
    """An observer that keeps the numbers of the entries it is shown."""

    entries: list[int] = field(default_factory=list)

    def __call__(self, scribe: MatchRecorder) -> None:
        self.entries.append(len(scribe.log.entries))


class Match(MatchRecorder):
    """A match in which nothing moves."""

    def __init__(self, loaded: dict[str, list[int]], dice: Dice | None = None) -> None:
        super().__init__(match="m1", dice=dice or Dice(loaded=loaded))

    @property
    def moment(self) -> Somewhere:
        return Somewhere()


@pytest.mark.rule("DM-M-001")
def test_dice_are_thrown_under_the_path_of_their_procedure_in_the_heat_under_way() -> None:
    match = Match({"m1/h2/t3/x": [6, 1, 2], "m1/h2/t3/y": [4]})
    match.begin_procedure("t3/x")
    assert match.roll(2, "a pair").faces == (6, 1)
    assert match.d6("one more") == 2
    match.begin_procedure("t3/y")
    assert match.d6("another") == 4
    assert [(roll.path, roll.why, roll.faces) for roll in match.dice.log] == [
        ("m1/h2/t3/x", "a pair", (6, 1)),
        ("m1/h2/t3/x", "one more", (2,)),
        ("m1/h2/t3/y", "another", (4,)),
    ]


def test_a_procedure_that_throws_nothing_opens_no_path() -> None:
    match = Match({"m1/h2/x": [1]})
    match.begin_procedure("x")
    match.begin_procedure("x")
    assert match.d6("the first") == 1
    match.begin_procedure("x")
    with pytest.raises(PathOpenedTwice):
        match.d6("the second")


def test_a_stream_may_be_put_aside_and_taken_up_again() -> None:
    match = Match({"m1/h2/x": [1, 2], "m1/h2/y": [3]})
    match.begin_procedure("x")
    assert match.d6("x") == 1
    aside = match.stream
    match.begin_procedure("y")
    assert match.d6("y") == 3
    match.stream = aside
    assert match.d6("x again") == 2


def test_nobody_throws_before_a_procedure_is_named() -> None:
    match = Match({})
    assert match.stream is None
    with pytest.raises(AssertionError):
        match.d6("nothing")
    with pytest.raises(AssertionError):
        match.roll(2, "nothing")


@pytest.mark.rule("DM-M-001")
@pytest.mark.parametrize(
    ("face", "third", "half"), [(1, 1, 1), (2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2), (6, 3, 2)]
)
def test_a_third_and_a_half_of_a_die(face: int, third: int, half: int) -> None:
    match = Match({"m1/h2/x": [face, face]})
    match.begin_procedure("x")
    assert (match.d3("a third"), match.d2("a half")) == (third, half)


def test_dice_of_other_sides_and_picks() -> None:
    match = Match({"m1/h2/x": [10, 12, 1, 3]})
    match.begin_procedure("x")
    assert match.die(10, "of ten") == 10
    assert match.roll(1, "of twelve", sides=12).total == 12
    assert (match.pick(3, "the first"), match.pick(3, "the last")) == (0, 2)
    assert match.pick(1, "the only one") == 0
    assert [roll.sides for roll in match.dice.log] == [10, 12, 3, 3]
    with pytest.raises(NeedsDice):
        match.pick(2, "one too many")


@pytest.mark.rule("DM-M-001")
def test_an_entry_has_every_roll_since_the_one_before_and_the_moment_it_was_written() -> None:
    match, observer = Match({"m1/h2/x": [1, 2, 3]}), Seen()
    match.watch = observer
    match.begin_procedure("x")
    match.d6("a")
    match.d6("b")
    match.note("hit", "DM-M-001", Car(), crew="ada", before={"body": 3}, after={"body": 2}, side="front")
    match.d6("c")
    match.note("miss", "DM-M-001")
    match.note("turn_end", "DM-M-001")
    one, two, three = match.dice.log
    assert match.log.entries == [
        LogEntry(
            1, 2, 3, 1, "red.c1", "ada", "hit", "DM-M-001", (one, two), {"body": 3}, {"body": 2}, {"side": "front"}
        ),
        LogEntry(2, 2, 3, 1, "", "", "miss", "DM-M-001", (three,), {}, {}, {}),
        LogEntry(3, 2, 3, 1, "", "", "turn_end", "DM-M-001", (), {}, {}, {}),
    ]  # fmt: skip
    assert observer.entries == [1, 2, 3]


@pytest.mark.rule("DM-M-001")
def test_dice_are_untold_until_the_next_entry_has_them() -> None:
    match = Match({"m1/h2/x": [6]})
    match.begin_procedure("x")
    assert not match.has_unrecorded_dice
    match.d6("the first")
    assert match.has_unrecorded_dice
    match.note("drive", "DM-M-001")
    assert not match.has_unrecorded_dice


def test_rolls_from_before_the_match_belong_to_no_entry() -> None:
    dice = Dice(loaded={"m1/pre/x": [5]})
    dice.open("m1/pre/x").d6("before")
    match = Match({}, dice)
    match.note("start", "DM-M-001")
    assert match.log.entries[0].rolls == ()


def test_a_scribe_by_itself_is_nowhere() -> None:
    with pytest.raises(NotImplementedError):
        MatchRecorder(match="m1", dice=Dice()).note("start", "DM-M-001")


def test_what_an_entry_was_given_may_change_afterwards() -> None:
    match, before = Match({}), {"body": 3}
    match.note("hit", "DM-M-001", before=before)
    before["body"] = 0
    assert match.log.entries[0].before == {"body": 3}
