"""Letters and digits that look like others: the part of Unicode's table of confusable characters that names need.

The pairs are those of Unicode Technical Standard #39, `confusables.txt`, whose prototype is a Latin letter, from the
scripts whose letters pass for Latin ones: Cyrillic, Greek, Armenian, Cherokee, and Latin itself. Where the capital
and the small letter look like different Latin letters, each has its own entry.
"""

from __future__ import annotations

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
