"""The arguments of the command line, checked before any request is sent."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any, NoReturn

from dethmetal_client import cli_commands as commands
from dethmetal_client.asking import LONGEST_KEY, Asking
from dethmetal_client.cli_commands import Heat, Match, Season

TOKEN, SERVER = "DETHMETAL_TOKEN", "DETHMETAL_SERVER"
HERE = "http://localhost:8000"
TRIES, SECONDS = 6, 60.0
EXAMPLES = """\
examples:
  standings rust-belt/s1
  packet rust-belt/s1/m4 --ruleset dethmatch --into m4.packet.json
  report rust-belt/s1/m4 --packet m4.packet.json --log m4.log
  give rust-belt/s1 hire.json
It ends with 0 where it was done, 1 where the server said no or was not reached, 2 where the words or a file were no
good. `WHAT --help` tells of each."""


class CommandLineParser(argparse.ArgumentParser):
    """Reports wrong arguments in one sentence, and exits with 2."""

    def error(self, message: str) -> NoReturn:
        """Print the sentence, and exit."""
        self.exit(2, f"{message[:1].upper()}{message[1:].rstrip('.')} (see {self.prog} --help).\n")


def make_parser() -> CommandLineParser:
    """The parser, with all commands."""
    parser = CommandLineParser(
        prog="dethmetal",
        description="Read a Dethmetal league, give commands in it, report its matches.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    server = os.environ.get(SERVER, HERE)
    parser.add_argument("--server", default=server, type=server_url, help=f"where the leagues are; or in {SERVER}")
    parser.add_argument(
        "--token", default=os.environ.get(TOKEN, ""), type=token, help=f"or in {TOKEN}, which others cannot see"
    )
    parser.add_argument(
        "--tries", default=TRIES, type=positive_integer, help=f"the most tries for one request, by default {TRIES}"
    )
    parser.add_argument("--timeout", default=SECONDS, type=seconds, help="the seconds to wait for an answer")
    parts = parser.add_subparsers(required=True, metavar="WHAT", dest="what", parser_class=CommandLineParser)
    _add_read_commands(parts)
    _add_report_commands(parts)
    _add_give_commands(parts)
    _add_dice_commands(parts)
    return parser


def _add_command(parts: Any, name: str, run: Any, says: str) -> Any:
    part = parts.add_parser(name, help=says, description=f"{says[:1].upper()}{says[1:]}.")
    part.set_defaults(run=run)
    return part


def _add_read_commands(parts: Any) -> None:
    _add_command(parts, "leagues", commands.leagues, "print the leagues you may read")
    part = _add_command(parts, "standings", commands.standings, "print the table of a season")
    part.add_argument("season", type=season_of, metavar="LEAGUE/SEASON")
    part.add_argument("--after", type=positive_integer, metavar="ROUND", help="as it was after that round")
    part = _add_command(parts, "matches", commands.matches, "print the matches of a season, and what each waits for")
    part.add_argument("season", type=season_of, metavar="LEAGUE/SEASON")
    part = _add_command(parts, "entries", commands.entries, "print what happened in a season, with its results")
    part.add_argument("season", type=season_of, metavar="LEAGUE/SEASON")
    part.add_argument(
        "--after", type=non_negative_integer, default=0, metavar="ENTRY", help="only what changed since that entry"
    )
    part = _add_command(parts, "score", commands.score, "print the score sheet of a duel; no token is needed")
    part.add_argument("duel", type=Path, metavar="FILE", help="the duel with its events, as JSON")


def _add_report_commands(parts: Any) -> None:
    part = _add_command(
        parts, "packet", commands.packet, "get the packet of a locked match, checked, to play it from"
    )
    part.add_argument("match", type=match_of, metavar="LEAGUE/SEASON/MATCH")
    part.add_argument("--ruleset", help="the ruleset to play by, if the league leaves the match to its people")
    part.add_argument("--into", type=Path, metavar="FILE", help="the file to save the answer in, unchanged")
    part = _add_command(parts, "report", commands.report, "report a match from its log or its result")
    part.add_argument("match", type=match_of, metavar="LEAGUE/SEASON/MATCH")
    part.add_argument(
        "--packet", type=Path, metavar="FILE", help="the packet that was played; by default it is fetched again"
    )
    part.add_argument("--ruleset", help="the ruleset played by, if the league leaves the match to its people")
    part.add_argument(
        "--log", type=Path, metavar="FILE", help="the log as its ruleset wrote it, sent with the report"
    )
    what = part.add_mutually_exclusive_group()
    what.add_argument(
        "--outcome", type=Path, metavar="FILE", help="a report as JSON; by default it is read from the log"
    )
    what.add_argument(
        "--heat", action="append", default=[], type=heat_of, metavar="NUMBER=FILE", help="that heat's report, each"
    )
    part.add_argument("--side", help="the team it is for, '' for the league; by default the token's own")
    part.add_argument(
        "--keys", type=Path, metavar="FILE", help="where keys are kept; by default beside the reported file"
    )
    part = _add_command(
        parts, "reports", commands.reports, "print the reports of a match, their differences, and which one stands"
    )
    part.add_argument("match", type=match_of, metavar="LEAGUE/SEASON/MATCH")
    part = _add_command(parts, "rule", commands.rule, "accept one of a match's claims, as its commissioner")
    part.add_argument("match", type=match_of, metavar="LEAGUE/SEASON/MATCH")
    part.add_argument("claim", type=positive_integer, help="its number, as `reports` prints it")
    part.add_argument("--reason", default="", help="needed if it has less evidence than the league asks for")
    _add_key_option(part)
    part = _add_command(parts, "appeal", commands.appeal, "appeal against a match's result")
    part.add_argument("match", type=match_of, metavar="LEAGUE/SEASON/MATCH")
    part.add_argument("--reason", required=True, help="why it is wrong; everybody may read it")
    part.add_argument("--side", help="the team that appeals; by default the token's own")
    _add_key_option(part)
    part = _add_command(parts, "answer", commands.answer, "answer an appeal")
    part.add_argument("season", type=season_of, metavar="LEAGUE/SEASON")
    part.add_argument("appeal", type=positive_integer, help="its number, as `reports` prints it")
    part.add_argument("answer", choices=["upheld", "dismissed"])
    part.add_argument("--reason", required=True, help="everybody may read it")
    _add_key_option(part)


def _add_give_commands(parts: Any) -> None:
    for name, run, says in (
        ("give", commands.give, "give a command, or a list of them as one batch"),
        ("try", commands.attempt, "see what commands would do; nothing changes and no die is revealed"),
    ):
        part = _add_command(parts, name, run, says)
        part.add_argument("season", type=season_of, metavar="LEAGUE/SEASON")
        part.add_argument("file", type=Path, metavar="FILE.json", help="the commands; - reads standard input")
        part.add_argument(
            "--on-behalf-of", default="", metavar="FRANCHISE", help="as commissioner, act for this franchise's owner"
        )
        part.add_argument("--reason", default="", help="why they do")
        part.add_argument(
            "--seen",
            type=non_negative_integer,
            metavar="ENTRY",
            help="the last entry read; refused if anything changed since",
        )
        if name == "give":
            _add_key_option(part)
    part = _add_command(parts, "play", commands.play, "play a league on disk, on a server for trying programs")
    part.add_argument("folder", type=Path)
    part.add_argument("--league", default="", help="by default the folder's own")
    part.add_argument("--season-secret", type=secret, metavar="HEX", help="by default the folder's own")
    part.add_argument(
        "--token-of",
        action="append",
        default=[],
        type=token_of,
        metavar="USER=TOKEN",
        help="a person who already has a token",
    )


def _add_dice_commands(parts: Any) -> None:
    part = _add_command(parts, "awaited", commands.awaited, "print the dice that a season waits for")
    part.add_argument("season", type=season_of, metavar="LEAGUE/SEASON")
    part = _add_command(
        parts, "fall", commands.fall, "give a beacon's round, a hash or words to an entry whose dice are awaited"
    )
    part.add_argument("season", type=season_of, metavar="LEAGUE/SEASON")
    part.add_argument("entry", type=positive_integer, help="its number, as `awaited` prints it")
    what = part.add_mutually_exclusive_group(required=True)
    what.add_argument("--round", type=Path, metavar="FILE", help="the JSON of the beacon's round, or its signature")
    what.add_argument("--hash", type=hex_digits, metavar="HEX", help="the SHA-256 of your words")
    what.add_argument("--words", type=hex_digits, metavar="HEX", help="the words, once all hashes are closed")
    what.add_argument("--go-on", action="store_true", help="agree to go on without a beacon that is a week late")
    part = _add_command(
        parts, "take-part", commands.take_part, "give words for all dice that await them: a hash, then the words"
    )
    part.add_argument("season", type=season_of, metavar="LEAGUE/SEASON")
    part.add_argument(
        "--for",
        type=non_negative_integer,
        default=0,
        dest="seconds",
        metavar="SECONDS",
        help="how long to look for more",
    )
    part.add_argument("--secret", type=Path, metavar="FILE", help="32 random bytes, to find your words again later")


def _add_key_option(part: Any) -> None:
    part.add_argument(
        "--key",
        type=key,
        metavar="KEY",
        help="a key of your own, to do the same again; without one the same words are one request",
    )


# ------------------------------------------------------------------------------------ types of arguments


def server_url(text: str) -> str:
    """A server's address."""
    try:
        Asking(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def token(text: str) -> str:
    """A token, or an empty text."""
    try:
        Asking(HERE, text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            "that is not a token: give it exactly as it was shown when it was made"
        ) from None
    return text


def season_of(text: str) -> Season:
    """A season, such as `rust-belt/s1`."""
    parts = text.split("/")
    if len(parts) != 2 or not all(parts):
        raise argparse.ArgumentTypeError(f"{text!r} names no season: name it as LEAGUE/SEASON, such as rust-belt/s1")
    return Season(*parts)


def match_of(text: str) -> Match:
    """A match, such as `rust-belt/s1/m4`."""
    parts = text.split("/")
    if len(parts) != 3 or not all(parts):
        raise argparse.ArgumentTypeError(
            f"{text!r} names no match: name it as LEAGUE/SEASON/MATCH, such as rust-belt/s1/m4"
        )
    return Match(*parts)


def heat_of(text: str) -> Heat:
    """A heat and its file, such as `1=first.json`."""
    number, _, file = text.partition("=")
    if not number.isdecimal() or not file:
        raise argparse.ArgumentTypeError(f"{text!r} names no heat's file: name it as 1=first.json")
    return Heat(int(number), Path(file))


def hex_digits(text: str) -> str:
    """A hash, or words: 64 lower-case hex digits."""
    if len(text) != 64 or not set(text) <= set("0123456789abcdef"):
        raise argparse.ArgumentTypeError(f"{text[:80]!r} is no hash and no words: give 64 small hex digits")
    return text


def token_of(text: str) -> tuple[str, str]:
    """A person and their token, such as `ethel=dm_…`."""
    user, _, user_token = text.partition("=")
    if not user or not user_token:
        raise argparse.ArgumentTypeError("a token is given as USER=TOKEN, such as ethel=dm_…")
    return user, token(user_token)


def non_negative_integer(text: str) -> int:
    """A whole number of at least 0."""
    if not text.isdecimal() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"{text!r} is no number: give a whole one from 0")
    return int(text)


def positive_integer(text: str) -> int:
    """A whole number of at least 1."""
    if not text.isdecimal() or len(text) > 9 or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number: give a whole one from 1")
    return int(text)


def seconds(text: str) -> float:
    """A time in seconds."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is no time: give seconds from 1 to 3600")
    return value


def key(text: str) -> str:
    """A key of a request."""
    if not text or len(text) > LONGEST_KEY or not (text.isascii() and text.isprintable()):
        raise argparse.ArgumentTypeError(f"a key is 1 to {LONGEST_KEY} ASCII characters")
    return text


def secret(text: str) -> bytes:
    """A season's secret."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no season secret: give an even number of hex digits, such as 00ff"
        ) from None
