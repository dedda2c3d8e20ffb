"""Runs the script on a stage: owners answer by their orders, the commissioner leads, and matches end as scripted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from rules.campaign.commissioner.balance_and_points import AdjustBalance, AwardPoints
from rules.campaign.commissioner.folded_franchises import FoldFranchise
from rules.campaign.core.command import Command
from rules.campaign.core.state import Goods, Match
from rules.campaign.founding.season_start import FoundFranchise
from rules.campaign.garage.cars import NORMAL_DP, OVERHEAD_DP, BuyCar
from rules.campaign.garage.designs import DesignCar
from rules.campaign.market.offers import DeclineOffer
from rules.campaign.market.trades import AcceptTrade, ProposeTrade
from rules.campaign.match_day.announcing import AnnounceRound
from rules.campaign.match_day.line_ups import LockLineUps, NameLineUp
from rules.campaign.match_day.reports import AcceptReport
from rules.campaign.people.hiring import HireRookie
from rules.campaign.season.house_rules import ChangeSwitch
from rules.campaign.season_end.standings import RankTable
from rules.campaign.sponsors.holding_companies import HOLDING_COMPANY, CashHolding
from rules.campaign.steward import answers, next_commissioner_command
from rules.core.terms import CarId, Credits, DriverId, FranchiseId, K, MatchId, OfferId, SponsorId, TradeId
from tools.rust_belt import script
from tools.rust_belt.blueprints import RULESET, blueprint_for
from tools.rust_belt.cast import COMPANIES, FIRST_SEASON, SLOGANS, TURNPIKE
from tools.rust_belt.highlights import MOST_INCOME_K, WANTED_COUNTS, count_highlights
from tools.rust_belt.results import ScriptedResult
from tools.rust_belt.stage import Stage

OPENED_AT = datetime(2026, 3, 2, 18, tzinfo=UTC)
ROUNDS = 10
TRADE_AFTER, SELLER, BUYER, SWEETENER_K = "m6", "hounds", "overtime", 25
CASHED_AFTER, FOLDED_AFTER = 4, 6
RESOLVED_HERE_REASON = "Six owners of eight voted to have matches driven here; nobody keeps score by hand now."
EMPTY_SEAT_REASON = "The owner has left; the seat is run by standing orders to the season's end."
HIGHLIGHT_WEIGHTS = {
    "net income below zero": 60,
    f"net income of {MOST_INCOME_K}k or more": 60,
    "quirks with a second occurrence": 30,
    "second occurrences": 10,
}
"""The weights by which the words for a match's dice are chosen."""
HEART_WEIGHT, HEARTS_WANTED = 12, 3


class Unstageable(Exception):
    """The dice of this secret leave no room for the script."""


def direct_seasons(secret: bytes) -> list[Stage]:
    """Both seasons, played to their ends. Raises `Unstageable`."""
    first = Stage.open_first(name="s1", secret=secret, rounds=ROUNDS, opened_at=OPENED_AT)
    first.begin_scene("01-founding")
    for company in FIRST_SEASON:
        first.give_as_commissioner(FoundFranchise(franchise=FranchiseId(company.id), name=company.name))
    _set_up(first, scene="02-signing")
    for number in script.FIRST_SEASON_MATCHES:
        _before_round(first, number)
        _play_round(first, number, scene=f"{number + 2:02}-round-{number:02}")
        _after_round(first, number)
    first.begin_scene("13-season-end")
    _play_until(first, until="closed")
    return [first, direct_second_season(first)]


def direct_second_season(first: Stage) -> Stage:
    """The season after the first. Its matches are resolved here, and the owners answer everything themselves.

    Raises `Unstageable`.
    """
    stage = first.open_next_stage(name="s2", rounds=len(script.SECOND_SEASON_MATCHES))
    stage.begin_scene("01-expansion")
    stage.give_as_commissioner(FoundFranchise(franchise=FranchiseId(TURNPIKE.id), name=TURNPIKE.name))
    stage.give_as_commissioner(ChangeSwitch(switch="match.ruleset", setting=RULESET), reason=RESOLVED_HERE_REASON)
    _set_up(stage, scene="02-signing")
    stage.begin_scene("03-drawing-boards")
    for franchise in sorted(stage.season.franchises):
        _design_cars(stage, franchise)
    for number in range(1, len(script.SECOND_SEASON_MATCHES) + 1):
        stage.begin_scene(f"{number + 3:02}-round-{number:02}")
        stage.give_as_commissioner(script.second_season_round(stage.season, number), goes_on=True)
    stage.begin_scene(f"{len(script.SECOND_SEASON_MATCHES) + 4:02}-season-end")
    stage.give_as_commissioner(RankTable(), goes_on=True)
    if stage.season.step != "closed":
        raise Unstageable(f"{stage.name} stands at {stage.season.step}")
    return stage


