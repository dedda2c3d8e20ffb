"""The questionnaire's book as a referee's table asks it: duels, events and score sheets in plain values.

Rules CW-S-001 to CW-S-057.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.carwars.scoring.answers import arena_with_points, scoring_settings
from rules.carwars.scoring.documents import read_duel_document, sheet_document
from rules.carwars.scoring.duel import Duel, refuse_bad_duel
from rules.carwars.scoring.endings import REASON_RULES
from rules.carwars.scoring.event_fields import CAUSE_KINDS, event_kinds
from rules.carwars.scoring.event_words import event_sentence
from rules.carwars.scoring.events import DuelEvent
from rules.carwars.scoring.league_points import team_places, team_totals, whole_points
from rules.carwars.scoring.score import ScoreSheet, score_duel
from rules.carwars.scoring.settings import ScoringSettings
from rules.carwars.scoring.sheet_text import end_sentence
from rules.core.quoted_text import replace_unreadable
from rules.core.refusals import Malformed
from rules.match.duels.book import Document, DuelistOutcome, EventKind, ScoredDuel, Turns

LONGEST_PROBLEM = 300  # no mutant: no rule prints it
"""Characters of a problem that are repeated."""


class QuestionnaireDuels:
    """Duels scored by the referee's questionnaire."""

    questionnaire = "carwars"
    cause_kinds = CAUSE_KINDS

    def settings(self, answers: Mapping[str, Any]) -> Document:
        """Every setting of a duel, from the answers that are not the printed ones (CW-S-001)."""
        return _plain(scoring_settings(answers))

    def arena(self, answers: Mapping[str, Any], names: Mapping[str, list[str]]) -> Document:
        """The arena whose features have these names, worth what the answers say (CW-S-020 to CW-S-022)."""
        return _plain(arena_with_points(answers, names))

    def turns(self, settings: Document) -> Turns:
        """The phases of a turn, and the most turns (CW-S-003, CW-S-034)."""
        read = msgspec.convert(settings, ScoringSettings)
        return Turns(read.phases_per_turn, read.turn_limit)

    def read_duel(self, document: Document) -> Document:
        """A duel without events, every field of it. Raises `Malformed` for each fault."""
        read = read_duel_document(document)
        refuse_bad_duel(read.duel())
        return {
            "duelists": [_plain(duelist) for duelist in read.duelists],
            "settings": _plain(read.settings),
            "arena": _plain(read.arena),
        }

    def read_event(self, document: object) -> Document:
        """An event, every field of it. Raises `Malformed`, naming the first field that is wrong."""
        try:
            event: DuelEvent = msgspec.convert(document, DuelEvent)
        except RecursionError:
            raise Malformed("This is no event: its cause is nested too deeply. Leave out its first links.") from None
        except msgspec.ValidationError as error:
            problem, _, where = str(error).partition(" - at ")
            said = f"{problem} (at {where.removeprefix('`$.').rstrip('`')})" if where else problem
            raise Malformed(
                f"This is no event: {replace_unreadable(said[:LONGEST_PROBLEM])}. Correct that field."
            ) from None
        return _plain(event)

    def score(self, document: Document) -> ScoredDuel:
        """Score a duel with its events (CW-S-004). Raises `Malformed`, with the place of each that cannot be."""
        read = read_duel_document(document)
        duel = read.duel()
        sheet = score_duel(duel, read.events, closed=read.closed)
        return ScoredDuel(
            sheet=sheet_document(duel, sheet),
            end=None if sheet.end is None else sheet.end.phase,
            end_sentence="" if sheet.end is None else end_sentence(duel, sheet.end),
            end_rule="" if sheet.end is None else REASON_RULES[sheet.end.reason],
            outcomes=tuple(_outcome(duel, sheet, id) for id in sheet.scores),
            points={team: whole_points(total) for team, total in team_totals(duel, sheet).items()},
            places=team_places(duel, sheet),
        )

    def narrate(self, document: Document, events: Sequence[Document]) -> list[str]:
        """Each event in a sentence, with the names of the duel."""
        duel = read_duel_document({**document, "events": []}).duel()
        return [event_sentence(duel, event) for event in msgspec.convert(list(events), list[DuelEvent])]

    def event_kinds(self, document: Document) -> tuple[EventKind, ...]:
        """The types of events that the duel can have by its settings and its arena."""
        return event_kinds(read_duel_document({**document, "events": []}).duel())


def _outcome(duel: Duel, sheet: ScoreSheet, id: str) -> DuelistOutcome:
    """What became of a vehicle (CW-S-055 to CW-S-057)."""
    score = sheet.scores[id]
    kills = 0
    for victim in sheet.scores.values():
        shares = {} if victim.complete_kill is None else victim.complete_kill.shares
        kills += bool(shares.get(id)) and shares[id] == max(shares.values())
    return DuelistOutcome(
        id=id,
        team=duel.team_of(id),
        occupants=score.entry.occupants,
        alive=score.alive,
        can_drive=score.able,
        can_fire=score.can_fire,
        control=score.control,
        speed=score.speed,
        on_fire=score.fire is not None,
        destroyed=score.destroyed,
        left_arena=score.left_arena,
        surrendered=score.surrendered_to is not None,
        kills=kills,
        scores=_has_kill_credit(sheet, id)
        + sum(line.duelist == id and line.rule in FEATURE_RULES for line in sheet.lines),
        place=sheet.places[id],
    )


def _has_kill_credit(sheet: ScoreSheet, id: str) -> bool:
    kills = (kill for victim in sheet.scores.values() for kill in (victim.mobility_kill, victim.complete_kill))
    return any(kill is not None and kill.shares.get(id) for kill in kills)


FEATURE_RULES = frozenset({"CW-S-020", "CW-S-021", "CW-S-022"})
"""The rules by which checkpoints, targets and jumps are awarded."""


def _plain(value: msgspec.Struct) -> Document:
    plain: Document = msgspec.to_builtins(value)
    return plain


BOOK = QuestionnaireDuels()
