"""The page of one book: a table of its maps, what should matter and does, and what is not as it should be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.match.registry import get_ruleset
from tools.sanity.book_counts import BookExpectations, MatchCounts
from tools.sanity.paired_comparison import Comparison

LEAST_ERRORS = 2
"""The standard errors by which an advantage must show."""
COMMON_KINDS = 12
INTRODUCTION = """\
Written by `python -m tools.sanity --ruleset {name}`; whoever changes the engine or the autopilot runs it again. Six
stock cars in three teams, everybody with 3 in every trait, autopilots at every wheel. Figures are per match unless
they say otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookFindings:
    """Everything that was counted of a book: by map, and by advantage."""

    sane: BookExpectations
    maps: Mapping[str, MatchCounts]
    pairs: Mapping[str, Sequence[Comparison]]

    @property
    def all_maps(self) -> MatchCounts:
        """The maps together."""
        total = MatchCounts(kinds=Counter())
        for match_counts in self.maps.values():
            for name in (
                "matches",
                "starts",
                "entries",
                "destroyed",
                "out",
                "hits",
                "criticals",
                "level",
                "pointless",
                "margin",
            ):
                setattr(total, name, getattr(total, name) + getattr(match_counts, name))
            total.turns += match_counts.turns
            total.kinds += match_counts.kinds
        return total

    def problems(self) -> list[str]:
        """What is not as it should be, each a sentence."""
        total = self.all_maps
        found = [said for figure in self.sane.figures if (said := figure.problem(total))]
        for advantage in self.sane.advantages:
            found += [
                f"{advantage.what}: {pair.what} moved by {pair.errors:+.1f} standard errors."
                for pair in self.pairs[advantage.what]
                if pair.what == advantage.judged and pair.errors * advantage.way < LEAST_ERRORS
            ]
        return found


def book_page_text(found: BookFindings) -> str:
    """The whole page, in Markdown."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: BookFindings) -> Iterator[str]:
    total = found.all_maps
    yield f"# What matches of {get_ruleset(found.sane.name).title} come to"
    yield ""
    yield INTRODUCTION.format(name=found.sane.name)
    yield from ("", "## Map by map", "", *_table(found, total))
    yield from ("", "## What the log tells of", "")
    common = total.kinds.most_common(COMMON_KINDS)
    yield "Entries a match, the commonest kinds: " + ", ".join(
        f"{kind.replace('_', ' ')} {total.per_match(kind):.1f}" for kind, _ in common
    )
    yield from ("", "## What should matter", "")
    yield "Two cars against two, twice on the same dice, with one thing changed for ours; differences are those of"
    yield "the pairs."
    yield ""
    yield "| Change | Measured | Pairs | With it | Without | Difference | Standard error | In errors | Judged |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for advantage in found.sane.advantages:
        for pair in found.pairs[advantage.what]:
            judged = ""
            if pair.what == advantage.judged:
                judged = "as it should" if pair.errors * advantage.way >= LEAST_ERRORS else "not as it should"
            yield (
                f"| {advantage.what} | {pair.what} | {pair.pairs} | {pair.with_it:.2f} | {pair.without:.2f} | "
                f"{pair.difference:+.2f} | {pair.error:.3f} | {pair.errors:+.1f} | {judged} |"
            )
    yield from ("", "## Judgement", "")
    wrong = found.problems()
    yield from (f"- {each}" for each in wrong)
    if not wrong:
        yield "Everything that is judged is as it should be."


def _table(found: BookFindings, total: MatchCounts) -> Iterator[str]:
    columns = [*found.maps.items(), ("all", total)]
    yield f"| | {' | '.join(name for name, _ in columns)} | should be |"
    yield "|---" * (len(columns) + 2) + "|"
    yield f"| matches | {' | '.join(str(counts.matches) for _, counts in columns)} | |"
    for figure in found.sane.figures:
        yield f"| {figure.what} | {' | '.join(figure.text(counts) for _, counts in columns)} | {figure.bounds()} |"
