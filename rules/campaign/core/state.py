"""The season as plain values: everything the rules read and change, and nothing that can be derived from it.

Everything is kept under its own id (annex b). Rules iterate only through the sorted accessors, so that the order in
which a database returned rows never matters. Rules DM-C-049, DM-C-088, HOUSE-005.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, TypeVar

from rules.campaign.core.questionnaires import OwnQuestion, PendingAnswers, season_questionnaire
from rules.campaign.core.switches import PendingSwitch, default_setting
from rules.campaign.core.turns import Turns
from rules.core.refusals import Malformed, Refusal, Unknown
from rules.core.switches import Setting
from rules.match.report import Report


@dataclass(slots=True, kw_only=True)
class Item:
    """An item a franchise owns (DM-C-067): its kind in the catalogue, where it came from, and where it is.

    It is fitted to a `car`, worn by a `driver`, or fixed to a `weapon`, which is the id of another item. At most one
    of the three is set; with none of them the item is in the stores. An item fixed to a weapon is wherever the weapon
    is.
    """

    id: str
    franchise: str
    kind: str
    origin: str = "list"
    """`list`, `world_trade`, `tinkering`, `house` or `opening`."""
    paid: int = 0
    car: str = ""
    driver: str = ""
    weapon: str = ""
    bound: str = ""
    """The car it was first fitted to, if it stays with that car (DM-C-151). It may be taken off, but fits no other.
    """
    carcass: str = ""
    """Of rare tires: `heavy`, `puncture_resistant` or `solid` (DM-C-124)."""
    tread: str = ""
    """Of tires: `mud_and_snow`, `street`, `traction` or `snow`."""
    gearing: int = 0
    """Of a gear-set: -1, 0 or +1."""
    variant: str = ""
    """The rocket pack heat-seeking rockets are made from (DM-C-145)."""
    rolled: dict[str, int] = field(default_factory=dict)
    """Values fixed when it was obtained: `ammunition`, `burn_turns`, `penetration`, `fuel` and the like."""
    uses: int = 0
    """Uses left of a medical kit (DM-C-130)."""
    ammunition: int | None = None
    """Shots left in a gun, where ammunition is not free (DM-C-067); None when it is full."""
    backwards: bool = False
    """Whether it is an auto-ranger that works backwards until its match is settled (DM-C-088)."""


@dataclass(slots=True, kw_only=True)
class Offer:
    """Something a franchise may buy in the shopping after one match, at a price fixed when it was rolled (DM-C-004).

    `by` is the driver or sponsor who tinkered it (DM-C-136), empty for world trade. `listed` is the rolled price and
    `price` what is asked after sponsors, both in credits. `kind` is a kind of the catalogue, or `new_contract`, which
    has a `sponsor_kind` (DM-C-131).
    """

    id: str
    match: str
    franchise: str
    source: str
    """`tinkering` or `world_trade`."""
    kind: str
    listed: int
    price: int
    by: str = ""
    carcass: str = ""
    tread: str = ""
    variant: str = ""
    rolled: dict[str, int] = field(default_factory=dict)
    sponsor_kind: str = ""


@dataclass(slots=True, kw_only=True)
class Goods:
    """One side of a trade: drivers, cars and items by id, and `pays` in credits (DM-C-107, DM-C-108)."""

    drivers: list[str] = field(default_factory=list)
    cars: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    pays: int = 0


@dataclass(slots=True, kw_only=True)
class Trade:
    """A trade that one franchise proposed to another. The last consent carries out all of it and removes it."""

    id: str
    franchise: str
    partner: str
    gives: Goods = field(default_factory=Goods)
    takes: Goods = field(default_factory=Goods)
    accepted: bool = False
    """Whether the partner agreed and a commissioner must still approve (`trade.commissioner_approval`)."""
    sealed: str = ""
    """The name of the seal under which only its two sides see it until it is answered; empty if it is public."""


@dataclass(slots=True, kw_only=True)
class Bill:
    """One bill of a match (DM-C-095): `cloning`, `replacement` or `repair` of a driver or car, in credits."""

    kind: str
    subject: str
    listed: int
    amount: int


@dataclass(slots=True, kw_only=True)
class PreMatchRoll:
    """The face that fell for a heart or a device before a match.

    `rolled_for` is the voided match it was rolled for; empty if it was rolled for this one.
    """

    face: int
    rolled_for: str = ""


T = TypeVar("T")
WithId = TypeVar("WithId", "Car", "Sponsor", Item, Offer)
_id = attrgetter("id")


@dataclass(slots=True, kw_only=True)
class Franchise:
    """A franchise's figures in a season (DM-C-058, DM-C-064, DM-C-091). `balance` is in credits."""

    id: str
    balance: int = 0
    staff_rating: int = 1
    points: int = 0
    wins: int = 0
    criticals: int = 0
    party_thrown: bool = False
    short_roster_known: bool = False
    waiting_sponsors: list[str] = field(default_factory=list)
    """Kinds of sponsor won above the limit, until the owner places or declines each (DM-C-069)."""
    first_season: int = 1
    """The number of the season it was founded in; later than 1 makes it an expansion team (DM-C-167)."""
    folded: bool = False
    """Whether it left mid-season, so that standing orders run it to the end (DM-C-179)."""
    rank: int = 0
    """Its place in the final table, 1 for the best; no two share one. 0 before E1 (DM-C-156)."""
    staff_held: int = 0
    """The rating of staff kept for the next season whose hire-on price is still to be paid (DM-C-160)."""
    staff_decided: bool = False
    contracts_named: bool = False
    safe_declared: bool = False
    picks: int = 0
    """Draft picks left (DM-C-164)."""
    cup_bonus: int = 0
    """The Metal Cup's bonus in credits, until the next income is collected (DM-C-157)."""
    cup_plus_one: bool = False
    """Whether it holds last season's Cup: its income rolls get +1 in the first half of the season (DM-C-158)."""
    holding_payout: int = 0
    """Payouts of holding companies that the next overhead includes, by house rule, in credits (DM-C-084)."""


