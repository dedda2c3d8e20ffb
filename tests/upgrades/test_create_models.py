"""One migration operation creates models of several apps that refer to each other."""

from __future__ import annotations

import pytest
from django.db import connection, models
from django.db.migrations.operations import CreateModel
from django.db.migrations.state import ProjectState

from league.create_models import CreateModels

NUMBER = ("id", models.BigAutoField(primary_key=True))
TABLES = {"upgrades_garage_car", "upgrades_roster_driver"}


def refers(to: str) -> models.ForeignKey[models.Model, models.Model]:
    """A nullable foreign key, so that two rows can refer to each other."""
    return models.ForeignKey(to, null=True, on_delete=models.DO_NOTHING, related_name="+")


def circle() -> CreateModels:
    """A car that refers to its driver in another app, and a driver that refers to their car."""
    car = CreateModel("Car", [NUMBER, ("driver", refers("upgrades_roster.driver"))])
    driver = CreateModel("Driver", [NUMBER, ("car", refers("upgrades_garage.car"))])
    return CreateModels({"upgrades_garage": [car], "upgrades_roster": [driver]})


@pytest.mark.django_db(transaction=True)
def test_models_that_refer_to_each_other_are_made_with_their_foreign_keys_and_dropped_again() -> None:
    operation, before, after = circle(), ProjectState(), ProjectState()
    operation.state_forwards("upgrades_garage", after)
    with connection.schema_editor() as editor:
        operation.database_forwards("upgrades_garage", editor, before, after)
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        introspected = [connection.introspection.get_relations(cursor, table) for table in sorted(TABLES)]
    with connection.schema_editor() as editor:
        operation.database_backwards("upgrades_garage", editor, after, before)
    assert tables >= TABLES
    assert [sorted(relations) for relations in introspected] == [["driver_id"], ["car_id"]]
    assert not TABLES & set(connection.introspection.table_names())


def test_no_model_is_rendered_before_all_are_there() -> None:
    state = ProjectState()
    assert not list(state.apps.get_models())
    circle().state_forwards("upgrades_garage", state)
    assert "apps" not in state.__dict__
    assert {model._meta.db_table for model in state.apps.get_models()} == TABLES


def test_the_operation_says_whose_models_it_creates() -> None:
    assert circle().describe() == "Create the models of upgrades_garage, upgrades_roster"
