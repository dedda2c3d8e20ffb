"""The form of standing orders, and the preview of what they would do now. DM-C-179."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django import forms
from django.http import QueryDict

from explain.command_preview import preview_commands
from explain.plain_words import to_plain_words
from explain.printed_names import ITEM_WORDS, TRAIT_WORDS
from explain.season_names import Choices
from franchises.pages.base_context import (
    SETUP_STEPS,
    FranchisePageRequest,
    acting_member,
    load_franchise_page,
    tab_url,
)
from franchises.pages.policy_fields import field_of
from franchises.pages.setup import setup_command_context
from franchises.pages.setup_batch import build_setup_batch
from franchises.pages.standing_orders import (
    OWNER_ONLY_POLICIES,
    POLICIES_NAMING_THINGS,
    POLICY_GROUPS,
    POLICY_NOTES,
)
from franchises.queries.franchise import has_owner, standing_orders
from franchises.standing_orders import OrdersChanged, orders_version, set_standing_orders
from league.pages.base_context import Breadcrumb
from league.pages.command_forms.context import CommandContext
from rules.campaign.core import state
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.campaign.steward import DEFAULT_ORDERS, Orders, answers, orders_from
from rules.campaign.steward.standing_orders import LISTED_WEAPONS, OFFER_KINDS
from rules.core.refusals import Refusal


class OrdersForm(forms.Form):
    """The standing orders of a franchise, with a field for each policy that is not hidden from the viewer."""

    def __init__(
        self, *, desk: CommandContext, orders: Orders, hidden: frozenset[str], given: QueryDict | None
    ) -> None:
        super().__init__(given, label_suffix="")
        self.desk, self.orders, self.hidden = desk, orders, hidden
        for policies in POLICY_GROUPS.values():
            for policy, words in policies.items():
                if policy not in hidden:
                    value = getattr(orders, policy)
                    self.fields[policy] = field_of(
                        policy, label=words, value=value, choices=_policy_choices(desk, policy, value)
                    )
                    self.fields[policy].help_text = POLICY_NOTES.get(policy, "")

    @property
    def are_usual(self) -> bool:
        """Whether all the policies that it shows are the default ones."""
        return all(getattr(self.orders, policy) == getattr(DEFAULT_ORDERS, policy) for policy in self.fields)

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields by group."""
        return [
            (name, [self[policy] for policy in policies if policy in self.fields])
            for name, policies in POLICY_GROUPS.items()
        ]

    @property
    def gone(self) -> dict[str, str]:
        """What its lists name that is not in the season any more, by id, with the words for it."""
        ids = (
            id for policy in POLICIES_NAMING_THINGS if policy in self.fields for id in getattr(self.orders, policy)
        )
        return {id: _thing(self.desk, id) for id in ids if _is_gone(self.desk.season, id)}

    def document(self, *, without: Collection[str] = ()) -> dict[str, Any]:
        """The policies that differ from the defaults, with their lists `without` some ids.

        Hidden policies keep their values.
        """
        values = {policy: getattr(self.orders, policy) for policy in self.hidden} | self.cleaned_data
        for policy in POLICIES_NAMING_THINGS:
            if without and policy in self.fields:
                values[policy] = [id for id in values[policy] if id not in without]
        return {policy: value for policy, value in values.items() if value != getattr(DEFAULT_ORDERS, policy)}

    def add_refusal(self, refusal: Refusal) -> None:
        """Show a refusal beside the policy that its sentence names."""
        policies = [policy for policy in self.fields if f"standing order {policy} " in refusal.sentence]
        text = refusal.sentence
        for policy in policies:
            text = text.replace(f"standing order {policy} ", f"standing order “{self.fields[policy].label}” ")
        self.add_error(policies[0] if policies else None, to_plain_words(text))


def orders_form_page(
    page_request: FranchisePageRequest, given: QueryDict | None, *, tried: bool
) -> dict[str, Any] | None:
    """The context of the form; None if the viewer may not set the orders.

    The owner sets them, or a commissioner if the franchise has no owner. With `tried`, the context has a preview of
    what they would do now, up to the next dice.
    """
    desk, page = setup_command_context(page_request), load_franchise_page(page_request, "orders")
    if desk is None or page is None or (not page.own and has_owner(page.row.identity_id)):
        return None
    stored = standing_orders(page.row.identity_id)
    try:
        orders = orders_from(stored.document if stored is not None else {})
    except Refusal:
        orders = DEFAULT_ORDERS
    form = OrdersForm(desk=desk, orders=orders, hidden=frozenset() if page.own else OWNER_ONLY_POLICIES, given=given)
    orders_href = tab_url(page_request, "orders")
    context = {
        **page.context,
        "crumbs": [*page.context["crumbs"][:-1], Breadcrumb("Orders", orders_href), Breadcrumb("Change")],
        "form": form,
        "orders_href": orders_href,
        "sent": _sent_fields(form),
        "seen": orders_version(stored) if given is None else given.get("seen", orders_version(stored)),
    }
    if tried and (given is None or form.is_valid()):
        context |= _preview_orders(form)
    return context


