"""The structure of the repository: its packages and their layers, and the limits on modules and files."""

import ast
import shutil
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.guards.findings import beyond, report
from tools.source_index import SITE_PACKAGES, read_source

CHECKOUT = Path(__file__).parents[2]
PACKAGES = {
    "config", "rules", "beacon", "sql", "league", "drivers", "franchises",
    "journal", "jobs", "scheduling", "webhooks", "explain", "api",
    "tools", "benchmarks", "tests",
}  # fmt: skip
FOLDERS = {"templates", "static", "docs", "examples", "clients"}
TOP = {
    ".ci",
    ".editorconfig",
    ".gitignore",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Makefile",
    "README.md",
    "manage.py",
    "pyproject.toml",
    "requirements-dev.txt",
    "requirements.txt",
}
"""The files at the top of the checkout, and the hidden folder kept in git."""
HEAVIEST = 500_000  # bytes
HEAVY = {"examples/rust-belt/played.json.xz": "a league of two seasons with every fact of them, which make run loads"}
"""Files that may be larger, with the reason."""
PASSING = {"var", "__pycache__", "htmlcov"}  # created by programs, not in git
ROOMS = ("league", "drivers", "franchises")
DOORS = ("urls", "views", "health", "folder_import", "forms", "admin", "management", "templatetags", "tasks")
DOOR_ROOMS = (*ROOMS, "api")
"""The packages with entry-point modules. All of the API counts as one."""
OFF_THE_FLOORS = {"__init__", "apps", "migrations", "static", "templates"}
BANNED = {"utils", "util", "helpers", "helper", "manager", "managers", "data", "info", "process", "handle", "misc"}
LONGEST = 700  # lines
IN_ONE_PIECE = {"static/verify.py": 2050}  # players download it as one file and read it (ADR 13)

CONTRACTS = {
    contract["id"]: contract
    for contract in tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
}


def modules(room: str) -> list[str]:
    """The modules and packages directly in a package."""
    inside = sorted(CHECKOUT.joinpath(room).iterdir())
    found = [path.stem for path in inside if path.suffix == ".py" or (path / "__init__.py").exists()]
    assert found
    return found


def files(*rooms: str) -> Iterator[Path]:
    """All Python files of these packages except migrations."""
    for room in rooms:
        found = [path for path in CHECKOUT.joinpath(room).rglob("*.py") if "migrations" not in path.parts]
        assert found
        yield from sorted(found)


