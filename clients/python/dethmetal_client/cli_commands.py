"""The commands of the command line: each sends its requests to a server, and prints the answer."""

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


def leagues(options: Arguments) -> None:
    """Print the leagues."""
    with _client(options) as client:
        for league in client.leagues():
            _print_line(
                f"{league.id:<24} {league.name}{f', {league.season} at {league.step}' if league.season else ''}"
            )


def standings(options: Arguments) -> None:
    """Print a table."""
    with _client(options) as client:
        for standing in client.standings(*options.season, after=options.after).standings:
            _print_line(f"{standing.rank:>3} {standing.name:<32} {standing.points:>4} {standing.balance:>10}")


def matches(options: Arguments) -> None:
    """Print matches."""
    with _client(options) as client:
        for match in client.matches(*options.season):
            teams = ", ".join(
                f"{team.franchise}{'' if team.points is None else f' {team.points}'}" for team in match.teams
            )
            by = match.ruleset or "reported"
            _print_line(
                f"{match.id:<6} round {match.round}, {match.event}, {by}, {match.step} {match.step_name}: {teams}"
            )


def score(options: Arguments) -> None:
    """Print the score sheet of a duel."""
    duel = object_in(options.duel)
    with _client(options) as client:
        sheet = client.score_duel(duel)
    for duelist in sorted(sheet.duelists, key=lambda scored: scored.place):
        _print_line(f"{duelist.place:>3} {duelist.id:<32} {duelist.total:>8}")
    for proposal in sheet.proposals:
        _print_line(f"to decide: {proposal.sentence} [{proposal.rule}]")
    if sheet.end is not None:
        _print_line(f"ended at the close of phase {sheet.end.phase}: {sheet.end.reason.replace('_', ' ')}")


def entries(options: Arguments) -> None:
    """Print entries."""
    with _client(options) as client:
        for entry in client.entries(*options.season, after=options.after):
            _print_entry(entry)


def packet(options: Arguments) -> None:
    """Check a packet, and save it with `--into`."""
    with _client(options) as client:
        answer = client.packet(*options.match, ruleset=options.ruleset)
        _print_packet(checked(answer, client.keys()))
    if options.into:
        write(options.into, canonical(answer) + b"\n")
        _print_line(f"kept in {options.into}")


def _refuse_repeated(names: list[str], thing: str) -> None:
    """Raise `Unusable` for a name that is given twice, of which all but the last would be dropped."""
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Unusable(f"The {thing} {twice} is given twice: give it once.")


def report(options: Arguments) -> None:
    """Report a match."""
    match: Match = options.match
    first: Path | None = options.log or options.outcome or (options.heat[0].file if options.heat else None)
    if first is None:
        raise Unusable("There is nothing to report: give --log, --outcome or --heat.")
    if options.log and options.heat:
        raise Unusable("A log covers the whole match: give --log with --outcome, or --heat without it.")
    log = read(options.log) if options.log else None
    outcome = object_in(options.outcome) if options.outcome else None
    _refuse_repeated([str(heat.number) for heat in options.heat], "heat")
    heats = {heat.number: object_in(heat.file) for heat in options.heat}
    played = object_in(options.packet) if options.packet else None
    keys = KeptKeys(options.keys or first.with_name(f"{first.name}.keys.json"))
    with _client(options) as client:
        reporter = Reporter(client, *match, keys, side=options.side)
        packet = reporter.packet(ruleset=options.ruleset) if played is None else reporter.packet_kept(played)
        _print_packet(packet)
        if heats:
            for number, heat in heats.items():
                answer = reporter.report_heat(packet, number, reporter.complete(heat))
                _print_line(f"heat {number} {'was reported before' if answer.repeated else 'is reported'}")
        else:
            document = reporter.outcome(packet, log or b"") if outcome is None else reporter.complete(outcome)
            answer = reporter.report(packet, document, log=log)
    _print_report_result(options, answer)


