"""Rounds drawn up for the commissioner: meetings, and events, grounds and rulesets by turns.

What is drawn up is a plan that they change and announce; nothing is announced by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.campaign.core.state import Season
from rules.campaign.core.switches import REPORTED_BY_PEOPLE
from rules.campaign.match_day.announcing import MatchPlan, vehicles_per_team
from rules.campaign.match_day.pairings import MATCH_SIZES, Groups, meetings_in, pair_up, pair_up_rounds
from rules.core.refusals import Malformed
from rules.core.terms import FranchiseId, MatchId
from rules.match.registry import get_ruleset
from rules.match.ruleset import Fixture

DEFAULT_EVENTS = ("race", "flags", "race", "last_car_standing")
"""The events of matches that people report, by turns."""
LOOK_AHEAD_ROUNDS = 60
"""How many rounds of a ruleset's proposals are read to learn its events and grounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundChoices:
    """What a ruleset proposes by turns: events, surfaces, and its grounds under the name by which it asks for one."""

    events: tuple[str, ...] = tuple(dict.fromkeys(DEFAULT_EVENTS))
    surfaces: tuple[str, ...] = ()
    asked_as: str = ""
    """`track`, `circuit`, `arena`, `table`; empty where people report the match."""
    names: tuple[str, ...] = ()
    by_event: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The grounds that each event is proposed on."""

    def ground_for(self, event: str) -> str:
        """The first ground for an event, or of all where the event is not known; "" where there is none."""
        return next(iter(self.by_event.get(event) or self.names), "")

    def nearest_event(self, event: str) -> str:
        """The ruleset's event nearest to another's by its words: `lap_race` for a race; else its first."""
        words = set(event.split("_"))
        return max(self.events, key=lambda each: len(words & set(each.split("_"))), default=event)


def ground_choices(ruleset: str, *, teams: int = 2) -> GroundChoices:
    """The events and grounds of a ruleset, read off what it proposes for so many teams. Raises `Unknown`."""
    if ruleset in ("", REPORTED_BY_PEOPLE):
        return GroundChoices()
    proposals = [
        get_ruleset(ruleset).propose_fixture(number=at, teams=teams, vehicles_per_team=1) for at in _numbers()
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
    """The numbers of the rounds that are planned and not announced yet."""
    return list(range(next_round_number(season), season.rounds_planned + 1))


def plan_round(season: Season, *, size: int, rulesets: Sequence[str] = ()) -> list[MatchPlan]:
    """The next round: who meets whom in matches of up to `size`, played by those rulesets in turn.

    Without `rulesets` the season's house rule decides. Raises `Unknown` for a ruleset that is not installed.
    """
    number, franchises = next_round_number(season), _franchise_ids(season)
    size = _match_size(season, size, rulesets)
    groups = pair_up(franchises, before=meetings_in(season), number=number, size=size)
    return _plans(season, number, groups, rulesets)


def plan_all_rounds(season: Season, *, size: int, rulesets: Sequence[str] = ()) -> dict[int, list[MatchPlan]]:
    """Every round that is left, by its number. Raises as `plan_round` does."""
    size = _match_size(season, size, rulesets)
    ahead = pair_up_rounds(_franchise_ids(season), before=meetings_in(season), numbers=rounds_left(season), size=size)
    return {number: _plans(season, number, groups, rulesets) for number, groups in ahead.items()}


def proposed_match(
    season: Season, *, match: str, franchises: Sequence[str], number: int, ruleset: str = ""
) -> MatchPlan:
    """A match between these, with the event and ground its turn brings; `ruleset` empty is the house rule's."""
    # The ruleset is the house rule's where none is named (DM-C-090), and so are the cars of a team (DM-C-089).
    chosen = ruleset or str(season.setting("match.ruleset"))
    teams = max(MATCH_SIZES[0], len(franchises))
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
    """Whether the franchises would end the season with different numbers of matches, were these played too."""
    counted = meetings_in(season).matches
    for round in plans.values():
        for plan in round:
            counted.update(plan.franchises)
    return len({counted[franchise.id] for franchise in season.all_franchises()}) > 1


def _plans(season: Season, number: int, groups: Groups, rulesets: Sequence[str]) -> list[MatchPlan]:
    taken = {*season.rounds, *season.matches}
    plans = []
    for at, group in enumerate(groups):
        turn, ruleset = number + at, ""
        if rulesets:
            ruleset, turn = rulesets[turn % len(rulesets)], 1 + turn // len(rulesets)
        match = _free(f"m{number}" if len(groups) == 1 else f"m{number}{chr(ord('a') + at % 26)}", taken)
        taken.add(match)
        plans.append(proposed_match(season, match=match, franchises=group, number=turn, ruleset=ruleset))
    return plans


def _franchise_ids(season: Season) -> list[str]:
    return [franchise.id for franchise in season.all_franchises()]


def _match_size(season: Season, size: int, rulesets: Sequence[str]) -> int:
    """The size asked for, or the most teams that every ruleset has room for. Raises `Malformed` below two."""
    if size < MATCH_SIZES[0]:
        raise Malformed(f"A match cannot have {size} teams: ask for 2 or more.")
    chosen = rulesets or [str(season.setting("match.ruleset"))]  # DM-C-090
    return min([size, *(get_ruleset(each).most_teams for each in chosen if each not in ("", REPORTED_BY_PEOPLE))])


def _free(id: str, taken: set[str]) -> str:
    tries = (id if again == 1 else f"{id}-{again}" for again in range(1, len(taken) + 2))
    return next(each for each in tries if each not in taken)


def _numbers() -> range:
    return range(1, LOOK_AHEAD_ROUNDS + 1)


def _unique(names: Iterator[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
