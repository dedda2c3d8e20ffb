"""What the command line does: each asks a server one thing, and prints what came of it."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from dethmetal_client.canonical import canonical, digest_of
from dethmetal_client.dice_shapes import AwaitedDice
from dethmetal_client.files import Unusable, commands_in, object_in, read, round_in, secret_in, write
from dethmetal_client.leagues import Client
from dethmetal_client.packets import Packet, checked
from dethmetal_client.playing import Player
from dethmetal_client.problems import error_line
from dethmetal_client.report_shapes import Accepted, Claim, Reported
from dethmetal_client.reporting import KeptKeys, Reporter
from dethmetal_client.shapes import Entry, Given, Price, Throw

Arguments = argparse.Namespace


class Season(NamedTuple):
    """A season, as it is named on the command line."""

    league: str
    season: str


class Match(NamedTuple):
    """A match, as it is named on the command line."""

    league: str
    season: str
    match: str


class Heat(NamedTuple):
    """A heat's number, and the file of its report."""

    number: int
    file: Path


def leagues(asked: Arguments) -> None:
    """Print the leagues."""
    with _client(asked) as client:
        for league in client.leagues():
            _print_line(
                f"{league.id:<24} {league.name}{f', {league.season} at {league.step}' if league.season else ''}"
            )


def standings(asked: Arguments) -> None:
    """Print a table."""
    with _client(asked) as client:
        for standing in client.standings(*asked.season, after=asked.after).standings:
            _print_line(f"{standing.rank:>3} {standing.name:<32} {standing.points:>4} {standing.balance:>10}")


def matches(asked: Arguments) -> None:
    """Print matches."""
    with _client(asked) as client:
        for match in client.matches(*asked.season):
            teams = ", ".join(
                f"{team.franchise}{'' if team.points is None else f' {team.points}'}" for team in match.teams
            )
            by = match.ruleset or "reported"
            _print_line(
                f"{match.id:<6} round {match.round}, {match.event}, {by}, {match.step} {match.step_name}: {teams}"
            )


def entries(asked: Arguments) -> None:
    """Print entries."""
    with _client(asked) as client:
        for entry in client.entries(*asked.season, after=asked.after):
            _print_entry(entry)


def packet(asked: Arguments) -> None:
    """Check a packet and keep it."""
    with _client(asked) as client:
        answer = client.packet(*asked.match, ruleset=asked.ruleset)
        _print_packet(checked(answer, client.keys()))
    if asked.into:
        write(asked.into, canonical(answer) + b"\n")
        _print_line(f"kept in {asked.into}")


def report(asked: Arguments) -> None:
    """Report a match."""
    match: Match = asked.match
    first: Path | None = asked.log or asked.outcome or (asked.heat[0].file if asked.heat else None)
    if first is None:
        raise Unusable("Nothing is to be reported: give --log, --outcome or --heat.")
    if asked.log and asked.heat:
        raise Unusable("A log is of the whole match: give --log with --outcome, or --heat without it.")
    log = read(asked.log) if asked.log else None
    outcome = object_in(asked.outcome) if asked.outcome else None
    heats = {heat.number: object_in(heat.file) for heat in asked.heat}
    played = object_in(asked.packet) if asked.packet else None
    keys = KeptKeys(asked.keys or first.with_name(f"{first.name}.keys.json"))
    with _client(asked) as client:
        reporter = Reporter(client, *match, keys, side=asked.side)
        known = reporter.packet(ruleset=asked.ruleset) if played is None else reporter.packet_kept(played)
        _print_packet(known)
        if heats:
            for number, heat in heats.items():
                answer = reporter.report_heat(known, number, reporter.complete(heat))
                _print_line(f"heat {number} {'was reported before' if answer.repeated else 'is reported'}")
        else:
            document = reporter.outcome(known, log or b"") if outcome is None else reporter.complete(outcome)
            answer = reporter.report(known, document, log=log)
    _print_report_result(asked, answer)


