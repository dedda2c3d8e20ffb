"""The card of a settled match for one of its franchises: money, cars, drivers, the table, and what comes next.

Every figure is a fact of the match's settlement. Everybody who may see the match may see the card. Which card an
owner opened last is kept in a cookie, so that reading a page writes no rows. Rules DM-C-014 to DM-C-020, DM-C-045 to
DM-C-056, DM-C-094 to DM-C-101.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpResponse

from explain import links
from explain.driver_sheet import level_start_xp
from explain.fact_rendering import RenderedFact, RenderedRoll
from explain.name_lookup import render_entries
from explain.names import Names
from explain.printed_effects import QUIRK_EFFECTS, TALENT_EFFECTS
from explain.printed_names import quantity
from franchises.crests import crest_of
from league.access import Viewer
from league.middleware import CARD_COOKIE
from league.models import League, Season
from league.pages.base_context import match_base_context, own_franchise_ids
from league.pages.matches.headline import TeamResult, joined, places
from league.pages.matches.meaning import RankMove, TableMoves, ordinal, rank_moves
from league.pages.season.awaited_franchises import answer_button, awaited_franchises
from league.pages.season.deadlines import Deadline, deadlines
from league.pages.season.standings import CutLine, cut_lines
from league.queries.entries import entries_naming
from league.queries.matches import BANKED_STEPS, box_score, line_ups
from league.queries.names import match_title
from league.queries.standings import season_table
from rules.campaign.core.facts import BookedFact
from rules.campaign.core.switches import DEFAULT_SETTINGS
from rules.campaign.money.overhead import SIZE_UP_TO, ProfitKept, profit
from rules.campaign.money.prize_money import PER_PIP_K, PotRolled, PrizeShared
from rules.campaign.people.cloning import QuirkGained, QuirkResisted
from rules.campaign.people.experience import LAST_PRINTED_LEVEL, DriverAppeared
from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.talents import TALENT_BY_TAG
from rules.campaign.people.traits import succeeds
from rules.core.tables import D6
from sql.cached_sql import cached_sql

LOST = frozenset({"car_destroyed", "car_given_up"})
"""Facts after which a car is not the franchise's any more, unless it is replaced."""
REPLACED = "car_replaced"


@dataclass(frozen=True, slots=True)
class CarLine:
    """A car that was hit in a match: its name, what happened to it, and whether it is lost."""

    name: str
    words: str
    lost: bool


def cars_reward(facts: Iterable[RenderedFact], franchise: str, *, names: Mapping[str, str]) -> list[CarLine]:
    """The cars of a franchise to which something happened; `facts` are those of the settlement, oldest first."""
    told: dict[str, list[str]] = {}
    lost: set[str] = set()
    for fact in facts:
        stated: Any = fact.stated
        if fact.franchise != franchise or (words := _words(stated)) == "":
            continue
        told.setdefault(stated.car, []).append(words)
        if stated.tag in LOST:
            lost.add(stated.car)
        elif stated.tag == REPLACED:
            lost.discard(stated.car)
    return [CarLine(names.get(car) or car, ", ".join(words), car in lost) for car, words in told.items()]


def _words(stated: Any) -> str:
    """What a fact says of its car in a few words, "" if it is about something else."""
    match stated.tag:
        case "car_destroyed":
            return "destroyed"
        case "car_damaged":
            return quantity(stated.criticals, "critical")
        case "car_replaced":
            return "replaced"
        case "car_given_up":
            return "given up"
        case "car_repaired":
            return f"{quantity(stated.criticals, 'critical')} repaired"
    return ""


BAR = 1000
"""The width of a bar of experience, in its own units."""
GAIN_TAGS = frozenset({"talent_gained", "trait_raised", "trait_point_won", "advancement_wasted"})
FATIGUE_TAGS = frozenset(
    {"fatigue_gained", "fatigue_eased", "fatigue_cleared", "fatigue_shielded", "fatigue_shrugged"}
)
NOTE_TAGS = frozenset(
    {"driver_lived", "availability_changed", "retirement_marked", "fatigue_left_behind", "shield_restored"}
)
"""Facts that are told in their own sentences."""
CAP_SETTING, CAPPED = "xp.beyond_table", "cap_9"
NATURAL_SIX = "check.natural_six_fails"


