"""Plays leagues of several seasons, every match by its engine and every franchise by standing orders, and writes the
figures of money, cars and people to docs/economy.md.

python -m tools.sanity.economy [--seasons 200] [--processes 2] [--ruleset all|mixed|dethmatch|formule|rhad|carcult]
    [--seasons-a-league 5] [--first 1] [--franchises 8] [--rounds 10] [--secret 00ff] [--orders JSON] [--page FILE]

The same secret and leagues give the same figures, whatever the number of processes. The exit code is 1 if a measure
is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rules.campaign.founding.setup import LEAST_FRANCHISES
from rules.campaign.steward import orders_from
from rules.core.refusals import Malformed
from tools.sanity.count_argument import count_argument
from tools.sanity.economy_figures import SeasonFigures
from tools.sanity.economy_leagues import ALL_KINDS, KINDS, league_specs, play_leagues
from tools.sanity.economy_page import economy_page_text, missed_measures

PAGE = Path(__file__).resolve().parents[2] / "docs" / "economy.md"


def main(arguments: Sequence[str]) -> int:
    """Play the leagues and write the page; the result is 1 if a measure is missed, else 0."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.sanity.economy", description="Play leagues, and count their money, cars and people."
    )
    parser.add_argument("--seasons", type=count_argument, default=200, help="how many seasons in all")
    parser.add_argument("--seasons-a-league", type=count_argument, default=5, help="how many seasons of each league")
    parser.add_argument("--first", type=count_argument, default=1, help="the number of the first league")
    parser.add_argument("--franchises", type=count_argument, default=8, help="how many franchises of each league")
    parser.add_argument("--rounds", type=count_argument, default=10, help="how many rounds of each season")
    parser.add_argument(
        "--ruleset",
        choices=(ALL_KINDS, *KINDS),
        default=ALL_KINDS,
        help="what leagues play by: one match system, all in rotation (mixed), or each of these in turn (all)",
    )
    parser.add_argument(
        "--secret", type=bytes.fromhex, default=bytes.fromhex("00ff"), help="what makes all dice, in hex digits"
    )
    parser.add_argument(
        "--orders",
        type=_parse_orders,
        default={},
        help="standing orders that differ from the default, as JSON",
    )
    parser.add_argument("--processes", type=count_argument, default=2, help="how many leagues are played at once")
    parser.add_argument("--page", type=Path, default=PAGE, help="the file that is written")
    options = parser.parse_args(arguments)
    if options.franchises < LEAST_FRANCHISES:
        parser.error(f"a league has {LEAST_FRANCHISES} franchises or more: give --franchises {LEAST_FRANCHISES}.")
    if not options.page.parent.is_dir():
        parser.error(f"there is no folder {options.page.parent}: make it, or give another --page.")
    specs = league_specs(
        kind=options.ruleset,
        first=options.first,
        seasons=options.seasons,
        seasons_each=options.seasons_a_league,
        franchises=options.franchises,
        rounds=options.rounds,
        secret=options.secret,
        orders=orders_from(options.orders),
    )
    began, seasons = time.monotonic(), list[SeasonFigures]()
    for spec, played in zip(specs, play_leagues(specs, processes=options.processes), strict=True):
        seasons += played
        print(
            f"league {spec.number}, {spec.kind}: {len(played)} seasons, {time.monotonic() - began:.0f} s", flush=True
        )
    text = economy_page_text(seasons, command=_command(options))
    options.page.write_text(text, encoding="utf-8")
    missed = missed_measures(seasons)
    print("\n".join(missed) or "Every measure is met.")
    return int(bool(missed))


def _command(options: argparse.Namespace) -> str:
    """The command that writes the same page. How many processes share the work changes nothing."""
    orders = f" --orders '{json.dumps(options.orders)}'" if options.orders else ""
    return (
        f".venv/bin/python -m tools.sanity.economy --ruleset {options.ruleset} --seasons {options.seasons} "
        f"--seasons-a-league {options.seasons_a_league} --first {options.first} --franchises {options.franchises} "
        f"--rounds {options.rounds} --secret {options.secret.hex()}{orders}"
    )


def _parse_orders(text: str) -> dict[str, Any]:
    try:
        orders: dict[str, Any] = json.loads(text)
        orders_from(orders)
    except (ValueError, Malformed) as error:
        raise argparse.ArgumentTypeError(f"{text!r} are no standing orders: {error}") from None
    return orders


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