def reports(asked: Arguments) -> None:
    """Print what is claimed of a match."""
    with _client(asked) as client:
        found = client.reports(*asked.match)
    _print_line(f"{found.match}: {found.state}")
    for claim in found.claims:
        _print_claim(claim)
    for differs in found.differences:
        sides = ", ".join(f"{side.side or 'the league'} {side.value}" for side in differs.said)
        _print_line(f"differs: {differs.field} of {differs.id} in {differs.part}: {sides}")
    for heat in found.heats:
        _print_line(f"heat {heat.heat} is kept for {heat.side or 'the league'}")
    if found.accepted is not None:
        until = f", appeals until {found.accepted.appeals_until}" if found.accepted.appeals_until else ""
        _print_line(f"accepted by entry {found.accepted.entry}: {_evidence_text(found.accepted)}{until}")
    for appeal in found.appeals:
        _print_line(f"appeal {appeal.id} of {appeal.side}, {appeal.answer}: {appeal.said}")


def rule(asked: Arguments) -> None:
    """Accept a claim."""
    match: Match = asked.match
    key = _key(asked, "rule", *match, asked.claim, asked.reason)
    with _client(asked) as client:
        _print_given(client.rule(*match, asked.claim, reason=asked.reason, key=key))


def appeal(asked: Arguments) -> None:
    """Appeal against a result."""
    match: Match = asked.match
    key = _key(asked, "appeal", *match, asked.reason, asked.side)
    with _client(asked) as client:
        made = client.appeal(*match, reason=asked.reason, side=asked.side, key=key)
    _print_line(f"appeal {made.id} of {made.side} against entry {made.entry}: {made.answer}")


def answer(asked: Arguments) -> None:
    """Answer an appeal."""
    season: Season = asked.season
    key = _key(asked, "answer", *season, asked.appeal, asked.answer, asked.reason)
    with _client(asked) as client:
        made = client.answer_appeal(*season, asked.appeal, answer=asked.answer, reason=asked.reason, key=key)
    _print_line(f"appeal {made.id} of {made.side}: {made.answer}")


def give(asked: Arguments) -> None:
    """Give commands."""
    season: Season = asked.season
    commands = commands_in(asked.file)
    key = _key(asked, "give", *season, commands, asked.on_behalf_of, asked.reason, asked.seen)
    with _client(asked) as client:
        _print_given(
            client.give(
                *season,
                commands,
                key=key,
                on_behalf_of=asked.on_behalf_of,
                reason=asked.reason,
                seen=asked.seen,
            )
        )


def attempt(asked: Arguments) -> None:
    """Try commands."""
    season: Season = asked.season
    commands = commands_in(asked.file)
    with _client(asked) as client:
        tried = client.attempt(
            *season, commands, on_behalf_of=asked.on_behalf_of, reason=asked.reason, seen=asked.seen
        )
    for fact in tried.facts:
        _print_line(fact)
    for price in tried.prices:
        _print_line(f"{price.franchise} {_format_price(price)}: {price.kind.replace('_', ' ')}, {price.rule}")
    for throw in tried.throws:
        _print_throw(throw)
    if tried.may_be_refused:
        _print_line(f"By some dice it would be refused: {tried.may_be_refused}")
    if tried.refusal:
        _print_line(f"It would be refused: {tried.refusal}")
    for wrong in (tried.problem or {}).get("errors", ()):
        _print_line(error_line(wrong["pointer"], wrong["detail"], beside=tried.refusal))


def _format_price(price: Price) -> str:
    return f"{price.amount:+}" if price.amount is not None else f"{price.least:+} to {price.most:+}, by the dice"


def _print_throw(throw: Throw) -> None:
    often = f"{throw.times} times {throw.dice}" if throw.times > 1 else throw.dice
    _print_line(
        f"{often}{' or more' if throw.more else ''} {'would' if throw.always else 'may'} be thrown: {throw.why}"
    )
    for row in throw.table.odds if throw.table else ():
        _print_line(f"    {row.on}: {row.result}, {row.ways} in {row.of}")


def awaited(asked: Arguments) -> None:
    """Print the dice that are awaited."""
    with _client(asked) as client:
        for dice in client.awaited(*asked.season):
            _print_dice(dice)


