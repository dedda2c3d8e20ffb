"""The standing orders of a franchise: their page, and their form with a preview of what they would do now.

Rule DM-C-179.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from django import forms
from django.http import QueryDict

from explain.command_preview import preview_commands
from explain.name_lookup import sentence_with_names_of_season
from explain.plain_words import to_plain_words
from explain.printed_names import ITEM_WORDS, TRAIT_WORDS
from explain.season_names import Choices
from franchises.models import Franchise
from franchises.pages.base_context import (
    SETUP_STEPS,
    FranchisePageRequest,
    acting_member,
    load_franchise_page,
    tab_url,
)
from franchises.pages.setup import build_setup_batch, setup_command_context
from franchises.queries.franchise import ThingNames, has_owner, standing_orders, thing_names
from franchises.standing_orders import OrdersChanged, orders_version, set_standing_orders
from league.access import Viewer
from league.pages.base_context import Breadcrumb
from league.pages.command_forms.context import CommandContext
from league.pages.command_forms.fields import LenientChoiceField
from league.pages.number_fields import WholeNumberField
from rules.campaign.core import state
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.campaign.steward import DEFAULT_ORDERS, Orders, answers, orders_from
from rules.campaign.steward.standing_orders import LISTED_WEAPONS, OFFER_KINDS, POLICIES
from rules.core.refusals import Refusal
from rules.core.terms import K, in_k

POLICY_GROUPS: dict[str, dict[str, str]] = {
    "Money": {
        "reserve_k": "What stays in the account",
        "season_end_k": "What is saved up by the season's end",
        "party_k": "The most a sponsor party may take",
        "staff_k": "The most a season's staff may take",
        "driver_k": "The most a driver's fee may be",
        "car_k": "The most one car may be bought for",
        "item_k": "The most one thing of the price list may be bought for",
        "offer_k": "The most one offer may be bought for",
        "offers": "The most for these offers",
        "world_trade": "Asks world trade after each match",
        "holding": "Bankrupts a holding company",
        "trades": "What happens to a trade proposed to it",
    },
    "Drivers and staff": {
        "roster": "Drivers wanted",
        "staff_rating": "Staff rating wanted",
        "keep_staff": "Keeps its staff at the season's end",
        "match_mechanic": "Hires rating 4 staff for each match",
        "drivers": "Lined up first",
        "rest_at": "Rests drivers with this much fatigue",
        "gunners": "Spare drivers sit at the guns",
        "traits": "Traits raised, where owners choose",
        "medical": "Uses medical devices as soon as they are needed",
    },
    "Cars": {
        "garage": "Cars wanted",
        "overhead_cars": "Of these, overhead cars",
        "gunner_stations": "Buys cars with a gunner station",
        "gearing": "Gear-set of new cars",
        "cars": "Lined up first",
        "replace_k": "Replaces a destroyed car billed up to",
        "repair_k": "Repairs a car billed up to",
        "tires": "Tires for a bare car",
        "tread": "Tread of those tires",
        "weapons": "Weapon for a bare car, the first that can be paid",
    },
    "The season's end": {
        "protect": "Protected first",
        "draft": "Picked first in the draft",
        "draft_queue": "Picked before all others, in this order",
        "pick": "Picks drivers in the draft",
        "safe": "Declared safe first",
        "sponsors": "Kinds of sponsor liked best",
    },
}
"""Labels of all policies, by group."""
POLICY_NOTES: dict[str, str] = {
    "reserve_k": "But for what the season cannot go on without.",
    "season_end_k": "A part of it is saved each round, and offers and spare cars are paid from the rest.",
    "party_k": "0 throws none.",
    "offer_k": "Where the list below does not say.",
    "offers": "In k; 0 never buys it.",
    "rest_at": "A driver this tired runs only when nobody fresher is left; 0 rests nobody.",
    "drivers": "The others follow by what they are worth.",
    "cars": "The others follow, the least damaged first.",
    "replace_k": "What is billed above that is given up.",
    "repair_k": "What is billed above that is left undone.",
    "roster": "Each counts in the size, which overhead goes by.",
    "draft_queue": "Whatever else these orders say; only the owner sees it.",
    "sponsors": "The others follow by what they pay.",
}
"""Notes on some policies, shown in the form."""
SEALED_POLICIES = frozenset({"drivers", "cars", "protect", "draft"})
"""Policies that answer sealed questions: until the step opens the seal, only the owner may know them."""
OWNER_ONLY_POLICIES = frozenset({"draft_queue"})
"""Policies that only an owner may see, even if the franchise has none."""
POLICIES_NAMING_THINGS = ("drivers", "cars", "protect", "draft", "draft_queue", "safe")


@dataclass(frozen=True, slots=True)
class PolicyLine:
    """A policy: its label, its value in words, and whether the value differs from the default."""

    about: str
    wanted: str
    own: bool


@dataclass(frozen=True, slots=True)
class PolicyGroup:
    """Policies of one kind."""

    name: str
    orders: tuple[PolicyLine, ...]


def orders_page(page_request: FranchisePageRequest) -> dict[str, Any] | None:
    """The context of the page of standing orders; None if the viewer may not read them.

    For a franchise with an owner, a commissioner does not see the policies that answer sealed questions.
    """
    if not page_request.viewer.is_commissioner and all(
        franchise.pk != f"{page_request.league.pk}/{page_request.franchise}"
        for franchise in page_request.viewer.franchises
    ):
        return None
    page = load_franchise_page(page_request, "orders")
    if page is None:
        return None
    identity = page.row.identity_id
    stored = standing_orders(identity)
    hidden = hidden_orders(page.row.identity, page_request.viewer)
    if hidden is None:
        return None
    sealed = hidden & SEALED_POLICIES
    refused = ""
    try:
        orders = orders_from(stored.document if stored is not None else {})
    except Refusal as refusal:
        orders, refused = DEFAULT_ORDERS, sentence_with_names_of_season(refusal.sentence, page.row.season_id)
    names = thing_names(page.row.season_id, _things(orders, hidden))
    return {
        **page.context,
        "groups": [_group(name, policies, orders, names, hidden) for name, policies in POLICY_GROUPS.items()],
        "kept": stored,
        "refused": refused,
        "hidden": bool(sealed),
        "may_change": not sealed,
    }


def hidden_orders(identity: Franchise, viewer: Viewer) -> frozenset[str] | None:
    """The policies of a franchise that the viewer may not read; None if they may read none.

    For a franchise with an owner, that includes the policies that answer sealed questions, for commissioners.
    """
    if identity in viewer.franchises:
        return frozenset()
    if not viewer.is_commissioner:
        return None
    return SEALED_POLICIES | OWNER_ONLY_POLICIES if has_owner(identity.pk) else OWNER_ONLY_POLICIES


def _things(orders: Orders, hidden: Iterable[str]) -> set[str]:
    return {id for policy in POLICIES_NAMING_THINGS if policy not in hidden for id in getattr(orders, policy)}


def _group(
    name: str, policies: dict[str, str], orders: Orders, names: ThingNames, hidden: frozenset[str]
) -> PolicyGroup:
    return PolicyGroup(
        name,
        tuple(
            PolicyLine(
                words,
                _policy_words(policy, orders, names),
                getattr(orders, policy) != getattr(DEFAULT_ORDERS, policy),
            )
            for policy, words in policies.items()
            if policy not in hidden
        ),
    )


def _policy_words(policy: str, orders: Orders, names: ThingNames) -> str:
    """The value of a policy in words."""
    value = getattr(orders, policy)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if policy.endswith("_k"):
        return in_k(value * K) if value else "nothing"
    if isinstance(value, dict):
        caps = (f"{ITEM_WORDS[kind]}: {in_k(most * K) if most else 'never'}" for kind, most in value.items())
        return "; ".join(caps) or "as any other offer"
    if isinstance(value, list):
        return ", ".join(_thing(policy, str(tag), names) for tag in value) or "no preference"
    return str(value).replace("_", " ")


def _thing(policy: str, tag: str, names: ThingNames) -> str:
    if policy == "weapons":
        return ITEM_WORDS[tag]
    if policy == "traits":
        return TRAIT_WORDS[tag]
    if policy == "sponsors":
        return SPONSOR_KINDS[tag].name
    if kind := names.sponsors.get(tag):
        return SPONSOR_KINDS[kind].name
    return names.drivers.get(tag) or names.cars.get(tag) or f"{tag}, not in this season"


MIN_PLACES, MAX_PLACES = 3, 12
"""The fewest and the most places that a list of preferences shows."""


class RankedChoiceField(forms.MultiValueField):
    """A list of preferences: several selects in order, any of which may be left empty."""

    def __init__(self, *, choices: Choices, chosen: int, **options: Any) -> None:
        places = min(max(MIN_PLACES, chosen + 2), max(MAX_PLACES, chosen))
        offered = [("", "–"), *choices]
        widgets = [
            forms.Select(choices=offered, attrs={"aria-label": f"{options['label']}: choice {place}"})
            for place in range(1, places + 1)
        ]
        fields = [LenientChoiceField(choices=offered, required=False) for _ in widgets]
        super().__init__(
            fields, widget=RankedChoiceWidget(widgets), required=False, require_all_fields=False, **options
        )

    def compress(self, given: list[str]) -> list[str]:
        """The choices in order, without duplicates."""
        return list(dict.fromkeys(choice for choice in given if choice))


class RankedChoiceWidget(forms.MultiWidget):
    """The selects of a list of preferences."""

    def decompress(self, value: Any) -> list[str]:
        """The value of each select."""
        return [str(item) for item in value or []]


class CapsField(forms.MultiValueField):
    """The most to pay for some kinds: rows of a kind and an amount in k."""

    def __init__(self, *, choices: Choices, chosen: int, **options: Any) -> None:
        offered = [("", "–"), *choices]
        widgets: list[forms.Widget] = []
        fields: list[forms.Field] = []
        for row in range(1, chosen + MIN_PLACES):
            row_label = f"{options['label']}: row {row}"
            widgets += [
                forms.Select(choices=offered, attrs={"aria-label": f"{row_label}, what"}),
                forms.NumberInput(attrs={"aria-label": f"{row_label}, at most, in k", "min": 0}),
            ]
            fields += [
                LenientChoiceField(choices=offered, required=False),
                WholeNumberField(min_value=0, required=False),
            ]
        super().__init__(fields, widget=CapsWidget(widgets), required=False, require_all_fields=False, **options)

    def compress(self, given: list[Any]) -> dict[str, int]:
        """The most for each chosen kind, in k. An empty amount is 0, which means never to buy it.

        Raises `ValidationError` for an amount of nothing, and for a kind in two rows.
        """
        rows = list(zip(given[::2], given[1::2], strict=True)) if given else []
        if any(amount is not None and not kind for kind, amount in rows):
            raise forms.ValidationError("This row has an amount but no item: choose an item, or clear the amount.")
        kinds = [kind for kind, _ in rows if kind]
        if len(kinds) != len(set(kinds)):
            raise forms.ValidationError("Two rows have the same item: keep one of them.")
        return {kind: amount or 0 for kind, amount in rows if kind}


class CapsWidget(forms.MultiWidget):
    """The rows of kinds and amounts."""

    def decompress(self, value: Any) -> list[Any]:
        """Kinds and amounts in turn, as a flat list."""
        return [part for row in sorted((value or {}).items()) for part in row]


class PolicyChoiceField(forms.ChoiceField):
    """One of a policy's literal values, returned with its own type."""

    def __init__(self, *, may_be: tuple[Any, ...], **options: Any) -> None:
        self.may_be = {str(allowed): allowed for allowed in may_be}
        words = [(key, key.replace("_", " ").replace("-", "\N{MINUS SIGN}")) for key in self.may_be]
        super().__init__(choices=words, **options)

    def clean(self, value: Any) -> Any:
        """The chosen value with the policy's own type, such as a number."""
        return self.may_be[super().clean(value)]