def save_orders(
    page_request: FranchisePageRequest, context: dict[str, Any], *, at: datetime, without_gone: bool = False
) -> str:
    """Set the orders of the form in the context of its page; the sentence that says so.

    With `without_gone`, their lists lose what is not in the season any more. Raises the refusals of
    `set_standing_orders`.
    If the orders changed meanwhile, the context has what stands now as seen, so that the same form can be sent again.
    """
    member, gone = acting_member(page_request), context["form"].gone if without_gone else {}
    try:
        set_standing_orders(
            franchise=page_request.franchise,
            document=context["form"].document(without=gone),
            member=member,
            at=at,
            seen=context["seen"],
        )
    except OrdersChanged:
        stored = standing_orders(f"{member.league_id}/{page_request.franchise}")
        context |= {"seen": orders_version(stored), "orders_changed": True}
        raise
    return f"The standing orders are set{', without ' if gone else ''}{', '.join(gone.values())}."


def _sent_fields(form: OrdersForm) -> list[tuple[str, str]]:
    """The fields of the form as they were sent, for a preview that stands without them."""
    given = form.data if isinstance(form.data, QueryDict) else QueryDict()
    others = ("act", "csrfmiddlewaretoken")
    return [(name, value) for name, values in given.lists() if name not in others for value in values]


def _preview_orders(form: OrdersForm) -> dict[str, Any]:
    """The preview of what the orders would do now; during setup, all that they would do until it is complete.

    `nothing_asked` is set if there is nothing to answer.
    """
    desk = form.desk
    try:
        orders = orders_from(form.document()) if form.is_bound else form.orders
        if desk.season.step in SETUP_STEPS:
            batch = build_setup_batch(desk.season, desk.franchise, orders, desk.called.names, desk.reader)
            return {"trial": batch.trial, "doing": batch.doing} if batch.commands else {"nothing_asked": True}
        commands = answers(desk.season, desk.franchise, orders)
    except Refusal as refusal:
        form.add_refusal(refusal) if form.is_bound else None
        return {}
    if not commands:
        return {"nothing_asked": True}
    return {"trial": preview_commands(desk.season, commands, desk.called.names, desk.reader)}


def _policy_choices(desk: CommandContext, policy: str, value: Any) -> Choices:
    """What the list of a policy may name: what exists now, and what the list names already."""
    season, called, id = desk.season, desk.called, desk.franchise
    match policy:
        case "offers":
            return sorted(((kind, ITEM_WORDS[kind]) for kind in OFFER_KINDS), key=lambda choice: choice[1])
        case "weapons":
            return sorted(((kind, ITEM_WORDS[kind]) for kind in LISTED_WEAPONS), key=lambda choice: choice[1])
        case "sponsors":
            return sorted(((kind, row.name) for kind, row in SPONSOR_KINDS.items()), key=lambda choice: choice[1])
        case "traits":
            return list(TRAIT_WORDS.items())
        case "drivers" | "protect":
            offered = called.driver_choices(driver.id for driver in season.roster(id))
        case "cars":
            offered = called.car_choices(car.id for car in season.garage(id))
        case "safe":
            offered = called.sponsor_choices(sponsor.id for sponsor in season.sponsors_of(id))
        case "draft" | "draft_queue":
            others = (driver for driver in season.all_drivers() if driver.availability != "retired")
            own = {driver.id for driver in season.roster(id)}
            offered = called.driver_choices(driver.id for driver in others if driver.id not in own)
        case _:
            return []
    existing = {known for known, _ in offered}
    unoffered = [str(tag) for tag in value if tag not in existing]
    note = ", not in this season"
    return [*offered, *((tag, f"{_thing(desk, tag)}{note if _is_gone(season, tag) else ''}") for tag in unoffered)]


def _thing(desk: CommandContext, id: str) -> str:
    """The name of a driver, car or sponsor; its id if the season has none."""
    season, called = desk.season, desk.called
    if id in season.drivers:
        return called.driver(id)
    if id in season.cars:
        return called.car(id)
    return called.sponsor(id) if id in season.sponsors else id


def _is_gone(season: state.Season, id: str) -> bool:
    """Whether the season has no such car or sponsor, and no such driver but one who has retired."""
    driver = season.drivers.get(id)
    if driver is not None:
        return driver.availability == "retired"
    return id not in season.cars and id not in season.sponsors