def reports(options: Arguments) -> None:
    """Print what is claimed of a match."""
    with _client(options) as client:
        reports = client.reports(*options.match)
    _print_line(f"{reports.match}: {reports.state}")
    for claim in reports.claims:
        _print_claim(claim)
    for difference in reports.differences:
        sides = ", ".join(f"{side.side or 'the league'} {side.value}" for side in difference.said)
        _print_line(f"differs: {difference.field} of {difference.id} in {difference.part}: {sides}")
    for heat in reports.heats:
        _print_line(f"heat {heat.heat} is kept for {heat.side or 'the league'}")
    if reports.accepted is not None:
        until = f", appeals until {reports.accepted.appeals_until}" if reports.accepted.appeals_until else ""
        _print_line(f"accepted by entry {reports.accepted.entry}: {_evidence_text(reports.accepted)}{until}")
    for appeal in reports.appeals:
        _print_line(f"appeal {appeal.id} of {appeal.side}, {appeal.answer}: {appeal.said}")


def rule(options: Arguments) -> None:
    """Accept a claim."""
    match: Match = options.match
    key = _key(options, "rule", *match, options.claim, options.reason)
    with _client(options) as client:
        _print_given(client.rule(*match, options.claim, reason=options.reason, key=key))


def appeal(options: Arguments) -> None:
    """Appeal against a result."""
    match: Match = options.match
    key = _key(options, "appeal", *match, options.reason, options.side)
    with _client(options) as client:
        appeal = client.appeal(*match, reason=options.reason, side=options.side, key=key)
    _print_line(f"appeal {appeal.id} of {appeal.side} against entry {appeal.entry}: {appeal.answer}")


def answer(options: Arguments) -> None:
    """Answer an appeal."""
    season: Season = options.season
    key = _key(options, "answer", *season, options.appeal, options.answer, options.reason)
    with _client(options) as client:
        appeal = client.answer_appeal(*season, options.appeal, answer=options.answer, reason=options.reason, key=key)
    _print_line(f"appeal {appeal.id} of {appeal.side}: {appeal.answer}")


def give(options: Arguments) -> None:
    """Give commands."""
    season: Season = options.season
    commands = commands_in(options.file)
    key = _key(options, "give", *season, commands, options.on_behalf_of, options.reason, options.seen)
    with _client(options) as client:
        _print_given(
            client.give(
                *season,
                commands,
                key=key,
                on_behalf_of=options.on_behalf_of,
                reason=options.reason,
                seen=options.seen,
            )
        )


def attempt(options: Arguments) -> None:
    """Try commands."""
    season: Season = options.season
    commands = commands_in(options.file)
    with _client(options) as client:
        trial = client.attempt(
            *season, commands, on_behalf_of=options.on_behalf_of, reason=options.reason, seen=options.seen
        )
    for fact in trial.facts:
        _print_line(fact)
    for price in trial.prices:
        _print_line(f"{price.franchise} {_format_price(price)}: {price.kind.replace('_', ' ')}, {price.rule}")
    for throw in trial.throws:
        _print_throw(throw)
    if trial.may_be_refused:
        _print_line(f"With some dice it would be refused: {trial.may_be_refused}")
    if trial.refusal:
        _print_line(f"It would be refused: {trial.refusal}")
    for error in (trial.problem or {}).get("errors", ()):
        _print_line(error_line(error["pointer"], error["detail"], beside=trial.refusal))


def _format_price(price: Price) -> str:
    return f"{price.amount:+}" if price.amount is not None else f"{price.least:+} to {price.most:+}, by the dice"


def _print_throw(throw: Throw) -> None:
    dice = f"{throw.times} times {throw.dice}" if throw.times > 1 else throw.dice
    _print_line(
        f"{dice}{' or more' if throw.more else ''} {'would' if throw.always else 'may'} be thrown: {throw.why}"
    )
    for row in throw.table.odds if throw.table else ():
        _print_line(f"    {row.on}: {row.result}, {row.ways} in {row.of}")


def awaited(options: Arguments) -> None:
    """Print the dice that are awaited."""
    with _client(options) as client:
        for dice in client.awaited(*options.season):
            _print_dice(dice)


