"""The faces of a match as its log keeps them, and dice that throw them again."""

from __future__ import annotations

import pytest

from rules.core.dice import Dice, NeedsDice, Roll
from rules.core.refusals import Malformed
from rules.match.log_faces import decode_faces, dice_from_faces, encode_faces


@pytest.mark.rule("DM-M-001", "DM-M-140")
def test_faces_stand_by_their_path_in_the_order_they_were_thrown() -> None:
    rolls = [
        Roll("m/a", 6, (4, 1), "x"),
        Roll("m/b", 12, (11, 2), "y"),
        Roll("m/a", 6, (6,), "z"),
        Roll("m/a", 3, (2,), ""),
    ]
    assert encode_faces(rolls) == {"m/a": "4 1 6 2/3", "m/b": "11/12 2/12"}
    assert encode_faces([]) == {}


@pytest.mark.rule("DM-M-001", "DM-M-140")
def test_kept_faces_are_thrown_again_and_no_others() -> None:
    dice = dice_from_faces({"m/a": "4 1 2/3"})
    stream = dice.open("m/a")
    assert stream.roll(2, "x").faces == (4, 1)
    assert stream.roll(1, "y", sides=3).faces == (2,)
    assert encode_faces(dice.log) == {"m/a": "4 1 2/3"}
    with pytest.raises(NeedsDice):
        stream.d6("z")
    with pytest.raises(NeedsDice):
        dice_from_faces({}).open("m/b").d6("nothing was kept")


@pytest.mark.parametrize(("kept", "faces"), [("1", [1]), ("6 5 4", [6, 5, 4]), ("100/256 3", [100, 3])])
def test_faces_are_read(kept: str, faces: list[int]) -> None:
    assert decode_faces(kept) == faces


@pytest.mark.parametrize("kept", ["", " ", "1 ", " 1", "1  2", "a", "1/", "/6", "1000", "1/1000", "-1", "1,2"])
def test_what_are_no_faces_is_refused(kept: str) -> None:
    with pytest.raises(
        Malformed, match=r"are no faces: a log has them as `4 1 6`, or `3/12` for a die of 12 sides\.$"
    ):
        decode_faces(kept)


def test_dice_of_no_faces_throw_nothing() -> None:
    assert isinstance(dice_from_faces({}), Dice)
    with pytest.raises(Malformed):
        dice_from_faces({"m/a": "x"})
