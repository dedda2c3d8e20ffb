"""The columns of the standings, each declared once, and the line they are read from.

Pages, files and the API take their columns from `COLUMNS`. The rank, the franchise, and what compares several
standings (moves, trends, cuts) are drawn by the pages themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Literal

from league.queries.results import FormMark

MARKS_SHOWN = 5
"""How many of the last results form shows."""
TIE_BREAK_WORDS = {"wins": "matches won", "criticals": "criticals"}
"""The figures that break ties before the dice, in words."""
TIE_DICE = "dice"
"""What placed franchises that were level on every figure (DM-C-156)."""
FIGURE_KINDS = ("number", "score", "money")


@dataclass(slots=True, kw_only=True)
class Standing:
    """A franchise's line: `rank` is shared by those level on points, wins and criticals; `marks` are oldest first."""

    franchise: str
    name: str
    balance: int
    points: int
    wins: int
    criticals: int
    folded: bool = False
    final_rank: int = 0
    """Its place in the final table, none shared; 0 before there is one."""
    rank: int = 0
    shared: bool = False
    level_on: tuple[str, ...] = ()
    """The figures on which another franchise has as many, `points` first."""
    placed_by: str = ""
    """The figure that placed it among those, or `TIE_DICE`; empty where nothing has."""
    marks: list[FormMark] = field(default_factory=list)
    stored: Mapping[str, Any] = field(default_factory=dict)
    """What columns with a stored field fetched, by that field's name."""

    @property
    def rank_text(self) -> str:
        """Its rank as it is printed: a shared one with an equals sign."""
        return f"{self.rank}=" if self.shared else str(self.rank)

    @property
    def form(self) -> str:
        """The letters of all its results, oldest first."""
        return "".join(mark.letter for mark in self.marks)

    def merit(self, parted_by: Sequence[str]) -> tuple[int, ...]:
        """The sort key of the standings."""
        return (self.points, *(getattr(self, figure) for figure in parted_by))


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsField:
    """A field of the API's standings: its type, its description, and the value if it is not that of the column.

    The description is empty if the name means the same in all schemas. `has_facts` is true for a figure whose facts
    the API links to.
    """

    type: type
    text: str = ""
    read: Callable[[Standing], Any] | None = None
    has_facts: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsColumn:
    """A column of the standings. What it leaves empty it does not have: a page, a file, or a field of the API."""

    name: str
    """Its name in the API; its value is the attribute of a `Standing` with this name, unless `read` or `stored`."""
    read: Callable[[Standing], Any] | None = None
    stored: str = ""
    """The field of `FranchiseSeason` that is fetched for it, in the query of the standings."""
    kind: Literal["text", "number", "score", "money", "form", "flag"] = "text"
    """How its value is written: `score` is an emphasized number, `form` a run of results, `flag` the column's name or
    nothing.
    """
    heading: str = ""
    """Its heading on pages."""
    title: str = ""
    """What the heading abbreviates."""
    wide: bool = False
    """Whether small screens leave it out."""
    now_only: bool = False
    """Whether its value is only known for the standings of now."""
    file_heading: str = ""
    """Its heading in CSV files and workbooks, which is public and never changes; money is in credits there."""
    api: StandingsField | None = None

    def value(self, standing: Standing) -> Any:
        """Its value for a franchise, as pages and files show it."""
        if self.read is not None:
            return self.read(standing)
        return standing.stored[self.stored] if self.stored else getattr(standing, self.name)

    def api_value(self, standing: Standing) -> Any:
        """Its value for a franchise in the API."""
        read = self.api.read if self.api else None
        return self.value(standing) if read is None else read(standing)

    @property
    def classes(self) -> str:
        """The CSS classes of its cells."""
        return " ".join(["n"] * (self.kind in FIGURE_KINDS) + ["wide"] * self.wide)


