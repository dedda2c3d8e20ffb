"""A season as a text report: results, table, Cup, retirements, draft, sponsor pool and ledger totals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db.models import Sum

from drivers.models import Sheet
from franchises.models import FranchiseSeason, LedgerLine
from journal import entry_body
from journal.replay import state_at_checkpoint
from journal.state import store
from league.models import CupAward, DraftPick, Entry, FinalLine, Match, Retold, Round, Season, StandingsLine
from rules.campaign.core.facts import Fact
from rules.campaign.core.state import Season as SeasonState
from rules.campaign.people.veterans import DriverRetired
from rules.campaign.season_end.standings import standings
from rules.core.terms import in_k
from rules.core.text_width import pad_right

POOL_RULE = "DM-C-171"
FORCED_RETIREMENT_RULE = "DM-C-159"
RETIREMENT_REASONS = {
    FORCED_RETIREMENT_RULE: "forced out by their quirks",
    "DM-C-062": "not hired again",
    "DM-C-166": "not drafted",
    "DM-C-179": "their franchise left the league",
}
"""Why a driver left the sport, by the rule of the fact."""


@dataclass(frozen=True, slots=True)
class Names:
    """Names of franchises and drivers, by short id."""

    franchises: dict[str, str] = field(default_factory=dict)
    drivers: dict[str, str] = field(default_factory=dict)


def season_report_lines(row: Season) -> Iterator[str]:
    """The lines of the report; sections without content yet are left out."""
    names, season, facts = _names(row), store.load(row).season, _facts(row)
    yield f"=== {row.league.name}, {row.name}: season {row.number}, at {row.step} ==="
    yield from _section("Results", _results(row, names))
    yield from _section("Final table" if _has_final_table(row) else "Standings", _standings_lines(row, season, names))
    yield from _section("The Metal Cup", _cup(row, names))
    yield from _section("Retirements", _retirements(facts, names))
    yield from _section("Draft", _draft(row, names))
    yield from _section("Sponsor pool", _sponsor_pool(facts, names))
    for franchise in season.all_franchises():
        title = f"Books of {names.franchises[franchise.id]}"
        yield from _section(title, _ledger_totals(row, franchise.id, ends=franchise.balance))


def _section(title: str, lines: Iterator[str]) -> Iterator[str]:
    content = list(lines)
    if content:
        yield ""
        yield title
        yield from (f"  {line}" for line in content)


def _short_id(row_id: str) -> str:
    return row_id.rsplit("/", 1)[-1]


def _names(row: Season) -> Names:
    franchises = FranchiseSeason.objects.filter(season=row).values_list("pk", "identity__name")
    drivers = Sheet.objects.filter(season=row).values_list("pk", "person__name")
    return Names({_short_id(id): name for id, name in franchises}, {_short_id(id): name for id, name in drivers})


def _facts(row: Season) -> list[Fact]:
    """All facts that stand since any amend, in the order of the entries."""
    retold = dict(Retold.objects.filter(season=row).values_list("number", "body"))
    entries = Entry.objects.filter(season=row).order_by("number").values_list("number", "body")
    return [
        fact
        for number, body in entries
        for fact in entry_body.load_standing_body(body, retold.get(number)).parsed_facts()
    ]


def _results(row: Season, names: Names) -> Iterator[str]:
    scored = StandingsLine.objects.filter(season=row, match__isnull=False)
    lines: dict[str | None, list[StandingsLine]] = {}
    for line in scored.order_by("-points", "franchise_id"):
        lines.setdefault(line.match_id, []).append(line)
    for round in Round.objects.filter(season=row).order_by("number"):
        yield f"Round {round.number}"
        for match in Match.objects.filter(round=round).order_by("place", "pk"):
            text = ", ".join(
                f"{names.franchises[_short_id(line.franchise_id)]} {line.points}{' (won)' if line.won else ''}"
                for line in lines.get(match.pk, ())
            )
            yield f"  {_short_id(match.pk)}  {match.event}: {text or match.step}"


def _has_final_table(row: Season) -> bool:
    return FinalLine.objects.filter(season=row).exists()


def _standings_lines(row: Season, season: SeasonState, names: Names) -> Iterator[str]:
    final = [
        (line.rank, _short_id(line.franchise_id), line.points, line.wins, line.criticals)
        for line in FinalLine.objects.filter(season=row).order_by("rank")
    ]
    current = [
        (standing.rank, standing.franchise, standing.points, standing.wins, standing.criticals)
        for standing in standings(season)
    ]
    for rank, franchise, points, wins, criticals in final or current:
        balance = in_k(season.franchise(franchise).balance)
        yield (
            f"{rank:>2} {pad_right(names.franchises[franchise], 26)} {points:>4} points {wins:>2} wins "
            f"{criticals:>3} criticals {balance:>10}"
        )


def _cup(row: Season, names: Names) -> Iterator[str]:
    for award in CupAward.objects.filter(season=row):
        yield f"{names.franchises[_short_id(award.franchise_id)]}, with a bonus of {in_k(award.bonus)}"


def _retirements(facts: list[Fact], names: Names) -> Iterator[str]:
    """Drivers who left the sport, first those who were forced to retire (DM-C-159)."""
    retirements = [fact for fact in facts if isinstance(fact, DriverRetired)]
    for fact in sorted(retirements, key=lambda fact: fact.rule != FORCED_RETIREMENT_RULE):
        affiliation = f" of {names.franchises[fact.franchise]}" if fact.franchise else ""
        yield f"{names.drivers[fact.driver]}{affiliation}: {RETIREMENT_REASONS.get(fact.rule, 'left')} [{fact.rule}]"


def _draft(row: Season, names: Names) -> Iterator[str]:
    for pick in DraftPick.objects.filter(season=row, driver__isnull=False).order_by("number"):
        picker, driver = (
            names.franchises[_short_id(pick.franchise_id)],
            names.drivers[_short_id(pick.driver_id or "")],
        )
        yield f"{pick.number:>2}. {picker} picked {driver}"


def _sponsor_pool(facts: list[Fact], names: Names) -> Iterator[str]:
    for fact in facts:
        franchise, kind = (getattr(fact, name, "") for name in ("franchise", "sponsor_kind"))
        kind = kind.replace("_", " ")
        if fact.tag == "sponsor_pooled":
            yield f"{names.franchises[franchise]} lost {kind or getattr(fact, 'sponsor', '')}"
        elif fact.tag == "sponsor_joined" and fact.rule == POOL_RULE:
            yield f"{names.franchises[franchise]} took {kind}"
        elif fact.tag == "sponsor_vanished":
            yield f"Nobody took {kind}"


def _ledger_totals(row: Season, franchise: str, *, ends: int) -> Iterator[str]:
    opening = state_at_checkpoint(row, 0).franchises.get(franchise)
    lines = LedgerLine.objects.filter(season=row, franchise=f"{row.pk}/{franchise}")
    if opening is not None:
        yield f"{'carried over':<26} {in_k(opening.balance):>10}"
    for kind, amount in lines.values_list("kind").annotate(moved=Sum("amount")).order_by("kind"):
        yield f"{kind.replace('_', ' '):<26} {in_k(amount):>10}"
    yield f"{'balance':<26} {in_k(ends):>10}"