@dataclass(slots=True, kw_only=True)
class Driver:
    """A driver's sheet (DM-C-009, DM-C-011). Traits are base plus advances, before quirks and fatigue."""

    id: str
    driving: int = 3
    gunnery: int = 3
    initiative: int = 3
    toughness: int = 3
    xp: int = 0
    level: int = 1
    talents: list[str] = field(default_factory=list)
    quirks: dict[str, int] = field(default_factory=dict)
    fatigue: list[str] = field(default_factory=list)
    """The trait each fatigue point lowers, oldest first (DM-C-101)."""
    ardent_spent: bool = False
    availability: str = "available"
    """`available`, `heart_out`, `season_out`, `barred` or `retired` (DM-C-012)."""
    retiring: bool = False
    """Marked to leave the sport at the season's end (DM-C-047)."""
    trait_choices: int = 0
    """Trait points that were rolled and not placed yet, where owners choose (DM-C-018)."""


@dataclass(slots=True, kw_only=True)
class Contract:
    """A driver's hire for the season, or the right to it. Its id is the driver's, so no driver is on two rosters."""

    id: str
    franchise: str
    fee: int
    origin: str = "rookie"
    """`rookie`, `veteran`, `draft` or `trade`."""
    phase: str = "signed"
    """`signed`, or `reserved`: only that franchise may re-hire them for the next season (DM-C-062)."""
    protected: bool = False
    """Kept out of the draft (DM-C-161)."""


