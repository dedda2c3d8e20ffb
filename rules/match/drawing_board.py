"""What a book's designs are drawn by: the fields of a design as values, what its points bought, what it comes to, and
its outline. A page makes its form of these. Rules CC-070, DM-M-010, DM-M-036, FW-001, RH-085.

The fields are those of the dataclass a design is read into; a book adds what that does not say: words, choices,
bounds, and which faults are about which field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass, replace
from types import NoneType, UnionType
from typing import Any, Final, Protocol, get_args, get_origin, get_type_hints, runtime_checkable

from rules.core.document_validation import document_of
from rules.core.switches import Setting
from rules.match.ruleset import Document, ErrorDetail

FIGURE, WORDS, CHOICE, TICKS, GROUP, ROWS, FIGURES, EITHER = (
    "figure", "words", "choice", "ticks", "group", "rows", "figures", "either",
)  # fmt: skip
"""What a part of a design may be: a whole number, a text, one of its choices, some of them, fields of its own, rows
that are added and taken out, numbers in a line, and one of its choices or else fields of its own.
"""
Choices = tuple[tuple[str, str], ...]
"""What a part offers: the value and the words for it."""


class _Required:
    """What stands for the default of a part that has none."""


REQUIRED: Final = _Required()


@dataclass(frozen=True, slots=True, kw_only=True)
class RowTemplate:
    """What may be added to rows: its key, the words for it, and what then stands there."""

    key: str
    words: str
    holds: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldNote:
    """What a book says of a part beside its kind.

    `means` says what it is, in which units, and what its points buy. `codes` are those of the faults that are about
    it; `one_of` the part whose values it may name, such as `mounts.id`; `apart` that no two rows have one value;
    `written_out` the dataclass of what may stand there in place of a choice, `as_written` each choice written out so;
    `items` what may be added.
    """

    label: str = ""
    means: str = ""
    choices: Choices = ()
    least: int | None = None
    most: int | None = None
    step: int = 1
    codes: tuple[str, ...] = ()
    one_of: str = ""
    apart: bool = False
    written_out: type | None = None
    as_written: Mapping[str, Document] = field(default_factory=dict)
    items: tuple[RowTemplate, ...] = ()


NO_NOTE = FieldNote()


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignPart:
    """A field of a design: its name, its kind, what a book says of it, and its default, `REQUIRED` for none.

    `may_be_left` says that it may be empty. `parts` are those of a group, of every row, or of what is written out;
    rows of no dataclass have one part without a name.
    """

    name: str
    kind: str
    note: FieldNote = NO_NOTE
    default: Any = REQUIRED
    may_be_left: bool = False
    parts: tuple[DesignPart, ...] = ()

    @property
    def label(self) -> str:
        """What people call it."""
        return self.note.label or self.name.replace("_", " ")

    @property
    def is_required(self) -> bool:
        """Whether a design lacks something without it."""
        return self.default is REQUIRED


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsAccount:
    """What a design takes of its points: so many `spent` of a budget, None where none is kept to; `points` is what
    they are called, `short` the same in a word, `by_part` what each part took, by its place: `engine`, `mounts.0`.
    """

    spent: int
    budget: int | None
    points: str
    short: str
    by_part: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plate:
    """The armor of a side: its name, where it faces, in degrees from ahead and clockwise, and its points."""

    side: str
    toward: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Arc:
    """What a weapon, or a mount for one, bears on: a wedge so many degrees wide round where it faces."""

    called: str
    toward: int
    width: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """A car seen from above: its armor by sides, arcs, and what covers it from no one side, such as its top."""

    plates: tuple[Plate, ...] = ()
    arcs: tuple[Arc, ...] = ()
    inside: tuple[tuple[str, int], ...] = ()


AHEAD, RIGHT, BACK, LEFT = 0, 90, 180, 270
ALL_ROUND = 360
SIDE_BEARINGS: Mapping[str, int] = {"front": AHEAD, "right": RIGHT, "rear": BACK, "back": BACK, "left": LEFT}
"""Where the sides of a car face, in degrees from ahead and clockwise."""


def _no_notes(_switches: Mapping[str, Setting]) -> Mapping[str, FieldNote]:
    return {}


def _no_account(_document: Document, *, dp: int, switches: Mapping[str, Setting]) -> PointsAccount | None:  # noqa: ARG001 - a book without one
    return None


def _no_figures(_document: Document, *, switches: Mapping[str, Setting]) -> Mapping[str, int | str]:  # noqa: ARG001 - the same
    return {}


def _no_outline(_document: Document, *, switches: Mapping[str, Setting]) -> Outline:  # noqa: ARG001 - the same
    return Outline()


def _no_printed_designs() -> Mapping[str, Document]:
    return {}


class AccountFunction(Protocol):
    """What a design takes of its points; None for what cannot be priced."""

    def __call__(self, document: Document, /, *, dp: int, switches: Mapping[str, Setting]) -> PointsAccount | None:
        """The account of a design for a car of so many design points."""


class FiguresFunction(Protocol):
    """What a design comes to, by the words for it; empty for what cannot be read. Cars are compared by these."""

    def __call__(self, document: Document, /, *, switches: Mapping[str, Setting]) -> Mapping[str, int | str]:
        """The figures of a design."""


class OutlineFunction(Protocol):
    """What a design looks like from above; empty for what cannot be read."""

    def __call__(self, document: Document, /, *, switches: Mapping[str, Setting]) -> Outline:
        """The outline of a design."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawingBoard:
    """What a book's designs are drawn by; `design` alone is enough for a form of every field.

    `notes` says more of the parts, by their places (`armor.front`, `mounts.type`), under the switches of a season;
    `unasked` are parts that are always at their default; `printed` are the designs that come with the game. None of
    its functions raises anything on any document.
    """

    design: type
    notes: Callable[[Mapping[str, Setting]], Mapping[str, FieldNote]] = _no_notes
    account: AccountFunction = _no_account
    figures: FiguresFunction = _no_figures
    outline: OutlineFunction = _no_outline
    printed: Callable[[], Mapping[str, Document]] = _no_printed_designs
    unasked: tuple[str, ...] = ()

    def parts(self, switches: Mapping[str, Setting]) -> tuple[DesignPart, ...]:
        """The parts of a design in their order."""
        return tuple(part for part in parts_of(self.design, self.notes(switches)) if part.name not in self.unasked)


