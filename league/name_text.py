"""What may be a name, in any script, and when two names are too alike to be told apart.

Letters that look alike are those of Unicode Technical Standard #39, `confusables.txt`, whose prototype is a Latin
letter, from the scripts whose letters pass for Latin ones: Cyrillic, Greek, Armenian, Cherokee, and Latin itself.
Where the capital and the small letter look like different Latin letters, each has its own entry.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from rules.campaign.core.names import INVISIBLE_CHARACTERS, LONGEST_TEXT, MOST_MARKS
from rules.core.readable_text import FLAG_TAGS, JOINERS, category_of
from rules.core.refusals import Malformed

CAPITALS = (
    "А:A В:B Е:E З:3 К:K М:M Н:H О:O Р:P С:C Т:T У:Y Х:X Ѕ:S І:I Ј:J Ү:Y Ѵ:V Ԁ:D Ԍ:G Ԛ:Q Ԝ:W Ӏ:I Һ:H Ь:b "
    "Α:A Β:B Ε:E Ζ:Z Η:H Ι:I Κ:K Μ:M Ν:N Ο:O Ρ:P Τ:T Υ:Y Χ:X Ϲ:C Ϳ:J Ϝ:F "
    "Ս:U Տ:S Օ:O Լ:L "
    "Ꭰ:D Ꭱ:R Ꭲ:T Ꭵ:i Ꭺ:A Ꭻ:J Ꭼ:E Ꮃ:W Ꮇ:M Ꮋ:H Ꮍ:Y Ꮐ:G Ꮓ:Z Ꮞ:4 Ꮢ:R Ꮤ:W Ꮥ:S Ꮩ:V Ꮪ:S Ꮮ:L Ꮯ:C Ꮲ:P Ꮶ:K Ꮷ:d Ᏻ:G Ᏼ:B"
)
"""Characters as they are written, each with the character it looks like."""
SMALL_LETTERS = (
    "а:a в:b г:r е:e з:3 к:k м:m н:h о:o п:n р:p с:c т:t у:y х:x ь:b ѕ:s і:i ј:j ү:y ѵ:v ԁ:d ԍ:g ԛ:q ԝ:w ӏ:i һ:h ѡ:w "
    "α:a γ:y ε:e η:n ι:i κ:k ν:v ο:o ρ:p σ:o τ:t υ:u χ:x ω:w ϲ:c ϳ:j "
    "հ:h ո:n ս:u օ:o յ:j զ:q ց:g ք:p ա:w "
    "ø:o đ:d ð:d ł:l ħ:h ŧ:t ƀ:b ɓ:b ƈ:c ɖ:d ɗ:d ƒ:f ɠ:g ɡ:g ƙ:k ƥ:p ɋ:q ʂ:s ƭ:t ʋ:v ƴ:y ƶ:z ȥ:z ı:i ɩ:i ȷ:j "
    "ɑ:a ɛ:e ɵ:o ᴀ:a ʙ:b ᴄ:c ᴅ:d ᴇ:e ɢ:g ʜ:h ɪ:i ᴊ:j ᴋ:k ʟ:l ᴍ:m ɴ:n ᴏ:o ᴘ:p ʀ:r ꜱ:s ᴛ:t ᴜ:u ᴠ:v ᴡ:w ʏ:y ᴢ:z"
)
"""The same for text without capitals."""
ALIKE_IN_LATIN = "0:o 1:l i:l |:l ×:x æ:ae œ:oe"
"""Letters and digits that are told apart by their font at best; the last step for text without capitals."""
ALIKE_TOGETHER = (("rn", "m"), ("vv", "w"))
"""Letters that together look like one."""
LOOK_ALIKE_SCRIPTS = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"})
"""The scripts with letters that pass for those of another, as the names of Unicode characters begin."""


def _table(pairs: str) -> dict[int, str]:
    return {ord(pair[0]): pair[2:] for pair in pairs.split()}


_CAPITALS, _SMALL_LETTERS, _ALIKE = _table(CAPITALS), _table(SMALL_LETTERS), _table(ALIKE_IN_LATIN)


def replace_look_alikes(text: str) -> str:
    """The text without capitals, each letter and digit replaced by the Latin letter it looks like, if any."""
    latin = text.translate(_CAPITALS).casefold().translate(_SMALL_LETTERS).translate(_ALIKE)
    for letters, letter in ALIKE_TOGETHER:
        latin = latin.replace(letters, letter)
    return latin


LONGEST_NAME = LONGEST_TEXT
ZERO_WIDTH_JOINER = "\u200d"
TEXT_STYLE, EMOJI_STYLE = "\ufe0e", "\ufe0f"
STYLES = (TEXT_STYLE, EMOJI_STYLE)
"""Variation selectors: they show the symbol before them as text or as an emoji."""
KEYCAP_SIGNS = "0123456789#*"
OTHER_PICTURES = "‼⁉ℹ〰〽↔◻◼◽◾⤴⤵"
"""Symbols that are shown as emoji, though Unicode counts them as punctuation or mathematics."""
KEYCAP, BLACK_FLAG, LAST_TAG = "\u20e3", "\U0001f3f4", "\U000e007f"
SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
INVISIBLE = INVISIBLE_CHARACTERS | frozenset("\u034f\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\ufffc\ufffd")
"""Characters that show nothing, or only that something is missing, though they count as letters, marks or signs."""
UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
JOINED_SCRIPTS = frozenset(
    ("ARABIC", "SYRIAC", "MONGOLIAN", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU")
) | frozenset(("KANNADA", "MALAYALAM", "SINHALA", "KHMER", "MYANMAR", "TIBETAN"))
"""The scripts whose spelling needs joiners between letters, as the names of Unicode characters begin."""
ACCENT_CLASS = 200
"""The least combining class of an accent. Those below it are vowels and other parts of letters in their script."""
OVERLAY_CLASS, POINTS = 1, range(10, 37)
"""The combining class of strokes through a letter, and those of Hebrew and Arabic points, which most texts leave out.
"""


def clean_name(text: str) -> str:
    """The name as it is stored: composed (NFC), with single spaces. Raises `Malformed` for what cannot be a name."""
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    sentence = _name_error(name)
    if sentence:
        raise Malformed(sentence).at("name")
    return name


def skeleton(name: str) -> str:
    """What a name looks like: two names with the same skeleton are too alike to be told apart.

    It has no case, accents, spaces or punctuation, and letters and digits of other scripts are replaced by the Latin
    ones they look like. It is for comparison only and says nothing about how a name is spelled.
    """
    before, look = None, name
    while before != look:  # a letter that looks like a composed one may be taken apart once more
        before, look = look, _skeleton_once(look)
    return look


def _skeleton_once(name: str) -> str:
    compatible = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name))
    plain = "".join(character for character in compatible if not _is_accent(character))
    replaced = unicodedata.normalize("NFD", replace_look_alikes(plain))
    return "".join(character for character in replaced if _is_compared(character))


def _is_accent(character: str) -> bool:
    mark = unicodedata.combining(character)
    return mark >= ACCENT_CLASS or mark == OVERLAY_CLASS or mark in POINTS


def _is_compared(character: str) -> bool:
    if character in INVISIBLE or character in STYLES or _is_accent(character):
        return False
    kind = category_of(character)
    return kind[0] in "LNM" or kind in ("So", "Sm", "Sc")


def _name_error(name: str) -> str:
    """What is wrong with a composed name; empty if nothing is."""
    if len(name) > LONGEST_NAME:
        return f"A name is at most {LONGEST_NAME} characters: shorten it."
    if hidden := next(_hidden_characters(name), ""):
        return f"The name has a character that nobody can see ({_code(hidden)}): leave it out, or type the name anew."
    kinds = [category_of(character) for character in name]
    if not any(kind[0] in "LN" or kind == "So" for kind in kinds) or not skeleton(name):
        return "A name has at least one letter, digit or picture: give it one."
    if kinds[0][0] == "M":
        return "The name begins with a mark that belongs on a letter: begin it with the letter."
    if "M" * (MOST_MARKS + 1) in "".join(kind[0] for kind in kinds):
        return f"The name has more than {MOST_MARKS} marks on one letter: leave some out."
    for word in _words(name):
        scripts = sorted({script for character in word if (script := _script(character)) in LOOK_ALIKE_SCRIPTS})
        if len(scripts) > 1:
            mixed = " and ".join(script.capitalize() for script in scripts)
            return f"The word “{word}” mixes {mixed} letters that look alike: write it in one script."
    return ""


def _hidden_characters(name: str) -> Iterator[str]:
    """The characters of a name that cannot be seen and that its script does not need."""
    for place, character in enumerate(name):
        before, after = name[place - 1 : place], name[place + 1 : place + 2]
        if character in JOINERS:
            fine = _joins(before, after) or (character == ZERO_WIDTH_JOINER and _joins_pictures(name, place))
        elif character in STYLES:
            fine = _is_picture(before) or (after == KEYCAP and before in KEYCAP_SIGNS and before != "")
        elif character in FLAG_TAGS:
            fine = _is_in_flag(name, place)
        else:
            fine = character not in INVISIBLE and category_of(character) not in UNPRINTABLE
            fine = fine and not _is_variation_selector(character)
        if not fine:
            yield character


def _joins(before: str, after: str) -> bool:
    """Whether a joiner between those characters is one that their script needs."""
    return bool(before and after) and _script(before) == _script(after) and _script(before) in JOINED_SCRIPTS


def _joins_pictures(name: str, place: int) -> bool:
    before = name[:place].rstrip("".join(STYLES))[-1:]
    return _is_picture(before) and _is_picture(name[place + 1 : place + 2])


def _is_picture(character: str) -> bool:
    """Whether the character is a symbol that emoji are made of."""
    if not character:
        return False
    return character in SKIN_TONES or category_of(character) == "So" or character in OTHER_PICTURES


def _is_in_flag(name: str, place: int) -> bool:
    """Whether a tag belongs to a flag: a black flag, then tags, the last of which ends it."""
    flag = name[:place].rstrip("".join(FLAG_TAGS))
    tags = name[len(flag) :]
    spelled = tags[: len(tags) - len(tags.lstrip("".join(FLAG_TAGS)))]
    return flag.endswith(BLACK_FLAG) and len(spelled) > 1 and spelled.find(LAST_TAG) == len(spelled) - 1


def _is_variation_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _words(name: str) -> list[str]:
    """The words of a name: what stands between spaces and punctuation."""
    letters = (character if category_of(character)[0] in "LMN" else " " for character in name)
    return "".join(letters).split()


def _script(character: str) -> str:
    """The script of a letter or mark, as the name of the character begins; empty for what belongs to none."""
    if category_of(character)[0] not in "LM":
        return ""
    return unicodedata.name(unicodedata.normalize("NFKC", character)[0], "").split(" ")[0].split("-")[0]


def _code(character: str) -> str:
    return f"U+{ord(character):04X}"
