"""Plans of rounds for the commissioner: who meets whom, with events, grounds and rulesets in rotation.

Planning announces nothing. The commissioner may change a plan before they announce it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.campaign.core.state import Season
from rules.campaign.core.switches import REPORTED_BY_PEOPLE
from rules.campaign.match_day.announcing import MatchPlan, vehicles_per_team
from rules.campaign.match_day.pairings import SMALLEST_MATCH, Groups, meetings_in, pair_up, pair_up_rounds
from rules.core.refusals import Malformed
from rules.core.terms import FranchiseId, MatchId
from rules.match.registry import get_ruleset
from rules.match.ruleset import Fixture

DEFAULT_EVENTS = ("race", "flags", "race", "last_car_standing")
"""The events of matches that people report, in rotation."""
LOOK_AHEAD_ROUNDS = 60
"""How many rounds of a ruleset's proposals are read to learn its events and grounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundChoices:
    """The events, surfaces and grounds that a ruleset proposes in rotation."""

    events: tuple[str, ...] = tuple(dict.fromkeys(DEFAULT_EVENTS))
    surfaces: tuple[str, ...] = ()
    asked_as: str = ""
    """The setting that chooses a ground: `track`, `circuit`, `arena` or `table`; empty if people report the match."""
    names: tuple[str, ...] = ()
    by_event: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The grounds that each event is proposed on."""

    def ground_for(self, event: str) -> str:
        """The first ground proposed for an event, or the first of all for an unknown event; "" if there is none."""
        return next(iter(self.by_event.get(event) or self.names), "")

    def nearest_event(self, event: str) -> str:
        """The event that shares most words with the given one, such as `lap_race` with a race; else the first."""
        words = set(event.split("_"))
        return max(self.events, key=lambda own: len(words & set(own.split("_"))), default=event)


def ground_choices(ruleset: str, *, teams: int = 2) -> GroundChoices:
    """The events and grounds that a ruleset proposes for that many teams. Raises `Unknown` if it is not installed."""
    if ruleset in ("", REPORTED_BY_PEOPLE):
        return GroundChoices()
    proposals = [
        get_ruleset(ruleset).propose_fixture(number=number, teams=teams, vehicles_per_team=1) for number in _numbers()
    ]
    settings = [pair for proposal in proposals for pair in proposal.setting.items()]
    asked_as = next((name for name, value in settings if isinstance(value, str)), "")
    events = _unique(proposal.event for proposal in proposals)
    return GroundChoices(
        events=events,
        surfaces=_unique(proposal.surface for proposal in proposals if proposal.surface),
        asked_as=asked_as,
        names=_unique(str(proposal.setting[asked_as]) for proposal in proposals if asked_as in proposal.setting),
        by_event={
            event: _unique(
                str(proposal.setting[asked_as])
                for proposal in proposals
                if proposal.event == event and asked_as in proposal.setting
            )
            for event in events
        },
    )


def next_round_number(season: Season) -> int:
    """The number of the round that is announced next."""
    return season.rounds_before + len(season.rounds) + 1


def rounds_left(season: Season) -> list[int]:
    """The numbers of the planned rounds that are not announced yet."""
    return list(range(next_round_number(season), season.rounds_planned + 1))


def plan_round(season: Season, *, size: int, rulesets: Sequence[str] = ()) -> list[MatchPlan]:
    """The matches of the next round, of up to `size` franchises each, played by `rulesets` in rotation.

    Without `rulesets` the season's house rule decides. Raises `Unknown` for a ruleset that is not installed, and
    `Malformed` for a size below two.
    """
    number, franchises = next_round_number(season), _franchise_ids(season)
    size = _match_size(season, size, rulesets)
    groups = pair_up(franchises, before=meetings_in(season), number=number, size=size)
    return _plans(season, number, groups, rulesets)


def plan_all_rounds(season: Season, *, size: int, rulesets: Sequence[str] = ()) -> dict[int, list[MatchPlan]]:
    """The matches of every round that is left, by its number. Raises as `plan_round` does."""
    size = _match_size(season, size, rulesets)
    ahead = pair_up_rounds(_franchise_ids(season), before=meetings_in(season), numbers=rounds_left(season), size=size)
    return {number: _plans(season, number, groups, rulesets) for number, groups in ahead.items()}


def proposed_match(
    season: Season, *, match: str, franchises: Sequence[str], number: int, ruleset: str = ""
) -> MatchPlan:
    """A plan of a match between franchises, with the event and ground that are next in rotation.

    `number` is the place in the rotation, from 1. If `ruleset` is empty, the season's house rule decides.
    """
    # House rules decide the ruleset if none is named (DM-C-090), and the number of cars a team (DM-C-089).
    chosen = ruleset or str(season.setting("match.ruleset"))
    teams = max(SMALLEST_MATCH, len(franchises))
    vehicles = vehicles_per_team(setting=season.number_setting("match.vehicles_per_team"), teams=teams)
    if chosen == REPORTED_BY_PEOPLE:
        fixture = Fixture(
            event=DEFAULT_EVENTS[(number - 1) % len(DEFAULT_EVENTS)],
            teams=teams,
            vehicles_per_team=vehicles,
            scoring="",
        )
    else:
        fixture = get_ruleset(chosen).propose_fixture(number=number, teams=teams, vehicles_per_team=vehicles)
    return MatchPlan(
        match=MatchId(match),
        event=fixture.event,
        franchises=[FranchiseId(franchise) for franchise in sorted(franchises)],
        surface=fixture.surface,
        heats=max(1, fixture.heats),
        vehicles_per_team=fixture.vehicles_per_team,
        scoring=fixture.scoring,
        ruleset=ruleset,
        setting=fixture.setting,
    )


def is_uneven(season: Season, plans: Mapping[int, Sequence[MatchPlan]]) -> bool:
    """Whether franchises would end the season with different numbers of matches if these plans were played too."""
    match_counts = meetings_in(season).matches
    for round in plans.values():
        for plan in round:
            match_counts.update(plan.franchises)
    return len({match_counts[franchise.id] for franchise in season.all_franchises()}) > 1


def _plans(season: Season, number: int, groups: Groups, rulesets: Sequence[str]) -> list[MatchPlan]:
    taken = {*season.rounds, *season.matches}
    plans = []
    for index, group in enumerate(groups):
        turn, ruleset = number + index, ""
        if rulesets:
            ruleset, turn = rulesets[turn % len(rulesets)], 1 + turn // len(rulesets)
        match = _free(f"m{number}" if len(groups) == 1 else f"m{number}{chr(ord('a') + index % 26)}", taken)
        taken.add(match)
        plans.append(proposed_match(season, match=match, franchises=group, number=turn, ruleset=ruleset))
    return plans


def _franchise_ids(season: Season) -> list[str]:
    return [franchise.id for franchise in season.all_franchises()]


def _match_size(season: Season, size: int, rulesets: Sequence[str]) -> int:
    """The requested size, limited to what all the rulesets allow. Raises `Malformed` below two."""
    if size < SMALLEST_MATCH:
        raise Malformed(f"A match cannot have {size} teams: ask for 2 or more.")
    chosen = rulesets or [str(season.setting("match.ruleset"))]  # DM-C-090
    return min([size, *(get_ruleset(name).most_teams for name in chosen if name not in ("", REPORTED_BY_PEOPLE))])


def _free(id: str, taken: set[str]) -> str:
    candidates = (id if number == 1 else f"{id}-{number}" for number in range(1, len(taken) + 2))
    return next(candidate for candidate in candidates if candidate not in taken)


def _numbers() -> range:
    return range(1, LOOK_AHEAD_ROUNDS + 1)


def _unique(names: Iterator[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
