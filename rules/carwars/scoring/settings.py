"""The settings a duel is scored under. Rules CW-S-001, CW-S-008, CW-S-009, CW-S-013, CW-S-025, CW-S-037, CW-S-056."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed, refuse_any

HELD_TURNS = 5
"""Turns that the lower threshold is held for where no number of phases is set (CW-S-001)."""
CHOICES: dict[str, tuple[str, ...]] = {
    "end_mode": ("threshold", "fixed_turn", "clock_time"),  # no mutant: only the first has a place
    "fire_share": ("pivotal", "all"),
    "credit_fire": ("solo_then_first", "even_split", "proportional"),  # no mutant: only the first has a place
    "credit_push": ("initiator", "last_contact"),
    "credit_shed_obstacle": ("last_hazard_on_shedder", "shedder", "nobody"),  # no mutant: only the first has a place
    "ammo_out_credit": ("mobility_killer", "nobody"),
    "coasting_kill": ("judgement", "on_stop", "immediate"),  # no mutant: only the first has a place
    "surrender_credit": ("named", "mobility_killer", "nobody"),  # no mutant: only the first has a place
    "no_drop_partial": ("round_up_units", "exact_area"),
    "projector_counter": ("half_inch", "one_inch"),
    "zero_total_policy": ("equal", "none"),
}
"""What each setting of words may be, the printed answer first."""
BOUNDS: dict[str, tuple[int, int]] = {
    "mobility_kill": (0, 1000),  # no mutant: no rule prints it
    "complete_kill_extra": (0, 1000),  # no mutant: no rule prints it
    "bonus_all_alive": (0, 1000),  # no mutant: no rule prints it
    "bonus_one_of_two_alive": (0, 1000),  # no mutant: no rule prints it
    "bonus_first_blood": (0, 1000),  # no mutant: no rule prints it
    "bonus_still_moving": (0, 1000),  # no mutant: no rule prints it
    "instant_win_threshold": (1, 10_000),  # no mutant: no rule prints it
    "held_win_threshold": (1, 10_000),  # no mutant: no rule prints it
    "turn_limit": (1, 100),  # no mutant: no rule prints it
    "phases_per_turn": (1, 10),  # no mutant: no rule prints it
    "start_speed_least": (0, 100),  # no mutant: no rule prints it
    "start_speed_most": (0, 100),  # no mutant: no rule prints it
    "no_drop_rate": (-1000, 0),  # no mutant: no rule prints it
}
"""The lowest and the highest figure of each setting that is a number."""
PROJECTOR_SIDES = {"half_inch": 50, "one_inch": 100}
"""The side of the counter that a fluid projector lays, in hundredths of an inch (CW-Q-067)."""
MOST_HELD_PHASES = 1000  # no mutant: no rule prints it
DEFINITIONS = ("mobility_kill_definition", "complete_kill_definition")  # no mutant: both are checked alike
LONGEST_DEFINITION = 2000  # no mutant: no rule prints it
"""The most characters of a definition in the referee's words."""


class ScoringSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every setting of the scorer with its printed default (CW-S-001).

    Points are duel points, speeds miles an hour. `held_win_phases` None is five turns. `no_drop_rate` is the penalty
    for each half-inch square, 0 or less. `surrender_credit` says who is credited with a car that surrenders, where
    that is allowed: the one it surrenders to, the one who made it a mobility kill, or nobody (CW-S-013). A
    definition is the referee's own, and empty where the printed one stands (CW-S-008, CW-S-009).
    """

    mobility_kill: int = 20
    """Duel points of a mobility kill (CW-Q-147)."""
    complete_kill_extra: int = 20
    """Duel points of a complete kill, besides those of the mobility kill (CW-Q-147)."""
    loss_equals_gain: bool = True
    """Whether the victim loses as many points (CW-Q-147)."""
    bonus_all_alive: int = 2
    """Duel points where everybody aboard is alive at the end (CW-Q-147)."""
    bonus_one_of_two_alive: int = 1
    """Duel points where one of two aboard is alive at the end (CW-Q-147)."""
    bonus_first_blood: int = 1
    """Duel points of first blood (CW-Q-147)."""
    bonus_still_moving: int = 1
    """Duel points for still moving at the end (CW-Q-147)."""
    instant_win_threshold: int = 100
    """Score that wins at once (CW-Q-148)."""
    held_win_threshold: int = 80
    """Score that wins when it is held (CW-Q-148)."""
    held_win_phases: int | None = None
    """Phases that it must be held for; null for five turns (CW-Q-148)."""
    turn_limit: int = 30
    """Most turns of the duel (CW-Q-148)."""
    end_mode: str = "threshold"
    """What ends the duel: `threshold`, `fixed_turn` or `clock_time` (CW-Q-148)."""
    phases_per_turn: int = 5
    """Phases in a turn (CW-Q-148)."""
    start_speed_least: int = 20
    """Lowest starting speed, in miles an hour (CW-Q-154)."""
    start_speed_most: int = 40
    """Highest starting speed, in miles an hour (CW-Q-154)."""
    start_speed_locked: bool = True
    """Whether nobody changes speed by choice in the first turn (CW-Q-154)."""
    surrender: bool = False
    """Whether players may surrender (CW-Q-152)."""
    surrender_credit: str = "named"
    """Who is credited with a car that surrenders: `named`, `mobility_killer` or `nobody` (CW-Q-152)."""
    exit_arena: bool = False
    """Whether cars may leave the arena (CW-Q-152)."""
    takeover: bool = False
    """Whether survivors may take over another car (CW-Q-156)."""
    penalties_count_toward_threshold: bool = True
    """Whether penalties lower the score that ends the duel (CW-Q-165)."""
    bonuses_count_toward_threshold: bool = False
    """Whether bonuses count toward the score that ends the duel (CW-Q-147)."""
    ammo_out: bool = True
    """Whether a mobility kill without ammunition is a complete kill (CW-Q-153)."""
    ammo_out_credit: str = "mobility_killer"
    """Who is credited with it: `mobility_killer` or `nobody` (CW-Q-153)."""
    coasting_kill: str = "judgement"
    """When a rolling car without ammunition is a complete kill: `judgement`, `on_stop` or `immediate` (CW-Q-159)."""
    credit_swerve: bool = True
    """Whether the one who dropped a weapon is credited with those who crash avoiding it (CW-Q-157)."""
    credit_bounce: bool = True
    """Whether a car that was rammed is credited with the rammer who lost control by it (CW-Q-158)."""
    credit_push: str = "initiator"
    """Who is credited with a car hit by a pushed one: `initiator` or `last_contact` (CW-Q-160)."""
    credit_shed_obstacle: str = "last_hazard_on_shedder"
    """Who is credited with a car lost to an obstacle that fell off another: `last_hazard_on_shedder`, `shedder` or
    `nobody` (CW-Q-169).
    """
    advanced_fire: bool = True
    """Whether the advanced fire rules apply (CW-Q-095)."""
    personal_extinguishers_clear: bool = True
    """Whether a personal fire extinguisher removes burn modifiers (CW-Q-109)."""
    credit_fire: str = "solo_then_first"
    """How a fire is credited: `solo_then_first`, `even_split` or `proportional` (CW-Q-168)."""
    fire_share: str = "pivotal"
    """How a fire that none could start alone is shared: `pivotal` or `all` (CW-Q-168)."""
    no_drop_zones: bool = True
    """Whether the zones that an arena marks count (CW-Q-165)."""
    no_drop_rate: int = -7
    """Penalty for each half-inch square, 0 or less (CW-Q-165)."""
    no_drop_partial: str = "round_up_units"
    """How a counter that is partly inside is measured: `round_up_units` or `exact_area` (CW-Q-166)."""
    no_drop_gases: bool = True
    """Whether smoke, paint and sand are penalized (CW-Q-167)."""
    projector_counter: str = "half_inch"
    """Side of the counter that a fluid projector lays: `half_inch` or `one_inch` (CW-Q-067)."""
    mobility_kill_definition: str = ""
    """The referee's own definition of a mobility kill; empty for the printed one (CW-Q-149)."""
    complete_kill_definition: str = ""
    """The referee's own definition of a complete kill; empty for the printed one (CW-Q-150)."""
    zero_total_policy: str = "equal"
    """Shares of the pot where nobody has points above 0: `equal` or `none` (CW-S-056)."""
    floor_standings: bool = False
    """Whether standings count no points below 0 (CW-S-056)."""

    @property
    def held_phases(self) -> int:
        """For how many phases the lower threshold is held before it ends the duel (CW-S-029)."""
        return HELD_TURNS * self.phases_per_turn if self.held_win_phases is None else self.held_win_phases

    @property
    def last_phase(self) -> int:
        """The index of the last phase a duel may have (CW-S-034)."""
        return self.turn_limit * self.phases_per_turn

    def phase_index(self, turn: int, phase: int) -> int:
        """The number of a phase counted from the start of the duel: turn 5, phase 4 is 24 (CW-S-003)."""
        return (turn - 1) * self.phases_per_turn + phase

    def moment(self, index: int) -> str:
        """A phase in words: "turn 5, phase 4"."""
        turn, phase = divmod(index - 1, self.phases_per_turn)
        return f"turn {turn + 1}, phase {phase + 1}"


def refuse_bad_settings(settings: ScoringSettings) -> None:
    """Raise `Malformed` for every setting that is outside its range."""
    refuse_any(_bad_settings(settings))


def _bad_settings(settings: ScoringSettings) -> Iterator[Malformed]:
    for name, choices in CHOICES.items():
        if getattr(settings, name) not in choices:
            yield Malformed(f"{name} is one of {', '.join(choices)}: choose one of these.").at(name)
    for name, (lowest, highest) in BOUNDS.items():
        if not lowest <= getattr(settings, name) <= highest:
            yield Malformed(f"{name} is a whole number from {lowest} to {highest}.").at(name)
    for name in DEFINITIONS:
        text = " ".join(getattr(settings, name).split())
        if len(text) > LONGEST_DEFINITION or not is_readable(text):
            yield Malformed(f"{name} has at most {LONGEST_DEFINITION} printable characters: shorten it.").at(name)
    held = settings.held_win_phases
    if held is not None and not 1 <= held <= MOST_HELD_PHASES:
        yield Malformed(f"held_win_phases is from 1 to {MOST_HELD_PHASES}, or null for five turns.").at(
            "held_win_phases"
        )
    if settings.held_win_threshold > settings.instant_win_threshold:
        yield Malformed(
            "held_win_threshold is at most instant_win_threshold: lower the first or raise the second."
        ).at("held_win_threshold")
    if settings.start_speed_least > settings.start_speed_most:
        yield Malformed("start_speed_least is at most start_speed_most.").at("start_speed_least")
