"""Leagues for benchmarks, founded and played through the journal like any other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth import get_user_model

from journal import BatchResult, open_season, perform
from league.membership import found_league
from league.queries.season_leaves import Seeds
from rules.campaign.core.codec import command_from_document

AT = datetime(2026, 9, 1, 18, 0, tzinfo=UTC)
DICE_SEEDS = Seeds(leaves=b"\x07" * 32, salts=b"\x08" * 32)
DICE_WORDS = "5a" * 32
"""Dice words to send with a command, as browsers and programs do."""
ROUNDS = 60
SEED_MONEY_K = 1_000_000
"""Enough money that no workload ever runs out of it."""

Document = dict[str, Any]


@dataclass
class BenchmarkLeague:
    """A league with that many franchises, each with that many drivers and cars, in one season."""

    league: str
    franchises: int
    drivers: int
    cars: int
    given: int = 0
    dice: Seeds | bytes = DICE_SEEDS
    """The source of its dice: leaves, or one secret."""

    @property
    def season(self) -> str:
        """The season's id."""
        return f"{self.league}/s1"

    @property
    def teams(self) -> list[str]:
        """The ids of its franchises."""
        return [f"f{number}" for number in range(1, self.franchises + 1)]

    def create_league_only(self) -> BenchmarkLeague:
        """Found the league without a season."""
        boss = get_user_model()._default_manager.create(username=f"{self.league}-boss")
        found_league(id=self.league, name="Ground", public=True, commissioner=boss, at=AT, handle=self.handle)
        return self

    def open(self) -> BenchmarkLeague:
        """Open its season."""
        switches = {
            "franchise.seed_money_k": SEED_MONEY_K,
            "roster.max": 100,
            "roster.min": min(self.drivers, 6),
            "garage.min": min(self.cars, 3),
        }
        open_season(
            self.league,
            "s1",
            secret=self.dice,
            rounds=ROUNDS,
            switches=switches,
            actor=self.handle,
            at=AT,
            key="open",
        )
        return self

    def create_with_teams(self) -> BenchmarkLeague:
        """Found the league and its franchises, hire drivers and buy cars. The setup stays open."""
        self.create_league_only().open()
        founding = [{"type": "found_franchise", "franchise": team, "name": f"Team {team}"} for team in self.teams]
        self.give([*founding, {"type": "open_setup"}])
        for team in self.teams:
            self.give((*self._rookies(team), *self._cars(team)), team=team)
        return self

    def begin_rounds(self) -> BenchmarkLeague:
        """Close the setup, so that the rounds begin."""
        self.give([{"type": "close_setup"}])
        return self

    def play_to_lock(
        self,
        round: str,
        *,
        matches: dict[str, list[str]],
        vehicles: int,
        plans: Mapping[str, Document] | None = None,
    ) -> None:
        """Announce a round, name every line-up and lock them, so that the matches await their reports.

        `plans` adds fields to some of the matches, such as the ruleset that resolves them.
        """
        plan_by_match = plans or {}
        announced = [
            {
                "match": match,
                "event": "Race",
                "franchises": teams,
                "vehicles_per_team": vehicles,
                **plan_by_match.get(match, {}),
            }
            for match, teams in matches.items()
        ]
        self.give([{"type": "announce_round", "round": round, "matches": announced}])
        for match, teams in matches.items():
            for team in teams:
                self.give([self._line_up(match, team, vehicles)], team=team)
            self.give([{"type": "lock_line_ups", "match": match}])

    def accept_report_document(self, match: str, teams: list[str], *, vehicles: int, damaged: bool) -> Document:
        """A command that accepts a made-up report: one driver of every team is out, and cars come back whole or
        damaged.
        """
        best = len(teams)
        seats = [(team, number) for team in teams for number in range(1, vehicles + 1)]
        return {
            "type": "accept_report",
            "match": match,
            "report": {
                "teams": [
                    {"franchise": team, "points": 3 * (best - place), "rank": place + 1}
                    for place, team in enumerate(teams)
                ],
                "drivers": [
                    {"driver": f"{team}.d{number}", "heats": [1], "criticals": number, "out": number == 1}
                    for team, number in seats
                ],
                "cars": [
                    {
                        "car": f"{team}.car{number}",
                        "destroyed": damaged and number == 1,
                        "criticals": 2 if damaged else 0,
                    }
                    for team, number in seats
                ],
            },
        }

    def repair_document(self, match: str, team: str, *, vehicles: int) -> Document:
        """A command by which a franchise replaces destroyed cars and repairs the others."""
        cars = [f"{team}.car{number}" for number in range(2, vehicles + 1)]
        return {"type": "decide_repairs", "franchise": team, "match": match, "repair": cars}

    def give(self, documents: Iterable[Document], *, team: str = "") -> BatchResult:
        """Perform a batch, as the commissioner or on behalf of a team."""
        self.given += 1
        return perform(
            self.season,
            [command_from_document(document) for document in documents],
            actor=self.handle,
            at=AT,
            key=f"k{self.given}",
            on_behalf_of=team,
            reason="measured" if team else "",
            words=DICE_WORDS,
        )

    @property
    def handle(self) -> str:
        """The commissioner's handle."""
        return f"{self.league}.boss"

    def _rookies(self, team: str) -> list[Document]:
        return [
            {"type": "hire_rookie", "franchise": team, "driver": f"{team}.d{number}", "name": f"Driver {number}"}
            for number in range(1, self.drivers + 1)
        ]

    def _cars(self, team: str) -> list[Document]:
        return [
            {"type": "buy_car", "franchise": team, "car": f"{team}.car{number}", "name": f"Car {number}"}
            for number in range(1, self.cars + 1)
        ]

    def _line_up(self, match: str, team: str, vehicles: int) -> Document:
        seats = [{"car": f"{team}.car{number}", "driver": f"{team}.d{number}"} for number in range(1, vehicles + 1)]
        return {"type": "name_line_up", "franchise": team, "match": match, "seats": seats, "words": "to the line"}