def fall(options: Arguments) -> None:
    """Give what awaited dice fall by, with a new key each time, since giving it twice changes nothing."""
    season: Season = options.season
    value = round_in(options.round) if options.round else options.hash or options.words
    kind = "round" if options.round else "hash" if options.hash else "words" if options.words else "go on"
    key = f"dethmetal fall {secrets.token_hex(16)}"
    with _client(options) as client:
        if kind == "round":
            status = client.give_round(*season, options.entry, value, key=key)
        elif kind == "hash":
            status = client.give_hash(*season, options.entry, value, key=key)
        elif kind == "words":
            status = client.reveal_words(*season, options.entry, value, key=key)
        else:
            status = client.go_on_without_beacon(*season, options.entry, key=key)
    if status.awaited is not None:
        _print_dice(status.awaited)
    else:
        _print_line(f"#{status.entry} fell in entry {status.fell}")


def take_part(options: Arguments) -> None:
    """Take part in dice that await words."""
    secret = secret_in(options.secret) if options.secret else b""
    with _client(options) as client:
        for part in client.take_part(*options.season, seconds=options.seconds, secret=secret):
            _print_line(f"#{part.entry} {'your words were revealed' if part.revealed else part.why}")


def play(options: Arguments) -> None:
    """Play a folder."""
    object_in(options.folder / "league.json")
    _refuse_repeated([user for user, _ in options.token_of], "token of")
    player = Player(
        options.folder,
        options.server,
        options.token,
        league=options.league,
        secret=options.season_secret,
        tokens=dict(options.token_of),
        tries=options.tries,
        timeout=options.timeout,
        told=_print_line,
    )
    played = player.play()
    _print_line(f"facts {played.facts}\n{played.digest}")


# -------------------------------------------------------------------------------------------------- in words


def _client(options: Arguments) -> Client:
    return Client(options.server, options.token, tries=options.tries, timeout=options.timeout)


def _key(options: Arguments, *words: object) -> str:
    """The key that was given, or one derived from the words, so that the same words are the same request."""
    return options.key or f"dethmetal {digest_of(list(words))}"


def _print_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _print_packet(packet: Packet) -> None:
    signed = f"signed by {packet.signed_by}" if packet.signed_by else "its signature not checked"
    _print_line(f"packet {packet.digest}, {signed}")


def _print_report_result(options: Arguments, answer: Reported) -> None:
    if answer.repeated:
        _print_line("The same was sent before, and this was the answer then: `reports` shows the current state.")
    if answer.own is not None:
        _print_claim(answer.own)
    state = f"accepted by entry {answer.entry}" if answer.entry else answer.reports.state
    _print_line(f"{'/'.join(options.match)}: {state}")


def _print_claim(claim: Claim) -> None:
    _print_line(f"claim {claim.id} for {claim.side or 'the league'}: {_evidence_text(claim)}")
    for finding in claim.findings:
        _print_line(f"    {finding.entry}: {finding.sentence}")


def _evidence_text(claim: Claim | Accepted) -> str:
    return f"{claim.evidence}{', own dice' if claim.own_dice else ''}"


def _print_dice(dice: AwaitedDice) -> None:
    own_part = (
        "your words were taken" if dice.revealed else "your hash is held" if dice.held else "your hash was taken"
    )
    what = f"match {dice.match}" if dice.match else dice.command
    if dice.words:
        until = f"{'words' if dice.closed else 'hashes of words'} until {dice.due}"
        _print_line(f"#{dice.entry} {what}: {until}{f', {own_part}' if dice.given else ''}")
    else:
        agreed = f", agreed to go on: {', '.join(member or 'a commissioner' for member in dice.agreed)}"
        _print_line(
            f"#{dice.entry} {what}: round {dice.round} of the beacon, {dice.due}{agreed if dice.agreed else ''}"
        )


def _print_given(given: Given) -> None:
    for entry in given.entries:
        _print_entry(entry)
    if note := given.waits or given.left_out:
        _print_line(note)


def _print_entry(entry: Entry) -> None:
    for line in _entry_lines(entry):
        _print_line(line)


def _entry_lines(entry: Entry) -> Iterator[str]:
    """An entry in lines: its command, and each fact with its rule; a sealed entry shows only its hash."""
    if entry.command is None:
        yield f"#{entry.number} sealed: {entry.hash}"
        return
    yield f"#{entry.number} {entry.command['type']}"
    yield from (f"    {fact.sentence}{f' [{fact.rule}]' if fact.rule else ''}" for fact in entry.facts)
