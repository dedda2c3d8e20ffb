"""Crests of franchises: parts, two colors, what each has without choosing, and the crest as a picture of its own.

A crest is a look and no part of a season: no rule reads it and no entry names it.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from html import escape

from django.conf import settings

SHAPES = {
    "shield": "Shield",
    "wheel": "Wheel",
    "gear": "Gear",
    "hexagon": "Hexagon",
    "diamond": "Diamond",
    "badge": "Badge",
    "banner": "Banner",
    "plate": "Plate",
}
"""The outlines of a crest, with what pages call them."""
DIVISIONS = {
    "plain": "Plain",
    "halved": "Halved",
    "quartered": "Quartered",
    "bend": "Bend",
    "chevron": "Chevron",
    "stripes": "Stripes",
    "wedge": "Wedge",
    "border": "Border",
}
"""How the second color divides the first, with what pages call it."""
CHARGES = {
    "skull": "Skull",
    "wheel": "Wheel",
    "flame": "Flame",
    "wrench": "Wrench",
    "piston": "Piston",
    "bolt": "Bolt",
    "horns": "Bull's horns",
    "dice": "Die",
    "star": "Star",
    "wing": "Wing",
    "fang": "Fangs",
    "crown": "Crown",
    "sight": "Gunsight",
    "anvil": "Anvil",
    "claw": "Claw",
    "initials": "Initials",
}
"""What a crest shows in its middle, with what pages call it."""
FIRST_COLORS = {
    "#e15a0f": "Orange",
    "#0f69e1": "Blue",
    "#009600": "Green",
    "#d269e1": "Orchid",
    "#879696": "Steel",
    "#b43c78": "Raspberry",
    "#876900": "Mustard",
    "#007878": "Teal",
    "#874bd2": "Violet",
    "#7887ff": "Periwinkle",
    "#969600": "Olive",
    "#786996": "Slate",
    "#f05a87": "Pink",
    "#0096d2": "Sky",
    "#2da578": "Jade",
    "#b478a5": "Mauve",
    "#a55a4b": "Brick",
    "#3c782d": "Moss",
    "#d22d3c": "Red",
    "#b4875a": "Tan",
}
"""Colors that distinguish franchises: each as unlike those before it as possible, and legible in both themes."""
SECOND_COLORS = {
    "#f7f2e7": "Bone",
    "#dfe5ec": "Silver",
    "#ffe58a": "Gold",
    "#d3f0ff": "Ice",
    "#d6f7d9": "Mint",
    "#ffdfe6": "Blush",
    "#0d0f12": "Ink",
    "#0a1633": "Midnight",
    "#2e090d": "Oxblood",
    "#062114": "Pine",
}
"""Colors beside the first: all light enough or dark enough to be told from every first color."""
BONE, INK = "#f7f2e7", "#0d0f12"
DARK_SECOND_COLORS = frozenset({"#0d0f12", "#0a1633", "#2e090d", "#062114"})
SECOND_AROUND_CHARGE = frozenset({"plain", "border"})
"""Divisions that leave the middle in the first color, so that the charge can have the second."""
DEFAULT_CHARGES = tuple(charge for charge in CHARGES if charge != "initials")
PALETTE = tuple(FIRST_COLORS)
WORD_OF_ID = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Crest:
    """A crest: three parts and two colors as #rrggbb. `initials` are those of its franchise."""

    shape: str
    division: str
    charge: str
    first: str
    second: str
    initials: str = ""

    @property
    def blazon(self) -> str:
        """The crest as it is stored: its parts and colors in a line."""
        return f"{self.shape} {self.division} {self.charge} {self.first} {self.second}"

    @property
    def charge_color(self) -> str:
        """The color of the charge, which stands out from all of the crest that is behind it."""
        if self.division in SECOND_AROUND_CHARGE:
            return self.second
        return BONE if self.second in DARK_SECOND_COLORS else INK

    @property
    def words(self) -> str:
        """The crest in words, for people who cannot see it."""
        colors = f"{FIRST_COLORS[self.first].lower()} and {SECOND_COLORS[self.second].lower()}"
        return f"{SHAPES[self.shape]}, {DIVISIONS[self.division].lower()}, {CHARGES[self.charge].lower()}, {colors}"


def parse_blazon(text: str, *, franchise: str = "") -> Crest | None:
    """The crest of a stored line; None if it has a part that there is not."""
    match text.split(" "):
        case [shape, division, charge, first, second] if (
            shape in SHAPES
            and division in DIVISIONS
            and charge in CHARGES
            and first in FIRST_COLORS
            and second in SECOND_COLORS
        ):
            return Crest(
                shape=shape,
                division=division,
                charge=charge,
                first=first,
                second=second,
                initials=initials_of(franchise),
            )
        case _:
            return None


def initials_of(franchise: str) -> str:
    """The letters of a franchise's crest: of its short name, the first of one word, or of the first two."""
    return "".join(word[0] for word in WORD_OF_ID.findall(franchise)[:2]).upper()


