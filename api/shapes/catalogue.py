"""The catalogue: what the game is made of, whatever league plays it. Amounts are whole credits."""

from __future__ import annotations

from typing import Any

import msgspec

Setting = bool | int | str


class CatalogueOut(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of the catalogue by name, each with its address."""

    parts: dict[str, str]


class FirepowerOut(msgspec.Struct, frozen=True, kw_only=True):
    """Damage: a die of so many sides, 0 for none, and what is added."""

    sides: int
    plus: int


class ShotOut(msgspec.Struct, frozen=True, kw_only=True):
    """A stat line: attacks a turn, on how many dice, penetration, firepower, the three ranges, and the ammunition."""

    rate: int
    dice: int
    penetration: int
    firepower: FirepowerOut
    short: int
    long: int
    furthest: int
    ammunition: int


class ItemOut(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of item. `price` is what the list asks; one that is found or invented is rolled from `price_from` to
    `price_to`, null where that depends on what was rolled.
    """

    kind: str
    name: str
    group: str
    sold: str
    where: str
    mount: str
    price: int | None
    price_from: int | None
    price_to: int | None
    shots: tuple[ShotOut, ...]
    consumed: str
    removable: bool
    stays_with_car: bool
    one_a_car: bool
    may_stack: bool
    uses: int
    rule: str
    effect: str


class ItemsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can stand in the stores, by kind."""

    items: tuple[ItemOut, ...]


class SponsorKindOut(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of sponsor: it pays `dice` d6 times `each`, and comes on those values of a D66."""

    kind: str
    name: str
    dice: int
    each: int
    d66: tuple[int, ...]
    effect: str
    rule: str


class SponsorKindsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The kinds of sponsors there are."""

    sponsors: tuple[SponsorKindOut, ...]


class SwitchKindOut(msgspec.Struct, frozen=True, kw_only=True):
    """A house rule: what is printed, what it may be set to, the rule it bends, and what it changes.

    One with `choices` is set to one of them, a number to one from `lowest` to `highest`, a text to one of the `form`
    (a regular expression). `book` is the ruleset whose own it is, empty for the campaign's.
    """

    switch: str
    book: str
    kind: str
    printed: Setting
    choices: tuple[Setting, ...]
    lowest: int | None
    highest: int | None
    form: str
    rule: str
    question: str
    changes: str


class SwitchKindsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Every house rule there is, by name."""

    switches: tuple[SwitchKindOut, ...]


class PrintedTableOut(msgspec.Struct, frozen=True, kw_only=True):
    """A printed table: its rule, its head, and its rows as they are printed."""

    book: str
    rule: str
    title: str
    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class OverheadOut(msgspec.Struct, frozen=True, kw_only=True):
    """The overhead table in figures: `kept` by row of net income, then column of size; the last of both is open."""

    rule: str
    income_up_to: tuple[int, ...]
    size_up_to: tuple[int, ...]
    kept: tuple[tuple[int, ...], ...]


class TablesOut(msgspec.Struct, frozen=True, kw_only=True):
    """The printed tables of the books, and the prices and the overhead of the campaign in figures."""

    tables: tuple[PrintedTableOut, ...]
    overhead: OverheadOut
    prices: dict[str, int]
    levels_up_to: tuple[int, ...]


class BookOut(msgspec.Struct, frozen=True, kw_only=True):
    """A book of the rulebook: its chapters by title, and how many rules it has."""

    book: str
    title: str
    chapters: tuple[str, ...]
    rules: int


class BooksOut(msgspec.Struct, frozen=True, kw_only=True):
    """The books of the rulebook, the campaign's first."""

    books: tuple[BookOut, ...]


class RuleOut(msgspec.Struct, frozen=True, kw_only=True):
    """A rule: its text by paragraphs, why the house reads it so where it is left open, and its house rules."""

    rule: str
    title: str
    book: str
    chapter: str
    text: tuple[str, ...]
    ruling: str
    tables: tuple[PrintedTableOut, ...]
    switches: tuple[str, ...]


class RulesOut(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a book in their order."""

    book: str
    title: str
    rules: tuple[RuleOut, ...]


class RulesetOut(msgspec.Struct, frozen=True, kw_only=True):
    """A match system: the edition of its rules, the most teams of a match, its house rules, and its grounds."""

    ruleset: str
    title: str
    edition: int
    most_teams: int
    phase_called: str
    switches: tuple[str, ...]
    grounds: tuple[str, ...]


class RulesetsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The match systems there are, and the editions of the campaign's rules with what each changed."""

    rulesets: tuple[RulesetOut, ...]
    editions: dict[str, str]


class GroundOut(msgspec.Struct, frozen=True, kw_only=True):
    """A track, circuit, arena or table that comes with the game, as its ruleset reads it."""

    ruleset: str
    ground: str
    document: dict[str, Any]


class CommandKindOut(msgspec.Struct, frozen=True, kw_only=True):
    """A command: who gives it, at which steps, and the JSON Schema of what is sent.

    A `sealed` one is kept from others for a while, a `reasoned` one needs a reason that everybody may read.
    """

    type: str
    by: str
    steps: tuple[str, ...]
    sealed: bool
    reasoned: bool
    summary: str
    schema: dict[str, Any]


class CommandKindsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Every command there is, by its type, and what the steps are called."""

    commands: tuple[CommandKindOut, ...]
    steps: dict[str, str]


class FactFieldOut(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a fact: a kind of id, `credits`, or a plain type."""

    name: str
    type: str


class FactKindOut(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of fact: what it says, with its fields in braces, and whether it moved money, which is a ledger line."""

    kind: str
    says: str
    means: str
    booked: bool
    fields: tuple[FactFieldOut, ...]


class FactKindsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Every kind of fact, and the figures that facts can be asked for, with the kinds behind each."""

    facts: tuple[FactKindOut, ...]
    figures: dict[str, tuple[str, ...]]