def test_the_top_of_the_checkout_holds_what_the_house_lists_and_nothing_else() -> None:
    found = {path.name for path in CHECKOUT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    listed = PACKAGES | FOLDERS
    report(
        [
            *beyond(
                found - PASSING, listed, "{}/ is no folder of the house: list it in tests/guards/test_packages.py."
            ),
            *beyond(listed, found, "{}/ is listed in tests/guards/test_packages.py and is not there: take it out."),
        ],
        seen=found,
        of="folders",
    )


def kept() -> list[str]:
    """The paths of all files in git, or without git those in the listed folders and at the top."""
    git = shutil.which("git")
    if git and (CHECKOUT / ".git").exists():
        listed = subprocess.run([git, "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, text=True, check=False)
        if not listed.returncode:
            return [path for path in listed.stdout.split("\0") if path and (CHECKOUT / path).exists()]
    found = [path for path in CHECKOUT.iterdir() if path.is_file() and not path.name.startswith(".")]
    for folder in PACKAGES | FOLDERS:
        found += [
            path for path in (CHECKOUT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts
        ]
    return sorted(path.relative_to(CHECKOUT).as_posix() for path in found)


def strays(paths: Iterable[str]) -> list[str]:
    """A sentence for each file or folder at the top of the checkout that is not listed here."""
    tops = {path.partition("/")[0] for path in paths}
    says = (
        "{} lies at the top of the checkout: take it out of git, or list it in TOP in tests/guards/test_packages.py."
    )
    return beyond(tops, PACKAGES | FOLDERS | TOP, says)


def too_heavy(sizes: Mapping[str, int]) -> Iterator[str]:
    """A sentence for each file that is too large, and for each needless exception. Sizes are in bytes."""
    for path, size in sorted(sizes.items()):
        if size > HEAVIEST and path not in HEAVY:
            yield (
                f"{path} has {size:,} bytes and may have {HEAVIEST:,}: take it out of git, or list it with its "
                "reason in HEAVY in tests/guards/test_packages.py."
            )
    for path in HEAVY:
        if sizes.get(path, 0) <= HEAVIEST:
            yield f"{path} needs no exception any more: take it out of HEAVY in tests/guards/test_packages.py."


def test_git_keeps_no_file_at_the_top_that_the_house_does_not_list_and_none_that_is_too_heavy() -> None:
    paths = kept()
    sizes = {path: (CHECKOUT / path).lstat().st_size for path in paths}
    report([*strays(paths), *too_heavy(sizes)], seen=paths, of="files")


def off_the_floors(room: str, here: Iterable[str], layers: Iterable[str]) -> list[str]:
    """A sentence for each module of a package that is in no layer of the contract."""
    listed = {name.strip(" ()") for layer in layers for name in layer.replace("|", ":").split(":")}
    found = [f"{room}.{module}" for module in here if module not in OFF_THE_FLOORS]
    says = "{} stands on no floor: add it to the layers of the contract floors in pyproject.toml."
    return beyond(found, listed, says)


@pytest.mark.parametrize("room", ROOMS)
def test_every_module_of_a_room_stands_on_a_floor(room: str) -> None:
    found = modules(room)
    report(off_the_floors(room, found, CONTRACTS["floors"]["layers"]), seen=found, of=f"modules of {room}")


def test_every_package_that_is_no_room_stands_on_a_floor_as_a_whole() -> None:
    layers = CONTRACTS["floors"]["layers"]
    listed = {name.strip(" ()") for layer in layers for name in layer.replace("|", ":").split(":")}
    packages = set(SITE_PACKAGES) - set(ROOMS)
    says = "{} stands on no floor: add it to the layers of the contract floors in pyproject.toml."
    report(beyond(packages, listed, says), seen=packages, of="packages")


@pytest.mark.parametrize("room", DOOR_ROOMS)
def test_every_door_is_kept_from_the_doors_of_the_other_rooms(room: str) -> None:
    def doors(*rooms: str) -> list[str]:
        inside = [f"{room}.{door}" for room in rooms if room in ROOMS for door in DOORS if door in modules(room)]
        return [*inside, *(package for package in rooms if package not in ROOMS)]

    contract = CONTRACTS[f"doors-{room}"]
    wanted = {
        "source_modules": doors(room),
        "forbidden_modules": doors(*(door_room for door_room in DOOR_ROOMS if door_room != room)),
    }
    problems: list[str] = []
    for name, expected in wanted.items():
        where = f"{name} of the contract doors-{room} in pyproject.toml"
        problems += beyond(expected, contract[name], "{} is a door and not in the " + f"{where}: add it.")
        problems += beyond(contract[name], expected, "{} is in the " + f"{where} and is no door: take it out.")
    report(problems, seen=wanted["source_modules"], of=f"doors of {room}")


def test_every_rule_book_is_kept_from_the_others() -> None:
    packages = {f"rules.{path.parent.name}" for path in CHECKOUT.glob("rules/*/__init__.py")}
    listed = CONTRACTS["books"]["modules"]
    apart = packages - {"rules.core", "rules.match", "rules.rulebook"}  # shared, or reading all books
    where = 'the contract "Rule books do not import each other" of pyproject.toml'
    report(
        [
            *beyond(apart, listed, "{} is kept from no other book: add it to " + f"{where}."),
            *beyond(listed, apart, "{} is no package of rules: take it out of " + f"{where}."),
        ],
        seen=packages,
        of="packages of rules",
    )
    assert "rules.campaign" in packages


def circle_errors(package: str, contracts: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """A sentence for each gap in the contract that forbids import cycles inside a package."""
    id = f"inside-{package.rpartition('.')[2]}"
    where = f"the contract {id} in pyproject.toml"
    contract = contracts.get(id)
    if contract is None or contract["type"] != "layers" or contract["containers"] != [package]:
        yield f"{package} is kept from no circle: write {where}, of type layers with {package} as its container."
        return
    if not contract.get("exhaustive"):
        yield f"A package of {package} may escape its layers: set exhaustive = true in {where}."
    for ignored in contract.get("ignore_imports") or ():
        yield (
            f"{package} keeps the import {ignored}: move what needs it up, or what it needs down; then clear {where}."
        )


def test_every_rule_book_and_the_rules_are_kept_from_circles() -> None:
    nested = {f"rules.{path.parents[1].name}" for path in CHECKOUT.glob("rules/*/*/__init__.py")}
    report(
        (problem for package in sorted({"rules", *nested}) for problem in circle_errors(package, CONTRACTS)),
        seen=nested,
        of="packages with packages inside",
    )


PUBLIC_FRONTS = {"journal"}
"""Packages whose `__init__.py` exports names."""


def full_fronts(rooms: Iterable[str]) -> Iterator[str]:
    """A sentence for each package whose `__init__.py` has code."""
    for room in rooms:
        front = ast.parse((CHECKOUT / room / "__init__.py").read_text(encoding="utf-8"))
        if any(not isinstance(node, ast.Expr) for node in front.body):
            yield f"{room}/__init__.py holds code: move it into a module of the room, the front stays empty."


def test_the_front_of_a_room_is_empty() -> None:
    rooms = [package for package in SITE_PACKAGES if package not in PUBLIC_FRONTS]
    report(full_fronts(rooms), seen=rooms, of="rooms")


EVERYWHERE = (*SITE_PACKAGES, "tools", "tests")


def empty_names(paths: Iterable[Path]) -> Iterator[str]:
    """A sentence for each module whose own or whose folder's name is banned as saying nothing."""
    for path in paths:
        for word in sorted({path.stem, path.parent.name} & BANNED):
            yield f"{path.relative_to(CHECKOUT)} is named {word!r}, which names nothing: name it for what it holds."


def test_no_module_has_a_name_that_says_nothing() -> None:
    everywhere = list(files(*EVERYWHERE))
    report(empty_names(everywhere), seen=everywhere, of="modules")


def too_long(lines: Mapping[str, int]) -> Iterator[str]:
    """A sentence for each module that is too long, and for each needless exception."""
    for path, length in sorted(lines.items()):
        most = IN_ONE_PIECE.get(path, LONGEST)
        if length > most:
            yield f"{path} has {length} lines and may have {most}: make two modules of it."
    for path, most in IN_ONE_PIECE.items():
        if lines.get(path, 0) <= LONGEST:
            yield f"{path} may have {most} lines by tests/guards/test_packages.py and needs no exception: remove it."


def test_no_module_is_longer_than_one_sitting() -> None:
    everywhere = files(*EVERYWHERE, "static")
    lines = {
        path.relative_to(CHECKOUT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in everywhere
    }
    report(too_long(lines), seen=lines, of="modules")


def signals_in(path: Path) -> Iterator[str]:
    """A sentence for each import of Django's signals in a module."""
    where = path.relative_to(CHECKOUT) if path.is_relative_to(CHECKOUT) else path.name
    for line, module in read_source(path).imported:
        if module in {"django.dispatch", "django.db.models.signals"}:
            yield f"{where}:{line} imports {module}: call what is to happen, or write to the outbox."


def test_no_room_sends_or_hears_signals() -> None:
    looked_at = list(files(*SITE_PACKAGES))
    report((signal for path in looked_at for signal in signals_in(path)), seen=looked_at, of="modules")
