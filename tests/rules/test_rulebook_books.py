"""The rulebook as data: every rule of every list, in plain words, with the tables the game is played by."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.campaign.core.switches import SWITCHES, every_switch
from rules.campaign.market import world_trade
from rules.campaign.money import overhead
from rules.core.tables import format_faces
from rules.match.catalog import CATALOG
from rules.match.registry import BOOKS, rulesets
from rules.match.rulebook_pages import rulebook_pages
from rules.match.ruleset import Page
from rules.rulebook.books import (
    CAMPAIGN,
    HEADING,
    Rule,
    book_name_of_rule,
    books,
    get_book,
    get_rule,
    glossary,
    rulings,
    terms,
)
from rules.rulebook.campaign_tables import TABLES, firepower, tables_under_rule
from rules.rulebook.rule_text import (
    CODE,
    RULE,
    STRONG,
    TERM,
    TEXT,
    Block,
    TextSegment,
    blocks,
    plain_text,
    split_segments,
    with_terms,
)
from tests.guards.findings import report
from tests.rules.rulebooks import ill_set, out_of_place, ragged
from tools.rulebook import RULES_FOLDER, read_table, rule_ids_in, titles_by_system

CHECKOUT = Path(__file__).parents[2]
LISTS = CHECKOUT / RULES_FOLDER
AMERICAN = {"rmour": "rmor", "tyres": "tires", "Manoeuvre": "Maneuver"}
"""Replacements that turn the lists' spelling into American spelling."""
MOST_SENTENCES = 9
SHORTEST = 20
"""The minimum length of a rule's text, in characters."""
CAMPAIGN_PAGES = rulebook_pages("rules.campaign")


every_chapter = pytest.mark.parametrize("page", CAMPAIGN_PAGES, ids=lambda page: page.title)


def listed(book: str) -> dict[str, str]:
    """The titles of a book's rules by ID, from the project's list, in American spelling."""
    titles = read_table(LISTS / f"{book}.tsv")
    for british, american in AMERICAN.items():
        titles = {id: title.replace(british, american) for id, title in titles.items()}
    return titles


def cells(block: Block) -> list[list[str]]:
    """The text of a table's cells, the head first."""
    return [["".join(piece.words for piece in cell) for cell in row] for row in (block.lines, *block.rows)]


def table_of(rule: str) -> list[list[str]]:
    (block,) = tables_under_rule(rule)
    return cells(block)


# ------------------------------------------------------------------------------------------------------ contents


def test_there_is_a_book_of_the_campaign_of_every_ruleset_and_of_the_referee_and_each_has_a_list() -> None:
    names = [book.name for book in books()]
    assert names == [CAMPAIGN, *(ruleset.name for ruleset in rulesets()), *BOOKS]
    assert set(names) == set(titles_by_system(CHECKOUT))


@pytest.mark.parametrize("book", titles_by_system(CHECKOUT))
def test_every_listed_rule_stands_in_its_book_once_under_its_title_and_in_order(book: str) -> None:
    book_rules = get_book(book)
    assert book_rules is not None
    written, wanted = [(rule.id, rule.title) for rule in book_rules.rules], list(listed(book).items())
    lacking = (
        "The rulebook of {book} has no section {id} {title}: write it into a chapter of rules/{book}/rulebook under "
        "that heading, or correct docs/rules/{book}.tsv."
    )
    report(
        [lacking.format(book=book, id=id, title=title) for id, title in wanted if (id, title) not in written],
        seen=wanted,
        of="rules",
    )
    assert written == wanted


@pytest.mark.parametrize("book", titles_by_system(CHECKOUT))
def test_every_rule_says_what_holds_in_words_of_its_own(book: str) -> None:
    book_rules = get_book(book)
    assert book_rules is not None
    texts = {
        rule.id: plain_text(rule.blocks) + "".join(bend.told for bend in rule.bends) for rule in book_rules.rules
    }
    assert [id for id, words in texts.items() if len(words) < SHORTEST] == []


def test_every_rule_is_found_by_its_id_and_an_id_of_none_is_nowhere() -> None:
    for book in books():
        assert {book_name_of_rule(rule.id) for rule in book.rules} == {book.name}
    assert (book_name_of_rule("XX-001"), get_rule("XX-001"), get_book("ludo")) == ("", None, None)
    overhead_rule = get_rule("DM-C-100")
    assert overhead_rule is not None
    assert overhead_rule.title == "Overhead table"