@runtime_checkable
class HasDrawingBoard(Protocol):
    """A ruleset whose designs are drawn on a board."""

    @property
    def board(self) -> DrawingBoard:
        """What its designs are drawn by."""


def parts_of(design: type, notes: Mapping[str, FieldNote], *, within: str = "") -> tuple[DesignPart, ...]:
    """The parts of a dataclass; `within` is the place of what it is a part of, with a dot."""
    kinds = get_type_hints(design)
    return tuple(
        replace(
            _part(kinds[each.name], f"{within}{each.name}", notes),
            name=each.name,
            default=_default(each),
        )
        for each in fields(design)
    )


def _part(kind: Any, place: str, notes: Mapping[str, FieldNote]) -> DesignPart:
    note = notes.get(place, NO_NOTE)
    may_be_left = isinstance(kind, UnionType)
    if may_be_left:
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
    made = DesignPart(name="", kind=FIGURE, note=note, may_be_left=may_be_left)
    if note.written_out is not None and get_origin(kind) is not tuple:
        return replace(made, kind=EITHER, parts=parts_of(note.written_out, notes, within=f"{place}."))
    if is_dataclass(kind) and isinstance(kind, type):
        return replace(made, kind=GROUP, parts=parts_of(kind, notes, within=f"{place}."))
    if get_origin(kind) is tuple:
        return _list(made, get_args(kind)[0], place, notes)
    if note.choices or note.one_of:
        return replace(made, kind=CHOICE)
    return made if kind is int else replace(made, kind=WORDS)


def _list(made: DesignPart, entry: Any, place: str, notes: Mapping[str, FieldNote]) -> DesignPart:
    if entry is int:
        return replace(made, kind=FIGURES)
    if is_dataclass(entry) and isinstance(entry, type):
        return replace(made, kind=ROWS, parts=parts_of(entry, notes, within=f"{place}."))
    if made.note.choices and made.note.written_out is None:
        return replace(made, kind=TICKS)
    return replace(made, kind=ROWS, parts=(_part(entry, place, notes),))


def _default(each: Field[Any]) -> Any:
    """What a field is where a document leaves it out, as the document would say it."""
    if each.default_factory is not MISSING:
        held = each.default_factory()
        return document_of(held) if is_dataclass(held) else list(held)
    if each.default is MISSING:
        return REQUIRED
    return list(each.default) if isinstance(each.default, tuple) else each.default


def error_location(fault: ErrorDetail, parts: tuple[DesignPart, ...], document: Document) -> str:
    """The place of what a fault is about: `engine`, `armor.front`, `mounts.0.facing`; "" for the whole of a design.

    It is found by the fault's code and by what its sentence calls the field, or the number or id of a row.
    """
    text = fault.sentence.casefold()
    for part in parts:
        if part.kind == ROWS and (place := _row_place(fault, text, part, document)):
            return place
    spoken = [(place, part) for place, part in _flat_fields(parts) if fault.code in part.note.codes]
    named = [place for place, part in spoken if _calls(text, part)]
    return named[0] if named else spoken[0][0] if len(spoken) == 1 else ""


def _row_place(fault: ErrorDetail, said: str, part: DesignPart, document: Document) -> str:
    rows = document.get(part.name)
    if not isinstance(rows, list | tuple):
        return ""
    one = part.name.removesuffix("s")
    for number, row in enumerate(rows):
        id = row.get("id") if isinstance(row, Mapping) else ""
        numbered = any(f"{one} {number + 1}{after}" in said for after in (" ", ",", ":", ".", "'"))
        if numbered or (id and said.startswith(f"{id} ")):
            about = [field for field in part.parts if field.name and fault.code in field.note.codes]
            called = [field for field in about if _calls(said, field)] or (about if len(about) == 1 else [])
            return f"{part.name}.{number}.{called[0].name}" if called else f"{part.name}.{number}"
    return ""


def _flat_fields(parts: tuple[DesignPart, ...], within: str = "") -> list[tuple[str, DesignPart]]:
    found = []
    for part in parts:
        place = f"{within}{part.name}"
        found.append((place, part))
        if part.kind in {GROUP, EITHER}:
            found += _flat_fields(part.parts, f"{place}.")
    return found


def _calls(said: str, part: DesignPart) -> bool:
    """Whether a sentence calls a part by its name or by what people call it."""
    return part.name.removesuffix("s") in said or part.label.casefold() in said
