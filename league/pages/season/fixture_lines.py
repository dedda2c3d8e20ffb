"""Matches in lists, as the home of a season and its schedule show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate

from explain import links
from explain.printed_names import as_title, ground_words, quantity, ruleset_title
from league.pages.base_context import franchise_color
from league.pages.list_pages import phone_lines
from league.pages.season.reveals import RevealPanel, step_until_reveal
from league.queries.names import match_title
from league.queries.standings import Fixture
from rules.campaign.core.locks_and_shops import FINISHED_MATCH_STEPS

SCHEDULE_LINES = 48
"""The most lines of fixtures on the home, as a phone shows them; the schedule has the rest."""


@dataclass(frozen=True, slots=True)
class Side:
    """A team of a fixture, as the schedule shows it."""

    name: str
    points: int | None
    won: bool
    named: bool
    color: str


@dataclass(frozen=True, slots=True)
class FixtureLine:
    """A fixture as the schedule shows it; `title` is its event, `name` its round and place in it."""

    name: str
    title: str
    href: str
    what: str
    step: str
    reported: bool
    settled: bool
    over: bool
    sides: tuple[Side, ...]
    plays_at: datetime | None = None
    """The time that its sides agreed on; None without one."""


def fixture_line(
    fixture: Fixture,
    *,
    by: bool,
    reveals: Mapping[int, RevealPanel] | None = None,
    time: datetime | None = None,
) -> FixtureLine:
    """A fixture in words; `by` adds its ruleset, for pages whose fixtures are not all played by the same.

    `reveals` are those of the season's rounds: a locked match may wait for one of them. `time` is what its sides
    agreed on.
    """
    reveal = (reveals or {}).get(fixture.round) if fixture.ruleset else None
    name = match_title(fixture.round, fixture.place)
    rules = ruleset_title(fixture.ruleset) if by and fixture.ruleset else ""
    where = (ground_words(fixture.setting), fixture.surface.replace("_", " "))
    details = [name, rules, *where, quantity(fixture.heats, "heat")]
    return FixtureLine(
        name=name,
        title=as_title(fixture.event),
        href=links.match_url(fixture.id),
        what=" · ".join(detail for detail in details if detail),
        step=step_until_reveal(fixture.step, reveal),
        reported=fixture.reported,
        settled=fixture.step == "settled",
        over=fixture.step in FINISHED_MATCH_STEPS,
        sides=tuple(
            Side(team.name, team.points, team.won, team.named, franchise_color(links.short_id(team.franchise)))
            for team in fixture.teams
        ),
        plays_at=time,
    )


def fixtures_near_present(fixtures: Sequence[FixtureLine]) -> list[FixtureLine]:
    """The fixtures around the first that is not over, or the last ones: as many as the home has room for, in order.

    There is always one if there is any.
    """
    present = next((index for index, fixture in enumerate(fixtures) if not fixture.over), len(fixtures))
    nearest = sorted(range(len(fixtures)), key=lambda index: (abs(2 * (index - present) + 1), index))
    fitting = sum(lines <= SCHEDULE_LINES for lines in accumulate(_phone_lines(fixtures[it]) for it in nearest))
    return [fixtures[index] for index in sorted(nearest[: max(1, fitting)])]


def _phone_lines(fixture: FixtureLine) -> int:
    """About how many lines of a phone a fixture takes: its event, its ground, its sides, and the space below."""
    return 3 + phone_lines(", ".join(f"{side.name} {side.points}" for side in fixture.sides))
