"""The drawing board of a book's designs: the fields of a design as values, what its points bought, its figures, and
its outline. A page makes its form from these. Rules CC-070, DM-M-010, DM-M-036, FW-001, RH-085.

The fields are those of the dataclass a design is read into. A book adds what the dataclass does not say: labels,
choices, bounds, and which errors are about which field.
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
"""The kinds of a part: a whole number, a text, one of its choices, several of its choices, a group of fields, rows
that can be added and removed, a list of numbers, and one of its choices or else a group of fields.
"""
Choices = tuple[tuple[str, str], ...]
"""The values a part offers, each with its label."""


class _Required:
    """The default of a part that has none."""


REQUIRED: Final = _Required()


@dataclass(frozen=True, slots=True, kw_only=True)
class RowTemplate:
    """A row that can be added: its key, its label, and the contents of the new row."""

    key: str
    words: str
    holds: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldNote:
    """What a book says about a part besides its kind.

    `means` explains the part, its units, and what its points buy. `least`, `most` and `step` bound a number. `codes`
    are the codes of the errors that are about it. `one_of` names the part whose values it may refer to, such as
    `mounts.id`. With `apart`, no two rows may have the same value. `written_out` is the dataclass that may be written
    in place of a choice, and `as_written` maps each choice to what it looks like written out. `items` are the rows
    that can be added.
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
    """A field of a design: its name, its kind, the book's note on it, and its default, which is `REQUIRED` if it has
    none.

    With `may_be_left`, it may be empty. `parts` are the fields of a group, of every row, or of what is written out.
    Rows that are not dataclasses have one part without a name.
    """

    name: str
    kind: str
    note: FieldNote = NO_NOTE
    default: Any = REQUIRED
    may_be_left: bool = False
    parts: tuple[DesignPart, ...] = ()

    @property
    def label(self) -> str:
        """The label people see."""
        return self.note.label or self.name.replace("_", " ")

    @property
    def is_required(self) -> bool:
        """Whether a design is incomplete without it."""
        return self.default is REQUIRED


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsAccount:
    """What a design spends of its points.

    `budget` is None if there is no limit. `points` is the name of the points and `short` a one-word name. `by_part`
    maps each part's place, such as `engine` or `mounts.0`, to the points spent on it.
    """

    spent: int
    budget: int | None
    points: str
    short: str
    by_part: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plate:
    """The armor of a side: its name, the direction it faces, in degrees clockwise from ahead, and its points."""

    side: str
    toward: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Arc:
    """The arc of a weapon or a mount: its name, the direction it faces, in degrees clockwise from ahead, and its
    width in degrees.
    """

    called: str
    toward: int
    width: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """A car seen from above: the armor of its sides, its arcs, and armor that belongs to no side, such as its top."""

    plates: tuple[Plate, ...] = ()
    arcs: tuple[Arc, ...] = ()
    inside: tuple[tuple[str, int], ...] = ()


AHEAD, RIGHT, BACK, LEFT = 0, 90, 180, 270
ALL_ROUND = 360
SIDE_BEARINGS: Mapping[str, int] = {"front": AHEAD, "right": RIGHT, "rear": BACK, "back": BACK, "left": LEFT}
"""The directions that the sides of a car face, in degrees clockwise from ahead."""


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
    """Gives the points account of a design, or None if the design cannot be priced."""

    def __call__(self, document: Document, /, *, dp: int, switches: Mapping[str, Setting]) -> PointsAccount | None:
        """The account of a design for a car with `dp` design points."""


class FiguresFunction(Protocol):
    """Gives the figures by which cars are compared, by their labels; empty if the design cannot be read."""

    def __call__(self, document: Document, /, *, switches: Mapping[str, Setting]) -> Mapping[str, int | str]:
        """The figures of a design."""


