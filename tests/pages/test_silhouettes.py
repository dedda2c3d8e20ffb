"""Cars beside their names: drawn as in the replay, by their kind and by what everybody may see on them."""

from __future__ import annotations

import pytest

from franchises.crests import PALETTE
from rules.campaign.garage.silhouettes import ENGINE_DEVICES, model_of
from rules.match.catalog import CATALOG
from rules.match.drawing.car_silhouettes import Body, Fitting, draw_model
from tests.command_forms.desk import Sitter
from tests.league.small_league import announced, lined_up, signed
from tests.pages.page_reader import main_of, reader
from tests.pages.test_duel_rivals import dueling


@pytest.mark.rule("DM-C-066")
@pytest.mark.parametrize(
    ("overhead", "gunner_station", "kinds", "body"),
    [
        (False, False, (), Body.COUPE),
        (True, False, (), Body.TRUCK),
        (True, True, ("supercharger",), Body.TRUCK),
        (False, True, ("supercharger",), Body.PICKUP),
        (False, False, ("supercharger",), Body.RACER),
        (False, False, ("supercharger", "crash_bars"), Body.COUPE),
    ],
)
def test_the_body_follows_from_the_kind_of_car(
    overhead: bool, gunner_station: bool, kinds: tuple[str, ...], body: Body
) -> None:
    assert model_of(overhead=overhead, gunner_station=gunner_station, kinds=kinds).body is body


@pytest.mark.rule("DM-M-013")
@pytest.mark.parametrize(
    ("kinds", "fittings"),
    [
        ((), ()),
        (("machinegun",), (Fitting.GUN,)),
        (("machinegun", "laser"), (Fitting.TWIN_GUNS,)),
        (("rockets",), (Fitting.ROCKETS,)),
        (("oil_jet",), (Fitting.DROPPER,)),
        (("ram_guard", "ballistic_sheets"), (Fitting.RAM, Fitting.ARMOR)),
        (("tire_heavy", "gear_set", "auto_ranger"), ()),
    ],
)
def test_the_load_is_what_is_seen_from_above(kinds: tuple[str, ...], fittings: tuple[Fitting, ...]) -> None:
    assert model_of(overhead=False, gunner_station=False, kinds=kinds).fittings == fittings


def test_a_gun_is_in_a_turret_where_there_is_a_gunner() -> None:
    model = model_of(overhead=False, gunner_station=True, kinds=("machinegun",))
    assert model.fittings == (Fitting.TURRET,)


def test_every_item_of_the_catalog_can_be_on_a_car_that_is_drawn() -> None:
    models = {kind: model_of(overhead=False, gunner_station=False, kinds=(kind,)) for kind in CATALOG}
    assert all(draw_model(model) for model in models.values())
    unseen = [kind for kind, row in CATALOG.items() if row.group == "weapon" and not models[kind].fittings]
    assert unseen == []
    assert set(CATALOG) >= ENGINE_DEVICES


@pytest.mark.django_db
def test_a_garage_shows_each_car_in_the_color_of_its_franchise() -> None:
    table = signed(over=False)
    garage = main_of(reader("razors"), "/l/rust-belt/f/razors/")
    assert garage.count(f'viewBox="-31 -17 62 34" color="{PALETTE[0]}"') == len(table.state.garage("razors"))


@pytest.mark.rule("CW-Q-013")
@pytest.mark.django_db
def test_a_rival_does_not_see_by_the_silhouette_what_is_hidden_of_a_car() -> None:
    dueling()
    supercharged = draw_model(model_of(overhead=False, gunner_station=False, kinds=("supercharger",)))
    plain = draw_model(model_of(overhead=False, gunner_station=False, kinds=()))
    garage, seen = (
        main_of(reader("saints"), "/l/rust-belt/f/saints/"),
        main_of(reader("razors"), "/l/rust-belt/f/saints/"),
    )
    assert (garage.count(supercharged), seen.count(supercharged)) == (1, 0)
    assert seen.count(plain) == garage.count(plain) + 1


@pytest.mark.django_db
def test_a_line_up_shows_each_car_that_may_run() -> None:
    table = announced()
    form = Sitter(table.season, "razors").open("name_line_up", franchise="razors", match="m1").content.decode()
    assert form.count('<svg class="car-shape"') == 2 * len(table.state.garage("razors"))


@pytest.mark.django_db
def test_a_match_shows_the_cars_of_its_locked_line_ups_in_the_colors_of_their_franchises() -> None:
    table = lined_up()
    page = main_of(reader("razors"), "/l/rust-belt/s1/m1/")
    for line_up, color in zip(table.state.line_ups_of("m1"), PALETTE, strict=False):
        cars = len(table.state.seats_of(line_up.id))
        assert page.count(f'<svg class="car-shape" viewBox="-31 -17 62 34" color="{color}"') == cars > 0


@pytest.mark.django_db
def test_a_report_shows_the_car_of_each_row() -> None:
    table = lined_up()
    page = Sitter(table.season, "boss").client.get("/l/rust-belt/s1/m1/report/").content.decode()
    cars = sum(len(table.state.seats_of(line_up.id)) for line_up in table.state.line_ups_of("m1"))
    assert page.count('<svg class="car-shape"') == cars