@dataclass(frozen=True, slots=True)
class Gain:
    """What an advancement roll gave: its dice, its name and its effect; `rare` if it is a talent."""

    rolls: tuple[RenderedRoll, ...]
    name: str
    effect: str
    rare: bool


@dataclass(frozen=True, slots=True)
class QuirkCheck:
    """A check against a quirk: the faces on which it fails, the face thrown, and the quirk; "" if it was resisted."""

    fails_on: tuple[int, ...]
    face: int
    quirk: str
    effect: str
    table: RenderedRoll | None


@dataclass(frozen=True, slots=True)
class Experience:
    """A driver's experience before and after a match, and where their next level begins; None if it never does.

    `was` and `gained` are parts of a bar of `BAR` that ends there; `mark` is where the level reached began.
    """

    before: int
    gained: int
    total: int
    next_level: int | None
    next_xp: int | None
    was_width: int
    gained_width: int
    mark: int | None

    @property
    def lost(self) -> int:
        """How much experience the match took; 0 if it took none."""
        return max(0, -self.gained)


@dataclass(slots=True, kw_only=True)
class DriverReward:
    """What a match did to one driver; `bill` is what cloning them costs in credits, None unless they were cloned."""

    id: str
    name: str
    href: str
    experience: Experience | None = None
    level: int = 0
    """The level reached, 0 if none was."""
    gains: list[Gain] = field(default_factory=list)
    cloned: bool = False
    bill: int | None = None
    check: QuirkCheck | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def stands_out(self) -> bool:
        """Whether more happened to them than experience and fatigue."""
        return bool(self.level or self.cloned or self.check or self.notes or self.gains)


@dataclass(frozen=True, slots=True)
class FatigueLine:
    """The fatigue of a driver after a match in a few words; `worse` if they gained some."""

    name: str
    words: str
    worse: bool


@dataclass(frozen=True, slots=True)
class DriversReward:
    """The drivers of a franchise after a match: those to whom something happened, the others, and fatigue."""

    title: str
    shown: tuple[DriverReward, ...]
    others: tuple[DriverReward, ...]
    fatigue: tuple[FatigueLine, ...]


def drivers_reward(
    facts: Iterable[RenderedFact],
    franchise: str,
    *,
    league: str,
    names: Mapping[str, str],
    switches: Mapping[str, Any],
) -> DriversReward:
    """What a match did to the drivers of a franchise; `facts` are those of its settlement, oldest first."""
    found: dict[str, DriverReward] = {}
    fatigue: list[FatigueLine] = []

    def reward_of(id: str) -> DriverReward:
        if id not in found:
            found[id] = DriverReward(id=id, name=names.get(id, id), href=links.driver_url(league, id))
        return found[id]

    for fact in facts:
        if fact.franchise != franchise:
            continue
        stated: Any = fact.stated
        if stated.tag == "bill_made" and stated.bill == "cloning":
            reward_of(stated.subject).bill = stated.amount
        elif not fact.driver:
            continue
        elif stated.tag in FATIGUE_TAGS:
            fatigue.append(FatigueLine(names.get(fact.driver, fact.driver), *_fatigue(stated)))
        else:
            _apply(reward_of(fact.driver), fact, switches)
    drivers = [it for it in found.values() if it.experience is not None or it.stands_out]
    shown = sorted(
        (it for it in drivers if it.stands_out), key=lambda it: (not it.level, not it.cloned, -it.level, it.name)
    )
    others = tuple(it for it in drivers if not it.stands_out)
    return DriversReward(_title(shown, any_ran=bool(drivers)), tuple(shown), others, tuple(fatigue))


