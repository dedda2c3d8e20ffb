"""Tables from rulesets on a page: names for IDs, team flags, right-aligned figures, explained columns."""

from __future__ import annotations

from django.template.loader import render_to_string

from league.pages.base_context import franchise_color
from league.pages.matches.names import MatchNames
from league.pages.ruleset_tables import RenderedCell, render_table
from rules.match.text_tables import Column, Table, make_table

CAST = MatchNames(
    names={"razors.c1": "Mack & Sons", "razors.d1": "Ada", "razors.d2": "Bob"}, teams={"razors": "The Razors"}
)
TEAMS = make_table(
    "Teams", (Column("rank"), Column("team"), Column("mph", "miles an hour")), [(1, "razors", -5), (2, "x", "-")]
)
CARS = make_table(
    "Cars", (Column("car"), Column("crew")), [("razors.c1", "razors.d1 and razors.d2")], note="All of them."
)


def markup(table: Table) -> str:
    return " ".join(
        render_to_string("partials/told_table.html", {"table": render_table(table, of="here", cast=CAST)}).split()
    )


def test_cars_and_crews_are_called_by_their_names_and_words_stand_as_they_are() -> None:
    rendered = render_table(CARS, of="as it counts", cast=CAST)
    assert [[cell.words for cell in row] for row in rendered.rows] == [["Mack & Sons", "Ada and Bob"]]
    assert (rendered.title, rendered.label, rendered.note) == ("Cars", "Cars, as it counts", "All of them.")
    plain = render_table(CARS, of="here")
    assert [cell.words for cell in plain.rows[0]] == ["razors.c1", "razors.d1 and razors.d2"]


def test_a_team_has_its_name_and_color_and_heads_its_row() -> None:
    first, second = render_table(TEAMS, of="here", cast=CAST).rows
    assert first == [
        RenderedCell("1", figure=True, heads=False),
        RenderedCell("The Razors", figure=False, heads=True, color=franchise_color("razors")),
        RenderedCell("\N{MINUS SIGN}5", figure=True, heads=False),
    ]
    assert [cell.words for cell in second] == ["2", "x", "\N{EN DASH}"]


def test_a_column_that_holds_nothing_is_left_out_and_a_table_without_rows_keeps_its_heads() -> None:
    head = (Column("car"), Column("lost"), Column("laps"))
    rendered = render_table(make_table("Cars", head, [("a", "-", 0), ("b", "-", "-")]), of="here")
    assert [column.name for column, _ in rendered.columns] == ["car", "laps"]
    assert [[cell.words for cell in row] for row in rendered.rows] == [["a", "0"], ["b", "\N{EN DASH}"]]
    assert [column.name for column, _ in render_table(make_table("Cars", head, []), of="here").columns] == [
        "car",
        "lost",
        "laps",
    ]


def test_a_head_that_says_what_the_title_says_is_not_shown_twice() -> None:
    assert '<th scope="col"><span class="visually-hidden">Built</span></th><th scope="col">How</th>' in markup(
        make_table("Built", (Column("built"), Column("how")), [("height", "lowered")])
    )


def test_a_row_of_figures_alone_has_no_heading() -> None:
    sides = make_table("Armor", (Column("front"), Column("rear")), [(3, 2)])
    assert [cell.heads for cell in render_table(sides, of="here").rows[0]] == [False, False]


def test_a_table_of_more_columns_than_half_a_page_holds_is_broad() -> None:
    four = tuple(map(Column, "abcd"))
    assert not render_table(make_table("Four", four, []), of="here").is_broad
    assert render_table(make_table("Five", (*four, Column("e")), []), of="here").is_broad


def test_the_markup_has_a_region_that_scrolls_heads_that_explain_themselves_and_figures_to_the_right() -> None:
    text = markup(TEAMS)
    assert '<div class="table-wrap" tabindex="0" role="region" aria-label="Teams, here">' in text
    assert '<th scope="col" class="n"><abbr title="Miles an hour">Mph</abbr></th>' in text
    assert '<th scope="col">Team</th>' in text
    assert '<td class="n">1</td><th scope="row"><svg class="color"' in text
    assert "Mack &amp; Sons" in markup(CARS)


def test_a_table_without_rows_says_that_nobody_was_there() -> None:
    assert '<td colspan="1" class="faint">Nobody was there.</td>' in markup(make_table("Cars", [Column("car")], []))
