"""Serializers of the catalogue. They read the values the rules use, so that no value is written down twice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import rules.campaign.play.perform  # noqa: F401 - brings every chapter, and with it every command and fact
from api.catalogue.schemas import (
    BookOut,
    BooksOut,
    CommandKindOut,
    CommandKindsOut,
    FactFieldOut,
    FactKindOut,
    FactKindsOut,
    FirepowerOut,
    GroundOut,
    ItemOut,
    ItemsOut,
    OverheadOut,
    PrintedTableOut,
    RuleOut,
    RulesetOut,
    RulesetsOut,
    RulesOut,
    ShotOut,
    SponsorKindOut,
    SponsorKindsOut,
    SwitchKindOut,
    SwitchKindsOut,
    TablesOut,
)
from explain.figure_facts import BALANCE_FIGURE, FACTS_BY_FIGURE, FIGURE_NAMES, TRAIT_FACTS, TRAITS
from explain.figure_facts import FATIGUE_FACTS as OF_FATIGUE
from explain.house_rule_questions import HOUSE_RULES
from explain.printed_effects import SPONSOR_EFFECTS
from rules.campaign.core.codec import command_schema
from rules.campaign.core.command import COMMAND_TYPES, STEP_NAMES
from rules.campaign.core.editions import EDITION_CHANGES, EDITIONS
from rules.campaign.core.facts import FACT_TYPES, BookedFact, Fact, field_types
from rules.campaign.core.switches import SWITCH_BY_NAME, every_switch
from rules.campaign.money import overhead, prices
from rules.campaign.people.experience import LEVEL_UP_TO
from rules.campaign.sponsors.kinds import SPONSOR_BY_D66, SPONSOR_KINDS
from rules.core.switches import Switch
from rules.core.terms import K
from rules.match.catalog import CATALOG
from rules.match.item_types import ItemType, StatLine
from rules.match.registry import grounds, rulesets
from rules.rulebook.books import Book, Rule, books
from rules.rulebook.rule_text import Block, Line

PRINTED_PRICES_K = {
    "seed_money": prices.SEED_MONEY_K,
    "rookie": prices.ROOKIE_K,
    "veteran": prices.VETERAN_BASE_K,
    "veteran_per_level": prices.VETERAN_PER_LEVEL_K,
    "match_mechanic": prices.MATCH_MECHANIC_K,
    "car": prices.CAR_K,
    "overhead_car": prices.OVERHEAD_CAR_K,
    "legal_fee": prices.LEGAL_FEE_K,
    "cloning": prices.CLONING_K,
    "replacement": prices.REPLACEMENT_K,
    "overhead_replacement": prices.OVERHEAD_REPLACEMENT_K,
    "repair": prices.REPAIR_K,
    "repair_at_most": prices.REPAIR_CAP_K,
    "overhead_repair": prices.OVERHEAD_REPAIR_K,
    "overhead_repair_at_most": prices.OVERHEAD_REPAIR_CAP_K,
    **{f"staff_{rating}": price for rating, price in prices.STAFF_K.items()},
    **{f"party_{number}": price for number, price in enumerate(prices.PARTY_K, 1)},
}
"""Printed prices in k."""


def serialize_items() -> ItemsOut:
    """Every item type."""
    return ItemsOut(items=tuple(_serialize_item(kind, CATALOG[kind]) for kind in sorted(CATALOG)))


def serialize_sponsor_kinds() -> SponsorKindsOut:
    """The kinds of sponsors."""
    return SponsorKindsOut(
        sponsors=tuple(
            SponsorKindOut(
                kind=kind,
                name=row.name,
                dice=row.dice,
                each=row.each_k * K,
                d66=tuple(roll for roll, sponsor_kind in SPONSOR_BY_D66.items() if sponsor_kind == kind),
                effect=SPONSOR_EFFECTS[kind],
                rule=row.rule,
            )
            for kind, row in SPONSOR_KINDS.items()
        )
    )


def serialize_switch_kinds() -> SwitchKindsOut:
    """Every house rule, of the campaign and of the rulesets."""
    books_by_switch = {
        switch.name: book.name for book in rulesets() for switch in book.switches if switch.name not in SWITCH_BY_NAME
    }
    questions = HOUSE_RULES.by_id()
    return SwitchKindsOut(
        switches=tuple(
            _serialize_switch_kind(switch, books_by_switch.get(switch.name, ""), questions[switch.name].text)
            for switch in every_switch()
        )
    )


def serialize_tables() -> TablesOut:
    """The printed tables, and the campaign's figures of overhead (DM-C-100), prices and levels; money in credits."""
    return TablesOut(
        tables=tuple(
            table for book in books() for rule in book.rules for table in _serialize_printed_tables(rule, book.name)
        ),
        overhead=OverheadOut(
            rule="DM-C-100",
            income_up_to=tuple(k * K for k in overhead.INCOME_UP_TO_K),
            size_up_to=overhead.SIZE_UP_TO,
            kept=tuple(tuple(k * K for k in row) for row in overhead.PROFIT_K),
        ),
        prices={name: price * K for name, price in PRINTED_PRICES_K.items()},
        levels_up_to=tuple(LEVEL_UP_TO),
    )