def default_crest(franchise: str, *, first: str) -> Crest:
    """The crest of a franchise that chose none: it follows from its short name and its color alone."""
    seed = int.from_bytes(sha256(f"crest of {franchise}".encode()).digest())
    seed, shape = divmod(seed, len(SHAPES))
    seed, division = divmod(seed, len(DIVISIONS))
    seed, charge = divmod(seed, len(DEFAULT_CHARGES))
    return Crest(
        shape=tuple(SHAPES)[shape],
        division=tuple(DIVISIONS)[division],
        charge=DEFAULT_CHARGES[charge],
        first=first,
        second=tuple(SECOND_COLORS)[seed % len(SECOND_COLORS)],
        initials=initials_of(franchise),
    )


@lru_cache(maxsize=256)
def crests_of_league(franchises: tuple[tuple[str, str], ...]) -> Mapping[str, Crest]:
    """The crests of a league's franchises, given in the order they joined with their stored lines, empty for none.

    A crest's first color is the franchise's color. Chosen colors go before those that follow from the order, so that
    two franchises share a color only if there are more franchises than colors; then their charges differ.
    """
    chosen = {name: crest for name, text in franchises if (crest := parse_blazon(text, franchise=name)) is not None}
    colors: dict[str, str] = {}
    for name, crest in chosen.items():
        if crest.first not in colors.values():
            colors[name] = crest.first
    for position, (name, _) in enumerate(franchises):
        if name not in colors:
            colors[name] = _free_color(position, taken=set(colors.values()))
    crests: dict[str, Crest] = {}
    taken: set[tuple[str, str]] = set()
    for name in dict.fromkeys((*chosen, *colors)):
        crest = replace(chosen.get(name) or default_crest(name, first=colors[name]), first=colors[name])
        crests[name] = crest if name in chosen else _with_free_charge(crest, taken)
        taken.add((crests[name].first, crests[name].charge))
    return crests


def _free_color(position: int, *, taken: set[str]) -> str:
    """The color of that place in the palette, or the first that nobody has; that of the place if all are taken."""
    own = PALETTE[position % len(PALETTE)]
    if own not in taken:
        return own
    return next((color for color in PALETTE if color not in taken), own)


def _with_free_charge(crest: Crest, taken: set[tuple[str, str]]) -> Crest:
    """The crest with the next charge that nobody has in its color; itself if there is none."""
    start = DEFAULT_CHARGES.index(crest.charge)
    for charge in (*DEFAULT_CHARGES[start:], *DEFAULT_CHARGES[:start]):
        if (crest.first, charge) not in taken:
            return replace(crest, charge=charge)
    return crest


LEAGUE_CRESTS: ContextVar[Mapping[str, Crest]] = ContextVar("crests", default={})  # noqa: B039 - never written to
"""The crests of the franchises of the league that is asked for, by short name."""


def crest_of(franchise: str) -> Crest:
    """A franchise's crest in the league that is asked for; outside a league it follows from the short name."""
    return crest_among(LEAGUE_CRESTS.get(), franchise)


def crest_among(crests: Mapping[str, Crest], franchise: str) -> Crest:
    """A franchise's crest among those of a league; if it is only in a sandbox, the one of its short name."""
    if franchise in crests:
        return crests[franchise]
    return default_crest(franchise, first=PALETTE[zlib.crc32(franchise.encode()) % len(PALETTE)])


def crest_of_color(color: str) -> Crest | None:
    """The crest of the franchise with that color in the league that is asked for; None if none or several have it."""
    found = [crest for crest in LEAGUE_CRESTS.get().values() if crest.first == color]
    return found[0] if len(found) == 1 else None


SPRITE = settings.BASE_DIR / "static" / "theme" / "crests.svg"
SYMBOL = re.compile(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>')
SMALL = ' transform="translate(3.8 3.8) scale(.76)"'
"""A charge within a border is as small as the field there."""
LETTERS = 'font-family="Barlow Condensed, sans-serif" font-weight="700" font-size="15" text-anchor="middle"'
"""How initials are written, as on pages."""


def crest_picture(crest: Crest) -> str:
    """A crest as an SVG document that needs no other file, with its words for people who cannot see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" role="img"><title>{escape(crest.words)}</title>'
        f"{crest_marks(crest)}</svg>"
    )


def crest_marks(crest: Crest) -> str:
    """A crest within a drawing, in a square of 32 units."""
    small = SMALL if crest.division == "border" else ""
    if crest.charge == "initials":
        charge = f'<text x="16" y="21" {LETTERS} fill="{crest.charge_color}"{small}>{escape(crest.initials)}</text>'
    else:
        charge = f'<g fill="{crest.charge_color}"{small}>{_symbols()[f"charge-{crest.charge}"]}</g>'
    field = _symbols()[f"{crest.shape}-{crest.division}"]
    return f'<g fill="{crest.first}" color="{crest.second}">{field}</g>{charge}'


@lru_cache(maxsize=1)
def _symbols() -> dict[str, str]:
    """The drawings of the file of parts, by id."""
    return dict(SYMBOL.findall(SPRITE.read_text(encoding="utf-8")))
