"""A command's form has every field of the command, or this module says where the value comes from."""

from __future__ import annotations

from dataclasses import fields

from league.pages.command_forms import chapters  # noqa: F401 - registers every form
from league.pages.command_forms.base import FORMS
from tests.guards.findings import beyond, report

OF_THE_PAGE = "franchise"
"""The field that comes from the address of the form."""
FILLED_OTHERWISE = {
    "accept_report.evidence": "from the claim that is chosen",
    "accept_report.report": "from the claim that is chosen",
    "add_match.plan": "fields that are added for its event and its teams",
    "announce_round.matches": "fields that are added for each match",
    "buy_car.designs": "from the designer",
    "buy_offer.offer": "from the address",
    "change_switch.version": "the questionnaire's page numbers its versions",
    "decide_repairs.give_up": "fields that are added for each car",
    "decide_repairs.repair": "fields that are added for each car",
    "decline_offer.offer": "from the address",
    "fit_item.car": "from the place that is chosen in `to`",
    "fit_item.driver": "from the place that is chosen in `to`",
    "fit_item.weapon": "from the place that is chosen in `to`",
    "give_item.carcass": "fields that are added for the kind of item",
    "give_item.gearing": "fields that are added for the kind of item",
    "give_item.rolled": "fields that are added for the kind of item",
    "give_item.tread": "fields that are added for the kind of item",
    "give_item.uses": "fields that are added for the kind of item",
    "give_item.variant": "fields that are added for the kind of item",
    "lock_line_ups.played": "an amend sets it",
    "name_line_up.fallen": "an amend sets it",
    "name_line_up.played": "an amend sets it",
    "name_line_up.seats": "fields that are added for each seat",
    "open_season.secret_hash": "the server draws the secret",
    "open_season.switches": "fields that are added for each switch",
    "propose_trade.gives": "fields that are added for each side",
    "propose_trade.sealed": "the server draws the name of the seal",
    "propose_trade.takes": "fields that are added for each side",
    "protect_drivers.fallen": "an amend sets it",
    "use_medical_device.driver": "from what is chosen in `cure`",
    "use_medical_device.item": "from what is chosen in `cure`",
    "use_medical_device.quirk": "from what is chosen in `cure`",
    "void_match.again": "from `run_again`",
    "withdraw_question.key": "from `question_key`, since every form has a key of its own",
}
"""Fields of commands without a form field of that name, with the source of their values."""


def lacking() -> list[str]:
    """The fields of commands without a form field of that name, as `command.field`."""
    return [
        f"{tag}.{field.name}"
        for tag, form in sorted(FORMS.items())
        for field in fields(form.row_of().cls)
        if field.name != OF_THE_PAGE and field.name not in form.base_fields
    ]


def test_every_field_of_a_command_is_asked_for_by_its_form() -> None:
    found = lacking()
    says = (
        "The form of a command lacks the field {}: add it to its form in league/pages/command_forms/chapters, or "
        "say in FILLED_OTHERWISE of tests/guards/test_form_fields.py where its value comes from."
    )
    gone = (
        "A form has the field {}, or the command has not: take it out of FILLED_OTHERWISE in "
        "tests/guards/test_form_fields.py."
    )
    report([*beyond(found, FILLED_OTHERWISE, says), *beyond(FILLED_OTHERWISE, found, gone)], seen=FORMS, of="forms")