def serialize_books() -> BooksOut:
    """The books of the rulebook with their chapters."""
    return BooksOut(
        books=tuple(
            BookOut(
                book=book.name,
                title=book.title,
                chapters=tuple(chapter.title for chapter in book.chapters),
                rules=sum(1 for _ in book.rules),
            )
            for book in books()
        )
    )


def serialize_rules(book: Book) -> RulesOut:
    """The rules of a book."""
    return RulesOut(
        book=book.name,
        title=book.title,
        rules=tuple(
            _serialize_rule(rule, book.name, chapter.title) for chapter in book.chapters for rule in chapter.rules
        ),
    )


def serialize_rulesets() -> RulesetsOut:
    """The rulesets, and the editions of the campaign."""
    return RulesetsOut(
        rulesets=tuple(
            RulesetOut(
                ruleset=ruleset.name,
                title=ruleset.title,
                edition=ruleset.edition,
                most_teams=ruleset.most_teams,
                phase_called=ruleset.phase_called,
                switches=tuple(switch.name for switch in ruleset.switches),
                grounds=tuple(grounds(ruleset.name)),
            )
            for ruleset in rulesets()
        ),
        editions={edition: EDITION_CHANGES.get(edition, "") for edition in EDITIONS},
    )


def serialize_ground(ruleset: str, ground: str) -> GroundOut | None:
    """A built-in ground of a ruleset; None if there is none of that name."""
    document = grounds(ruleset).get(ground)
    return None if document is None else GroundOut(ruleset=ruleset, ground=ground, document=dict(document))


def serialize_command_kinds() -> CommandKindsOut:
    """Every command type."""
    return CommandKindsOut(
        commands=tuple(serialize_command_kind(tag) for tag in sorted(COMMAND_TYPES)), steps=dict(STEP_NAMES)
    )


def serialize_command_kind(tag: str) -> CommandKindOut:
    """The command type with that tag. Raises `KeyError` if there is none."""
    row = COMMAND_TYPES[tag]
    return CommandKindOut(
        type=tag,
        by=row.by.value,
        steps=row.steps,
        sealed=row.sealed,
        reasoned=row.reasoned,
        summary=row.summary,
        schema=command_schema(tag),
    )


def serialize_fact_kinds() -> FactKindsOut:
    """Every kind of fact, and the kinds behind each figure."""
    booked_tags = tuple(sorted(tag for tag, cls in FACT_TYPES.items() if issubclass(cls, BookedFact)))
    kinds_by_figure = {
        BALANCE_FIGURE: booked_tags,
        **FACTS_BY_FIGURE,
        **dict.fromkeys(TRAITS, (*TRAIT_FACTS, *OF_FATIGUE)),
    }
    return FactKindsOut(
        facts=tuple(_serialize_fact_kind(tag, FACT_TYPES[tag]) for tag in sorted(FACT_TYPES)),
        figures={name: tuple(kinds_by_figure[name]) for name in FIGURE_NAMES},
    )


