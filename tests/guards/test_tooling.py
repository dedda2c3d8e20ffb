"""The tooling works: import contracts fail when broken, pins match their ranges, ignores give reasons."""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.guards.findings import beyond, report
from tests.sampling import like, only
from tools.mutants import find_mutants
from tools.rule_coverage import unknown_rule_errors
from tools.rulebook import RULES_FOLDER, read_table, rule_ids_in, titles_by_system
from tools.source_index import SITE_PACKAGES

CHECKOUT = Path(__file__).parents[2]
PYPROJECT = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
SETTINGS = tomllib.loads(PYPROJECT)
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(\S+)", re.MULTILINE)


# ------------------------------------------------------------------------------------- contracts


@pytest.fixture
def copy_of_the_rooms(tmp_path: Path) -> Path:
    """A copy of the packages and their contracts, for tests to break."""
    for room in SITE_PACKAGES:
        shutil.copytree(CHECKOUT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(CHECKOUT / "pyproject.toml", tmp_path)
    contract_types = tmp_path / "tools" / "import_contracts.py"
    contract_types.parent.mkdir()
    shutil.copy(CHECKOUT / "tools" / "import_contracts.py", contract_types)
    return tmp_path


def linted(rooms: Path) -> str:
    """The output of import-linter for these packages."""
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([linter, "--no-logo", "--no-cache"], cwd=rooms, capture_output=True, text=True, check=False)
    assert "Contracts: " in done.stdout, done.stdout + done.stderr
    return done.stdout


IMPORT = re.compile(r"^[-&\s]*([\w.]+) -> ([\w.]+) \(l\.(\d+)")
"""A line of import-linter about an import: the importing module, the imported one, and the line number."""


def against_contracts(printed: str, rooms: Path = CHECKOUT) -> Iterator[str]:
    """A sentence for each broken contract in the output of import-linter, with the file of each import."""
    unnamed = re.findall(r"^(.+) BROKEN", printed, re.MULTILINE)
    lines, contract = printed.partition("Broken contracts")[2].splitlines(), ""
    for line, below in pairwise([*lines, ""]):
        if line and re.fullmatch("-+", below):
            contract = line
        if found := IMPORT.match(line):
            module, imported, number = found.groups()
            unnamed = [name for name in unnamed if name != contract]
            yield (
                f"{file_of(module, rooms)}:{number} imports {imported}, against the contract {contract!r} of "
                "pyproject.toml: move what needs it up, or what it needs down."
            )
    says = "The contract {!r} of pyproject.toml is broken: run .venv/bin/lint-imports, and move what it names."
    yield from map(says.format, unnamed)


def file_of(module: str, rooms: Path) -> str:
    """The path of a module's file, relative to the packages' folder."""
    path = module.replace(".", "/")
    return f"{path}/__init__.py" if (rooms / path).is_dir() else f"{path}.py"


def test_every_contract_is_kept(copy_of_the_rooms: Path) -> None:
    report(against_contracts(linted(copy_of_the_rooms), copy_of_the_rooms), seen=SITE_PACKAGES, of="rooms")


AGAINST = (
    ("rules/core/dice.py", "import django.db", "The rules import neither Django nor a room"),
    ("rules/core/dice.py", "import beacon.quicknet", "The rules import neither Django nor a room"),
    ("beacon/quicknet.py", "import league.access", "One stack of floors, downward only"),
    ("beacon/client.py", "import django.conf", "The beacon imports neither Django nor a room"),
    ("league/models/leagues.py", "import drivers.models", "One stack of floors, downward only"),
    ("drivers/models.py", "import franchises.models", "One stack of floors, downward only"),
    ("league/access.py", "import league.queries", "One stack of floors, downward only"),
    ("league/queries/standings.py", "import journal", "One stack of floors, downward only"),
    ("journal/state/store.py", "import league.pages", "One stack of floors, downward only"),
    ("explain/links.py", "import league.views", "One stack of floors, downward only"),
    ("league/views/season.py", "import config.urls", "One stack of floors, downward only"),
    ("league/views/season.py", "import drivers.views", "League's doors do not import another room's doors"),
    ("drivers/views.py", "import franchises.views", "Drivers' doors do not import another room's doors"),
    ("franchises/views/franchise.py", "import league.views", "Franchises' doors do not import another room's doors"),
    ("rules/core/tables.py", "import rules.match.log", "The rules import in no circle"),
    ("rules/campaign/dry_run/table_odds.py", "import rules.rulebook.books", "The rules import in no circle"),
    ("rules/campaign/core/state.py", "import rules.campaign.play.perform", "The campaign imports in no circle"),
    ("rules/campaign/garage/cars.py", "import rules.campaign.people.staff", "The campaign imports in no circle"),
    (
        "rules/dethmatch/driving/speed.py",
        "import rules.dethmatch.damage.rollovers",
        "Dethmatch imports in no circle",
    ),
    ("rules/formule/match/state.py", "import rules.formule.log.dice_text", "Formule imports in no circle"),
    ("rules/rhad/car/damage.py", "import rules.rhad.movement.moves", "RHAD imports in no circle"),
    ("rules/carcult/cards.py", "import rules.carcult.car.tokens", "Car Cult imports in no circle"),
)
"""Forbidden imports: the file, the import, and the contract it breaks."""
OF_EACH_CONTRACT = list({contract: (module, line, contract) for module, line, contract in AGAINST}.values())
"""The sample that CI tries."""


@pytest.mark.long
@pytest.mark.parametrize("case", only(OF_EACH_CONTRACT, AGAINST), ids=lambda case: f"{case[0]} {case[1]}")
def test_an_import_against_the_floors_breaks_a_contract_and_is_told_with_its_file(
    copy_of_the_rooms: Path, case: tuple[str, str, str]
) -> None:
    module, line, contract = case
    path = copy_of_the_rooms / module
    text = path.read_text(encoding="utf-8") + f"\n{line}\n"
    path.write_text(text, encoding="utf-8")
    sentences = list(against_contracts(linted(copy_of_the_rooms), copy_of_the_rooms))
    start, against = (
        f"{module}:{len(text.splitlines())} imports ",
        f"against the contract {contract!r} of pyproject.toml",
    )
    assert any(sentence.startswith(start) and against in sentence for sentence in sentences), sentences


NEW_BOOK = "rules/skirmish"
OF_A_NEW_BOOK = {
    "Rule books do not import each other": {"__init__.py": "import rules.campaign.core.state\n"},
    "The rules import in no circle": {"__init__.py": "import rules.rulebook.books\n"},
    "No book imports in a circle": {
        "__init__.py": "",
        "engine.py": "import rules.skirmish.scene\n",
        "scene.py": "import rules.skirmish.engine\n",
    },
}
"""The modules of a book that breaks a contract, by the contract. No contract names the book."""


@pytest.mark.parametrize("contract", OF_A_NEW_BOOK)
def test_a_new_rule_book_is_kept_from_the_others_and_from_circles_and_is_told_with_its_file(
    copy_of_the_rooms: Path, contract: str
) -> None:
    book = copy_of_the_rooms / NEW_BOOK
    book.mkdir()
    for name, text in OF_A_NEW_BOOK[contract].items():
        (book / name).write_text(text, encoding="utf-8")
    sentences = list(against_contracts(linted(copy_of_the_rooms), copy_of_the_rooms))
    assert any(f"contract {contract!r} of pyproject.toml" in sentence for sentence in sentences), sentences


# ------------------------------------------------------------------------------------- pins


def pins(name: str) -> dict[str, Version]:
    """The versions of all packages that a lock file pins."""
    found = PIN.findall((CHECKOUT / name).read_text(encoding="utf-8"))
    assert found
    return {canonicalize_name(package): Version(version) for package, version in found}


def unpinned(name: str, wanted: Iterable[str], pinned: Mapping[str, Version]) -> Iterator[str]:
    """A sentence for each package that a lock file pins outside its range, or does not pin."""
    for text in wanted:
        requirement = Requirement(text)
        version = pinned.get(canonicalize_name(requirement.name))
        if version is None or version not in requirement.specifier:
            pinned_at = f"at {version}" if version else "nowhere"
            yield f"pyproject.toml asks for {text}, and {name} pins it {pinned_at}: run make lock."


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("requirements.txt", SETTINGS["project"]["dependencies"]),
        ("requirements-dev.txt", SETTINGS["project"]["dependencies"]),
        ("requirements-dev.txt", SETTINGS["dependency-groups"]["dev"]),
    ],
)
def test_what_the_project_asks_for_is_pinned_within_its_range(name: str, wanted: list[str]) -> None:
    report(unpinned(name, wanted, pins(name)), seen=wanted, of="packages")