def test_every_house_rule_stands_under_the_rule_it_bends() -> None:
    under = {(bend.switch.name, rule.id) for book in books() for rule in book.rules for bend in rule.bends}
    assert {(switch.name, switch.rule) for switch in every_switch()} <= under
    campaign = get_book(CAMPAIGN)
    assert campaign is not None
    assert sum(len(rule.bends) for rule in campaign.rules) == len(SWITCHES)
    assert not [bend for book in books() for rule in book.rules for bend in rule.bends if not bend.told]


# ------------------------------------------------------------------------------------------------------------- style


@every_chapter
def test_a_chapter_of_the_campaign_is_well_set_and_says_nothing_that_is_no_player_s_business(page: Page) -> None:
    text = Page(title=page.title, text=HEADING.sub("", page.text))
    assert (ragged(page), ill_set(page), out_of_place(text)) == ([], [], [])


def test_every_rule_the_campaign_s_chapters_refer_to_exists() -> None:
    known = {id for path in LISTS.glob("*.tsv") for id in read_table(path)}
    cited = {id for page in CAMPAIGN_PAGES for id in rule_ids_in(page.text)}
    assert set(listed(CAMPAIGN)) <= cited <= known


def test_no_rule_of_the_campaign_goes_on_for_longer_than_people_read() -> None:
    campaign = get_book(CAMPAIGN)
    assert campaign is not None
    long = [rule.id for rule in campaign.rules if plain_text(rule.blocks).count(". ") >= MOST_SENTENCES]
    assert long == []


def test_every_ruling_is_of_a_rule_and_says_in_full_sentences_why() -> None:
    assert len(rulings()) > 300
    for id, reason in rulings().items():
        ruled = get_rule(id)
        assert isinstance(ruled, Rule), id
        assert ruled.ruling == reason
        assert reason[0].isupper() or reason[0] in '"0123456789', id
        assert reason.endswith("."), id
        assert not set(rule_ids_in(reason)) - {rule.id for book in books() for rule in book.rules}, id
        assert not [word for word in ("seed", "digest", "lost chart", "hidden") if word in f" {reason.lower()} "], id


def test_every_word_of_the_glossary_is_explained_once_and_met_in_some_book() -> None:
    words = [word for word, _ in glossary()]
    assert words == sorted(words, key=str.lower)
    assert len({means for _, means in glossary()}) == len(words) > 40
    used = {
        piece.means
        for book in books()
        for chapter in book.chapters
        for block in (*chapter.lead, *(block for rule in chapter.rules for block in rule.blocks))
        for line in block.lines
        for piece in line
        if piece.kind == TERM
    }
    assert {word for word, means in glossary() if means not in used} == set()
    assert all(means.endswith(".") for means in terms().values())


# ----------------------------------------------------------------------------------------------------- tables


def test_every_table_is_whole_and_stands_under_a_rule_of_the_campaign() -> None:
    assert set(TABLES) <= set(listed(CAMPAIGN))
    for rule in listed(CAMPAIGN):
        for block in tables_under_rule(rule):
            table = cells(block)
            assert len(table) > 1, rule
            assert {len(row) for row in table} == {len(table[0])}, rule


def test_overhead_is_printed_as_it_is_reckoned() -> None:
    head, *rows = table_of("DM-C-100")
    assert head == ["Net income", "up to 8", "9–11", "12–14", "15–16", "17–18", "19–20", "21–22", "23 and more"]
    assert [row[0] for row in rows][:2] == ["up to 20k", "21–50k"]
    assert rows[-1][0] == "571k and more"
    assert [[int(cell.removesuffix("k")) for cell in row[1:]] for row in rows] == [
        list(row) for row in overhead.PROFIT_K
    ]


def test_what_a_die_of_d66_finds_is_printed_in_the_order_of_its_faces() -> None:
    rows = table_of("DM-C-071")[1:]
    assert rows[0] == ["11–13", "Oil company", "DM-C-074"]
    assert ["46, 51", "Engineering firm", "DM-C-082"] in rows
    assert len(rows) == 13


@pytest.mark.parametrize(("rule", "sold"), [("DM-C-109", "world_trade"), ("DM-C-137", "tinkering")])
def test_everything_that_is_found_or_invented_stands_in_its_table_under_its_rule(rule: str, sold: str) -> None:
    printed = {(row[3], row[5]) for row in table_of(rule)[1:]}
    assert {(item_type.name, item_type.rule) for item_type in CATALOG.values() if item_type.sold == sold} <= printed