def _apply(reward: DriverReward, fact: RenderedFact, switches: Mapping[str, Any]) -> None:
    """Add what a fact says of its driver."""
    stated: Any = fact.stated
    if isinstance(stated, DriverAppeared):
        reward.experience = experience(
            xp=stated.xp,
            gained=stated.xp_gained,
            level=stated.level,
            capped=switches.get(CAP_SETTING, DEFAULT_SETTINGS[CAP_SETTING]) == CAPPED,
        )
    elif stated.tag == "level_reached":
        reward.level = max(reward.level, stated.level)
    elif stated.tag in GAIN_TAGS:
        reward.gains.append(_gain(fact))
    elif stated.tag == "driver_cloned":
        reward.cloned = True
    elif isinstance(stated, QuirkGained | QuirkResisted):
        six_fails = bool(switches.get(NATURAL_SIX, DEFAULT_SETTINGS[NATURAL_SIX]))
        reward.check = _check(fact, six_fails=six_fails)
    elif stated.tag in NOTE_TAGS:
        reward.notes.append(fact.sentence)


def experience(*, xp: int, gained: int, level: int, capped: bool) -> Experience:
    """A driver's experience after a match, with the bar to the next level (DM-C-015)."""
    last = capped and level >= LAST_PRINTED_LEVEL
    next_xp = None if last else level_start_xp(level + 1)
    end = max(1, xp if next_xp is None else next_xp)
    before = max(0, xp - max(0, gained))
    start = level_start_xp(level)
    was = BAR * min(before, end) // end
    return Experience(
        before=xp - gained,
        gained=gained,
        total=xp,
        next_level=None if last else level + 1,
        next_xp=next_xp,
        was_width=was,
        gained_width=BAR * min(xp, end) // end - was,
        mark=BAR * start // end if before < start <= xp else None,
    )


def _gain(fact: RenderedFact) -> Gain:
    stated: Any = fact.stated
    if stated.tag == "talent_gained":
        return Gain(fact.rolls, TALENT_BY_TAG[stated.talent].name, TALENT_EFFECTS[stated.talent], rare=True)
    if stated.tag == "trait_raised":
        return Gain(fact.rolls, f"{stated.trait.capitalize()} {stated.value}", "Raised by 1, for good.", rare=False)
    if stated.tag == "trait_point_won":
        return Gain(fact.rolls, "A trait point", "Their owner chooses the trait.", rare=False)
    return Gain(
        fact.rolls,
        TALENT_BY_TAG[stated.talent].name,
        "They already have that talent, so the roll is wasted.",
        rare=False,
    )


def _check(fact: RenderedFact, *, six_fails: bool) -> QuirkCheck:
    """A check against a quirk. The face that was thrown is on the side on which the fact says it fell."""
    stated: Any = fact.stated
    trait = stated.toughness + stated.stable + stated.sponsored
    face = fact.rolls[0].faces[0]
    fails = {die for die in D6 if not succeeds(die=die, trait=trait, natural_six_fails=six_fails)} - {face}
    if not isinstance(stated, QuirkGained):
        return QuirkCheck(tuple(sorted(fails)), face, "", "", None)
    first, second = QUIRK_EFFECTS[stated.quirk]
    effect = first if stated.count == 1 else f"{second[:1].upper()}{second[1:]}."
    name = QUIRK_NAMES[stated.quirk]
    if stated.count > 1:
        name = f"{name} ×{stated.count}"
    return QuirkCheck(tuple(sorted(fails | {face})), face, name, effect, fact.rolls[-1])


def _fatigue(stated: Any) -> tuple[str, bool]:
    match stated.tag:
        case "fatigue_gained":
            return ", ".join(f"{trait.capitalize()} −1" for trait in stated.traits.split(" and ")), True
        case "fatigue_eased":
            return f"{stated.trait.capitalize()} back", False
        case "fatigue_cleared":
            return f"rested, {quantity(stated.points, 'point')} gone", False
        case "fatigue_shielded":
            return "none: Ardent", False
    return "none: Iron-man", False


def _title(shown: Sequence[DriverReward], *, any_ran: bool) -> str:
    """What happened to the drivers in a heading, such as "One leveled up, two cloned"."""
    parts = [
        _count(shown, lambda it: bool(it.level), "leveled up"),
        _count(shown, lambda it: it.cloned, "cloned"),
    ]
    said = ", ".join(part for part in parts if part)
    if said:
        return f"{said[:1].upper()}{said[1:]}"
    return "Everybody came home" if any_ran else "Nobody ran"


