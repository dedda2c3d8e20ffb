"""The site and the campaign are independent of the match systems: no module names one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.match.registry import RULESET_MODULES
from tests.guards.findings import report
from tools.source_index import SITE_PACKAGES, Source, read_source, source_from_text

CHECKOUT = Path(__file__).parents[2]
NAMES = (*RULESET_MODULES, "carwars")
NAMED_ON_PURPOSE = {
    "api/duels/scorer.py": "it scores duels that programs send, which no ruleset plays",
    "league/management/commands/score.py": "it scores duels of the referee's questionnaire, which no ruleset plays",
}
"""Modules that name a system, and why no registry can answer instead."""


def house() -> list[Path]:
    """All modules that must not name a match system. Only the registry lists the books."""
    rooms = [path for room in SITE_PACKAGES if room != "rules" for path in CHECKOUT.joinpath(room).rglob("*.py")]
    kit = [path for name in ("core", "match") for path in CHECKOUT.joinpath("rules", name).rglob("*.py")]
    shared = [path for path in kit if path.stem != "registry"]
    found = [*rooms, *CHECKOUT.joinpath("rules", "campaign").rglob("*.py"), *shared]
    return sorted(found)


def named_in(module: Source) -> set[str]:
    """The match systems named in a module's code, in names or strings except docstrings."""
    return {name for name in NAMES for word in module.words if name in word.lower()}


def known_by_name(path: Path) -> Iterator[str]:
    """A sentence for each match system that a module names."""
    for name in sorted(named_in(read_source(path))):
        yield f"{path.relative_to(CHECKOUT)} names {name}: ask the registry (rules/match/registry.py) instead."


def test_no_room_knows_a_match_system_by_its_name() -> None:
    looked_at = house()
    naming = {path.relative_to(CHECKOUT).as_posix(): list(known_by_name(path)) for path in looked_at}
    gone = "{} names no match system any more: take it out of NAMED_ON_PURPOSE in {}."
    report(
        [
            *(sentence for path, found in naming.items() if path not in NAMED_ON_PURPOSE for sentence in found),
            *(
                gone.format(path, "tests/guards/test_ruleset_independence.py")
                for path in NAMED_ON_PURPOSE
                if not naming.get(path)
            ),
        ],
        seen=looked_at,
        of="modules of the house",
    )


@pytest.mark.parametrize(
    "code", ["from rules.dethmatch import play", "import rules.rhad", "NAME = 'dethmatch.laps'", "formule = 1"]
)
def test_a_name_is_seen_wherever_it_stands(code: str) -> None:
    assert named_in(source_from_text(code))


def test_a_book_is_listed_by_a_module_of_its_own() -> None:
    crooked = [name for name, book in RULESET_MODULES.items() if book != f"rules.{name}.ruleset"]
    report(
        (
            f"RULESET_MODULES in rules/match/registry.py lists {name!r} elsewhere: write rules.{name}.ruleset."
            for name in crooked
        ),
        seen=RULESET_MODULES,
        of="match systems",
    )