def test_running_and_testing_use_the_same_versions() -> None:
    runtime, dev = pins("requirements.txt"), pins("requirements-dev.txt")
    says = "requirements.txt pins {} at {} and requirements-dev.txt at {}: run make lock."
    differing = [(name, version, dev.get(name)) for name, version in runtime.items() if dev.get(name) != version]
    report((says.format(*pin) for pin in differing), seen=runtime, of="packages")


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_pin_has_a_hash_and_no_index_is_named(name: str) -> None:
    text = (CHECKOUT / name).read_text(encoding="utf-8")
    entries = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)[1:]
    unhashed = [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry]
    indexes = re.findall(r"://|--(?:extra-)?index-url|--find-links", text)
    problems = [f"{name} pins {requirement} without a hash: run make lock." for requirement in unhashed]
    problems += [f"{name} names an index ({index}): take it out, the file holds for any." for index in indexes]
    report(problems, seen=entries, of="pins")


# ------------------------------------------------------------------------------------- reasons


def ignored(lines: list[str]) -> list[str]:
    """The lines that switch off a check without a reason."""
    off = re.compile(r"#\s*(?:noqa(?!:)|noqa: [A-Z0-9, ]+$|djlint:off$)")
    return [line for line in lines if off.search(line.rstrip())]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("import x  # noqa: F401 - read by name", False),
        ("import x  # noqa: F401", True),
        ("import x  # noqa", True),
        ("import x  # a noqa in passing", False),
    ],
)
def test_an_ignore_without_a_reason_is_seen(line: str, found: bool) -> None:
    assert (ignored([line]) == [line]) is found


