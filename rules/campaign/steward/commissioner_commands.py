"""The commissioner's next command, when the season waits for no owner.

Rules DM-C-063, DM-C-065, DM-C-069, DM-C-089, DM-C-177, HOUSE-001, HOUSE-006, annex (a).
"""

from __future__ import annotations

from collections.abc import Callable

from rules.campaign.commissioner.balance_and_points import AdjustBalance
from rules.campaign.commissioner.garage_waiver import WaiveGarage
from rules.campaign.core.command import Command
from rules.campaign.core.state import Match, Season
from rules.campaign.core.switches import REPORTED_BY_PEOPLE
from rules.campaign.founding.setup import LEAST_FRANCHISES, CloseSetup, NextSetupStep, OpenSetup
from rules.campaign.market.shopping import EndShopping
from rules.campaign.match_day.announcing import AnnounceRound, MatchPlan, vehicles_per_team
from rules.campaign.match_day.line_ups import LockLineUps
from rules.campaign.match_day.pairings import meetings_in, pair_up
from rules.campaign.money.prices import ROOKIE_K
from rules.campaign.people.veterans import RetireDrivers
from rules.campaign.play.due_commands import due_commands
from rules.campaign.season_end.draft import OpenDraft
from rules.campaign.season_end.metal_cup import AwardCup
from rules.campaign.season_end.off_season import CloseSeason
from rules.campaign.season_end.sponsor_pool import DrawSponsors
from rules.campaign.season_end.staff_retention import CloseStaffKeep
from rules.campaign.season_end.standings import RankTable
from rules.campaign.steward.necessities import rookies_demanded
from rules.campaign.steward.proposed_ids import with_proposed_ids
from rules.campaign.steward.waits import franchises_awaited, is_line_up_awaited, is_line_up_missing, needs_waiver
from rules.core.terms import FranchiseId, K, MatchId, RoundId
from rules.match.registry import get_ruleset

EVENT = "race"
"""The event of a round that nobody planned."""
SEASON_END_COMMANDS: dict[str, Callable[[], Command]] = {
    "E1": RankTable,
    "E2": AwardCup,
    "E3": RetireDrivers,
    "E4": CloseStaffKeep,
    "E5": OpenDraft,
    "E7": DrawSponsors,
    "E9": CloseSeason,
}
"""The command that ends each step of the season's end, except those that end by themselves (DM-C-156 to DM-C-172)."""


def next_commissioner_command(season: Season) -> Command | None:
    """The commissioner's next command; None while owners or a report are awaited, or the season is closed.

    A franchise that cannot pay for an enforced minimum roster is given the money, as a public commissioner's act
    (HOUSE-001). A garage that is too small on match day gets a waiver (DM-C-065).
    """
    if due_commands(season):
        return None
    if season.step == "M":
        return _next_of_rounds(season)
    if franchises_awaited(season):
        return None
    if season.step == "S0":
        ready = season.rounds_planned and len(season.franchises) >= LEAST_FRANCHISES
        return OpenSetup() if ready else None
    if season.step in {"S1", "S2", "S3"}:
        return _next_of_setup(season)
    ending = SEASON_END_COMMANDS.get(season.step)
    return ending() if ending else None


def _next_of_setup(season: Season) -> Command:
    for franchise in season.all_franchises():
        lacking = rookies_demanded(season, franchise.id) * ROOKIE_K * K - franchise.balance
        if lacking > 0:
            return AdjustBalance(franchise=FranchiseId(franchise.id), amount=lacking)
    if season.step == "S3" or season.setting("season.setup_single_window"):
        return CloseSetup()
    return NextSetupStep()


def _next_of_rounds(season: Season) -> Command | None:
    rounds = season.all_rounds()
    if not rounds or rounds[-1].step == "closed":
        return _announce_next_round(season)
    commands = (_next_of_match(season, match) for match in season.matches_of(rounds[-1].id))
    return next((command for command in commands if command), None)


def _next_of_match(season: Season, match: Match) -> Command | None:
    id, line_ups = MatchId(match.id), season.line_ups_of(match.id)
    if match.step == "M3":
        for line_up in line_ups:
            if is_line_up_missing(season, line_up) and needs_waiver(season, line_up):
                return WaiveGarage(franchise=FranchiseId(line_up.franchise), match=id)
        return None if any(is_line_up_missing(season, line_up) for line_up in line_ups) else LockLineUps(match=id)
    if match.step == "M5.10":
        awaited = [line_up.franchise for line_up in line_ups if is_line_up_awaited(season, line_up)]
        stuck = [franchise for franchise in awaited if _has_too_many_sponsors(season, franchise)]
        return EndShopping(match=id) if awaited and stuck == awaited else None
    return None


def _has_too_many_sponsors(season: Season, franchise: str) -> bool:
    """Whether a lower limit than last season's keeps a franchise from finishing its shopping."""
    return len(season.sponsors_of(franchise)) > season.number_setting("sponsors.max")


def _announce_next_round(season: Season) -> Command:
    """Announce the next round: everybody in one match, as in the book (DM-C-177), or in as few matches as the ruleset
    of the house rule allows (DM-C-090), drawn up as a commissioner's are.
    """
    number = season.rounds_before + len(season.rounds) + 1
    taken = {*season.rounds, *season.matches}
    franchises = [franchise.id for franchise in season.all_franchises()]
    chosen = str(season.setting("match.ruleset"))
    if chosen == REPORTED_BY_PEOPLE:
        plans = [MatchPlan(match=MatchId(_free(f"m{number}", taken)), event=EVENT, franchises=franchises)]
    else:
        plans = []
        most = get_ruleset(chosen).most_teams
        groups = pair_up(franchises, before=meetings_in(season), number=number, size=most)
        for group in groups or [franchises]:
            plans.append(_plan(season, _free(f"m{number}", taken), group, ruleset=chosen, number=number))
            taken.add(plans[-1].match)
    last = number >= season.rounds_planned
    announced = AnnounceRound(round=RoundId(_free(f"r{number}", taken)), matches=plans, uneven=last)
    return with_proposed_ids(season, announced)


def _plan(season: Season, match: str, franchises: list[str], *, ruleset: str, number: int) -> MatchPlan:
    """The match that a ruleset proposes for a round that nobody planned."""
    teams = len(franchises)
    vehicles = vehicles_per_team(setting=season.number_setting("match.vehicles_per_team"), teams=teams)
    fixture = get_ruleset(ruleset).propose_fixture(number=number, teams=teams, vehicles_per_team=vehicles)
    return MatchPlan(
        match=MatchId(match),
        event=fixture.event,
        franchises=franchises,
        surface=fixture.surface,
        heats=fixture.heats,
        vehicles_per_team=fixture.vehicles_per_team,
        scoring=fixture.scoring,
        ruleset=ruleset,
        setting=fixture.setting,
    )


def _free(id: str, taken: set[str]) -> str:
    tries = range(1, len(taken) + 2)  # no mutant: one more than there are names taken is enough
    names = (f"{id}-{number}" if number > 1 else id for number in tries)
    return next(name for name in names if name not in taken)
