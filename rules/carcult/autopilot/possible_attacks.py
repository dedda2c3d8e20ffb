"""The attacks that a weapon may make, and the chance that a target is in range. Rules CC-002, CC-051, CC-052."""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

from rules.carcult.autopilot.outlook import Enemy
from rules.carcult.play.activation import GUESS_ERROR


class Target(NamedTuple):
    """An enemy that a weapon may attack: the worth of the damage to expect, that damage, and how near it must be.

    `line` is the square of the longest line that seems in range, and `sure` of the longest that surely is (CC-002).
    """

    deals: float
    damage: float
    enemy: Enemy
    within: int
    line: int
    sure: int


class Shot(NamedTuple):
    """An attack that a weapon may make: its target, the number of legs before it, and its chance to be in range."""

    target: Target
    stop: int
    chance: float


class Gun(NamedTuple):
    """A weapon with the number of tokens on it, and its targets, the best first."""

    name: str
    tokens: int
    targets: tuple[Target, ...]


def range_chance(line: int, most: int) -> float:
    """The chance that a line whose square is `line` is in range, if the square of the longest that seems so is `most`
    (CC-002, CC-052): the part of the possible guesses that are not too short.
    """
    percent = isqrt(10_000 * line // most)
    return min(1.0, (GUESS_ERROR + 101 - percent) / (2 * GUESS_ERROR + 1))
