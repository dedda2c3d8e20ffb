"""A duel scored phase by phase from its events. Rules CW-S-004 to CW-S-023, CW-S-026, CW-S-038, CW-S-054."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias, TypeVar, cast

from rules.carwars.scoring.causes import Attack
from rules.carwars.scoring.credit import burning_vehicle, propose_credit
from rules.carwars.scoring.duel import Duel, Feature
from rules.carwars.scoring.endings import DuelEnd, find_end, update_held
from rules.carwars.scoring.event_checks import event_refusal, refuse_bad_close, refuse_bad_events, refuse_late_events
from rules.carwars.scoring.events import (
    Armed,
    BurnModifier,
    Checkpoint,
    ControlState,
    Counter,
    Crew,
    DuelEvent,
    Event,
    Extinguished,
    FireRoll,
    Hazard,
    Hit,
    Jump,
    Kill,
    LeftArena,
    NotKilled,
    Reach,
    Speed,
    Surrender,
    Takeover,
    Target,
    TimeCalled,
)
from rules.carwars.scoring.fire_credit import NOBODY, LedgerEntry, active_modifiers, fire_shares, ignites
from rules.carwars.scoring.no_drop_zones import counter_sides, zone_penalty
from rules.carwars.scoring.places import places_of
from rules.carwars.scoring.proposals import Proposal, is_harmless, is_kept, proposals
from rules.carwars.scoring.state import Credit, DuelistScore, KillRecord, initial_scores
from rules.carwars.scoring.state_checks import state_faults
from rules.core.refusals import refuse_first

AnyEvent = TypeVar("AnyEvent", bound=Event)
EventsByType: TypeAlias = dict[type[Event], list[Event]]
WHOLE = Fraction(1)


class ScoreLine(NamedTuple):
    """One change of a score: when, whose, of which kind, how many points, by which rule, and why in a sentence.

    `kind` is `kill`, `bonus` or `penalty`, as the points are counted.
    """

    phase: int
    duelist: str
    kind: str
    points: Fraction
    rule: str
    reason: str


class Standing(NamedTuple):
    """A duelist's points at the close of a phase: all together, and what the thresholds see (CW-S-027)."""

    total: Fraction
    threshold_score: Fraction
    held_since: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """What the events of a duel come to.

    `phases` has the standing of each duelist at the close of every phase from 1 on. `places` are by totals while the
    duel goes on. `end` is None until it is over.
    """

    scores: Mapping[str, DuelistScore]
    lines: tuple[ScoreLine, ...]
    phases: tuple[Mapping[str, Standing], ...]
    end: DuelEnd | None
    places: Mapping[str, int]
    proposals: tuple[Proposal, ...]


def score_duel(duel: Duel, happened: Iterable[DuelEvent], *, closed: int | None = None) -> ScoreSheet:
    """Score a duel. Raises `Malformed` for a duel or events that cannot be scored, naming every fault.

    Phases up to `closed` are over, the last phase with an event unless it is given. The order of events within a
    phase means nothing (CW-S-004).
    """
    listed = list(happened)
    refuse_bad_events(duel, listed)
    refuse_bad_close(duel, listed, closed)
    scoring = DuelScoring(duel)
    by_phase: dict[int, list[DuelEvent]] = defaultdict(list)
    for event in listed:
        by_phase[duel.settings.phase_index(event.turn, event.phase)].append(event)
    last = max(by_phase, default=0) if closed is None else closed  # no mutant: neither is a phase
    for phase in range(1, last + 1):
        if scoring.end is not None:
            break
        scoring.close_phase(by_phase.get(phase, []), listed=listed)
    if scoring.end is not None:
        refuse_late_events(duel, listed, scoring.end.phase)
    return scoring.sheet()


