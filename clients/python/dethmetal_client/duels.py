"""The methods of a client about duels that are run at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dethmetal_client.answer_lists import list_in
from dethmetal_client.asking import Asking
from dethmetal_client.duel_shapes import Duel, DuelActions, DuelSummary, ScoreSheet
from dethmetal_client.paths import league_path
from dethmetal_client.shapes import decode_as

Document = Mapping[str, Any]


class DuelMethods:
    """Duels, read and run by `asking`."""

    asking: Asking

    def duels(self, league: str, season: str) -> tuple[DuelSummary, ...]:
        """The duels of a season that are or were run at a table, the newest first."""
        answer = self.asking.get(f"{league_path(league, season)}/duels")
        return tuple(decode_as(DuelSummary, duel) for duel in list_in(answer, "duels"))

    def open_duel(self, league: str, season: str, duel: Document, *, key: str) -> Duel:
        """Open a duel as a commissioner: its `title`, and a `match` with `speeds` or `entrants`; also an `arena`."""
        path = f"{league_path(league, season)}/duels"
        return decode_as(Duel, self.asking.post(path, dict(duel), key=key).document)

    def duel(self, league: str, season: str, number: int) -> Duel:
        """A duel with its score sheet and its log; fetched again only if it was changed."""
        return decode_as(Duel, self.asking.get(f"{league_path(league, season)}/duels/{number}"))

    def act_in_duel(self, league: str, season: str, number: int, actions: Sequence[Document]) -> DuelActions:
        """Send what happened in a duel as its referee; each action has a key of its own and is taken once."""
        body = {"actions": [dict(action) for action in actions]}
        path = f"{league_path(league, season)}/duels/{number}/actions"
        return decode_as(DuelActions, self.asking.post(path, body, safe=True).document)

    def score_duel(self, duel: Document) -> ScoreSheet:
        """Score a duel from its events. It needs no league and no token, and nothing is saved."""
        return decode_as(ScoreSheet, self.asking.post("/duels/score", dict(duel), safe=True).document)