def test_a_sponsor_s_contract_and_the_gap_in_the_armors_stand_in_world_trade_too() -> None:
    rows = table_of("DM-C-109")
    assert len({row[0] for row in rows[1:] if row[0]}) == len(
        {id(world_trade_row) for world_trade_row in world_trade.WORLD_TRADE_TABLE.values()}
    )
    assert ["56–62", "New contract", "–", "New contract", "70 + 6d6k", "DM-C-131"] in rows
    assert ["", "", "3–4", "throw again", "–", "DM-C-110"] in rows


def test_the_price_lists_hold_all_that_is_listed() -> None:
    listed_names = {row[0] for rule in ("DM-C-174", "DM-C-175") for row in table_of(rule)[1:]}
    assert listed_names == {item_type.name for item_type in CATALOG.values() if item_type.sold == "list"}
    assert ["Machinegun", "15k"] in table_of("DM-C-174")
    assert ["Tire-set, solid", "8k"] in table_of("DM-C-175")


@pytest.mark.parametrize(
    ("rule", "row"),
    [
        ("DM-C-015", ["9", "66–82"]),
        ("DM-C-017", ["7", "a trait point"]),
        ("DM-C-018", ["5–6", "gunnery"]),
        ("DM-C-019", ["6", "Adept", "Frosty", "Impetuous", "Bail-Out!"]),
        ("DM-C-047", ["4", "Heart condition", "–", "retires at the season's end", "DM-C-049"]),
        ("DM-C-064", ["4", "300k", "50k", "75k", "3"]),
        ("DM-C-070", ["300k", "1", "1", "1", "2", "2", "2"]),
        ("DM-C-072", ["Munitions company", "1d6 × 10k, in a war 3d6 × 10k"]),
        ("DM-C-088", ["Dual turbochargers", "1, or 1–2", "the car is out of the match"]),
        ("DM-C-101", ["1–2", "initiative"]),
        ("DM-C-119", ["1", "8", "1d3+3", "18", "–", "18", "1"]),
        ("DM-C-124", ["5–6", "solid", "16k + 2d6k", "snow"]),
        ("DM-C-173", ["Replacement", "5k", "8k"]),
        ("DM-C-176", ["Veteran", "50k + 2k × level"]),
    ],
)
def test_a_row_stands_as_the_game_has_it(rule: str, row: list[str]) -> None:
    assert row in table_of(rule)


def test_faces_and_firepower_are_written_as_tables_write_them() -> None:
    assert [format_faces(values) for values in ([7], [2, 3], [46, 51], [24, 25, 26, 31])] == [
        "7",
        "2–3",
        "46, 51",
        "24–31",
    ]
    assert firepower(CATALOG["railgun"].shots[0].firepower) == "1d3"


# -------------------------------------------------------------------------------------------------------- parsing


def test_a_line_is_read_into_its_pieces() -> None:
    assert split_segments("See DM-C-100, `a.b` and **this**.") == (
        TextSegment(TEXT, "See "),
        TextSegment(RULE, "DM-C-100"),
        TextSegment(TEXT, ", "),
        TextSegment(CODE, "a.b"),
        TextSegment(TEXT, " and "),
        TextSegment(STRONG, "this"),
        TextSegment(TEXT, "."),
    )
    assert split_segments("") == ()
    assert [
        split_segment.words for split_segment in split_segments("HOUSE-007 and FW-001") if split_segment.kind == RULE
    ] == [
        "HOUSE-007",
        "FW-001",
    ]


def test_a_text_is_read_into_paragraphs_lists_and_tables() -> None:
    text = (
        "One\nline.\n\n- an item\n  that goes on\n- another\n\n1. first\n2. second\n\n| a | b |\n|---|--:|\n| 1 | 2 |"
    )
    paragraph, bullets, steps, grid = blocks(text)
    assert plain_text([paragraph]) == "One line."
    assert (bullets.kind, len(bullets.lines), plain_text([bullets])) == ("list", 2, "an item that goes on another")
    assert (steps.kind, plain_text([steps])) == ("steps", "first second")
    assert (grid.kind, cells(grid)) == ("table", [["a", "b"], ["1", "2"]])
    assert blocks("") == ()


def test_a_term_is_marked_where_it_is_first_used_and_never_in_a_table() -> None:
    parsed = blocks("The Heats: a heat, and `heat`.\n\nA heat.\n\n| heat |\n|---|\n| heat |")
    explained: set[str] = set()
    marked = with_terms(parsed, {"heat": "A part.", "heats": "A part."}, explained)
    terms_met = [piece for block in marked for line in block.lines for piece in line if piece.kind == TERM]
    assert terms_met == [TextSegment(TERM, "Heats", "A part.")]
    assert plain_text(marked) == plain_text(parsed)
    assert explained == {"A part."}
    assert with_terms(parsed, {}, set()) == parsed
