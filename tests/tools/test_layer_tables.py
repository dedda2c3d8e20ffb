"""docs/architecture.md shows who may import whom, as the import contracts define it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.guards.findings import report
from tools import layer_tables
from tools.layer_tables import (
    BEGINS,
    ENDS,
    LAYERS,
    LayerNamesDiffer,
    floor_rows,
    inside_rows,
    layer_modules,
    main,
    module_cells,
    read_contracts,
    with_tables,
)

CHECKOUT = Path(__file__).parents[2]
CONTRACTS = read_contracts((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_architecture_has_the_layers_of_the_contracts() -> None:
    stale = "docs/architecture.md does not have the layers of pyproject.toml: run python -m tools.layer_tables."
    report([] if layer_tables.is_current() else [stale], seen=CONTRACTS["floors"]["layers"], of="layers")


def test_every_floor_and_every_package_inside_the_rules_has_a_row() -> None:
    assert len(list(floor_rows(CONTRACTS["floors"]["layers"]))) == len(LAYERS)
    inside = [contract for contract in CONTRACTS if contract.startswith("inside-")]
    assert [name for name, _ in inside_rows(CONTRACTS)] == [f"`{CONTRACTS[id]['containers'][0]}`" for id in inside]
    assert inside


def test_what_every_room_has_is_named_once() -> None:
    modules = layer_modules("(league.urls) : (api) : (drivers.urls) : (league.tasks) : (franchises.urls)")
    assert module_cells(modules) == ["`*.urls`", "`api`", "`league.tasks`"]
    assert module_cells(["league.urls", "drivers.urls"]) == ["`league.urls`", "`drivers.urls`"]
    assert layer_modules("editions | switches") == ["editions", "switches"]


def test_packages_inside_stand_from_the_top_down() -> None:
    contracts = {"inside-go": {"containers": ["rules.go"], "layers": ["log", "ground | match"]}, "books": {}}
    assert list(inside_rows(contracts)) == [("`rules.go`", "`log` › `ground`, `match`")]


def test_a_layer_without_a_name_is_refused_and_so_is_a_name_without_a_layer() -> None:
    layers = CONTRACTS["floors"]["layers"]
    with pytest.raises(LayerNamesDiffer, match=r"^The layer 'attic' needs one name: give it one in LAYERS of tools/"):
        list(floor_rows([*layers, "attic"]))
    with pytest.raises(
        LayerNamesDiffer, match=r"^There is no layer with rules: take it out of tools/layer_tables\.py"
    ):
        list(floor_rows(layers[:-1]))


def test_the_tables_are_written_between_the_marks_alone() -> None:
    text = with_tables(f"above\n{BEGINS}old\n{ENDS}below\n", CONTRACTS)
    assert text.startswith(
        f"above\n{BEGINS}| layer | packages | may import |\n|---|---|---|\n| settings | `config` |"
    )
    assert text.endswith(f" |\n{ENDS}below\n")
    with pytest.raises(ValueError, match="lacks the line"):
        with_tables(f"above\n{BEGINS}old\n", CONTRACTS)


def test_a_check_says_how_to_write_it_anew_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "architecture.md"
    document.write_text(f"{BEGINS}old\n{ENDS}", encoding="utf-8")
    monkeypatch.setattr(layer_tables, "DOCUMENT", document)
    assert main(["--check"]) == 1
    assert "run python -m tools.layer_tables" in capsys.readouterr().out
    assert "old" in document.read_text(encoding="utf-8")
    assert [main([]), main(["--check"])] == [0, 0]
