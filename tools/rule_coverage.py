"""How the rules are covered by tests, system by system: `make rules`, or `make rules ARGS=--ids` to list every ID.

A rule is *tested* when a test is marked with it; *in match* when it is marked and docs/rules/in_match.tsv says which
part of it acts only inside a match (its figures are tested here, the rest by the match system); *partial* when
it is marked and docs/rules/partial.tsv says what is still missing; *recorded* when docs/rules/recorded.tsv says
why it cannot be tested; and *untested* otherwise. A mark, a note or a citation in the code that names an unknown ID
fails the run.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.rulebook import UnreadableMark, citations, notes_by_table, rule_marks, titles_by_system
from tools.source_index import product_packages

COVERAGE_STATES = ("tested", "in match", "partial", "recorded", "untested")


@dataclass(frozen=True)
class Coverage:
    """The rules of one system: their titles, and their IDs by coverage state, in order."""

    system: str
    titles: dict[str, str]
    by_standing: dict[str, list[str]]


def coverage(root: Path) -> list[Coverage]:
    """The coverage of every rule of every system. Raises UnreadableMark, and ValueError for an unreadable list."""
    marked = {mention.rule for mention in rule_marks(root)}
    notes = notes_by_table(root)

    def standing(rule: str) -> str:
        return coverage_state(rule, is_marked=rule in marked, notes=notes)

    return [
        Coverage(
            system,
            titles,
            {state: [rule for rule in titles if standing(rule) == state] for state in COVERAGE_STATES},
        )
        for system, titles in titles_by_system(root).items()
    ]


def coverage_state(rule: str, *, is_marked: bool, notes: Mapping[str, Mapping[str, str]]) -> str:
    """The coverage state of a rule, by whether a test is marked with it and by the notes on rules, by table."""
    if rule in notes["recorded"]:
        return "recorded"
    if not is_marked:
        return "untested"
    if rule in notes["partial"]:
        return "partial"
    return "in match" if rule in notes["in_match"] else "tested"


def unknown_rule_errors(root: Path) -> Iterator[str]:
    """One sentence for every mark, note and citation that names a rule in no list."""
    known = {rule for titles in titles_by_system(root).values() for rule in titles}
    for mention in rule_marks(root):
        if mention.rule not in known:
            yield f"{mention.path}:{mention.line}: {mention.rule} is marked, but in no list under docs/rules."
    for mention in citations(root, product_packages(root)):
        if mention.rule not in known:
            yield f"{mention.path}:{mention.line}: {mention.rule} is cited, but in no list under docs/rules."
    for note, table in notes_by_table(root).items():
        for rule in table:
            if rule not in known:
                yield f"docs/rules/{note}.tsv: {rule} is in no other list under docs/rules."


def report_lines(found: list[Coverage], root: Path, *, by_name: bool) -> Iterator[str]:
    """The report, line by line; with `by_name`, the IDs and titles in each state too."""
    notes = {rule: text for table in notes_by_table(root).values() for rule, text in table.items()}
    yield f"{'system':<22}" + "".join(f"{heading:>10}" for heading in (*COVERAGE_STATES, "rules"))
    for system in found:
        counts = [len(system.by_standing[state]) for state in COVERAGE_STATES]
        yield f"{system.system:<22}" + "".join(f"{count:>10}" for count in (*counts, len(system.titles)))
    if not by_name:
        return
    for system in found:
        for state in COVERAGE_STATES:
            for rule in system.by_standing[state]:
                note = f" ({notes[rule]})" if state in ("recorded", "partial", "in match") else ""
                yield f"{state:<10}{rule:<10}{system.titles[rule]}{note}"


def main(arguments: Sequence[str]) -> int:
    """Print the report; 0 if every ID that is named is known, 1 otherwise."""
    parser = argparse.ArgumentParser(prog="make rules", description="How the rules are covered by tests.")
    parser.add_argument("--ids", action="store_true", help="name every rule, not only the counts")
    parser.add_argument("--root", type=Path, default=Path.cwd(), help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    try:
        for line in report_lines(coverage(options.root), options.root, by_name=options.ids):
            print(line)
        unknown = list(unknown_rule_errors(options.root))
    except (UnreadableMark, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    for sentence in unknown:
        print(sentence, file=sys.stderr)
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
