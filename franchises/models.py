"""Models of franchises: identity, season state, cars, items, sponsors, offers, trades, orders and ledger."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.models import League, Match, Season
from league.models.matches import Record
from rules.campaign.sponsors.kinds import SPONSOR_KINDS

ITEM_ORIGINS = ("list", "world_trade", "tinkering", "house", "opening")
OFFER_SOURCES = ("tinkering", "world_trade")


class Franchise(models.Model):
    """A franchise across all seasons; the id is `league/name`. What changes is in `FranchiseSeason`."""

    id = models.CharField(max_length=121, primary_key=True)
    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="franchises")
    name = models.CharField(max_length=120)

    def __str__(self) -> str:
        return self.name


class ChosenCrest(models.Model):
    """The crest that a franchise chose; `blazon` has its parts and colors. It is no part of any season."""

    franchise = models.OneToOneField(Franchise, on_delete=models.CASCADE, related_name="crest")
    blazon = models.CharField(max_length=80)

    def __str__(self) -> str:
        return f"crest of {self.franchise_id}"


class FranchiseSeason(models.Model):
    """The state of a franchise in a season; money is in credits."""

    id = models.CharField(max_length=310, primary_key=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="franchises")
    identity = models.ForeignKey(Franchise, on_delete=models.PROTECT, related_name="seasons")
    balance = models.BigIntegerField()
    staff_rating = models.PositiveSmallIntegerField()
    points = models.IntegerField()
    wins = models.PositiveIntegerField()
    criticals = models.PositiveIntegerField()
    party_thrown = models.BooleanField()
    short_roster_known = models.BooleanField()
    waiting_sponsors = models.JSONField()
    first_season = models.PositiveIntegerField(default=1, db_default=1)
    folded = models.BooleanField(default=False, db_default=False)
    rank = models.PositiveIntegerField(default=0, db_default=0)
    staff_held = models.PositiveSmallIntegerField(default=0, db_default=0)
    staff_decided = models.BooleanField(default=False, db_default=False)
    contracts_named = models.BooleanField(default=False, db_default=False)
    safe_declared = models.BooleanField(default=False, db_default=False)
    picks = models.PositiveIntegerField(default=0, db_default=0)
    cup_bonus = models.BigIntegerField(default=0, db_default=0)
    cup_plus_one = models.BooleanField(default=False, db_default=False)
    holding_payout = models.BigIntegerField(default=0, db_default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "identity"], name="one_row_a_franchise_and_season"),
            models.CheckConstraint(condition=Q(balance__gte=0), name="balance_not_negative"),
            models.CheckConstraint(
                condition=Q(staff_rating__gte=1, staff_rating__lte=4), name="staff_rating_one_to_four"
            ),
            models.CheckConstraint(condition=Q(staff_held__lte=4), name="staff_held_at_most_four"),
            models.CheckConstraint(condition=Q(first_season__gte=1), name="first_season_from_one"),
            models.CheckConstraint(
                condition=Q(cup_bonus__gte=0, holding_payout__gte=0), name="money_to_come_not_negative"
            ),
        ]

    def __str__(self) -> str:
        return self.id


class Car(models.Model):
    """A car of a franchise in a season (DM-C-066).

    Its name is only for people and is not part of the season's state.
    """

    id = models.CharField(max_length=310, primary_key=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="cars")
    franchise = models.ForeignKey(FranchiseSeason, on_delete=models.DO_NOTHING, related_name="cars")
    name = models.CharField(max_length=120, default="", db_default="")
    dp = models.PositiveIntegerField()
    paid = models.BigIntegerField()
    overhead = models.BooleanField()
    gunner_station = models.BooleanField()
    gearing = models.SmallIntegerField(default=0, db_default=0)
    broken = models.BooleanField(default=False, db_default=False)
    criticals = models.PositiveIntegerField()
    destroyed = models.BooleanField()
    phase = models.CharField(max_length=10)
    designs = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(phase__in=["garage", "scrapped"]), name="car_phase_is_known"),
            models.CheckConstraint(condition=Q(paid__gte=0), name="paid_not_negative"),
            models.CheckConstraint(condition=Q(gearing__gte=-1, gearing__lte=1), name="car_gearing_is_known"),
        ]

    def __str__(self) -> str:
        return self.id


class Sponsor(models.Model):
    """A sponsorship (DM-C-068). In the pool it has no franchise. The row is deleted when it is replaced or lost."""

    id = models.CharField(max_length=310, primary_key=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="sponsors")
    franchise = models.ForeignKey(FranchiseSeason, on_delete=models.DO_NOTHING, null=True, related_name="sponsors")
    kind = models.CharField(max_length=20)
    joined = models.PositiveIntegerField()
    safe_in = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=sorted(SPONSOR_KINDS)), name="sponsor_kind_is_known"),
            models.CheckConstraint(condition=Q(joined__gte=1), name="joined_from_one"),
        ]

    def __str__(self) -> str:
        return self.id


class Item(models.Model):
    """An item of a franchise (DM-C-067): in its stores, on a car, on a driver, or fixed to a weapon."""

    id = models.CharField(max_length=310, primary_key=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="items")
    franchise = models.ForeignKey(FranchiseSeason, on_delete=models.DO_NOTHING, related_name="items")
    kind = models.CharField(max_length=40)
    origin = models.CharField(max_length=12)
    paid = models.BigIntegerField()
    car = models.ForeignKey(Car, on_delete=models.DO_NOTHING, null=True, related_name="items")
    driver = models.ForeignKey("drivers.Sheet", on_delete=models.DO_NOTHING, null=True, related_name="items")
    weapon = models.ForeignKey("self", on_delete=models.DO_NOTHING, null=True, related_name="fixed")
    bound = models.ForeignKey(Car, on_delete=models.DO_NOTHING, null=True, related_name="bound_items")
    carcass = models.CharField(max_length=20)
    tread = models.CharField(max_length=20)
    gearing = models.SmallIntegerField()
    variant = models.CharField(max_length=40)
    rolled = models.JSONField()
    uses = models.PositiveSmallIntegerField()
    ammunition = models.PositiveSmallIntegerField(null=True)
    backwards = models.BooleanField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(origin__in=ITEM_ORIGINS), name="item_origin_is_known"),
            models.CheckConstraint(
                condition=Q(car=None, driver=None) | Q(car=None, weapon=None) | Q(driver=None, weapon=None),
                name="item_in_one_place",
            ),
            models.CheckConstraint(condition=~Q(weapon=models.F("id")), name="item_not_on_itself"),
            models.CheckConstraint(condition=Q(gearing__gte=-1, gearing__lte=1), name="item_gearing_is_known"),
            models.CheckConstraint(condition=Q(paid__gte=0), name="item_paid_not_negative"),
        ]

    def __str__(self) -> str:
        return self.id


class Offer(models.Model):
    """An offer to a franchise in the shopping after a match (DM-C-004).

    The row is deleted when it is bought or lost.
    """

    id = models.CharField(max_length=310, primary_key=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="offers")
    match = models.ForeignKey(Match, on_delete=models.DO_NOTHING, related_name="offers")
    franchise = models.ForeignKey(FranchiseSeason, on_delete=models.DO_NOTHING, related_name="offers")
    source = models.CharField(max_length=12)
    kind = models.CharField(max_length=40)
    listed = models.BigIntegerField()
    price = models.BigIntegerField()
    by = models.CharField(max_length=60)
    carcass = models.CharField(max_length=20)
    tread = models.CharField(max_length=20)
    variant = models.CharField(max_length=40)
    rolled = models.JSONField()
    sponsor_kind = models.CharField(max_length=20)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(source__in=OFFER_SOURCES), name="offer_source_is_known"),
            models.CheckConstraint(condition=Q(listed__gte=0, price__gte=0), name="offer_price_not_negative"),
            models.CheckConstraint(
                condition=Q(sponsor_kind__in=["", *sorted(SPONSOR_KINDS)]), name="offered_sponsor_kind_is_known"
            ),
        ]

    def __str__(self) -> str:
        return self.id


class Trade(models.Model):
    """A trade that waits for consent (DM-C-107). The row is deleted when it is made or withdrawn."""

    id = models.CharField(max_length=310, primary_key=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="trades")
    franchise = models.ForeignKey(FranchiseSeason, on_delete=models.DO_NOTHING, related_name="trades_proposed")
    partner = models.ForeignKey(FranchiseSeason, on_delete=models.DO_NOTHING, related_name="trades_asked")
    gives = models.JSONField()
    takes = models.JSONField()
    accepted = models.BooleanField()
    sealed = models.CharField(max_length=16, default="", db_default="")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(partner=models.F("franchise")), name="trade_partner_is_another"),
        ]

    def __str__(self) -> str:
        return self.id


class StandingOrders(models.Model):
    """What is done if the owner of a franchise does not answer. Private, and not part of a season."""

    franchise = models.OneToOneField(Franchise, on_delete=models.CASCADE, related_name="standing_orders")
    document = models.JSONField(default=dict)
    updated_at = models.DateTimeField()
    updated_by = models.CharField(max_length=121)

    class Meta:
        verbose_name_plural = "standing orders"

    def __str__(self) -> str:
        return f"standing orders of {self.franchise_id}"


class LedgerLine(Record):
    """A movement of a franchise's money in credits, and the balance after it; `kind` is the tag of the fact."""

    franchise = models.ForeignKey(FranchiseSeason, on_delete=models.DO_NOTHING, related_name="ledger")
    kind = models.CharField(max_length=40)
    rule = models.CharField(max_length=20)
    subject = models.CharField(max_length=190, default="", db_default="")
    amount = models.BigIntegerField()
    balance = models.BigIntegerField()

    class Meta(Record.Meta):
        constraints = [
            *Record.Meta.constraints,
            models.CheckConstraint(condition=Q(balance__gte=0), name="ledger_balance_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.franchise_id} {self.amount:+d}"
