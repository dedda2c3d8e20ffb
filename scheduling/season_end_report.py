"""The results of a season's end, step by step, and how it changed every franchise's money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from drivers.models import Sheet
from franchises.models import FranchiseSeason
from journal import entry_body as bodies
from journal.amends.timeline import load_folded_amends
from league.models import Entry, Season
from rules.campaign.core.codec import fact_from_document
from rules.campaign.core.facts import BookedFact, Fact, sentence_parts
from rules.core.refusals import Refusal
from rules.core.terms import in_k


class SeasonNotOver(Refusal):
    """The season's end cannot be reported before its final table is made."""


@dataclass(frozen=True, slots=True)
class ReportStep:
    """A step of the season's end: its title, and the commands whose results it reports."""

    step: str
    title: str
    commands: tuple[str, ...]


REPORT_STEPS = (
    ReportStep("E1", "The final table", ("rank_table",)),
    ReportStep("E2", "The Metal Cup", ("award_cup",)),
    ReportStep("E3", "Retirements", ("retire_drivers",)),
    ReportStep("E4", "Keeping staff", ("keep_staff", "close_staff_keep")),
    ReportStep("E5", "Franchise contracts", ("open_draft",)),
    ReportStep("E6", "The draft", ("pick_driver", "pass_pick", "close_draft")),
    ReportStep("E7", "Safe sponsors and sponsors lost", ("declare_safe", "draw_sponsors")),
    ReportStep("E8", "The sponsor pool", ("pick_sponsor", "pass_sponsor", "close_pool")),
    ReportStep("E9", "The off-season", ("close_season",)),
)
OMITTED_FACTS = frozenset(
    {
        *("season_step_reached", "contracts_published", "driver_reserved", "pick_passed", "sponsor_passed"),
        *("fatigue_cleared", "shield_restored", "availability_changed", "no_sponsor_safe", "season_closed"),
    }
)
"""Facts that a report omits: nobody chose them or lost anything by them."""
MONEY_CATEGORIES = {"staff_kept": "staff", "farewell_paid": "farewells"}
"""The category of money that a fact moved; all other facts share one."""


@dataclass(frozen=True, slots=True)
class ReportChapter:
    """A step of a report and its lines."""

    step: str
    title: str
    lines: tuple[str, ...]


def season_end_report(row: Season) -> list[str]:
    """A season's end in lines, the money of every franchise last. Raises `SeasonNotOver` before its final table."""
    first_entry = Entry.objects.filter(season=row, command="rank_table").order_by("-number").first()
    if first_entry is None:
        raise SeasonNotOver(f"{row.pk} is at {row.step} and has no final table yet: play its rounds first.")
    facts_by_command = _facts_by_command(row, after=first_entry.number - 1)
    names = names_by_id(row)
    balances = dict(FranchiseSeason.objects.filter(season=row).values_list("pk", "balance"))
    final_balances = {_short_id(id): balance for id, balance in balances.items()}
    lines = [f"The end of {row.pk}, season {row.number}:"]
    for chapter in report_chapters(facts_by_command, names):
        lines += [f"{chapter.step} {chapter.title}", *(f"  {line}" for line in chapter.lines)]
    return [*lines, "Money", *(f"  {line}" for line in money_lines(facts_by_command, final_balances, names))]


def step_report(row: Season, step: str) -> list[str]:
    """The results of one step of a season's end, in lines."""
    commands = next(report_step.commands for report_step in REPORT_STEPS if report_step.step == step)
    found = report_chapters(_facts_by_command(row, commands=commands), names_by_id(row))
    return [line for chapter in found if chapter.step == step for line in chapter.lines]


def report_chapters(
    facts_by_command: Iterable[tuple[str, Sequence[Fact]]], names: Mapping[str, str]
) -> list[ReportChapter]:
    """The steps of a season's end with their lines, from the commands' tags and facts; ids get their `names`."""
    by_step: dict[str, list[str]] = {}
    of = {tag: step.step for step in REPORT_STEPS for tag in step.commands}
    for tag, facts in facts_by_command:
        if tag in of:
            by_step.setdefault(of[tag], []).extend(
                fact_line(fact, names) for fact in facts if fact.tag not in OMITTED_FACTS
            )
    return [
        ReportChapter(step.step, step.title, tuple(by_step.get(step.step) or ("Nothing.",))) for step in REPORT_STEPS
    ]


def money_lines(
    facts_by_command: Iterable[tuple[str, Sequence[Fact]]],
    final_balances: Mapping[str, int],
    names: Mapping[str, str],
) -> Iterator[str]:
    """What every franchise had before the season's end, what moved it, and what it has after it."""
    moved: dict[str, Counter[str]] = {}
    for _, facts in facts_by_command:
        for fact in facts:
            if isinstance(fact, BookedFact):
                moved.setdefault(fact.franchise, Counter())[MONEY_CATEGORIES.get(fact.tag, "other")] += fact.amount
    for franchise in sorted(final_balances):
        by = moved.get(franchise, Counter())
        changes = [f"{in_k(by[name])} {name}" for name in sorted(by)]
        had = final_balances[franchise] - sum(by.values())
        yield (
            f"{names.get(franchise, franchise)}: "
            f"{', '.join([in_k(had), *changes, f'{in_k(final_balances[franchise])} now'])}"
        )


def fact_line(fact: Fact, names: Mapping[str, str]) -> str:
    """The sentence of a fact, with names for the ids that have one."""
    return "".join(names.get(part.text, part.text) if part.kind else part.text for part in sentence_parts(fact))


def names_by_id(row: Season) -> dict[str, str]:
    """The names of a season's franchises and drivers, by the ids in its facts."""
    franchises = FranchiseSeason.objects.filter(season=row).values_list("pk", "identity__name")
    drivers = Sheet.objects.filter(season=row).values_list("pk", "person__name")
    return {_short_id(id): name for id, name in (*drivers, *franchises) if name}


def _facts_by_command(row: Season, *, after: int = 0, commands: Sequence[str] = ()) -> list[tuple[str, list[Fact]]]:
    """Tags and facts of a season's entries as they stand after its amends."""
    entries = Entry.objects.filter(season=row, number__gt=after).order_by("number")
    if commands:
        entries = entries.filter(command__in=commands)
    retold = load_folded_amends(row).retold
    found = []
    for entry in entries:
        amended_body = retold.get(entry.number)
        facts = (
            bodies.load_body(entry.body).parsed_facts()
            if amended_body is None
            else [fact_from_document(fact) for fact in amended_body.facts]
        )
        found.append((entry.command, facts))
    return found


def _short_id(id: str) -> str:
    return id.rsplit("/", 1)[-1]