@dataclass(slots=True, kw_only=True)
class Car:
    """A car (DM-C-066). `dp` is its design budget in design points, `paid` its purchase price in credits."""

    id: str
    franchise: str
    dp: int
    paid: int
    overhead: bool = False
    gunner_station: bool = False
    gearing: int = 0
    """The gear-set it was built with: -1, 0 or +1 (DM-C-066)."""
    broken: bool = False
    """Whether one of its devices broke down before a match, which keeps it out of that match (DM-C-088)."""
    criticals: int = 0
    destroyed: bool = False
    phase: str = "garage"
    """`garage`, or `scrapped` once it was sold, or destroyed and given up."""
    designs: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Its design by each ruleset. A design is given once and is final (DM-M-010)."""


@dataclass(slots=True, kw_only=True)
class Sponsor:
    """A sponsorship (DM-C-068). `joined` is the number of the season it was won in.

    `franchise` is empty for a sponsor in the common pool (DM-C-169).
    """

    id: str
    franchise: str
    kind: str
    joined: int = 1
    safe_in: list[int] = field(default_factory=list)
    """The numbers of the seasons in which this franchise declared it safe (DM-C-168)."""


@dataclass(slots=True, kw_only=True)
class Round:
    """A round of the season (DM-C-177): `announced`, then `closed`."""

    id: str
    number: int
    step: str = "announced"


@dataclass(slots=True, kw_only=True)
class Match:
    """A match and the step it has reached: M2, M3, M4, M5.1, M5.4, M5.9, M5.10, `settled` or `void` (annex a).

    `place` is its number in its round. `scoring` names how its points are made (CW-S-055, DM-C-091).
    """

    id: str
    round: str
    event: str
    surface: str = ""
    heats: int = 1
    vehicles_per_team: int = 3
    place: int = 1
    scoring: str = ""
    repair_attempts: int = 6
    step: str = "M2"
    words: str = ""
    """The owners' words, fixed when line-ups lock; the match's dice key is made with them."""
    outcome: Report | None = None
    """The accepted report, until shopping opens."""
    ruleset: str = ""
    """The ruleset that resolves it here; empty where people report it."""
    setting: dict[str, Any] = field(default_factory=dict)
    """What its ruleset needs besides, such as a track."""
    pre_match: dict[str, PreMatchRoll] = field(default_factory=dict)
    """The rolls before it, by the end of their paths (`razors.d4/heart`), until it is settled; from edition 4 on."""
    answer_versions: dict[str, int] = field(default_factory=dict)
    """The versions of the questionnaires that it is played by, by questionnaire, from the lock on (HOUSE-012)."""


@dataclass(slots=True, kw_only=True)
class LockSnapshot:
    """A driver's talents, quirks and toughness at the lock, by which post-match checks are made (DM-C-007)."""

    talents: list[str] = field(default_factory=list)
    quirks: dict[str, int] = field(default_factory=dict)
    toughness: int = 3


@dataclass(slots=True, kw_only=True)
class LineUp:
    """A franchise in a match from the announcement on: its line-up, bills and points."""

    id: str
    match: str
    franchise: str
    named: bool = False
    fallen: bool = False
    """Whether an amend made it illegal under its seal (ADR 25), so that it must be named again."""
    words: str = ""
    match_mechanic: bool = False
    """Whether a rating 4 staff was hired for this match alone (DM-C-064)."""
    garage_waived: bool = False
    forfeited: bool = False
    """Whether the team does not appear, so that nothing of it counts as entered (HOUSE-009)."""
    forfeit_fee: int = 0
    """The fee it paid to forfeit, in credits. It is paid back when the match is voided; from edition 2 on."""
    shopping: str = ""
    """Empty before M5.10, then `open`, then `closed` (DM-C-104)."""
    world_trades: int = 0
    """World-trade rolls made after this match (DM-C-105)."""
    locked: dict[str, LockSnapshot] = field(default_factory=dict)
    """The roster at the lock, by driver, until shopping opens."""
    decided: bool = False
    bills: list[Bill] = field(default_factory=list)
    points: int | None = None
    won: bool = False


@dataclass(slots=True, kw_only=True)
class Seat:
    """One car of a line-up with its driver and gunner. It leaves the state when shopping opens after its match."""

    id: str
    line_up: str
    car: str
    driver: str
    gunner: str = ""