def test_every_ignore_in_the_code_gives_its_reason() -> None:
    folders = (*SITE_PACKAGES, "tools", "tests", "benchmarks")
    files = [path for folder in folders for path in CHECKOUT.joinpath(folder).rglob("*.py")]
    assert files
    unexplained = (
        f"{path.relative_to(CHECKOUT)} says not why it switches a check off: end {line.strip()!r} in - REASON."
        for path in files
        if path != Path(__file__)
        for line in ignored(path.read_text(encoding="utf-8").splitlines())
    )
    report(unexplained, seen=files, of="modules")


def test_every_ignore_in_the_settings_gives_its_reason() -> None:
    codes = re.compile(r'^    "[A-Z]+[0-9]*",|^    "ignore:|^ignore = "|^"[^"]+" = \["[A-Z]+[0-9]*"\]', re.MULTILINE)
    lines = [line for line in PYPROJECT.splitlines() if codes.match(line) and '", "' not in line]
    bare = [line.strip() for line in lines if " # " not in line]
    says = "pyproject.toml switches {} off and says not why: end the line in # REASON."
    report(map(says.format, bare), seen=lines, of="ignores")


# ------------------------------------------------------------------------------------- rules


@like("tests/tools/test_rules.py::test_an_id_that_no_list_has_fails_the_run")  # CI calls `make rules` besides
@pytest.mark.long
def test_every_rule_named_in_a_mark_a_note_or_the_code_is_known() -> None:
    known = sum(len(titles) for titles in titles_by_system(CHECKOUT).values())
    report(
        (f"{error} Mend the ID, or add it to its list." for error in unknown_rule_errors(CHECKOUT)),
        seen=known,
        of="rules",
    )


def test_the_lists_of_rules_name_each_rule_once_and_by_its_own_form() -> None:
    listed = [rule for titles in titles_by_system(CHECKOUT).values() for rule in titles]
    assert len(listed) == len(set(listed)) >= 836
    assert [rule for rule in listed if rule_ids_in(rule) != [rule]] == []


def test_no_rule_is_both_recorded_and_partial() -> None:
    recorded = read_table(CHECKOUT / RULES_FOLDER / "recorded.tsv")
    partial = read_table(CHECKOUT / RULES_FOLDER / "partial.tsv")
    both = sorted(recorded.keys() & partial.keys())
    says = "{} stands in docs/rules/recorded.tsv and in docs/rules/partial.tsv: take it out of one of them."
    report(map(says.format, both), seen=recorded, of="recorded rules")


def test_there_are_tables_to_break() -> None:
    assert len(find_mutants(CHECKOUT, None)) > 500


# ------------------------------------------------------------------------------------- the task runner


def test_the_task_runner_has_every_task_of_the_house() -> None:
    makefile = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    tasks = set(re.findall(r"^([a-z]+):.*## ", makefile, re.MULTILINE))
    served = {"setup", "run", "scaled", "examples"}
    looked_at = {"check", "rules", "where", "mutate", "machine", "trials", "overhttp", "fuzz", "bench"}
    listed = served | looked_at | {"help", "test", "quick", "nightly", "draw", "replay", "tour", "lock"}
    says = (
        "The Makefile has the task {}: list it in tests/guards/test_tooling.py and in the table of CONTRIBUTING.md."
    )
    gone = "The Makefile has no task {}: write it, or take it out of tests/guards/test_tooling.py."
    report([*beyond(tasks, listed, says), *beyond(listed, tasks, gone)], seen=tasks, of="tasks")


@pytest.mark.parametrize("script", [".ci/run", ".ci/nightly"])
def test_a_script_parses_and_may_be_run(script: str) -> None:
    path = CHECKOUT / script
    assert subprocess.run(["bash", "-n", path], check=False).returncode == 0
    assert path.stat().st_mode & 0o111