def fall(asked: Arguments) -> None:
    """Give what awaited dice fall by: under a new key each time, since it changes nothing when it is given twice."""
    season: Season = asked.season
    given = round_in(asked.round) if asked.round else asked.hash or asked.words
    what = "round" if asked.round else "hash" if asked.hash else "words" if asked.words else "go on"
    key = f"dethmetal fall {secrets.token_hex(16)}"
    with _client(asked) as client:
        if what == "round":
            stand = client.give_round(*season, asked.entry, given, key=key)
        elif what == "hash":
            stand = client.give_hash(*season, asked.entry, given, key=key)
        elif what == "words":
            stand = client.reveal_words(*season, asked.entry, given, key=key)
        else:
            stand = client.go_on_without_beacon(*season, asked.entry, key=key)
    if stand.awaited is not None:
        _print_dice(stand.awaited)
    else:
        _print_line(f"#{stand.entry} fell in entry {stand.fell}")


def take_part(asked: Arguments) -> None:
    """Take part in dice that await words."""
    known = secret_in(asked.secret) if asked.secret else b""
    with _client(asked) as client:
        for part in client.take_part(*asked.season, seconds=asked.seconds, secret=known):
            _print_line(f"#{part.entry} {'your words were revealed' if part.revealed else part.why}")


def play(asked: Arguments) -> None:
    """Play a folder."""
    object_in(asked.folder / "league.json")
    player = Player(
        asked.folder,
        asked.server,
        asked.token,
        league=asked.league,
        secret=asked.season_secret,
        tokens=dict(asked.token_of),
        tries=asked.tries,
        timeout=asked.timeout,
        told=_print_line,
    )
    played = player.play()
    _print_line(f"facts {played.facts}\n{played.digest}")


# -------------------------------------------------------------------------------------------------- in words


def _client(asked: Arguments) -> Client:
    return Client(asked.server, asked.token, tries=asked.tries, timeout=asked.timeout)


def _key(asked: Arguments, *words: object) -> str:
    """The key that was given, or one of the words themselves: the same again is the same request."""
    return asked.key or f"dethmetal {digest_of(list(words))}"


def _print_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _print_packet(known: Packet) -> None:
    signed = f"signed by {known.signed_by}" if known.signed_by else "its signature not checked"
    _print_line(f"packet {known.digest}, {signed}")


def _print_report_result(asked: Arguments, told: Reported) -> None:
    if told.repeated:
        _print_line("The same was sent before, and this was answered then: `reports` says how it stands now.")
    if told.own is not None:
        _print_claim(told.own)
    stands = f"accepted by entry {told.entry}" if told.entry else told.reports.state
    _print_line(f"{'/'.join(asked.match)}: {stands}")


def _print_claim(each: Claim) -> None:
    _print_line(f"claim {each.id} for {each.side or 'the league'}: {_evidence_text(each)}")
    for finding in each.findings:
        _print_line(f"    {finding.entry}: {finding.sentence}")


def _evidence_text(each: Claim | Accepted) -> str:
    return f"{each.evidence}{', own dice' if each.own_dice else ''}"


def _print_dice(dice: AwaitedDice) -> None:
    own = "your words were taken" if dice.revealed else "your hash is held" if dice.held else "your hash was taken"
    what = f"match {dice.match}" if dice.match else dice.command
    if dice.words:
        until = f"{'words' if dice.closed else 'hashes of words'} until {dice.due}"
        _print_line(f"#{dice.entry} {what}: {until}{f', {own}' if dice.given else ''}")
    else:
        agreed = f", agreed to go on: {', '.join(each or 'a commissioner' for each in dice.agreed)}"
        _print_line(
            f"#{dice.entry} {what}: round {dice.round} of the beacon, {dice.due}{agreed if dice.agreed else ''}"
        )


def _print_given(given: Given) -> None:
    for entry in given.entries:
        _print_entry(entry)
    if said := given.waits or given.left_out:
        _print_line(said)


def _print_entry(entry: Entry) -> None:
    for line in _entry_lines(entry):
        _print_line(line)


def _entry_lines(entry: Entry) -> Iterator[str]:
    """An entry in lines: its command, and what came of it by which rule; of a sealed one its hash."""
    if entry.command is None:
        yield f"#{entry.number} sealed: {entry.hash}"
        return
    yield f"#{entry.number} {entry.command['type']}"
    yield from (f"    {fact.sentence}{f' [{fact.rule}]' if fact.rule else ''}" for fact in entry.facts)
