"""What may be a name in any script, and when two names look alike."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.name_text import INVISIBLE, clean_name, skeleton
from rules.core.refusals import Malformed

GOOD_NAMES = (
    "Razors", "Bob’s #1", "O'Neill & Sons", "Łódź Ångström", "Việt Nam", "Çağrı", "İzmir", "Ærø", "Straße", "T2", "7",
    "Ракета", "Київ", "Δίκη", "Հայ", "ქართული", "עִבְרִית", "العربية", "می‌خواهم", "ශ්‍රී ලංකා", "क्‍ष", "বাংলা", "தமிழ்",
    "กรุงเทพ", "ខ្មែរ", "မြန်မာ", "ᏣᎳᎩ", "አማርኛ", "日本カーズ", "ガレージ", "重庆", "서울", "नमस्ते", "Rocket Ракета",
    "❤️ Car", "1️⃣ Ring", "👨‍👩‍👧", "👍🏽", "🏳️‍🌈", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "💀",
)  # fmt: skip
BAD_NAMES = (
    "", " ", ".", "...", "—", "$$", "+", "\u0301a", "Z" + "\u0301" * 6, "x" * 81, "a\u200bb", "a\u200cb", "a\u200db",
    "\u200dअ", "a\u2060b", "a\ufeffb", "a\u00adb", "a\u034fb", "a\u180eb", "a\u202eb", "a\u200eb", "a\u2066b",
    "a\u061cb", "ab\ufe0f", "a\ufe0fb", "a\U000e0100", "1\ufe0f", "+\ufe0fa", "\u3164", "a\uffa0", "\u115f\u1160",
    "\u2800", "a\u2800b", "a\u17b4", "a\ufffc", "a\ufffd", "a\ue000", "a\U0010ffff", "a\U000e0067\U000e007f",
    "🏴\U000e0067", "🏴\U000e007f", "🏴\U000e0067\U000e007f\U000e0067", "a\x00", "a\ud800",
    "Rаzors", "ΑBC", "Βоss", "Սpeed", "ΤНЕ",
)  # fmt: skip
ALIKE = (
    ("Razors", "razors"),
    ("Razors", "RAZORS!"),
    ("Ring Rats", "Ring-rats"),
    ("Ring Rats", "Ringrats"),
    ("Crème", "Creme"),
    ("Razors", "Raz0rs"),
    ("Iron Will", "lron Wi1l"),
    ("Barnes", "Bames"),
    ("Wow", "VVow"),
    ("BOCK", "ВОСК"),
    ("Oxo", "Охо"),
    ("TOKEN", "ΤΟΚΕΝ"),
    ("Straße", "STRASSE"),
    ("ﬁre", "fire"),
    ("Ｒａｚｏｒｓ", "Razors"),
    ("𝐑azors", "Razors"),
    ("Łódź", "Lodz"),
    ("Ørsted", "Orsted"),
    ("می‌خواهم", "میخواهم"),
    ("עִבְרִית", "עברית"),
    ("❤️ Car", "❤ Car"),
    ("ᏢᎪᏢᎪ", "PAPA"),
)
DIFFERENT = (
    ("Razors", "Rasors"),
    ("Car 2", "Car 3"),
    ("मुख", "मख"),
    ("が", "か"),
    ("กา", "กำ"),
    ("日本", "日木"),
    ("💀", "👻"),
    ("Saints", "Paints"),
)
NAME_PARTS = st.one_of(st.characters(), st.sampled_from("aAbI1l0OоАВрѕΑΒΟρ \u200c\u200d\ufe0f\u3164\u202e😀्ක්ර."))
TEXTS = st.text(NAME_PARTS, max_size=24)


@pytest.mark.parametrize("name", GOOD_NAMES)
def test_names_in_every_script_are_kept_as_they_are(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("name", BAD_NAMES, ids=ascii)
def test_what_cannot_be_seen_or_told_apart_is_no_name(name: str) -> None:
    with pytest.raises(Malformed) as refused:
        clean_name(name)
    assert refused.value.pointer == "/name"


def test_spaces_are_single_and_letters_composed() -> None:
    assert clean_name("  Cafe\u0301 \u00a0\t Racers ") == "Caf\u00e9 Racers"


def test_a_refusal_says_which_scripts_a_word_mixes() -> None:
    with pytest.raises(Malformed, match="mixes Cyrillic and Latin letters"):
        clean_name("Rаzors")


@pytest.mark.parametrize(("one", "other"), ALIKE, ids=ascii)
def test_names_that_look_the_same_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT, ids=ascii)
def test_names_that_differ_to_the_eye_have_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(TEXTS)
@settings(max_examples=150, deadline=None)
def test_a_skeleton_is_its_own_and_that_of_every_normal_form(text: str) -> None:
    look = skeleton(text)
    assert skeleton(look) == look
    assert {skeleton(unicodedata.normalize(form, text)) for form in ("NFC", "NFD")} == {look}


@given(TEXTS)
@settings(max_examples=150, deadline=None)
def test_an_accepted_name_is_composed_visible_and_accepted_again(text: str) -> None:
    try:
        name = clean_name(text)
    except Malformed:
        return
    assert name == unicodedata.normalize("NFC", name)
    assert clean_name(name) == name
    assert skeleton(name)
    assert INVISIBLE.isdisjoint(name)
    assert not {"Cc", "Cs", "Co", "Cn"}.intersection(map(unicodedata.category, name))
    for place, character in enumerate(name):
        if unicodedata.category(character) == "Cf":
            assert place
            assert not unicodedata.normalize("NFKD", name[place - 1]).isascii()