@dataclass(slots=True, kw_only=True)
class Season:
    """A season: its step (S0 to S3, M, E1 to E9, `closed`; annex a) and everything in it, by id."""

    number: int = 1
    edition: str = "1"
    step: str = "S0"
    rounds_planned: int = 0
    rounds_before: int = 0
    """Rounds played on paper before the season was opened here (DM-C-180)."""
    draft: Turns | None = None
    pool: Turns | None = None
    pending: list[PendingSwitch] = field(default_factory=list)
    """House rules that will still change, in the order they were given."""
    holdings_cashed: list[str] = field(default_factory=list)
    """The holding companies cashed so far, so that an id that is used again gets other dice (DM-C-084)."""
    switches: dict[str, Setting] = field(default_factory=dict)
    """House-rule switches that are not at their defaults."""
    answers: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    """Answers that are not the printed ones, by questionnaire and question (HOUSE-012)."""
    versions_in_force: dict[str, int] = field(default_factory=dict)
    """The version in force of each questionnaire that was published (HOUSE-008, HOUSE-012)."""
    pending_answers: list[PendingAnswers] = field(default_factory=list)
    """Versions of answers that will still come into force, in the order they were given."""
    own_questions: dict[str, OwnQuestion] = field(default_factory=dict)
    """The questions that the league asks itself, by key (HOUSE-013)."""
    procedure_uses: list[str] = field(default_factory=list)
    """The ids of the uses of a referee's procedures, in the order they were given (HOUSE-015)."""
    franchises: dict[str, Franchise] = field(default_factory=dict)
    drivers: dict[str, Driver] = field(default_factory=dict)
    contracts: dict[str, Contract] = field(default_factory=dict)
    cars: dict[str, Car] = field(default_factory=dict)
    sponsors: dict[str, Sponsor] = field(default_factory=dict)
    rounds: dict[str, Round] = field(default_factory=dict)
    matches: dict[str, Match] = field(default_factory=dict)
    line_ups: dict[str, LineUp] = field(default_factory=dict)
    seats: dict[str, Seat] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
    offers: dict[str, Offer] = field(default_factory=dict)
    trades: dict[str, Trade] = field(default_factory=dict)

    def setting(self, name: str) -> Setting:
        """The setting of a house-rule switch in this season. Raises `Unknown` for an unknown switch."""
        return self.switches[name] if name in self.switches else default_setting(name)

    def number_setting(self, name: str) -> int:
        """The setting of a switch that is a number. Raises `Malformed` if it is not one."""
        value = self.setting(name)
        if not isinstance(value, int):
            raise Malformed(f"{name} is no number: ask for it as a setting.")
        return value

    def answer(self, questionnaire: str, key: str) -> Mapping[str, Any]:
        """The answer in force to a question of a questionnaire. Raises `Unknown`."""
        asked = season_questionnaire(questionnaire, self.own_questions)
        return asked.answer(key, self.answers.get(questionnaire, {}))

    def franchise(self, id: str) -> Franchise:
        """The franchise of that id. Raises `Unknown` if there is none."""
        return _look_up(self.franchises, id, "franchise")

    def driver(self, id: str) -> Driver:
        """The driver of that id. Raises `Unknown` if there is none."""
        return _look_up(self.drivers, id, "driver")

    def car(self, id: str) -> Car:
        """The car of that id. Raises `Unknown` if there is none."""
        return _look_up(self.cars, id, "car")

    def match(self, id: str) -> Match:
        """The match of that id. Raises `Unknown` if there is none."""
        return _look_up(self.matches, id, "match")

    def item(self, id: str) -> Item:
        """The item of that id. Raises `Unknown` if there is none."""
        return _look_up(self.items, id, "item")

    def offer(self, id: str) -> Offer:
        """The offer of that id. Raises `Unknown` if there is none, or once it was bought or declined or ran out."""
        return _look_up(self.offers, id, "offer")

    def trade(self, id: str) -> Trade:
        """The trade of that id. Raises `Unknown` if there is none, or once it was made, declined or withdrawn."""
        return _look_up(self.trades, id, "trade")

    def sponsor(self, id: str) -> Sponsor:
        """The sponsor of that id. Raises `Unknown` if there is none."""
        return _look_up(self.sponsors, id, "sponsor")

    def all_franchises(self) -> list[Franchise]:
        """Every franchise, by id."""
        return [self.franchises[id] for id in sorted(self.franchises)]

    def all_drivers(self) -> list[Driver]:
        """Every driver, by id, under contract or not."""
        return [self.drivers[id] for id in sorted(self.drivers)]

    def roster(self, franchise: str) -> list[Driver]:
        """The drivers a franchise has signed for the season, by id, available or not (DM-C-012)."""
        return self._drivers_under_contract(franchise, "signed")

    def reserved_drivers(self, franchise: str) -> list[Driver]:
        """The drivers that only this franchise may re-hire, by id; their fee is not paid yet (DM-C-062)."""
        return self._drivers_under_contract(franchise, "reserved")

    def _drivers_under_contract(self, franchise: str, phase: str) -> list[Driver]:
        drivers = [
            id
            for id, contract in self.contracts.items()
            if contract.franchise == franchise and contract.phase == phase
        ]
        return [self.drivers[id] for id in sorted(drivers)]

    def garage(self, franchise: str) -> list[Car]:
        """The cars of a franchise, by id, including destroyed ones until they are given up."""
        return _by_id(car for car in self.cars.values() if car.franchise == franchise and car.phase == "garage")

    def sponsors_of(self, franchise: str) -> list[Sponsor]:
        """The sponsors of a franchise, by id."""
        return _by_id(sponsor for sponsor in self.sponsors.values() if sponsor.franchise == franchise)

    def sponsor_kinds_of(self, franchise: str) -> frozenset[str]:
        """The kinds of sponsor a franchise has; two of a kind have the effect of one (DM-C-073)."""
        return frozenset(sponsor.kind for sponsor in self.sponsors.values() if sponsor.franchise == franchise)

    def pool_sponsors(self) -> list[Sponsor]:
        """The sponsors in the common pool, by id (DM-C-169)."""
        return self.sponsors_of("")

    def stores(self, franchise: str) -> list[Item]:
        """Every item of a franchise, by id, wherever it is."""
        return _by_id(item for item in self.items.values() if item.franchise == franchise)

    def items_on_car(self, car: str) -> list[Item]:
        """The items on a car, by id: those fitted to it and those fixed to its weapons."""
        on = {id for id, item in self.items.items() if item.car == car} if car else set()
        return _by_id(item for item in self.items.values() if item.id in on or item.weapon in on) if on else []

    def equipment_of(self, driver: str) -> list[Item]:
        """The personal equipment of a driver, by id."""
        return _by_id(item for item in self.items.values() if item.driver == driver) if driver else []

    def offers_to(self, franchise: str) -> list[Offer]:
        """The open offers to a franchise, by id."""
        return _by_id(offer for offer in self.offers.values() if offer.franchise == franchise)

    def all_trades(self) -> list[Trade]:
        """Every open trade, by id."""
        return [self.trades[id] for id in sorted(self.trades)]

    def final_order(self) -> list[Franchise]:
        """Every franchise in the order of the final table, best first (DM-C-156)."""
        return sorted(self.franchises.values(), key=lambda franchise: (franchise.rank, franchise.id))

    def all_rounds(self) -> list[Round]:
        """Every announced round, in order."""
        return sorted(self.rounds.values(), key=lambda round: round.number)

    def open_rounds(self) -> list[Round]:
        """Every round that is not closed, in order; the rules allow one at a time."""
        return sorted(
            (round for round in self.rounds.values() if round.step != "closed"), key=lambda round: round.number
        )

    def matches_of(self, round: str) -> list[Match]:
        """The matches of a round, in their order."""
        return sorted((match for match in self.matches.values() if match.round == round), key=_in_round)

    def line_ups_of(self, match: str) -> list[LineUp]:
        """The line-ups of a match, by franchise."""
        return sorted(
            (line_up for line_up in self.line_ups.values() if line_up.match == match), key=attrgetter("franchise")
        )

    def line_up(self, match: str, franchise: str) -> LineUp:
        """The line-up of a franchise in a match. Raises `Unknown` if the franchise is not in that match."""
        line_up = self.line_ups.get(f"{match}.{franchise}")
        if line_up is None:
            raise Unknown(f"{franchise[:80]} is not in match {match}: name a franchise that is.")
        return line_up

    def seats_of(self, line_up: str) -> list[Seat]:
        """The seats of a line-up, by car."""
        return sorted((seat for seat in self.seats.values() if seat.line_up == line_up), key=lambda seat: seat.car)


def _by_id(things: Iterable[WithId]) -> list[WithId]:
    return sorted(things, key=_id)


def _in_round(match: Match) -> tuple[int, str]:
    return match.place, match.id


def _look_up(shelf: dict[str, T], id: str, thing: str) -> T:
    if id not in shelf:
        raise Unknown(f"There is no {thing} {id[:80]!r} in this season: use the id of one that is.")
    return shelf[id]


class CarNotInGarage(Refusal):
    """The car is not in the franchise's garage, or is destroyed."""


class DriverNotOnRoster(Refusal):
    """The driver is not under contract with the franchise."""