class DuelScoring:
    """A duel while its phases are closed one after the other, from the first on.

    `score_duel` checks the duel and its events first. Code that closes phases itself enters only events that it
    would not refuse.
    """

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        self.listed: Sequence[DuelEvent] = ()
        self.scores = initial_scores(duel)
        self.lines: list[ScoreLine] = []
        self.phases: list[Mapping[str, Standing]] = []
        self.end: DuelEnd | None = None
        self.blood_shed = False
        self.phase = 0  # no mutant: no phase yet

    def close_phase(self, happened: Sequence[DuelEvent], *, listed: Sequence[DuelEvent] | None = None) -> None:
        """Apply all events of the next phase, then evaluate it once (CW-S-004).

        Raises `DuelEventsRefused` for events that the state of the duel does not allow, each with its place in
        `listed`: all events of the duel, or those of the phase unless it is given.
        """
        self.phase += 1
        self.listed = happened if listed is None else listed
        known_lines = len(self.lines)
        refuse_first(
            event_refusal(event, self._place_of(event), sentence)
            for event, sentence in state_faults(self.duel, self.scores, happened)
        )
        by_type = _by_type(happened)
        self._note_conditions(by_type)
        self._note_hits(by_type)
        self._burn(by_type)
        self._award_features(by_type)
        self._penalize_counters(by_type)
        self._score_kills(by_type)
        self._score_departures(by_type)
        self._score_dry_cars()
        self._award_jumps()
        for score in self.scores.values():
            if score.is_able_to_move:
                score.last_able_phase = self.phase
            if not score.is_left and score.out_since is None:
                score.out_since = self.phase
        settings = self.duel.settings
        if len(self.lines) > known_lines:  # no mutant: it saves time
            update_held(self.scores, self.phase, settings)
        called = bool(_pick(by_type, TimeCalled))
        self.end = find_end(self.scores, self.phase, settings, time_called=called)
        if self.end is not None:
            self._award_final_bonuses()
        unchanged = self.phases and len(self.lines) == known_lines
        self.phases.append(self.phases[-1] if unchanged else self._standings())

    def _standings(self) -> Mapping[str, Standing]:
        settings = self.duel.settings
        return {id: Standing(s.total, s.threshold_score(settings), s.held_since) for id, s in self.scores.items()}

    def sheet(self) -> ScoreSheet:
        """What the phases so far come to."""
        return ScoreSheet(
            scores=self.scores,
            lines=tuple(self.lines),
            phases=tuple(self.phases),
            end=self.end,
            places=places_of(self.scores, self.end),
            proposals=tuple(proposals(self.duel, self.scores, self.phase, over=self.end is not None)),
        )

    # ------------------------------------------------------------------------------------------ condition and hits

    def _note_conditions(self, happened: EventsByType) -> None:
        for speed in _pick(happened, Speed):
            self.scores[speed.of].speed = speed.mph
        for control in _pick(happened, ControlState):
            self.scores[control.of].control = control.state
        for crew in _pick(happened, Crew):
            self.scores[crew.of].alive, self.scores[crew.of].able = crew.alive, crew.can_drive
            self.scores[crew.of].crew_counted = True
        for takeover in _pick(happened, Takeover):
            self.scores[takeover.into].able = True
        for armed in _pick(happened, Armed):
            self.scores[armed.of].can_fire = armed.can_fire
        for reach in _pick(happened, Reach):
            self.scores[reach.of].reaches = reach.reaches
        for kept in _pick(happened, NotKilled):
            self.scores[kept.on].kept_since = self.phase

    def _note_hits(self, happened: EventsByType) -> None:
        """Keep every hazard, and award first blood where none was shed before (CW-S-018)."""
        hazards = [(hit.by, hit.on) for hit in _pick(happened, Hit) if hit.hazard]
        hazards += [(hazard.by, hazard.on) for hazard in _pick(happened, Hazard)]
        for by, on in hazards:
            if by != on:
                self.scores[on].hazards.append((self.phase, by))
        if self.blood_shed:
            return
        team = self.duel.team_of
        damage = [(hit.by, hit.on) for hit in _pick(happened, Hit)]
        damage += [(kill.because.by, kill.on) for kill in _pick(happened, Kill) if isinstance(kill.because, Attack)]
        first = sorted({by for by, on in damage if team(by) != team(on)})
        self.blood_shed = bool(first)
        for by in first:
            self._bonus(by, self.duel.settings.bonus_first_blood, "CW-S-018", "First blood.")

    # -------------------------------------------------------------------------------------------------------- fire

    def _burn(self, happened: EventsByType) -> None:
        """Update the ledgers of burn modifiers, and see which rolls light a fire (CW-S-049, CW-S-050)."""
        settings = self.duel.settings
        for out in _pick(happened, Extinguished):
            score = self.scores[out.on]
            score.fire = None
            if settings.personal_extinguishers_clear or not out.personal:
                score.ledger.clear()
        for placed in _pick(happened, BurnModifier):
            expires = settings.phase_index(placed.turn + placed.turns, settings.phases_per_turn)
            entry = LedgerEntry(placed.by, placed.modifier, self.phase, expires)
            self.scores[placed.on].ledger.append(entry)
        for roll in _pick(happened, FireRoll):
            active = active_modifiers(self.scores[roll.on].ledger, self.phase)
            if ignites(active, roll.roll) and self.scores[roll.on].fire is None:
                self.scores[roll.on].fire = self._fire_credit(roll)

    def _fire_credit(self, roll: FireRoll) -> Credit:
        """Who is credited for the fire that a roll lit, by the rule for two (CW-S-051) or for more (CW-S-052)."""
        settings, name = self.duel.settings, self.duel.name_of
        active = active_modifiers(self.scores[roll.on].ledger, self.phase)
        shares = fire_shares(
            active, roll.roll, victim=roll.on, division=settings.credit_fire, sharers=settings.fire_share
        )
        rule = "CW-S-051" if len(active) <= 2 else "CW-S-052"
        held = ", ".join(f"{name(by)} {modifier.total}" for by, modifier in sorted(active.items()))
        said = f"{name(roll.on)} caught fire on a roll of {roll.roll} against modifiers of {held}."
        return Credit(shares=shares, rule=rule, steps=(said,))

    # ----------------------------------------------------------------------------------------- awards and penalties

    def _award_features(self, happened: EventsByType) -> None:
        """Award checkpoints and targets, and note jumps that landed on their ramp (CW-S-020 to CW-S-022)."""
        arena = self.duel.arena
        for touched in _pick(happened, Checkpoint):
            self._feature(touched.by, "checkpoint", touched.name, arena.checkpoints[touched.name], "CW-S-020")
        for target in _pick(happened, Target):
            if target.damage == "vehicular" and target.points >= 1:
                self._feature(target.by, "target", target.name, arena.targets[target.name], "CW-S-021")
        for jump in _pick(happened, Jump):
            if jump.landed == "ramp":
                self.scores[jump.by].pending_jumps.append(jump.name)

    def _award_jumps(self) -> None:
        """Award the jumps of every car that has control again (CW-S-022)."""
        for score in self.scores.values():
            if score.pending_jumps and score.in_control:
                for name in score.pending_jumps:
                    self._feature(score.id, "jump", name, self.duel.arena.jumps[name], "CW-S-022")
                score.pending_jumps = []

    def _feature(self, duelist: str, kind: str, name: str, feature: Feature, rule: str) -> None:
        score = self.scores[duelist]
        if feature.repeats or (kind, name) not in score.earned:
            score.earned.add((kind, name))
            score.positive_credit = True
            self._bonus(duelist, feature.points, rule, f"The {kind} {name}.")

    def _penalize_counters(self, happened: EventsByType) -> None:
        """Count the counters in no-drop zones, each for itself (CW-S-024)."""
        settings = self.duel.settings
        for counter in _pick(happened, Counter):
            if counter.gas and not settings.no_drop_gases:
                continue
            width, length = counter_sides(
                width=counter.width, length=counter.length, squares=counter.squares,
                projector=settings.projector_counter if counter.projector else "",
            )  # fmt: skip
            points = zone_penalty(
                width=width, length=length, squares=counter.squares, rate=settings.no_drop_rate,
                partial=settings.no_drop_partial,
            )  # fmt: skip
            if points:
                self.scores[counter.by].penalty_points += points
                said = "A counter in a no-drop zone."
                self.lines.append(ScoreLine(self.phase, counter.by, "penalty", points, "CW-S-024", said))

    def _bonus(self, duelist: str, points: int, rule: str, said: str) -> None:
        if points:
            self.scores[duelist].bonus_points += points
            self.lines.append(ScoreLine(self.phase, duelist, "bonus", Fraction(points), rule, said))

    def _award_final_bonuses(self) -> None:
        """Award survival, and those that still move (CW-S-017, CW-S-019)."""
        settings = self.duel.settings
        for score in self.scores.values():
            if score.alive == score.entry.occupants:
                self._bonus(score.id, settings.bonus_all_alive, "CW-S-017", "Everybody aboard is alive.")
            elif score.alive:
                self._bonus(score.id, settings.bonus_one_of_two_alive, "CW-S-017", "Somebody aboard is alive.")
            if score.speed and not score.left_arena:
                self._bonus(score.id, settings.bonus_still_moving, "CW-S-019", "Still moving.")

    # ------------------------------------------------------------------------------------------------------- kills

    def _score_kills(self, happened: EventsByType) -> None:
        """Score the kills that were entered: mobility kills, then what completes them (CW-S-005 to CW-S-007)."""
        kills = _pick(happened, Kill)
        stopped = {event.of for event in _pick(happened, Speed)}
        for kill in (*_of_part(kills, "mobility"), *_of_part(kills, "destroyed")):
            if self.scores[kill.on].mobility_kill is None:
                self._score_kill(kill.on, "mobility", self._record(kill))
        for kill in (*_of_part(kills, "complete"), *_of_part(kills, "destroyed")):
            self._score_kill(kill.on, "complete", self._record(kill))
            self.scores[kill.on].destroyed = kill.part == "destroyed"
            if kill.part == "destroyed" and kill.on not in stopped:
                self.scores[kill.on].speed = 0

    def _record(self, kill: Kill) -> KillRecord:
        """The credit proposed for a kill, and the referee's own. Raises `DuelEventsRefused` without a fire."""
        pushed = self.duel.settings.credit_push == "last_contact"
        burning = burning_vehicle(kill.because, kill.on, last_contact=pushed)
        if burning and self.scores[burning].fire is None and kill.ruled is None:
            sentence = f"{burning} is not on fire. Enter its burn modifiers and the roll that lit it."
            raise event_refusal(kill, self._place_of(kill), sentence)
        proposed = propose_credit(kill.because, kill.on, duel=self.duel, scores=self.scores, phase=self.phase)
        if kill.ruled is None:
            return KillRecord(phase=self.phase, proposed=proposed)
        ruled = {duelist: Fraction(share) for duelist, share in kill.ruled.shares.items()}
        return KillRecord(phase=self.phase, proposed=proposed, ruled=ruled, note=kill.ruled.note)

    def _place_of(self, event: DuelEvent) -> int:
        """The place of an event among all that were given."""
        return next(place for place, listed in enumerate(self.listed) if listed is event)

    def _score_kill(self, victim: str, part: str, record: KillRecord) -> None:
        """Score one part of a kill: shares to those who earned it, the whole loss to the victim (CW-S-047)."""
        settings, name = self.duel.settings, self.duel.name_of
        score = self.scores[victim]
        if part == "mobility":
            worth, rule, what, score.mobility_kill = settings.mobility_kill, "CW-S-005", "mobility kill", record
        else:
            worth, rule, what, score.complete_kill = settings.complete_kill_extra, "CW-S-006", "complete kill", record
        why = self._reasoning(record)
        for duelist, share in record.shares.items():
            if duelist != NOBODY and share:
                self.scores[duelist].kill_points += worth * share
                self.scores[duelist].positive_credit = True
                said = f"The {what} of {name(victim)}. {why}"
                self.lines.append(ScoreLine(self.phase, duelist, "kill", worth * share, rule, said))
        lost = record.shares.get(NOBODY, Fraction(0))
        if lost:
            why = f"{why} A share of {lost} is nobody's."
        if settings.loss_equals_gain and worth:
            score.kill_points -= worth
            said = f"Lost by the {what}. {why}"
            self.lines.append(ScoreLine(self.phase, victim, "kill", Fraction(-worth), rule, said))

    def _reasoning(self, record: KillRecord) -> str:
        """Why a kill is credited as it is: the steps with their rule, and what the referee ruled instead."""
        proposed = f"{' '.join(record.proposed.steps)} [{record.proposed.rule}]"
        if record.ruled is None:
            return proposed
        shares = self._share_words(record.proposed.shares)
        return f"Ruled by the referee: {record.note} Proposed: {shares}. {proposed}"

    def _share_words(self, shares: Mapping[str, Fraction]) -> str:
        """Shares in words: "Jane 1/2, nobody 1/2"."""
        return ", ".join(f"{self.duel.name_of(duelist)} {share}" for duelist, share in sorted(shares.items()))

    def _score_departures(self, happened: EventsByType) -> None:
        """Score those who surrendered, and note those who left the arena (CW-S-013)."""
        for surrender in _pick(happened, Surrender):
            score = self.scores[surrender.of]
            score.surrendered_to = surrender.to
            record = KillRecord(phase=self.phase, proposed=self._surrender_credit(surrender))
            if score.mobility_kill is None:
                self._score_kill(surrender.of, "mobility", record)
            if score.complete_kill is None:
                self._score_kill(surrender.of, "complete", record)
        for left in _pick(happened, LeftArena):
            self.scores[left.of].left_arena = True

    def _surrender_credit(self, surrender: Surrender) -> Credit:
        match self.duel.settings.surrender_credit:
            case "named" if surrender.to:
                said = f"They surrendered to {self.duel.name_of(surrender.to)}."
                return Credit(shares={surrender.to: WHOLE}, rule="CW-S-013", steps=(said,))
            case "mobility_killer" if (record := self.scores[surrender.of].mobility_kill) is not None:
                said = "They surrendered, and whoever made them a mobility kill is credited."
                return Credit(shares=record.shares, rule="CW-S-013", steps=(said,))
            case _:
                return Credit(shares={NOBODY: WHOLE}, rule="CW-S-013", steps=("They surrendered to nobody.",))

    def _score_dry_cars(self) -> None:
        """Complete the kill of every immobile car that can harm nobody any more (CW-S-010, CW-S-011)."""
        for score in self.scores.values():
            if score.mobility_kill is None or score.complete_kill is not None or is_kept(score, self.phase):
                continue
            if self.duel.settings.ammo_out and is_harmless(score, self.duel.settings) is True:
                self._score_kill(score.id, "complete", self._dry_record(score))

    def _dry_record(self, score: DuelistScore) -> KillRecord:
        """The rest goes to the one who made it a mobility kill, or to nobody (CW-S-011)."""
        mobility = score.mobility_kill
        assert mobility is not None  # noqa: S101 - asked of mobility kills only
        said = f"{self.duel.name_of(score.id)} cannot move and has nothing left to fire."
        if self.duel.settings.ammo_out_credit == "nobody":
            return KillRecord(
                phase=self.phase, proposed=Credit(shares={NOBODY: WHOLE}, rule="CW-S-011", steps=(said,))
            )
        credit = Credit(shares=dict(mobility.shares), rule="CW-S-011", steps=(said,))
        return KillRecord(phase=self.phase, proposed=credit)


def _of_part(kills: Sequence[Kill], part: str) -> list[Kill]:
    """The kills of one part."""
    return [kill for kill in kills if kill.part == part]


def _by_type(happened: Sequence[DuelEvent]) -> EventsByType:
    """The events of a phase by their type, each list in the order they were given in."""
    by_type: EventsByType = {}
    for event in happened:
        by_type.setdefault(type(event), []).append(event)
    return by_type


def _pick(happened: EventsByType, kind: type[AnyEvent]) -> list[AnyEvent]:
    """The events of one type."""
    return cast("list[AnyEvent]", happened.get(kind, []))
