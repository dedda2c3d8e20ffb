"""Replays of twelve cars: the film and the story of a match, which its first view needs, against the story alone."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

from benchmarks.measure import Pair, Side, compare
from rules.match.exhibition import ExhibitionRuleset
from rules.match.registry import get_ruleset
from rules.match.replay.frames import FilmedRuleset

MATCHES = Path(__file__).resolve().parent.parent / "examples" / "matches"
MATCHES_OF_TWELVE: Mapping[str, str] = {
    "dethmatch": "oval-twelve.json",
    "formule": "formule/bridge-twelve.json",
    "rhad": "rhad/sieve-six.json",
    "carcult": "carcult/six-cults.json",
}
SECRET = bytes.fromhex("00ff")
FILM_AIM = 3.0
"""How many times as long as its story alone the film and the story of a match may take."""


def workloads(rounds: int) -> list[Pair]:
    """A pair for each match system."""
    return [film_against_story(book, file, rounds) for book, file in MATCHES_OF_TWELVE.items()]


def log_of_twelve(book: str, file: str) -> bytes:
    """The log of an example match of twelve cars."""
    ruleset = get_ruleset(book)
    assert isinstance(ruleset, ExhibitionRuleset)  # noqa: S101 - every book of this chapter plays matches from files
    return ruleset.play_exhibition((MATCHES / file).read_bytes(), secret=SECRET).log


def film_against_story(book: str, file: str, rounds: int) -> Pair:
    """Film and story of a match together, compared with its story; the notes give the processor time of the two."""
    ruleset, log = get_ruleset(book), log_of_twelve(book, file)
    assert isinstance(ruleset, FilmedRuleset)  # noqa: S101 - every book of this chapter has a film
    began = time.process_time()
    film, _ = ruleset.film_and_story(log)
    seconds = time.process_time() - began
    return compare(
        f"film and story of a {book} match of twelve cars, against the story",
        work=Side(lambda: ruleset.film_and_story(log)),
        floor=Side(lambda: ruleset.story(log)),
        rounds=rounds,
        aim=FILM_AIM,
        notes={
            "milliseconds of processor time": f"{1000 * seconds:.0f}",
            "frames": len(film.frames),
            "events": sum(len(frame.events) for frame in film.frames),
            "bytes of the ground": len(film.ground.drawn) if film.ground else 0,
        },
    )
