"""What the scorer keeps of each duelist while a duel is scored. Rules CW-S-002, CW-S-027, CW-S-030."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from rules.carwars.scoring.duel import Duel, Duelist
from rules.carwars.scoring.fire_credit import LedgerEntry
from rules.carwars.scoring.settings import ScoringSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Credit:
    """Who is credited with a kill: shares by duelist that add up to 1, and the reasoning, a sentence for each step.

    `""` holds the share that nobody earns. `rule` is the rule that decided it.
    """

    shares: dict[str, Fraction]
    rule: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KillRecord:
    """A mobility or a complete kill that was scored: its phase, the credit proposed, and the referee's own if any."""

    phase: int
    proposed: Credit
    ruled: dict[str, Fraction] | None = None
    note: str = ""

    @property
    def shares(self) -> dict[str, Fraction]:
        """The shares that count: the referee's where they ruled, else those proposed."""
        return self.proposed.shares if self.ruled is None else self.ruled


@dataclass(slots=True)
class DuelistScore:
    """A duelist in a duel: points, condition, and what was done to the vehicle (CW-S-002).

    `speed` is in miles an hour. `able` says whether an occupant can drive. `reaches` is the referee's finding on
    whether a car that cannot accelerate can still harm somebody, None while there is none (CW-S-010).
    `kept_since` is the phase of the finding that it is not killed yet, `out_since` that of its complete kill or of
    leaving the arena, and `crew_counted` says whether the living were
    counted.
    """

    entry: Duelist
    alive: int
    speed: int
    able: bool = True
    can_fire: bool = True
    control: str = "controlled"
    reaches: bool | None = None
    destroyed: bool = False
    crew_counted: bool = False
    kept_since: int | None = None
    out_since: int | None = None
    kill_points: Fraction = Fraction(0)
    bonus_points: Fraction = Fraction(0)
    penalty_points: Fraction = Fraction(0)
    mobility_kill: KillRecord | None = None
    complete_kill: KillRecord | None = None
    surrendered_to: str | None = None
    left_arena: bool = False
    fire: Credit | None = None
    ledger: list[LedgerEntry] = field(default_factory=list)
    hazards: list[tuple[int, str]] = field(default_factory=list)
    held_since: int | None = None
    last_able_phase: int = 0  # no mutant: before every phase
    earned: set[tuple[str, str]] = field(default_factory=set)
    pending_jumps: list[str] = field(default_factory=list)
    positive_credit: bool = False

    @property
    def id(self) -> str:
        """The duelist's id."""
        return self.entry.id

    @property
    def total(self) -> Fraction:
        """All points together (CW-S-002)."""
        return self.kill_points + self.bonus_points + self.penalty_points

    @property
    def in_control(self) -> bool:
        """Whether the car is neither rolling, skidding nor spinning, and has a driver who lives (CW-S-030)."""
        return self.control == "controlled" and self.able and self.complete_kill is None and not self.left_arena

    @property
    def is_manned(self) -> bool:
        """Whether somebody aboard lives: of its own crew, or who took it over (CW-S-009, CW-S-014)."""
        return self.alive > 0 or self.able

    @property
    def is_able_to_move(self) -> bool:
        """Whether it can move or still rolls: not both a mobility kill and at speed 0 (CW-S-036)."""
        return not self.left_arena and (self.mobility_kill is None or self.speed != 0)

    @property
    def mobility(self) -> tuple[int, bool]:
        """How recently a car was able to move, and whether it is mobile at the end: what breaks a tie (CW-S-036)."""
        return self.last_able_phase, self.mobility_kill is None

    @property
    def is_left(self) -> bool:
        """Whether the vehicle counts as left in the duel (CW-S-034)."""
        return self.complete_kill is None and not self.left_arena

    def threshold_score(self, settings: ScoringSettings) -> Fraction:
        """The score that the two thresholds are compared with (CW-S-026, CW-S-027)."""
        score = self.kill_points
        if settings.penalties_count_toward_threshold:
            score += self.penalty_points
        if settings.bonuses_count_toward_threshold:
            score += self.bonus_points
        return score


def initial_scores(duel: Duel) -> dict[str, DuelistScore]:
    """Every duelist before the first phase, by id."""
    return {entry.id: DuelistScore(entry=entry, alive=entry.occupants, speed=entry.speed) for entry in duel.duelists}