def field_of(policy: str, *, label: str, value: Any, choices: Choices) -> forms.Field:
    """The form field of a policy; `choices` are what its list or table may name."""
    hint = POLICIES[policy]
    if get_origin(hint) is Annotated:
        plain, *marks = get_args(hint)
        (meta,) = (mark for mark in marks if isinstance(mark, msgspec.Meta))
        least, most = int(meta.ge or 0), None if meta.le is None else int(meta.le)
        if plain is int:
            label += ", in k" if policy.endswith("_k") else ""
            return WholeNumberField(label=label, initial=value, min_value=least, max_value=most)
    if hint is bool:
        return forms.BooleanField(label=label, initial=value, required=False)
    if get_origin(hint) is Literal:
        return PolicyChoiceField(label=label, initial=str(value), may_be=get_args(hint))
    if get_origin(hint) is dict:
        return CapsField(label=label, initial=value, choices=choices, chosen=len(value))
    return RankedChoiceField(label=label, initial=[str(item) for item in value], choices=choices, chosen=len(value))


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
        return {id: _thing_choice(self.desk, id) for id in ids if _is_gone(self.desk.season, id)}

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
    return [
        *offered,
        *((tag, f"{_thing_choice(desk, tag)}{note if _is_gone(season, tag) else ''}") for tag in unoffered),
    ]


def _thing_choice(desk: CommandContext, id: str) -> str:
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
