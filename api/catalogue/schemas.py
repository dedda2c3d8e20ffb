"""Schemas of the catalogue, which is the same for all leagues. Amounts are whole credits."""

from __future__ import annotations

from typing import Any

import msgspec

Setting = bool | int | str


class CatalogueOut(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of the catalogue by name, each with its address."""

    parts: dict[str, str]
    """Address of each part, by its name."""


class FirepowerOut(msgspec.Struct, frozen=True, kw_only=True):
    """Damage: a die of so many sides, 0 for none, and what is added."""

    sides: int
    """Sides of the die that is thrown for damage; 0 for none."""
    plus: int
    """What is added to the die, or the whole damage where there is none."""


class ShotOut(msgspec.Struct, frozen=True, kw_only=True):
    """A stat line: attacks a turn, on how many dice, penetration, firepower, the three ranges, and the ammunition."""

    rate: int
    """Attacks a turn."""
    dice: int
    """Dice for each attack; 2 where the rate is printed with a + (DM-M-017)."""
    penetration: int
    """Penetration as it is printed."""
    firepower: FirepowerOut
    """Damage of a hit."""
    short: int
    """Far edge of the short band, in hexes."""
    long: int
    """Far edge of the long band, in hexes; 0 where the band is printed empty."""
    furthest: int
    """Far edge of the last band, in hexes; 0 where the band is printed empty."""
    ammunition: int
    """Shots that its magazine holds."""


class ItemOut(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of item.

    `price` is the list price; the price of an item that is found or invented is rolled from `price_from` to
    `price_to`, null where that depends on other rolls.
    """

    kind: str
    """Name of the kind, by which commands and stores know it."""
    name: str
    """What the kind is called in the book."""
    group: str
    """Group it belongs to, such as `weapon`, `gears`, `tires`, `device`, `electronics`, `medical` or `personal`."""
    sold: str
    """Table that has it: `list`, `world_trade` or `tinkering`."""
    where: str
    """What it goes on: `car`, `weapon` or `driver`; empty for what is used out of the stores."""
    mount: str
    """Mount it needs: `light`, `heavy`, `rocket` or `special` (DM-M-013); empty for none."""
    price: int | None
    """List price in credits; null where it has none."""
    price_from: int | None
    """Lowest price it may be rolled at, in credits (DM-C-004); null where it has no such price."""
    price_to: int | None
    """Highest price it may be rolled at, in credits (DM-C-004); null where it has no such price."""
    shots: tuple[ShotOut, ...]
    """Its stat lines, the single shot first where it has two (DM-C-140); empty for what does not shoot."""
    consumed: str
    """What uses it up: `mounted` for one match, or `triggered` (DM-C-094); empty where nothing does."""
    removable: bool
    """Whether it can be taken off what it was put on."""
    stays_with_car: bool
    """Whether it may be taken off its car, and goes on no other (DM-C-151)."""
    one_a_car: bool
    """Whether a car carries one of it at most (DM-M-014)."""
    may_stack: bool
    """Whether a house rule may let a car carry two of it (DM-C-121, DM-C-123)."""
    uses: int
    """How often a medical kit may be used (DM-C-130); 0 for other kinds."""
    rule: str
    """Number of the rule that describes it."""
    effect: str
    """What it does in a match, in a sentence; empty where its stat lines say all."""


class ItemsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Every kind of item that can be in the stores."""

    items: tuple[ItemOut, ...]
    """The kinds of items, in alphabetical order."""


class SponsorKindOut(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of sponsor: it pays `dice` d6 times `each`, and a party attracts it on these results of a D66."""

    kind: str
    """Name of the kind, by which commands know it."""
    name: str
    """What the kind is called in the book."""
    dice: int
    """How many d6 are thrown for its income after a match (DM-C-072)."""
    each: int
    """Credits that each point of these dice brings."""
    d66: tuple[int, ...]
    """Results of a D66 on which a party attracts it (DM-C-071)."""
    effect: str
    """What it does besides, in a sentence."""
    rule: str
    """Number of the rule that describes it."""


class SponsorKindsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The kinds of sponsors there are."""

    sponsors: tuple[SponsorKindOut, ...]
    """The kinds of sponsors, in the order of the book."""


class SwitchKindOut(msgspec.Struct, frozen=True, kw_only=True):
    """A house rule: its printed setting, the settings it may have, the rule it bends, and what it changes.

    One with `choices` is set to one of them, a number to one from `lowest` to `highest`, a text to one that matches
    `form` (a regular expression). `book` is the ruleset it belongs to, empty for the campaign.
    """

    switch: str
    """Name of the house rule, such as `money.rounding`."""
    book: str
    """Short name of the ruleset whose own it is; empty for the campaign's."""
    kind: str
    """What it is set to: `yes_no`, `number`, `text` or `choice`."""
    printed: Setting
    """Setting that the book prints."""
    choices: tuple[Setting, ...]
    """Settings it may have; empty where it is not one of a few."""
    lowest: int | None
    """Lowest number it may be set to; null for other kinds."""
    highest: int | None
    """Highest number it may be set to; null for other kinds."""
    form: str
    """Regular expression that all of a text has to match; empty for other kinds."""
    rule: str
    """Number of the rule that it bends."""
    question: str
    """What it asks a league, as the questionnaire has it."""
    changes: str
    """What it changes, in a sentence."""


class SwitchKindsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Every house rule there is, by name."""

    switches: tuple[SwitchKindOut, ...]
    """The house rules of the campaign, then those of the rulesets."""


class PrintedTableOut(msgspec.Struct, frozen=True, kw_only=True):
    """A printed table: its rule, its head, and its rows as they are printed."""

    book: str
    """Short name of the book."""
    rule: str
    """Number of the rule that has the table."""
    title: str
    """Title of that rule."""
    caption: str
    """Caption of the table; empty for none."""
    head: tuple[str, ...]
    """Heads of the columns, from left to right."""
    rows: tuple[tuple[str, ...], ...]
    """Cells of each row, as they are printed."""


class OverheadOut(msgspec.Struct, frozen=True, kw_only=True):
    """The overhead table in figures: `kept` by row of net income, then by column of size; the last ones are open."""

    rule: str
    """Number of the rule that has the table, DM-C-100."""
    income_up_to: tuple[int, ...]
    """Upper bounds of the rows of net income, in credits; one more row is open."""
    size_up_to: tuple[int, ...]
    """Upper bounds of the columns of franchise size; one more column is open."""
    kept: tuple[tuple[int, ...], ...]
    """What a franchise keeps, in credits, by row and then by column."""


class TablesOut(msgspec.Struct, frozen=True, kw_only=True):
    """The printed tables of the books, and the prices and the overhead of the campaign in figures."""

    tables: tuple[PrintedTableOut, ...]
    """The printed tables of all books."""
    overhead: OverheadOut
    """The overhead table of the campaign in figures."""
    prices: dict[str, int]
    """Printed prices of the campaign by name, in credits."""
    levels_up_to: tuple[int, ...]
    """Most experience of each level from 1 on (DM-C-015); the level after the last is open."""


class BookOut(msgspec.Struct, frozen=True, kw_only=True):
    """A book of the rulebook: its chapters by title, and how many rules it has."""

    book: str
    """Short name of the book, as addresses have it."""
    title: str
    """What the book is called."""
    chapters: tuple[str, ...]
    """Titles of its chapters, in order."""
    rules: int
    """How many rules it has."""


class BooksOut(msgspec.Struct, frozen=True, kw_only=True):
    """The books of the rulebook, the campaign's first."""

    books: tuple[BookOut, ...]
    """The books, the campaign's first."""


class RuleOut(msgspec.Struct, frozen=True, kw_only=True):
    """A rule: its paragraphs, the ruling where the printed text leaves something open, and its house rules."""

    rule: str
    """Number of the rule, such as DM-C-100."""
    title: str
    """Title of the rule."""
    book: str
    """Short name of the book it belongs to."""
    chapter: str
    """Title of its chapter."""
    text: tuple[str, ...]
    """Its paragraphs as plain text."""
    ruling: str
    """Why the house reads it so, where the print leaves it open; else empty."""
    tables: tuple[PrintedTableOut, ...]
    """Its printed tables."""
    switches: tuple[str, ...]
    """Names of the house rules that bend it."""


class RulesOut(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a book in their order."""

    book: str
    """Short name of the book."""
    title: str
    """What the book is called."""
    rules: tuple[RuleOut, ...]
    """Its rules in order."""


class RulesetOut(msgspec.Struct, frozen=True, kw_only=True):
    """A match system: the edition of its rules, the most teams of a match, its house rules, and its grounds."""

    ruleset: str
    """Short name of the ruleset, as matches and addresses have it."""
    title: str
    """What the ruleset is called."""
    edition: int
    """Edition of its rules; results of another edition may differ."""
    most_teams: int
    """Most teams a match of it may have."""
    phase_called: str
    """What it calls the phase of a turn."""
    switches: tuple[str, ...]
    """Names of the house rules that it reads."""
    grounds: tuple[str, ...]
    """Short names of the tracks, arenas or tables that come with it."""


class RulesetsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The match systems there are, and the editions of the campaign's rules with what each changed."""

    rulesets: tuple[RulesetOut, ...]
    """The match systems there are, by name."""
    editions: dict[str, str]
    """What each edition of the campaign's rules changed, by its name; empty for the first."""


class GroundOut(msgspec.Struct, frozen=True, kw_only=True):
    """A track, circuit, arena or table that comes with the game, as its ruleset reads it."""

    ruleset: str
    """Short name of the ruleset."""
    ground: str
    """Short name of the ground."""
    document: dict[str, Any]
    """The ground in the form that its ruleset reads."""


class CommandKindOut(msgspec.Struct, frozen=True, kw_only=True):
    """A command: who gives it, at which steps, and the JSON Schema of what is sent.

    A `sealed` one is hidden from others for a while, a `reasoned` one needs a reason that everybody may read.
    """

    type: str
    """Type of the command, which is sent with it."""
    by: str
    """Who gives it: `owner`, `commissioner`, or `season` for what follows by itself."""
    steps: tuple[str, ...]
    """Steps of a season or match at which it may be given; empty for any."""
    sealed: bool
    """Whether it may be kept from others until a later step."""
    reasoned: bool
    """Whether it needs a reason that everybody may read."""
    summary: str
    """What it does, in a sentence with its rules."""
    schema: dict[str, Any]
    """JSON Schema of the command."""


class CommandKindsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Every command there is, by its type, and what the steps are called."""

    commands: tuple[CommandKindOut, ...]
    """The commands, by type."""
    steps: dict[str, str]
    """What each step is called, by its short name."""


class FactFieldOut(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a fact: a kind of id, `credits`, or a plain type."""

    name: str
    """Name of the field."""
    type: str
    """Type of the field: a kind of id such as `driver_id`, `credits`, or a plain type."""


class FactKindOut(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of fact: its sentence, with fields in braces, and whether it moves money and is a line of the ledger."""

    kind: str
    """Name of the kind, which facts and queries have."""
    says: str
    """Its sentence, with its fields in braces."""
    means: str
    """What facts of the kind state, with their rule."""
    booked: bool
    """Whether facts of the kind move money and are lines of the ledger."""
    fields: tuple[FactFieldOut, ...]
    """Its fields besides rule and rolls."""


class FactKindsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Every kind of fact, and the figures that facts can be asked for, with the kinds behind each."""

    facts: tuple[FactKindOut, ...]
    """The kinds of facts, by name."""
    figures: dict[str, tuple[str, ...]]
    """Kinds of facts behind each figure that `facts` may be asked for, by the name of the figure."""