COUNTS_IN_WORDS = ("", "one", "two", "three", "four", "five", "six")


def _count(drivers: Collection[DriverReward], belongs: Any, words: str) -> str:
    number = sum(map(belongs, drivers))
    return f"{COUNTS_IN_WORDS[number] if number < len(COUNTS_IN_WORDS) else number} {words}" if number else ""


INCOME_FIELDS = (
    ("Prize", "prize", 1),
    ("Sponsors", "sponsor_income", 1),
    ("Faces", "face_income", 1),
    ("Bonus of the Metal Cup", "cup_bonus", 1),
    ("Bankrupt holding companies", "holding_payout", 1),
    ("Cloning", "cloning", -1),
    ("Cars replaced", "replacements", -1),
    ("Repairs", "repairs", -1),
)
"""The lines of a settlement, each with the field of its fact and its sign."""
ALWAYS_SHOWN = frozenset({"prize", "sponsor_income"})
PAST_OVERHEAD = {"face_paid": "Faces, past overhead", "cup_bonus_paid": "Bonus of the Metal Cup, past overhead"}
"""Income that is banked without overhead, by the tag of its fact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """The pot of a match and a franchise's share of it, in credits; no dice if nobody appeared.

    `points` of `all_points` won the share; both are None for a team that forfeited.
    """

    amount: int
    roll: RenderedRoll | None
    prize: int
    points: int | None
    all_points: int | None
    each_k: int = PER_PIP_K

    @property
    def pips(self) -> int:
        """The sum of the dice."""
        return 0 if self.roll is None else sum(self.roll.faces)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyReward:
    """What came in and what was kept, in credits. `balance` is the franchise's after the settlement.

    `smaller` is the next smaller size that would have kept more, with what it would have kept.
    """

    lines: tuple[tuple[str, int], ...]
    net: int
    kept: int
    size: int
    balance: int
    past_overhead: tuple[tuple[str, int], ...]
    pot: Pot
    smaller: tuple[int, int] | None

    @property
    def overhead(self) -> int:
        """What overhead took; negative if the franchise banked more than came in."""
        return self.net - self.kept

    @property
    def short(self) -> int:
        """By how much bills were more than what came in; 0 if they were not."""
        return max(0, -self.net)

    @property
    def added(self) -> int:
        """How much more was banked than came in; 0 where bills were more than that, since then nothing did."""
        return 0 if self.short else max(0, -self.overhead)


def money_reward(facts: Iterable[RenderedFact], franchise: str) -> MoneyReward | None:
    """What a match's settlement came to for a franchise; None unless it is closed. `facts` are oldest first."""
    pot: RenderedFact | None = None
    own: dict[str, Any] = {}
    balance, past = 0, []
    for fact in facts:
        stated = fact.stated
        if isinstance(stated, PotRolled):
            pot = fact
        elif fact.franchise == franchise:
            own[stated.tag] = stated
            if isinstance(stated, BookedFact):
                balance = stated.balance
            if stated.tag in PAST_OVERHEAD and fact.amount is not None:
                past.append((PAST_OVERHEAD[stated.tag], fact.amount))
    reckoned, kept = own.get("settlement_reckoned"), own.get("profit_kept")
    if reckoned is None or not isinstance(kept, ProfitKept):
        return None
    share = own.get("prize_shared")
    return MoneyReward(
        lines=tuple(_lines(reckoned)),
        net=reckoned.net_income,
        kept=kept.amount,
        size=kept.size,
        balance=balance,
        past_overhead=tuple(past),
        pot=_pot(pot, share, prize=reckoned.prize),
        smaller=_smaller(kept),
    )


def _lines(reckoned: Any) -> Iterable[tuple[str, int]]:
    for words, name, sign in INCOME_FIELDS:
        amount = getattr(reckoned, name)
        if amount or name in ALWAYS_SHOWN:
            yield words, sign * amount