def tie_words(standing: Standing) -> str:
    """How a franchise with as many points as another was placed; "" if it has no equal."""
    if not standing.level_on:
        return ""
    *others, last = standing.level_on
    level = f"Level on {', '.join(others)} and {last}: " if others else f"Level on {last}: "
    if not standing.placed_by:
        return f"{level}the rank is shared."
    if standing.placed_by == TIE_DICE:
        return f"{level}placed by the tie dice."
    return f"{level}placed by {TIE_BREAK_WORDS[standing.placed_by]} ({getattr(standing, standing.placed_by)})."


COLUMNS = (
    StandingsColumn(
        name="franchise", read=lambda standing: standing.franchise.rsplit("/", 1)[-1], api=StandingsField(type=str)
    ),
    StandingsColumn(
        name="rank",
        read=attrgetter("rank_text"),
        file_heading="Rank",
        api=StandingsField(type=int, text="Place in the table, 1 for the best.", read=attrgetter("rank")),
    ),
    StandingsColumn(
        name="shared",
        api=StandingsField(
            type=bool,
            text=(
                "Whether another franchise has the same rank, since nothing parts them before the tie dice "
                "(DM-C-156)."
            ),
        ),
    ),
    StandingsColumn(
        name="name",
        file_heading="Franchise",
        api=StandingsField(type=str, text="What the franchise is called."),
    ),
    StandingsColumn(
        name="played",
        read=lambda standing: len(standing.marks),
        kind="number",
        heading="P",
        title="Matches played",
        file_heading="Played",
    ),
    StandingsColumn(
        name="wins",
        kind="number",
        heading="W",
        title="Matches won",
        file_heading="Won",
        api=StandingsField(type=int, has_facts=True),
    ),
    StandingsColumn(
        name="points",
        kind="score",
        heading="Pts",
        title="Points",
        file_heading="Points",
        api=StandingsField(type=int, has_facts=True),
    ),
    StandingsColumn(
        name="criticals",
        kind="number",
        heading="Crit",
        title="Criticals scored",
        wide=True,
        file_heading="Criticals",
        api=StandingsField(type=int, has_facts=True),
    ),
    StandingsColumn(
        name="form",
        read=lambda standing: tuple(standing.marks[-MARKS_SHOWN:]),
        kind="form",
        heading="Form",
        wide=True,
        file_heading="Last results",
        api=StandingsField(
            type=str,
            text="Its results of the season, the oldest first: W won, D drawn, L lost (DM-C-014).",
            read=attrgetter("form"),
        ),
    ),
    StandingsColumn(
        name="balance",
        kind="money",
        heading="Balance",
        wide=True,
        now_only=True,
        file_heading="Balance, credits",
        api=StandingsField(
            type=int, text="What it has, or had when that round was closed, in credits.", has_facts=True
        ),
    ),
    StandingsColumn(name="folded", kind="flag", file_heading="Folded", api=StandingsField(type=bool)),
    StandingsColumn(name="tie", read=tie_words, file_heading="Tie"),
)
"""The columns in the order of pages and files. A new one goes to the end, since that order is public in files."""
PAGE_COLUMNS = tuple(column for column in COLUMNS if column.heading)
PAST_PAGE_COLUMNS = tuple(column for column in PAGE_COLUMNS if not column.now_only)
"""The columns of the standings after a round."""
FILE_COLUMNS = tuple(column for column in COLUMNS if column.file_heading)
STORED_FIELDS = tuple(column.stored for column in COLUMNS if column.stored)
"""The fields of `FranchiseSeason` that are fetched for columns alone."""
FIRST_API_FIELDS = (
    "franchise", "name", "rank", "shared", "points", "wins", "criticals", "balance", "folded", "form",
)  # fmt: skip
"""The fields that the API has always sent, in its order; those of later columns follow."""
API_COLUMNS = tuple(
    sorted(
        (column for column in COLUMNS if column.api),
        key=lambda column: ([*FIRST_API_FIELDS, column.name]).index(column.name),
    )
)
