"""Text folded for comparison, and its rendering in Latin letters: names are compared and made into ids by these.

A folded text is for searching and for finding look-alikes. It is never an identity: two names may fold alike.
"""

from __future__ import annotations

import re
import unicodedata

UNDECOMPOSED = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ħ": "h", "ı": "i"}
)
"""Latin letters that no Unicode normalization takes apart, in lower case."""
IN_LATIN = (
    "а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh "
    "щ:shch ъ: ы:y ь: э:e ю:yu я:ya і:i ї:yi є:ye ґ:g ј:j љ:lj њ:nj ћ:c ђ:dj џ:dz ѓ:g ќ:k ѕ:dz ў:u "
    "α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o"
)
"""Cyrillic and Greek letters, each with the Latin ones it is rewritten as."""
LATIN_LETTERS = str.maketrans({pair[0]: pair[2:] for pair in IN_LATIN.split(" ")})


def fold_text(text: str) -> str:
    """The text for comparison: without case, accents and compatibility forms, its spaces single.

    Letters of other scripts stay: `Ünïcödé` folds to `unicode`, and `РАКЕТА` to `ракета`. Folding twice is folding
    once.
    """
    if text.isascii():
        return " ".join(text.lower().split())
    folded = unicodedata.normalize("NFKD", text).casefold()
    folded = unicodedata.normalize("NFKD", folded)
    bare = "".join(character for character in folded if not unicodedata.combining(character))
    return " ".join(unicodedata.normalize("NFC", bare.translate(UNDECOMPOSED)).split())


def in_latin_letters(text: str) -> str:
    """The folded text with Cyrillic and Greek letters rewritten; letters of other scripts are left as they are."""
    spaced = unicodedata.normalize("NFC", text).casefold().translate(LATIN_LETTERS)
    return fold_text(spaced).translate(LATIN_LETTERS)


def as_written(name: str) -> str:
    """A name as its identity: composed characters and single spaces, so that equal texts compare equal."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def words_of_id(text: str) -> list[str]:
    """The words of a name that can stand in an id: Latin letters and digits."""
    return re.findall(r"[a-z0-9]+", re.sub(r"['’]", "", in_latin_letters(text)))