def _pot(pot: RenderedFact | None, share: PrizeShared | None, *, prize: int) -> Pot:
    rolls: Sequence[RenderedRoll] = () if pot is None else pot.rolls
    return Pot(
        amount=pot.stated.pot if pot is not None and isinstance(pot.stated, PotRolled) else 0,
        roll=rolls[0] if rolls else None,
        prize=prize,
        points=None if share is None else share.points,
        all_points=None if share is None else share.all_points,
    )


def _smaller(kept: ProfitKept) -> tuple[int, int] | None:
    """The largest smaller size at which the overhead table lets more of the same income be kept (DM-C-100)."""
    for size in reversed(SIZE_UP_TO[: kept.column]):
        would_keep = profit(net_income=kept.net_income, size=size).profit
        if would_keep > kept.amount:
            return size, would_keep
    return None


SETTLEMENT_COMMANDS = ("open_settlement", "decide_repairs", "close_settlement")
"""The commands whose facts the card is made of."""
SHOPPING_STEP = "M5.10"
ALL_SHOWN = 8
"""The largest table that the card shows whole."""
AROUND = 2
"""How many franchises of a larger table are shown above and below the card's own, besides the first."""
MOST_LEVEL_NAMED = 3
"""How many franchises that share a place are named; more are counted."""
NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True, slots=True)
class NextTask:
    """What the owner does next: a button, and the deadline of what is waited for."""

    button: str
    href: str
    asked: str = ""
    deadline: Deadline | None = None


def reward_page(
    *, league: League, season: Season, viewer: Viewer, match: str, franchise: str, at: datetime
) -> dict[str, Any] | None:
    """The context of a franchise's card, None unless it is in that match and the match's settlement is closed."""
    id = f"{season.pk}/{match}"
    teams = line_ups(id, viewer)
    team = next((team for team in teams if links.short_id(team.franchise_id) == franchise), None)
    if team is None or team.match.step not in BANKED_STEPS:
        return None
    match_row, box = team.match, box_score(id)
    name = match_title(match_row.round.number, match_row.place)
    names = Names(
        season.pk,
        franchises={links.short_id(it.franchise_id): it.franchise.identity.name for it in teams},
        drivers=dict(box.drivers),
        cars=dict(box.cars),
        matches={match: name},
    )
    entries = render_entries(_entries(season.pk, viewer, match), names)
    facts: list[RenderedFact] = [fact for entry in reversed(entries) for fact in entry.facts]
    money = money_reward(facts, franchise)
    if money is None:
        return None
    own = franchise in own_franchise_ids(viewer)
    table = rank_moves(season, id, frozenset((franchise,)), box.standings)
    return {
        **match_base_context(
            league, season, viewer, match=match, name=name, part="What it came to", balance=team.own_balance
        ),
        "match_name": name,
        "match_href": links.match_url(id),
        "steps_href": links.settlement_url(id),
        "franchise_name": names.franchises[franchise],
        "franchise_href": links.object_url(team.franchise),
        "crest": (own_crest := crest_of(franchise)),
        "color": own_crest.first,
        "own_card": own,
        "card_open": True,
        "place": (place := _place(teams, franchise)),
        "result": _result(teams, team, place[0]),
        "money": money,
        "drivers": drivers_reward(facts, franchise, league=league.pk, names=names.drivers, switches=season.switches),
        "table_title": "" if table is None else _table_title(table),
        "table": () if table is None else _moves_to_show(table.moves, cut_lines(season, franchises=len(table.moves))),
        "cars": cars_reward(facts, franchise, names=names.cars),
        "next": _next_task(league, season, viewer, team, franchise=franchise, at=at) if own else None,
        "others": [
            (names.franchises[other], links.reward_url(id, other)) for other in names.franchises if other != franchise
        ],
    }


def has_card(season: Season, viewer: Viewer, match: str) -> bool:
    """Whether a match that is settled has cards here; in a fork, only if it was settled in it."""
    return not season.forked_from or bool(_entries(season.pk, viewer, match))


@cached_sql
def _entries(season: str, viewer: Viewer, match: str) -> QuerySet[Any]:
    return entries_naming(season, viewer, match).filter(command__in=SETTLEMENT_COMMANDS)