def _design_cars(stage: Stage, franchise: str) -> None:
    """The owner submits a design for each car that has none, if there is a blueprint for it."""
    drawings: list[Command] = [
        DesignCar(franchise=FranchiseId(franchise), car=CarId(car.id), ruleset=RULESET, design=design)
        for car in stage.season.garage(franchise)
        if RULESET not in car.designs and (design := blueprint_for(franchise, dp=car.dp))
    ]
    if drawings:
        stage.give_as_owner(franchise, *drawings)


def _set_up(stage: Stage, *, scene: str) -> None:
    stage.begin_scene(scene)
    _play_until(stage, until="M")


def _play_until(stage: Stage, *, until: str) -> None:
    """Let owners answer, and then the commissioner take the next step, until the season reaches `until`."""
    while stage.season.step != until:
        if _let_owners_answer(stage):
            continue
        command = next_commissioner_command(stage.season)
        if command is None:
            raise Unstageable(f"{stage.name} stands at {stage.season.step} and nobody has anything to do")
        stage.give_as_commissioner(command)


def _let_owners_answer(stage: Stage) -> bool:
    """Every owner answers what is due from them; whether any did."""
    answered = False
    for franchise in sorted(stage.season.franchises):
        commands = answers(stage.season, franchise, COMPANIES[franchise].orders)
        if not commands:
            continue
        answered = True
        _answer(stage, franchise, commands)
    return answered


def _with_names(stage: Stage, franchise: str, commands: Sequence[Command]) -> list[Command]:
    """The commands with names for new drivers and cars, and designs for new cars."""
    company = COMPANIES[franchise]
    return [
        replace(command, name=_next_name(stage, franchise, "driver", company.drivers))
        if isinstance(command, HireRookie)
        else replace(
            command, name=_next_name(stage, franchise, "car", company.cars), designs=_designs(stage, command)
        )
        if isinstance(command, BuyCar)
        else command
        for command in commands
    ]


def _designs(stage: Stage, bought: BuyCar) -> dict[str, dict[str, Any]]:
    """The designs of a new car, if matches are resolved here and its owner has a blueprint for such a car."""
    dp = OVERHEAD_DP if bought.overhead else NORMAL_DP
    design = blueprint_for(bought.franchise, dp=dp) if stage.season.setting("match.ruleset") == RULESET else {}
    return {RULESET: design} if design else {}


def _next_name(stage: Stage, franchise: str, kind: str, names: Sequence[str]) -> str:
    place = stage.named[franchise, kind]
    if place >= len(names):
        raise Unstageable(f"{franchise} has no name left for a {kind}")
    stage.named[franchise, kind] += 1
    return names[place]


# ----------------------------------------------------------------------------------------------- rounds


def _play_round(stage: Stage, number: int, *, scene: str) -> None:
    """Announce a round, line up, play its matches one after the other, and shop."""
    stage.begin_scene(scene)
    games = script.FIRST_SEASON_MATCHES[number]
    stage.give_as_commissioner(script.first_season_round(number, games))
    while any(stage.season.match(game.match).step == "M3" for game in games):
        _line_up(stage, games)
    stage.begin_scene(scene)
    for game in games:
        _trade(stage, game.match)
    while stage.season.all_rounds()[-1].step != "closed":
        if not _let_owners_answer(stage):
            command = next_commissioner_command(stage.season)
            if command is None or isinstance(command, AnnounceRound):
                raise Unstageable(f"round {number} of {stage.name} does not close")
            stage.give_as_commissioner(command)


def _line_up(stage: Stage, games: Sequence[script.ScriptedMatch]) -> None:
    """One more line-up. The last one of a match gives the words for its dice, and the match is played."""
    for game in games:
        match = stage.season.match(game.match)
        if match.step != "M3":
            continue
        open_line_ups = [line_up for line_up in stage.season.line_ups_of(match.id) if not line_up.named]
        franchise = open_line_ups[0].franchise
        commands = answers(stage.season, franchise, COMPANIES[franchise].orders)
        if not commands:
            command = next_commissioner_command(stage.season)
            if command is None:
                raise Unstageable(f"{franchise} has no line-up for {match.id}")
            stage.give_as_commissioner(command, reason="A garage that cannot be filled races as it is.")
        elif len(open_line_ups) > 1:
            _answer(stage, franchise, _with_words(commands, SLOGANS[len(stage.written) % len(SLOGANS)]))
        else:
            _finish_match(
                stage, game, franchise, _with_words(commands, _best_words(stage, game, franchise, commands))
            )
        return


def _answer(stage: Stage, franchise: str, commands: Sequence[Command]) -> None:
    """The owner gives the commands; for an empty seat the commissioner does."""
    if stage.season.franchise(franchise).folded:
        stage.give_as_commissioner(*commands, reason=EMPTY_SEAT_REASON, on_behalf_of=franchise)
    else:
        stage.give_as_owner(franchise, *_with_names(stage, franchise, commands))


