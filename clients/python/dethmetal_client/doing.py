"""What the command line does: each asks a server one thing, and prints what came of it."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from dethmetal_client.canonical import canonical, hashed
from dethmetal_client.dice_shapes import AwaitedDice
from dethmetal_client.files import Unusable, commands_in, object_in, read, round_in, secret_in, write
from dethmetal_client.leagues import Client
from dethmetal_client.packets import Packet, checked
from dethmetal_client.playing import Player
from dethmetal_client.problems import pointed
from dethmetal_client.report_shapes import Accepted, Claim, Reported
from dethmetal_client.reporting import KeptKeys, Reporter
from dethmetal_client.shapes import Entry, Given, Price, Throw

Asked = argparse.Namespace


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


def leagues(asked: Asked) -> None:
    """Print the leagues."""
    with _client(asked) as client:
        for each in client.leagues():
            _say(f"{each.id:<24} {each.name}{f', {each.season} at {each.step}' if each.season else ''}")


def standings(asked: Asked) -> None:
    """Print a table."""
    with _client(asked) as client:
        for each in client.standings(*asked.season, after=asked.after).standings:
            _say(f"{each.rank:>3} {each.name:<32} {each.points:>4} {each.balance:>10}")


def matches(asked: Asked) -> None:
    """Print matches."""
    with _client(asked) as client:
        for each in client.matches(*asked.season):
            teams = ", ".join(
                f"{team.franchise}{'' if team.points is None else f' {team.points}'}" for team in each.teams
            )
            by = each.ruleset or "reported"
            _say(f"{each.id:<6} round {each.round}, {each.event}, {by}, {each.step} {each.step_name}: {teams}")


def entries(asked: Asked) -> None:
    """Print entries."""
    with _client(asked) as client:
        for each in client.entries(*asked.season, after=asked.after):
            _tell(each)


def packet(asked: Asked) -> None:
    """Check a packet and keep it."""
    with _client(asked) as client:
        answer = client.packet(*asked.match, ruleset=asked.ruleset)
        _checked(checked(answer, client.keys()))
    if asked.into:
        write(asked.into, canonical(answer) + b"\n")
        _say(f"kept in {asked.into}")


def report(asked: Asked) -> None:
    """Report a match."""
    match: Match = asked.match
    first: Path | None = asked.log or asked.outcome or (asked.heat[0].file if asked.heat else None)
    if first is None:
        raise Unusable("Nothing is to be reported: give --log, --outcome or --heat.")
    if asked.log and asked.heat:
        raise Unusable("A log is of the whole match: give --log with --outcome, or --heat without it.")
    log = read(asked.log) if asked.log else None
    outcome = object_in(asked.outcome) if asked.outcome else None
    heats = {each.number: object_in(each.file) for each in asked.heat}
    played = object_in(asked.packet) if asked.packet else None
    keys = KeptKeys(asked.keys or first.with_name(f"{first.name}.keys.json"))
    with _client(asked) as client:
        reporter = Reporter(client, *match, keys, side=asked.side)
        known = reporter.packet(ruleset=asked.ruleset) if played is None else reporter.packet_kept(played)
        _checked(known)
        if heats:
            for number, each in heats.items():
                told = reporter.report_heat(known, number, reporter.complete(each))
                _say(f"heat {number} {'was reported before' if told.repeated else 'is reported'}")
        else:
            came = reporter.outcome(known, log or b"") if outcome is None else reporter.complete(outcome)
            told = reporter.report(known, came, log=log)
    _told(asked, told)


def reports(asked: Asked) -> None:
    """Print what is claimed of a match."""
    with _client(asked) as client:
        found = client.reports(*asked.match)
    _say(f"{found.match}: {found.state}")
    for each in found.claims:
        _claim(each)
    for differs in found.differences:
        said = ", ".join(f"{each.side or 'the league'} {each.value}" for each in differs.said)
        _say(f"differs: {differs.field} of {differs.id} in {differs.part}: {said}")
    for heat in found.heats:
        _say(f"heat {heat.heat} is kept for {heat.side or 'the league'}")
    if found.accepted is not None:
        until = f", appeals until {found.accepted.appeals_until}" if found.accepted.appeals_until else ""
        _say(f"accepted by entry {found.accepted.entry}: {_proven(found.accepted)}{until}")
    for told in found.appeals:
        _say(f"appeal {told.id} of {told.side}, {told.answer}: {told.said}")


def rule(asked: Asked) -> None:
    """Accept a claim."""
    match: Match = asked.match
    key = _key(asked, "rule", *match, asked.claim, asked.reason)
    with _client(asked) as client:
        _given(client.rule(*match, asked.claim, reason=asked.reason, key=key))


def appeal(asked: Asked) -> None:
    """Appeal against a result."""
    match: Match = asked.match
    key = _key(asked, "appeal", *match, asked.reason, asked.side)
    with _client(asked) as client:
        made = client.appeal(*match, reason=asked.reason, side=asked.side, key=key)
    _say(f"appeal {made.id} of {made.side} against entry {made.entry}: {made.answer}")


def answer(asked: Asked) -> None:
    """Answer an appeal."""
    season: Season = asked.season
    key = _key(asked, "answer", *season, asked.appeal, asked.answer, asked.reason)
    with _client(asked) as client:
        made = client.answer_appeal(*season, asked.appeal, answer=asked.answer, reason=asked.reason, key=key)
    _say(f"appeal {made.id} of {made.side}: {made.answer}")


def give(asked: Asked) -> None:
    """Give commands."""
    season: Season = asked.season
    commands = commands_in(asked.file)
    key = _key(asked, "give", *season, commands, asked.on_behalf_of, asked.reason, asked.seen)
    with _client(asked) as client:
        _given(
            client.give(
                *season,
                commands,
                key=key,
                on_behalf_of=asked.on_behalf_of,
                reason=asked.reason,
                seen=asked.seen,
            )
        )


def attempt(asked: Asked) -> None:
    """Try commands."""
    season: Season = asked.season
    commands = commands_in(asked.file)
    with _client(asked) as client:
        tried = client.attempt(
            *season, commands, on_behalf_of=asked.on_behalf_of, reason=asked.reason, seen=asked.seen
        )
    for fact in tried.facts:
        _say(fact)
    for price in tried.prices:
        _say(f"{price.franchise} {_credits(price)}: {price.kind.replace('_', ' ')}, {price.rule}")
    for throw in tried.throws:
        _thrown(throw)
    if tried.may_be_refused:
        _say(f"By some dice it would be refused: {tried.may_be_refused}")
    if tried.refusal:
        _say(f"It would be refused: {tried.refusal}")
    for wrong in (tried.problem or {}).get("errors", ()):
        _say(pointed(wrong["pointer"], wrong["detail"], beside=tried.refusal))


def _credits(price: Price) -> str:
    return f"{price.amount:+}" if price.amount is not None else f"{price.least:+} to {price.most:+}, by the dice"


def _thrown(throw: Throw) -> None:
    often = f"{throw.times} times {throw.dice}" if throw.times > 1 else throw.dice
    _say(f"{often}{' or more' if throw.more else ''} {'would' if throw.always else 'may'} be thrown: {throw.why}")
    for row in throw.table.odds if throw.table else ():
        _say(f"    {row.on}: {row.result}, {row.ways} in {row.of}")


def awaited(asked: Asked) -> None:
    """Print the dice that are awaited."""
    with _client(asked) as client:
        for each in client.awaited(*asked.season):
            _dice(each)


def fall(asked: Asked) -> None:
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
        _dice(stand.awaited)
    else:
        _say(f"#{stand.entry} fell in entry {stand.fell}")


def take_part(asked: Asked) -> None:
    """Take part in dice that await words."""
    known = secret_in(asked.secret) if asked.secret else b""
    with _client(asked) as client:
        for each in client.take_part(*asked.season, seconds=asked.seconds, secret=known):
            _say(f"#{each.entry} {'your words were revealed' if each.revealed else each.why}")


def play(asked: Asked) -> None:
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
        told=_say,
    )
    played = player.play()
    _say(f"facts {played.facts}\n{played.digest}")


# -------------------------------------------------------------------------------------------------- in words


def _client(asked: Asked) -> Client:
    return Client(asked.server, asked.token, tries=asked.tries, timeout=asked.timeout)


def _key(asked: Asked, *words: object) -> str:
    """The key that was given, or one of the words themselves: the same again is the same request."""
    return asked.key or f"dethmetal {hashed(list(words))}"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _checked(known: Packet) -> None:
    signed = f"signed by {known.signed_by}" if known.signed_by else "its signature not checked"
    _say(f"packet {known.digest}, {signed}")


def _told(asked: Asked, told: Reported) -> None:
    if told.repeated:
        _say("The same was sent before, and this was answered then: `reports` says how it stands now.")
    if told.own is not None:
        _claim(told.own)
    stands = f"accepted by entry {told.entry}" if told.entry else told.reports.state
    _say(f"{'/'.join(asked.match)}: {stands}")


def _claim(each: Claim) -> None:
    _say(f"claim {each.id} for {each.side or 'the league'}: {_proven(each)}")
    for finding in each.findings:
        _say(f"    {finding.entry}: {finding.sentence}")


def _proven(each: Claim | Accepted) -> str:
    return f"{each.evidence}{', own dice' if each.own_dice else ''}"


def _dice(dice: AwaitedDice) -> None:
    own = "your words were taken" if dice.revealed else "your hash is held" if dice.held else "your hash was taken"
    what = f"match {dice.match}" if dice.match else dice.command
    if dice.words:
        until = f"{'words' if dice.closed else 'hashes of words'} until {dice.due}"
        _say(f"#{dice.entry} {what}: {until}{f', {own}' if dice.given else ''}")
    else:
        agreed = f", agreed to go on: {', '.join(each or 'a commissioner' for each in dice.agreed)}"
        _say(f"#{dice.entry} {what}: round {dice.round} of the beacon, {dice.due}{agreed if dice.agreed else ''}")


def _given(given: Given) -> None:
    for each in given.entries:
        _tell(each)
    if said := given.waits or given.left_out:
        _say(said)


def _tell(entry: Entry) -> None:
    for line in _lines(entry):
        _say(line)


def _lines(entry: Entry) -> Iterator[str]:
    """An entry in lines: its command, and what came of it by which rule; of a sealed one its hash."""
    if entry.command is None:
        yield f"#{entry.number} sealed: {entry.hash}"
        return
    yield f"#{entry.number} {entry.command['type']}"
    yield from (f"    {each.sentence}{f' [{each.rule}]' if each.rule else ''}" for each in entry.facts)
