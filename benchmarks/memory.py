"""Dice, copies and settlements of the pure season in memory, without a database."""

from __future__ import annotations

import copy
import hashlib
import hmac
from typing import Any

from benchmarks.measure import Pair, Side, compare, per_single_run, repeat
from benchmarks.resolved_season import resolved_season_pair
from benchmarks.season import whole_season_pair
from rules.campaign.core.codec import command_from_document, copy_season, season_bytes, season_digest
from rules.campaign.core.state import Season
from rules.campaign.play.due_commands import due_commands
from rules.campaign.play.perform import perform
from rules.core.dice import Dice, KeyRing

SECRET = bytes.fromhex("00ff")
FRANCHISES, DRIVERS, CARS, VEHICLES = 8, 8, 4, 3
DIGEST_BYTES = 32
ROLLS, COPIES, SETTLEMENTS = 1000, 20, 5


def workloads(rounds: int) -> list[Pair]:
    """Every pair of this chapter."""
    return [
        roll_pair(rounds),
        stream_pair(rounds),
        copy_pair(rounds),
        digest_pair(rounds),
        settlement_pair(rounds),
        whole_season_pair(rounds),
        resolved_season_pair(rounds),
    ]


def roll_pair(rounds: int) -> Pair:
    """A logged die throw on its own path, compared with the HMAC it needs."""
    keys = KeyRing(SECRET)
    paths = [f"bench/d{number}/quirk" for number in range(ROLLS)]

    def work() -> None:
        dice = Dice(keys)
        for path in paths:
            dice.open(path).d6("quirk check")

    key = keys.season()

    def bare() -> None:
        for path in paths:
            hmac.digest(key, f"{path}|0".encode(), hashlib.sha256)

    pair = compare("a logged roll on a path of its own", work=Side(work), floor=Side(bare), rounds=rounds)
    return per_single_run(pair, ROLLS)


def stream_pair(rounds: int) -> Pair:
    """Logged die throws on one long path, compared with the HMAC blocks for that many faces."""
    keys = KeyRing(SECRET)
    key = keys.season()

    def work() -> None:
        dice = Dice(keys).open("bench/long")
        for _ in range(ROLLS):
            dice.d6("pot")

    def bare() -> None:
        for block in range(-(-ROLLS // DIGEST_BYTES)):
            hmac.digest(key, f"bench/long|{block}".encode(), hashlib.sha256)

    pair = compare("a logged roll on a long path", work=Side(work), floor=Side(bare), rounds=rounds)
    return per_single_run(pair, ROLLS)


def copy_pair(rounds: int) -> Pair:
    """Copying a season through the codec, compared with `copy.deepcopy`."""
    season = locked_season()
    work = repeat(COPIES, lambda: copy_season(season))
    bare = repeat(COPIES, lambda: copy.deepcopy(season))
    pair = compare(
        "a season copied, against deepcopy",
        work=Side(work),
        floor=Side(bare),
        rounds=rounds,
        notes={"season in bytes": len(season_bytes(season))},
    )
    return per_single_run(pair, COPIES)


def digest_pair(rounds: int) -> Pair:
    """A season's digest, compared with copying it."""
    season = locked_season()
    work = repeat(COPIES, lambda: season_digest(season))
    pair = compare(
        "a season's digest, against its copy",
        work=Side(work),
        floor=Side(repeat(COPIES, lambda: copy_season(season))),
        rounds=rounds,
    )
    return per_single_run(pair, COPIES)


def settlement_pair(rounds: int) -> Pair:
    """Accepting and settling a match of four on a copy of the season, compared with the copy alone."""
    season = locked_season()
    accept = command_from_document(_report())

    def work() -> None:
        trial = copy_season(season)
        keys = KeyRing(SECRET, {match.id: match.words for match in trial.matches.values()})
        perform(trial, accept, Dice(keys))
        while following := due_commands(trial):
            perform(trial, following[0], Dice(keys))

    pair = compare(
        "a match settled in memory, against a copy",
        work=Side(repeat(SETTLEMENTS, work)),
        floor=Side(repeat(SETTLEMENTS, lambda: copy_season(season))),
        rounds=rounds,
    )
    return per_single_run(pair, SETTLEMENTS)


def locked_season() -> Season:
    """A season of eight franchises in their first round, four of them in a match that awaits its report."""
    season = Season()
    teams = [f"f{number}" for number in range(1, FRANCHISES + 1)]
    documents: list[dict[str, Any]] = [
        {"type": "open_season", "rounds": 3, "switches": {"franchise.seed_money_k": 5000}},
        *({"type": "found_franchise", "franchise": team} for team in teams),
        {"type": "open_setup"},
    ]
    for team in teams:
        documents += [
            {"type": "hire_rookie", "franchise": team, "driver": f"{team}.d{number}"}
            for number in range(1, DRIVERS + 1)
        ]
        documents += [
            {"type": "buy_car", "franchise": team, "car": f"{team}.c{number}"} for number in range(1, CARS + 1)
        ]
    match = {"match": "m1", "event": "Race", "franchises": teams[:4]}
    documents += [{"type": "close_setup"}, {"type": "announce_round", "round": "r1", "matches": [match]}]
    documents += [
        {"type": "name_line_up", "franchise": team, "match": "m1", "seats": _seats(team)} for team in teams[:4]
    ]
    documents.append({"type": "lock_line_ups", "match": "m1"})
    for document in documents:
        perform(season, command_from_document(document), Dice(KeyRing(SECRET)))
        while following := due_commands(season):
            perform(season, following[0], Dice(KeyRing(SECRET, {"m1": ""})))
    return season


def _seats(team: str) -> list[dict[str, str]]:
    return [{"car": f"{team}.c{number}", "driver": f"{team}.d{number}"} for number in range(1, VEHICLES + 1)]


def _report() -> dict[str, Any]:
    seats = [(f"f{team}", number) for team in range(1, 5) for number in range(1, VEHICLES + 1)]
    return {
        "type": "accept_report",
        "match": "m1",
        "report": {
            "teams": [{"franchise": f"f{team}", "points": 10 - team, "rank": team} for team in range(1, 5)],
            "drivers": [
                {"driver": f"{team}.d{number}", "heats": [1], "criticals": number, "out": number == 1}
                for team, number in seats
            ],
            "cars": [{"car": f"{team}.c{number}"} for team, number in seats],
        },
    }
