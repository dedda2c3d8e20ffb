"""The end of a duel: its bonuses and points, and who came through it. Rules RH-089, RH-090, RH-092.

Ruling under RH-089: a match without cars is over before it begins.
"""

from __future__ import annotations

from fractions import Fraction

from rules.match.duels.scorer import PhaseClose
from rules.match.toughness_check import passes_toughness_check
from rules.rhad.match.duel_points import bonus_points, exact, team_totals
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarState, CarStatus, CrewState
from rules.rhad.play import first_edition_end
from rules.rhad.play.decision import decide
from rules.rhad.play.phase_close import FIRST_BLOOD
from rules.rhad.settings import NO_DECISION


def score_match(play: Match, close: PhaseClose | None = None) -> None:
    """Score bonuses and campaign points, and resolve what injuries mean for the campaign (RH-090, RH-092).

    `close` is the close of the phase in which the duel ended; there is none in the first edition.
    """
    if play.score is None:
        for car in play.state.cars.values():
            first_edition_end.score_bonus(play, car)
    elif close is not None:
        _note_bonuses(play, close)
    totals = team_totals(play)
    for team in play.state.teams:
        play.state.points[team] = campaign_points(totals[team], play.settings.points_divisor)
    if play.settings.decision != NO_DECISION:
        decide(play)
    for team, points in play.state.points.items():
        play.note("team_points", "RH-090", team=team, raw=exact(totals[team]), points=points)
    for car in play.state.cars.values():
        for crew in play.aboard(car):
            play.begin_procedure(f"end/{crew.id}")
            _resolve_injuries(play, car, crew)


def campaign_points(raw: Fraction, divisor: int) -> int:
    """Campaign points for exact duel points: rounded half up, and never below 0 (RH-090)."""
    return int((2 * max(raw, Fraction(0)) + divisor) // (2 * divisor))


def _note_bonuses(play: Match, close: PhaseClose) -> None:
    """Write down the bonuses of every car, those for first blood included (RH-090)."""
    at_the_end = [change for change in close.changes if change.kind == "bonus" and change.rule != FIRST_BLOOD]
    for car in play.state.cars.values():
        parts = {change.rule: exact(change.points) for change in at_the_end if change.car == car.id}
        total = bonus_points(play, car)
        earlier = total - sum((change.points for change in at_the_end if change.car == car.id), Fraction(0))
        if earlier:
            parts = {FIRST_BLOOD: exact(earlier), **parts}
        aboard = play.aboard(car)
        play.note(
            "bonus", "RH-090", car, before={"bonus_points": exact(earlier)}, after={"bonus_points": exact(total)},
            parts=parts, alive=sum(not play.is_dead(crew) for crew in aboard), aboard=len(aboard),
        )  # fmt: skip


def _resolve_injuries(play: Match, car: CarState, crew: CrewState) -> None:
    """Resolve lost points as flesh wounds, a toughness check or out of action.

    In a destroyed car, anyone who is not out of action also makes a toughness check (RH-092, RH-094).
    """
    toughness = play.crews[crew.id].toughness
    before = {"wounds": crew.wounds, "out": crew.out}
    if play.is_dead(crew):
        crew.out = True
    elif crew.hits >= play.unconscious_at:
        crew.out = not passes_toughness_check(play, crew.id, toughness=toughness, rule="RH-092", why="unconscious")
        crew.wounds = int(not crew.out)
    else:
        crew.wounds = crew.hits
    if car.status is CarStatus.COMPLETE_KILL and not crew.out:
        crew.out = not passes_toughness_check(play, crew.id, toughness=toughness, rule="RH-092", why="destroyed car")
    after = {"wounds": crew.wounds, "out": crew.out}
    if after != before:
        play.note("came_through", "RH-092", car, crew=crew.id, before=before, after=after)
