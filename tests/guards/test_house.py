"""The house as it is written down: its rooms, their floors, and what no room may hold."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
PACKAGES = {"config", "rules", "drivers", "franchises", "league", "tools", "benchmarks", "tests"}
FOLDERS = {"templates", "static", "docs", "examples", "locale", "clients"}
LATER: set[str] = set()
PASSING = {"var", "__pycache__", "htmlcov"}  # made by running, never kept
ROOMS = ("league", "drivers", "franchises")
DOORS = ("urls", "views", "health", "example", "forms", "admin", "management", "templatetags", "api", "tasks")
OFF_THE_FLOORS = {"__init__", "apps", "migrations", "static", "templates"}
BANNED = {"utils", "util", "helpers", "helper", "manager", "managers", "data", "info", "process", "handle", "misc"}
LONGEST = 400  # lines
IN_ONE_PIECE = {"static/verify.py": 600}  # players download it alone and read it whole before they trust it: ADR 13

CONTRACTS = {
    contract["id"]: contract
    for contract in tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
}


def modules(room: str) -> list[str]:
    """The modules and packages right inside a room."""
    inside = sorted(CHECKOUT.joinpath(room).iterdir())
    found = [path.stem for path in inside if path.suffix == ".py" or (path / "__init__.py").exists()]
    assert found
    return found


def files(*rooms: str) -> Iterator[Path]:
    """Every Python file of these rooms but the migrations."""
    for room in rooms:
        found = [path for path in CHECKOUT.joinpath(room).rglob("*.py") if "migrations" not in path.parts]
        assert found
        yield from sorted(found)


def test_the_top_of_the_checkout_holds_what_the_house_lists_and_nothing_else() -> None:
    found = {path.name for path in CHECKOUT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    assert found - PASSING - LATER == PACKAGES | FOLDERS


@pytest.mark.parametrize("room", ROOMS)
def test_every_module_of_a_room_stands_on_a_floor(room: str) -> None:
    listed = {
        name.strip(" ()") for layer in CONTRACTS["floors"]["layers"] for name in layer.replace("|", ":").split(":")
    }
    here = {f"{room}.{module}" for module in modules(room) if module not in OFF_THE_FLOORS}
    assert here - listed == set()


@pytest.mark.parametrize("room", ROOMS)
def test_every_door_is_kept_from_the_doors_of_the_other_rooms(room: str) -> None:
    def doors(*rooms: str) -> list[str]:
        return [f"{each}.{module}" for each in rooms for module in DOORS if module in modules(each)]

    contract = CONTRACTS[f"doors-{room}"]
    assert sorted(contract["source_modules"]) == sorted(doors(room))
    others = [each for each in ROOMS if each != room]
    assert sorted(contract["forbidden_modules"]) == sorted(doors(*others))


def test_every_rule_book_is_kept_from_the_others() -> None:
    packages = {f"rules.{path.parent.name}" for path in CHECKOUT.glob("rules/*/__init__.py")}
    assert set(CONTRACTS["books"]["modules"]) == packages - {"rules.rulebook"}  # that one reads them all
    assert "rules.campaign" in packages


@pytest.mark.parametrize("room", [*ROOMS, "rules", "config"])
def test_the_front_of_a_room_is_empty(room: str) -> None:
    front = ast.parse((CHECKOUT / room / "__init__.py").read_text(encoding="utf-8"))
    assert [node for node in front.body if not isinstance(node, ast.Expr)] == []


def test_no_module_has_a_name_that_says_nothing() -> None:
    everywhere = files("config", "rules", "league", "drivers", "franchises", "tools", "tests")
    assert [path for path in everywhere if path.stem in BANNED or path.parent.name in BANNED] == []


def test_no_module_is_longer_than_one_sitting() -> None:
    everywhere = files("config", "rules", "league", "drivers", "franchises", "static", "tools", "tests")
    lines = {
        path.relative_to(CHECKOUT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in everywhere
    }
    assert {path for path, length in lines.items() if length > LONGEST} == set(IN_ONE_PIECE)
    assert [path for path, most in IN_ONE_PIECE.items() if lines[path] > most] == []


def test_no_room_sends_or_hears_signals() -> None:
    heard = [
        path
        for path in files("rules", "league", "drivers", "franchises")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module in {"django.dispatch", "django.db.models.signals"}
    ]
    assert heard == []