def _place(teams: Sequence[Any], franchise: str) -> tuple[int, str]:
    """The place of a franchise in the match, and the ending of its ordinal."""
    place = _places(teams)[franchise]
    return place, ordinal(place).removeprefix(str(place))


def _places(teams: Sequence[Any]) -> dict[str, int]:
    results = [
        TeamResult(
            name=team.franchise.identity.name,
            short_name=links.short_id(team.franchise_id),
            points=team.points,
            won=team.won,
            forfeited=team.forfeited,
        )
        for team in teams
    ]
    return places(results)


def level_with(names: Sequence[str]) -> str:
    """Who shares a place, to follow it in a sentence; "" if nobody does."""
    if not names:
        return ""
    return f", level with {joined(names) if len(names) <= MOST_LEVEL_NAMED else f'{len(names)} others'}"


def _result(teams: Sequence[Any], team: Any, place: int) -> str:
    """Who shares the place of a franchise in a match, and its points among those of all."""
    shared = [
        it.franchise.identity.name
        for it, its_place in zip(teams, _places(teams).values(), strict=True)
        if its_place == place and it.franchise_id != team.franchise_id
    ]
    count = f"of {len(teams)}{level_with(shared)}, "
    if team.forfeited:
        return f"{count}by forfeit"
    if any(it.points < 0 for it in teams):
        return f"{count}with {quantity(team.points, 'point')}"
    total = sum(it.points for it in teams)
    return f"{count}with {team.points} of {quantity(total, 'point')}"


def _table_title(table: TableMoves) -> str:
    """What the match did to the rank of the franchise whose card it is."""
    move = next(move for move in table.moves if move.own)
    level = level_with([it.name for it in table.moves if it.rank == move.rank and not it.own])
    if not table.had_points:
        return f"{ordinal(move.rank)} in the table{level}"
    if not move.up:
        return f"Still {ordinal(move.rank)}{level}"
    count = NUMBERS[move.ranks] if move.ranks < len(NUMBERS) else str(move.ranks)
    return f"{'Up' if move.up > 0 else 'Down'} {count} place{'' if move.ranks == 1 else 's'}{level}"


def _moves_to_show(
    moves: Sequence[RankMove], cuts: Mapping[int, CutLine]
) -> tuple[tuple[RankMove, CutLine | None], ...]:
    """The table with the lines drawn under its places; of a large one the first and those around the card's own."""
    own = next(index for index, move in enumerate(moves) if move.own)
    whole = len(moves) <= ALL_SHOWN
    return tuple(
        (move, cuts.get(index + 1))
        for index, move in enumerate(moves)
        if whole or index == 0 or abs(index - own) <= AROUND
    )


def _next_task(
    league: League, season: Season, viewer: Viewer, team: Any, *, franchise: str, at: datetime
) -> NextTask | None:
    """What the season asks of the franchise next, None if nothing is open for it.

    The deadline is read for the shops alone: other tasks are asked for on the season's home, with theirs.
    """
    match = links.short_id(team.match_id)
    if team.match.step == SHOPPING_STEP and team.shopping == "open":
        button, _ = answer_button(season, franchise, match, step=SHOPPING_STEP)
        wait = f"{SHOPPING_STEP}/{match}"
        clock = deadlines(league=league, season=season, viewer=viewer, at=at, still_waited={wait})
        href = f"{links.match_url(team.match_id)}#your-turn-{franchise}"
        return NextTask(button, href, "", None if clock is None else clock.find(wait))
    waited_for = awaited_franchises(season, season_table(season), own={franchise}, most=1).own
    if not waited_for:
        return None
    line = waited_for[0]
    asked = f"{line.name} have {line.asked}{f' for {line.match_name}' if line.match_name else ''}."
    return NextTask(
        line.button or "See what is asked", line.acts_at or line.match_href or links.season_url(season.pk), asked
    )


COOKIE_AGE = timedelta(days=365)


def set_card_cookie(response: HttpResponse, league: str, value: str) -> None:
    """Remember the match whose card was opened, by stored id, or `CARD_WAITS` that one is to be opened."""
    response.set_cookie(
        CARD_COOKIE,
        value,
        max_age=COOKIE_AGE,
        path=links.league_url(league),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