class OutlineFunction(Protocol):
    """Gives the view of a design from above; empty if the design cannot be read."""

    def __call__(self, document: Document, /, *, switches: Mapping[str, Setting]) -> Outline:
        """The outline of a design."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawingBoard:
    """The drawing board of a book's designs. With `design` alone, it gives a form with every field.

    `notes` describes parts by their places (`armor.front`, `mounts.type`) under the switches of a season. `unasked`
    are parts that always keep their default. `printed` gives the designs that come with the game. `lower_is_better`
    has the labels of figures of which the lower is the better; of all others it is the higher. None of its functions
    raises anything, whatever the document.
    """

    design: type
    notes: Callable[[Mapping[str, Setting]], Mapping[str, FieldNote]] = _no_notes
    account: AccountFunction = _no_account
    figures: FiguresFunction = _no_figures
    outline: OutlineFunction = _no_outline
    printed: Callable[[], Mapping[str, Document]] = _no_printed_designs
    unasked: tuple[str, ...] = ()
    lower_is_better: frozenset[str] = frozenset()

    def parts(self, switches: Mapping[str, Setting]) -> tuple[DesignPart, ...]:
        """The parts of a design in order, without those in `unasked`."""
        return tuple(part for part in parts_of(self.design, self.notes(switches)) if part.name not in self.unasked)


@runtime_checkable
class HasDrawingBoard(Protocol):
    """A ruleset with a drawing board for its designs."""

    @property
    def board(self) -> DrawingBoard:
        """The drawing board of its designs."""


def parts_of(design: type, notes: Mapping[str, FieldNote], *, within: str = "") -> tuple[DesignPart, ...]:
    """The parts of a dataclass. `within` is the place of the part that holds it, with a dot at its end."""
    kinds = get_type_hints(design)
    return tuple(
        replace(
            _part(kinds[design_field.name], f"{within}{design_field.name}", notes),
            name=design_field.name,
            default=_default(design_field),
        )
        for design_field in fields(design)
    )


def _part(kind: Any, place: str, notes: Mapping[str, FieldNote]) -> DesignPart:
    note = notes.get(place, NO_NOTE)
    may_be_left = isinstance(kind, UnionType)
    if may_be_left:
        (kind,) = (option for option in get_args(kind) if option is not NoneType)
    part = DesignPart(name="", kind=FIGURE, note=note, may_be_left=may_be_left)
    if note.written_out is not None and get_origin(kind) is not tuple:
        return replace(part, kind=EITHER, parts=parts_of(note.written_out, notes, within=f"{place}."))
    if is_dataclass(kind) and isinstance(kind, type):
        return replace(part, kind=GROUP, parts=parts_of(kind, notes, within=f"{place}."))
    if get_origin(kind) is tuple:
        return _list(part, get_args(kind)[0], place, notes)
    if note.choices or note.one_of:
        return replace(part, kind=CHOICE)
    return part if kind is int else replace(part, kind=WORDS)


def _list(part: DesignPart, entry: Any, place: str, notes: Mapping[str, FieldNote]) -> DesignPart:
    if entry is int:
        return replace(part, kind=FIGURES)
    if is_dataclass(entry) and isinstance(entry, type):
        return replace(part, kind=ROWS, parts=parts_of(entry, notes, within=f"{place}."))
    if part.note.choices and part.note.written_out is None:
        return replace(part, kind=TICKS)
    return replace(part, kind=ROWS, parts=(_part(entry, place, notes),))


def _default(design_field: Field[Any]) -> Any:
    """The default of a dataclass field in the form a document has it."""
    if design_field.default_factory is not MISSING:
        value = design_field.default_factory()
        return document_of(value) if is_dataclass(value) else list(value)
    if design_field.default is MISSING:
        return REQUIRED
    return list(design_field.default) if isinstance(design_field.default, tuple) else design_field.default


def error_location(fault: ErrorDetail, parts: tuple[DesignPart, ...], document: Document) -> str:
    """The place of the part an error is about: `engine`, `armor.front`, `mounts.0.facing`, or "" for the design as a
    whole.

    It is found by the error's code, and by the label of the field or the number or id of the row in its sentence.
    """
    text = fault.sentence.casefold()
    for part in parts:
        if part.kind == ROWS and (place := _row_place(fault, text, part, document)):
            return place
    candidates = [(place, part) for place, part in _flat_fields(parts) if fault.code in part.note.codes]
    named = [place for place, part in candidates if _calls(text, part)]
    return named[0] if named else candidates[0][0] if len(candidates) == 1 else ""


def _row_place(fault: ErrorDetail, text: str, part: DesignPart, document: Document) -> str:
    rows = document.get(part.name)
    if not isinstance(rows, list | tuple):
        return ""
    row_word = part.name.removesuffix("s")
    for number, row in enumerate(rows):
        id = row.get("id") if isinstance(row, Mapping) else ""
        numbered = any(f"{row_word} {number + 1}{after}" in text for after in (" ", ",", ":", ".", "'"))
        if numbered or (id and text.startswith(f"{id} ")):
            fields_of_code = [field for field in part.parts if field.name and fault.code in field.note.codes]
            named_fields = [field for field in fields_of_code if _calls(text, field)] or (
                fields_of_code if len(fields_of_code) == 1 else []
            )
            return f"{part.name}.{number}.{named_fields[0].name}" if named_fields else f"{part.name}.{number}"
    return ""


def _flat_fields(parts: tuple[DesignPart, ...], within: str = "") -> list[tuple[str, DesignPart]]:
    flat_parts = []
    for part in parts:
        place = f"{within}{part.name}"
        flat_parts.append((place, part))
        if part.kind in {GROUP, EITHER}:
            flat_parts += _flat_fields(part.parts, f"{place}.")
    return flat_parts


def _calls(text: str, part: DesignPart) -> bool:
    """Whether a sentence contains the name or the label of a part."""
    return part.name.removesuffix("s") in text or part.label.casefold() in text