def _serialize_fact_fields(cls: type[Fact]) -> tuple[FactFieldOut, ...]:
    return tuple(
        FactFieldOut(name=name, type=_type_name(kind))
        for name, kind in field_types(cls).items()
        if name not in ("rule", "rolls")
    )


def _type_name(kind: Any) -> str:
    """The name of a field's type in snake case: `franchise_id`, `credits`, `int`."""
    name = str(getattr(kind, "__name__", kind))
    return "".join(f"_{character.lower()}" if character.isupper() else character for character in name).removeprefix(
        "_"
    )


def _serialize_fact_kind(tag: str, cls: type[Fact]) -> FactKindOut:
    return FactKindOut(
        kind=tag,
        says=cls.says,
        means=" ".join((cls.__doc__ or "").split()),
        booked=issubclass(cls, BookedFact),
        fields=_serialize_fact_fields(cls),
    )


def _serialize_item(kind: str, row: ItemType) -> ItemOut:
    rolled = row.rolled_price
    return ItemOut(
        kind=kind,
        name=row.name,
        group=row.group,
        sold=row.sold,
        where=row.where,
        mount=row.mount,
        price=None if row.price_k is None else row.price_k * K,
        price_from=None if rolled is None else rolled.lowest,
        price_to=None if rolled is None else rolled.highest,
        shots=tuple(_serialize_shot(shot) for shot in row.shots),
        consumed=row.consumed,
        removable=row.removable,
        stays_with_car=row.stays_with_car,
        one_a_car=row.one_a_car,
        may_stack=row.may_stack,
        uses=row.uses,
        rule=row.rule,
        effect=row.effect,
    )


def _serialize_shot(shot: StatLine) -> ShotOut:
    return ShotOut(
        rate=shot.rate,
        dice=shot.dice,
        penetration=shot.penetration,
        firepower=FirepowerOut(sides=shot.firepower.sides, plus=shot.firepower.plus),
        short=shot.short,
        long=shot.long,
        furthest=shot.furthest,
        ammunition=shot.ammunition,
    )


def _serialize_switch_kind(switch: Switch, book: str, question: str) -> SwitchKindOut:
    kind = "yes_no" if isinstance(switch.default, bool) else "number" if isinstance(switch.default, int) else "text"
    bounded = kind == "number" and not switch.choices
    return SwitchKindOut(
        switch=switch.name,
        book=book,
        kind="choice" if switch.choices else kind,
        printed=switch.default,
        choices=switch.choices,
        lowest=switch.lowest if bounded else None,
        highest=switch.highest if bounded else None,
        form=switch.form if kind == "text" and not switch.choices else "",
        rule=switch.rule,
        question=question,
        changes=switch.changes,
    )


def _serialize_rule(rule: Rule, book: str, chapter: str) -> RuleOut:
    return RuleOut(
        rule=rule.id,
        title=rule.title,
        book=book,
        chapter=chapter,
        text=tuple(_plain_text(line) for block in rule.blocks if block.kind != "table" for line in block.lines),
        ruling=rule.ruling,
        tables=tuple(_serialize_printed_tables(rule, book)),
        switches=tuple(bend.switch.name for bend in rule.bends),
    )


def _serialize_printed_tables(rule: Rule, book: str) -> Iterable[PrintedTableOut]:
    tables = [block for block in (*rule.blocks, *rule.tables) if block.kind == "table"]
    return [_serialize_printed_table(table, rule, book) for table in tables]


def _serialize_printed_table(block: Block, rule: Rule, book: str) -> PrintedTableOut:
    return PrintedTableOut(
        book=book,
        rule=rule.id,
        title=rule.title,
        caption=block.caption,
        head=tuple(_plain_text(cell) for cell in block.lines),
        rows=tuple(tuple(_plain_text(cell) for cell in row) for row in block.rows),
    )


def _plain_text(line: Line) -> str:
    return "".join(piece.words for piece in line)
