"""Dice: the published algorithm, paths, loaded and typed faces, and the key ring."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.dice import (
    Dice,
    FaceImpossible,
    FacesLeftOver,
    KeyRing,
    NeedsDice,
    PathMisspelled,
    PathOpenedTwice,
    Roll,
    Stream,
    iter_faces,
    secret_hash,
)

SECRET = bytes.fromhex("00ff")
SIDES = st.integers(min_value=2, max_value=256)
KEYS = st.binary(min_size=1, max_size=40)


def published(key: bytes, path: str, wanted: list[int]) -> list[int]:
    """The published algorithm, written again from its description."""

    def raw() -> Iterator[int]:
        block = 0
        while True:
            yield from hmac.new(key, f"{path}|{block}".encode(), hashlib.sha256).digest()
            block += 1

    bytes_of_path = raw()
    faces = []
    for sides in wanted:
        while (byte := next(bytes_of_path)) >= 256 // sides * sides:
            pass
        faces.append(byte % sides + 1)
    return faces


@pytest.mark.rule("DM-C-002")
@given(key=KEYS, sides=SIDES)
def test_faces_are_those_of_the_published_algorithm(key: bytes, sides: int) -> None:
    stream = iter_faces(key, "m1/settle/pot", sides)
    assert [next(stream) for _ in range(80)] == published(key, "m1/settle/pot", [sides] * 80)


@given(key=KEYS, wanted=st.lists(SIDES, max_size=80))
def test_dice_of_different_kinds_share_the_bytes_of_their_path(key: bytes, wanted: list[int]) -> None:
    stream = Stream("m1/pre/a/heart", key=key)
    assert [stream.throw(sides, "") for sides in wanted] == published(key, "m1/pre/a/heart", wanted)


def test_faces_of_a_known_key_never_change() -> None:
    stream = Dice(KeyRing(b"\x00\xff")).open("setup/razors/founding")
    key = hmac.digest(b"\x00\xff", b"season", hashlib.sha256)
    assert [stream.d6("") for _ in range(12)] == published(key, "setup/razors/founding", [6] * 12)


@pytest.mark.rule("DM-C-002")
@pytest.mark.parametrize("sides", [2, 3, 6, 7, 100, 129, 255, 256])
def test_no_face_is_favoured(sides: int) -> None:
    usable = [byte for byte in range(256) if byte < 256 - 256 % sides]
    assert set(Counter(byte % sides + 1 for byte in usable).values()) == {len(usable) // sides}
    stream = iter_faces(b"fair", "m1/settle/pot", sides)
    counts = Counter(next(stream) for _ in range(400 * sides))
    assert sorted(counts) == list(range(1, sides + 1))
    assert sum((count - 400) ** 2 / 400 for count in counts.values()) < sides + 5 * (2 * sides) ** 0.5


@pytest.mark.rule("DM-C-002")
@pytest.mark.parametrize(("face", "third"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_d3_is_a_third_of_a_d6_rounded_up(face: int, third: int) -> None:
    assert Stream("m1/a", loaded=[face]).d3("burn time") == third


@pytest.mark.rule("DM-C-002")
@pytest.mark.parametrize(("face", "half"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2)])
def test_a_d2_is_half_of_a_d6(face: int, half: int) -> None:
    assert Stream("m1/a", loaded=[face]).d2("firepower") == half


@pytest.mark.rule("DM-C-003")
@pytest.mark.parametrize(("thrown", "value"), [((1, 1), 11), ((4, 6), 46), ((5, 1), 51), ((6, 6), 66)])
def test_a_d66_reads_the_first_die_as_tens(thrown: tuple[int, int], value: int) -> None:
    assert Stream("m1/a", loaded=thrown).d66("sponsor") == value
    assert Roll("m1/a", 6, thrown, "sponsor").d66 == value


@pytest.mark.rule("DM-C-002")
def test_two_dice_add_up() -> None:
    assert Stream("m1/a", loaded=[5, 6]).two_d6("income") == 11


def test_opening_a_path_twice_raises() -> None:
    dice = Dice(KeyRing(SECRET))
    dice.open("m1/settle/pot")
    with pytest.raises(PathOpenedTwice):
        dice.open("m1/settle/pot")


@pytest.mark.parametrize(
    "path", ["m1", "m1/", "/pot", "m1//pot", "M1/pot", "m1/pot ", "m1|/pot", "m1/pot|0", "m1/_a"]
)
def test_a_misspelt_path_raises(path: str) -> None:
    with pytest.raises(PathMisspelled):
        Dice(KeyRing(SECRET)).open(path)


def test_a_path_keeps_its_faces_whatever_is_opened_beside_it() -> None:
    alone, among = Dice(KeyRing(SECRET)), Dice(KeyRing(SECRET))
    for path in ("m1/settle/a/quirk", "m1/settle/c/quirk"):
        among.open(path).roll(9, "")
    assert alone.open("m1/settle/b/quirk").roll(40, "") == among.open("m1/settle/b/quirk").roll(40, "")


@pytest.mark.parametrize("path", ["m2/settle/b/quirk", "m1/settle/c/quirk", "m1/settle/b/fatigue"])
def test_another_path_has_other_faces(path: str) -> None:
    dice = Dice(KeyRing(SECRET))
    assert dice.open("m1/settle/b/quirk").roll(40, "").faces != dice.open(path).roll(40, "").faces


def test_every_roll_is_logged_in_the_order_it_was_thrown() -> None:
    dice = Dice(loaded={"m1/settle/pot": [3, 4], "m1/settle/a/quirk": [6]})
    dice.open("m1/settle/pot").roll(2, "prize pot")
    dice.open("m1/settle/a/quirk").d6("quirk check")
    assert dice.log == [
        Roll("m1/settle/pot", 6, (3, 4), "prize pot"),
        Roll("m1/settle/a/quirk", 6, (6,), "quirk check"),
    ]


def test_dice_without_keys_or_faces_ask_for_the_throw() -> None:
    with pytest.raises(NeedsDice) as error:
        Dice().open("m1/settle/pot").roll(3, "prize pot")
    assert (error.value.path, error.value.dice, error.value.reason) == ("m1/settle/pot", "3d6", "prize pot")


def test_faces_that_run_short_ask_for_the_whole_throw_and_are_not_used() -> None:
    dice = Dice(KeyRing(SECRET), loaded={"m1/settle/pot": [3]})
    stream = dice.open("m1/settle/pot")
    with pytest.raises(NeedsDice, match="needs 2d6: prize pot"):
        stream.roll(2, "prize pot")
    assert stream.unused_count() == 1
    assert dice.log == []


def test_a_loaded_path_leaves_the_others_drawn() -> None:
    dice = Dice(KeyRing(SECRET), loaded={"m1/settle/pot": [3]})
    roll = Dice(KeyRing(SECRET)).open("m1/settle/a/quirk").roll(20, "")
    assert dice.open("m1/settle/pot").d6("") == 3
    assert dice.open("m1/settle/a/quirk").roll(20, "") == roll


@pytest.mark.rule("DM-C-002")
@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_face_that_is_not_on_the_die_is_refused(face: int) -> None:
    with pytest.raises(FaceImpossible, match=f"{face} is not on a d6"):
        Dice(loaded={"m1/settle/pot": [face]}).open("m1/settle/pot").d6("prize pot")


@pytest.mark.parametrize(
    ("loaded", "thrown"), [({"m1/a": [1, 2]}, "given 2 faces and threw 1"), ({"m1/a": [1], "m1/b": [5]}, "m1/b")]
)
def test_faces_left_over_are_refused(loaded: dict[str, list[int]], thrown: str) -> None:
    dice = Dice(loaded=loaded)
    dice.open("m1/a").d6("")
    with pytest.raises(FacesLeftOver, match=thrown):
        dice.refuse_leftovers()


def test_faces_all_thrown_are_not_refused() -> None:
    dice = Dice(loaded={"m1/a": [1, 2]})
    dice.open("m1/a").two_d6("")
    dice.refuse_leftovers()


@pytest.mark.parametrize(
    ("dice", "short"),
    [
        (Dice(KeyRing(SECRET)), False),
        (Dice(KeyRing(SECRET), loaded={"m1/a": [1]}), True),
        (Dice(), True),
    ],
)
def test_only_dice_with_typed_faces_may_run_short(dice: Dice, short: bool) -> None:
    assert dice.may_run_short is short


RING = KeyRing(SECRET, {"m1": "razors=x|saints=y", "m2": ""})


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("m1/pre/razors.d1/heart", b"pre|m1"),
        ("m1/settle/pot", b"match|m1|razors=x|saints=y"),
        ("m2/settle/pot", b"match|m2|"),
        ("m1/shop/razors/trade", b"shop|m1"),
        ("setup/razors/party", b"season"),
        ("r1/rest/razors.d1/fatigue", b"season"),
        ("m3/settle/pot", b"season"),
    ],
)
def test_each_path_is_thrown_with_its_own_key(path: str, name: bytes) -> None:
    assert RING.for_path(path) == hmac.new(SECRET, name, hashlib.sha256).digest()


def test_the_owners_words_change_the_match_key_and_no_other() -> None:
    with_words = KeyRing(SECRET, {"m1": "razors=z|saints=y"})
    assert RING.match("m1") != with_words.match("m1")
    assert RING.pre_match("m1") == with_words.pre_match("m1")
    assert RING.shop("m1") == with_words.shop("m1")
    assert RING.season() == with_words.season()


def test_the_hash_published_of_a_secret_is_its_sha256() -> None:
    assert secret_hash(SECRET) == hashlib.sha256(SECRET).hexdigest()


@pytest.mark.rule("DM-C-002", "DM-M-001")
def test_a_path_is_new_once_a_face_falls_on_it_that_had_not_fallen() -> None:
    dice = Dice(KeyRing(b"key"), fallen={"m1/settle/pot": [(6, 4)]})
    again, new, _ = dice.open("m1/settle/pot"), dice.open("cup/razors"), dice.open("cup/saints")
    again.d6("what fell")
    assert dice.new_paths() == []
    new.d6("the first")
    assert dice.new_paths() == ["cup/razors"]
    again.d6("one more")
    new.d6("another")
    assert dice.new_paths() == ["m1/settle/pot", "cup/razors"]
