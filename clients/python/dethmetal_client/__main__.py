"""`python -m dethmetal_client`: read a league, play a folder over the API, report a match from its log."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from dethmetal_client.leagues import Client
from dethmetal_client.packets import PacketFalse
from dethmetal_client.playing import CannotPlay, Player
from dethmetal_client.problems import ApiProblem, OutOfReach
from dethmetal_client.reporting import KeptKeys, NoOutcome, Reporter, outcome_of

TOKEN = "DETHMETAL_TOKEN"  # noqa: S105 - the variable's name, and no token


def main(words: list[str] | None = None) -> int:
    """Do what the words ask; 0 where it was done, 1 where the server said no, and why is printed."""
    asked = _parser().parse_args(words)
    try:
        return int(asked.run(asked))
    except (ApiProblem, OutOfReach, CannotPlay, NoOutcome, PacketFalse) as no:
        sys.stderr.write(f"{no}\n")
        for each in getattr(no, "errors", ()):
            sys.stderr.write(f"    {each.pointer}: {each.detail}\n")
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dethmetal", description=__doc__)
    parser.add_argument("--server", default="http://localhost:8000", help="where the leagues are")
    parser.add_argument("--token", default=os.environ.get(TOKEN, ""), help=f"or in {TOKEN}, which others cannot see")
    parts = parser.add_subparsers(required=True, metavar="WHAT")
    standings = parts.add_parser("standings", help="print the table of a season")
    standings.add_argument("season", help="LEAGUE/SEASON")
    standings.set_defaults(run=_standings)
    play = parts.add_parser("play", help="play a league on disk, on a server for trying programs")
    play.add_argument("folder", type=Path)
    play.add_argument("--league", default="", help="the folder's own when left out")
    play.add_argument("--season-secret", default="", metavar="HEX", help="the folder's own when left out")
    play.add_argument("--token-of", action="append", default=[], metavar="USER=TOKEN", help="who is there already")
    play.set_defaults(run=_play)
    report = parts.add_parser("report", help="report a match from its log, or from what came of it")
    report.add_argument("match", help="LEAGUE/SEASON/MATCH")
    report.add_argument("--log", type=Path, help="as its ruleset wrote it; goes along with the report")
    report.add_argument("--ruleset", help="by which a match was played that the league leaves to its people")
    report.add_argument("--outcome", type=Path, help="a report as JSON; read from the log where it is left out")
    report.add_argument(
        "--heat", action="append", default=[], metavar="NUMBER=FILE", help="that heat's report as JSON, one by one"
    )
    report.add_argument("--side", help="the team it is for; the token's own where it is left out")
    report.add_argument("--keys", type=Path, help="where the keys are kept; beside the log where it is left out")
    report.set_defaults(run=_report)
    return parser


def _report(asked: argparse.Namespace) -> int:
    league, season, match = asked.match.split("/")
    first = asked.log or asked.outcome or (Path(asked.heat[0].partition("=")[2]) if asked.heat else None)
    if first is None:
        raise NoOutcome("Nothing is to be reported: give --log, --outcome or --heat.")
    keys = KeptKeys(asked.keys or first.with_name(f"{first.name}.keys.json"))
    with Client(asked.server, asked.token) as client:
        reporter = Reporter(client, league, season, match, keys, side=asked.side)
        packet = reporter.packet(ruleset=asked.ruleset)
        signed = f"signed by {packet.signed_by}" if packet.signed_by else "its signature not checked"
        sys.stdout.write(f"packet {packet.digest}, {signed}\n")
        if asked.heat:
            for each in asked.heat:
                number, _, file = each.partition("=")
                told = reporter.report_heat(packet, int(number), json.loads(Path(file).read_bytes()))
                sys.stdout.write(f"heat {number} is reported\n")
        else:
            log = asked.log.read_bytes() if asked.log else None
            outcome = json.loads(asked.outcome.read_bytes()) if asked.outcome else outcome_of(packet, log or b"")
            told = reporter.report(packet, outcome, log=log)
    ours = next((each for each in told["reports"]["claims"] if each["id"] == told["claim"]), None)
    if ours is not None:
        sys.stdout.write(f"claim {ours['id']}: {ours['evidence']}{', own dice' if ours['own_dice'] else ''}\n")
        sys.stdout.writelines(f"    {each['entry']}: {each['sentence']}\n" for each in ours["findings"])
    stands = f"accepted by entry {told['entry']}" if told["entry"] else told["reports"]["state"]
    sys.stdout.write(f"{asked.match}: {stands}\n")
    return 0


def _standings(asked: argparse.Namespace) -> int:
    league, _, season = asked.season.partition("/")
    with Client(asked.server, asked.token) as client:
        table = client.standings(league, season).standings
    for each in table:
        sys.stdout.write(f"{each.rank:>3} {each.name:<32} {each.points:>4} {each.balance:>10}\n")
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _play(asked: argparse.Namespace) -> int:
    player = Player(
        asked.folder,
        asked.server,
        asked.token,
        league=asked.league,
        secret=bytes.fromhex(asked.season_secret) if asked.season_secret else None,
        tokens=dict(each.split("=", 1) for each in asked.token_of),
        told=_say,
    )
    played = player.play()
    sys.stdout.write(f"facts {played.facts}\n{played.digest}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
