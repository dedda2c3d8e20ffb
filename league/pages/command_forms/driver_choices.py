"""Fields that choose drivers, each shown as a row of the table of drivers that all pages share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django import forms

from drivers.pages.driver_table import (
    DriverRecord,
    DriverRow,
    DriverTable,
    DriverTeam,
    driver_records,
    driver_table,
    row_of_state,
)
from drivers.queries import driver_runs
from explain import links
from league.pages.base_context import franchise_color
from league.pages.command_forms.context import CommandContext
from league.pages.command_forms.fields import LenientChoiceField, LenientMultipleChoiceField
from rules.campaign.core.state import Driver, Season

RECORDS = "driver records"


class DriverTableBoundField(forms.BoundField):
    """The field on a page: its table, and its rows each with the checkbox or radio button that chooses it."""

    @property
    def table(self) -> DriverTable:
        """The table of the drivers to choose from."""
        return self.field.table  # type: ignore[attr-defined]

    @property
    def driver_options(self) -> list[tuple[DriverRow, Any]]:
        """Each driver with what chooses them."""
        return list(zip(self.table.rows, self.subwidgets, strict=True))


class DriverTableMixin:
    """A choice among the drivers of a table."""

    table = DriverTable((), (), with_teams=False)

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        """The field with its table."""
        return DriverTableBoundField(form, self, field_name)  # type: ignore[arg-type]


class DriversField(DriverTableMixin, LenientMultipleChoiceField):
    """Several drivers, each with a checkbox."""


class DriverField(DriverTableMixin, LenientChoiceField):
    """One driver, each with a radio button."""

    widget = forms.RadioSelect


def offer_drivers(form: forms.Form, name: str, rows: Iterable[DriverRow], *, with_teams: bool = False) -> None:
    """Offer those drivers in a field of a form, in that order."""
    field = form.fields[name]
    if not isinstance(field, DriversField | DriverField):
        raise TypeError(f"{name} chooses no drivers")
    field.table = driver_table(rows, sort=None, with_teams=with_teams)
    field.choices = [(row.id, row.name) for row in field.table.rows]


def rows_of_drivers(
    desk: CommandContext,
    *,
    fee: Callable[[Season, Driver], int | None] | None = None,
    with_teams: bool = False,
    with_form: bool = True,
) -> Callable[[Iterable[Driver]], list[DriverRow]]:
    """What makes rows of drivers as they stand in the season: in one query, however often it is called.

    `fee` is what hiring a driver takes, by default what their contract is over. With `with_teams` each row has the
    franchise of the driver's contract. Without `with_form` the rows have no form, and there is no query.
    """
    records = _records(desk) if with_form else {}

    def team(franchise: str) -> DriverTeam:
        href = links.franchise_url(desk.row.league_id, franchise)
        return DriverTeam(
            desk.called.franchise(franchise), href, franchise_color(franchise), own=franchise in desk.own
        )

    def rows(drivers: Iterable[Driver]) -> list[DriverRow]:
        contracts = desk.season.contracts
        return [
            row_of_state(
                driver,
                house=desk.season,
                name=desk.called.driver(driver.id),
                href=links.driver_url(desk.row.league_id, driver.id),
                team=team(contracts[driver.id].franchise) if with_teams and driver.id in contracts else None,
                fee=_contract_fee(desk.season, driver) if fee is None else fee(desk.season, driver),
                record=records.get(driver.id),
            )
            for driver in drivers
        ]

    return rows


def _records(desk: CommandContext) -> dict[str, DriverRecord]:
    """The records of all drivers in the season, read once for a page."""
    if RECORDS not in desk.read_once:
        desk.read_once[RECORDS] = driver_records(driver_runs(desk.row.pk))
    records: dict[str, DriverRecord] = desk.read_once[RECORDS]
    return records


def _contract_fee(season: Season, driver: Driver) -> int | None:
    contract = season.contracts.get(driver.id)
    return None if contract is None else contract.fee