def _with_words(commands: Sequence[Command], words: str) -> list[Command]:
    return [replace(command, words=words) if isinstance(command, NameLineUp) else command for command in commands]


def _best_words(stage: Stage, game: script.ScriptedMatch, franchise: str, commands: Sequence[Command]) -> str:
    """The slogan whose dice show most of what is still missing."""

    def worth(words: str) -> int:
        trial = stage.copy()
        _finish_match(trial, game, franchise, _with_words(commands, words))
        before, after = count_highlights(stage.facts), count_highlights(trial.facts)
        gained = sum(
            weight * (after[name] - before[name])
            for name, weight in HIGHLIGHT_WEIGHTS.items()
            if before[name] < WANTED_COUNTS[name] + (name == "second occurrences") * 4
        )
        hearts = sum("heart_condition" in driver.quirks for driver in trial.season.drivers.values())
        return gained + HEART_WEIGHT * min(hearts, HEARTS_WANTED)

    return max(SLOGANS, key=worth)


def _finish_match(stage: Stage, game: script.ScriptedMatch, franchise: str, commands: Sequence[Command]) -> None:
    """The last line-up, the lock, the report, and each team's decision on its cars."""
    _answer(stage, franchise, commands)
    stage.give_as_commissioner(LockLineUps(match=MatchId(game.match)))
    result = ScriptedResult(stage.season, stage.season.match(game.match))
    game.bend(stage.season, result)
    stage.give_as_commissioner(AcceptReport(match=MatchId(game.match), report=result.report()))
    match: Match = stage.season.match(game.match)
    for line_up in stage.season.line_ups_of(match.id):
        if not line_up.decided:
            decision = answers(stage.season, line_up.franchise, COMPANIES[line_up.franchise].orders)
            _answer(stage, line_up.franchise, decision)


# ----------------------------------------------------------------------------------- between the rounds


def _before_round(stage: Stage, number: int) -> None:
    if number == 2:
        stage.give_as_commissioner(
            ChangeSwitch(switch="world_trade.rolls_per_match", setting=2, step="r6"),
            reason="Five owners of eight asked for a second try at the world market from the half season on.",
        )


def _after_round(stage: Stage, number: int) -> None:
    if number == 3:
        stage.give_as_commissioner(
            ChangeSwitch(switch="prize.zero_points_split", setting=True),
            reason="Nobody scored in the quarry and the pot went home with the league. Not again.",
        )
        stage.give_as_commissioner(
            AdjustBalance(franchise=FranchiseId("hounds"), amount=-5 * K),
            reason="The report of the ore dock sprint came in two days late.",
        )
    if number == CASHED_AFTER:
        _cash_holding(stage)
    if number == FOLDED_AFTER:
        stage.give_as_commissioner(
            FoldFranchise(franchise=FranchiseId(script.FOLDING)),
            reason="Kurt has moved to the coast and nobody took over his garage.",
        )
    if number == 8:
        stage.give_as_commissioner(
            AwardPoints(franchise=FranchiseId("mutants"), points=1),
            reason="The recount of the slag heap climb found a flag under the winner's car.",
        )


def _cash_holding(stage: Stage) -> None:
    """The first owner with a holding company and other sponsors cashes the holding company."""
    for franchise in stage.season.all_franchises():
        sponsors = stage.season.sponsors_of(franchise.id)
        holding = next((sponsor for sponsor in sponsors if sponsor.kind == HOLDING_COMPANY), None)
        if holding is not None and len(sponsors) > 1:
            stage.give_as_owner(
                franchise.id, CashHolding(franchise=FranchiseId(franchise.id), sponsor=SponsorId(holding.id))
            )
            return
    raise Unstageable("nobody has a holding company to cash")


def _trade(stage: Stage, match: str) -> None:
    """Two owners swap their last drivers, and the buyer pays money on top."""
    if match != TRADE_AFTER:
        return
    season = stage.season
    for franchise in (SELLER, BUYER):
        tinkered_offers = [offer for offer in season.offers_to(franchise) if offer.source == "tinkering"]
        for offer in tinkered_offers:
            stage.give_as_owner(franchise, DeclineOffer(franchise=FranchiseId(franchise), offer=OfferId(offer.id)))
    sold, taken = (season.roster(franchise)[-1].id for franchise in (SELLER, BUYER))
    trade = TradeId("overtime.sweetened")
    stage.give_as_owner(
        BUYER,
        ProposeTrade(
            franchise=FranchiseId(BUYER),
            trade=trade,
            partner=FranchiseId(SELLER),
            gives=Goods(drivers=[DriverId(taken)], pays=Credits(SWEETENER_K * K)),
            takes=Goods(drivers=[DriverId(sold)]),
        ),
    )
    stage.give_as_owner(SELLER, AcceptTrade(franchise=FranchiseId(SELLER), trade=trade))


def first_season_highlights(stages: Sequence[Stage]) -> Counter[str]:
    """The highlights of the first season, counted."""
    return count_highlights(stages[0].facts)
