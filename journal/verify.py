"""Verifies a season: the audit, all that can be checked without the rules, and matches replayed from their logs.

Without the rules it checks genesis, secret, chain, salts, checkpoints and the faces of every roll, even in a closed
season whose edition of the rules is gone. Everything else needs a replay: the audit, which `verify` runs if the
rules of the season are there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from journal import chain
from journal import entry_body as bodies
from journal.amends.dice import amend_key
from journal.amends.misread_dice import add_hand_entered_faces, misread_errors, misreads_in, with_misreads_fixed
from journal.amends.timeline import AMEND_TAG, PREVIEW_TAG
from journal.audit import UNREADABLE_ROW_MESSAGE, Finding, audit, link_findings, unreadable_findings
from journal.checkpoints import state_at_checkpoint
from journal.dice.fallen_faces import FallenFaces, collect_fallen_faces, hand_entered_paths, merge_fallen_faces
from journal.dice.leaf_allocation import LeafCheck, key_of_entry
from journal.dice.secret_hash_checks import OPEN_SEASON_TAG, commitment_errors
from journal.match_logs import read_match_log
from journal.replay import replay, state_after
from journal.state.row_validation import READ_ERRORS
from journal.transfer.season_export import previous_link
from league.access import CLOCK
from league.models import Checkpoint, Entry, MatchLog, Season
from league.queries.dice_keys import dice_of_match
from league.queries.season_leaves import has_leaves, opened_leaf_at
from league.queries.season_secrets import secrets_of
from rules.campaign.core.codec import command_document, command_from_document, fact_document
from rules.campaign.core.dice_paths import procedures_matching
from rules.campaign.core.editions import EDITIONS
from rules.campaign.core.state import Season as SeasonState
from rules.campaign.match_day.reports import AcceptReport
from rules.campaign.match_day.resolution import acceptance_command, packet_to_resolve
from rules.core.dice import Dice, Face, NeedsDice, Roll, Stream, secret_hash
from rules.core.dice_leaves import LEAVES_PER_ROOT
from rules.core.refusals import Refusal
from rules.match.packet import packet_digest
from rules.match.registry import rulesets
from rules.match.ruleset import OtherEdition, log_digest, with_source

FACTS_CHANGED = "facts come out otherwise"


@dataclass(slots=True)
class SeasonVerification:
    """The result of verifying a season: how much was checked, and what is wrong.

    `attested` counts rolls whose faces were typed in from a real table, `sealed` entries that nobody else may read
    yet, and `retold` the amended bodies in amends. `replayed` is whether the audit ran.
    """

    season: str
    step: str
    entries: int = 0
    facts: int = 0
    rolls: int = 0
    attested: int = 0
    sealed: int = 0
    retold: int = 0
    checkpoints: int = 0
    replayed: bool = False
    findings: list[Finding] = field(default_factory=list)

    def count(self, entry: Entry, body: bodies.EntryBody) -> None:
        """Count an entry."""
        self.entries += 1
        self.facts += len(body.facts)
        self.rolls += len(body.rolls)
        self.sealed += bool(entry.seal) and entry.opened_by is None
        self.attested += len(body.rolls) if body.typed else 0
        self.retold += len(body.amended.retold) if body.amended else 0


def verify(season_id: str) -> SeasonVerification:
    """Check the chain, faces and checkpoints of a season, and replay it if its edition of the rules is there.

    Raises `Season.DoesNotExist`.
    """
    while True:
        try:
            row = Season.objects.get(pk=season_id)
        except READ_ERRORS:
            return SeasonVerification(season_id, "", findings=[Finding(0, UNREADABLE_ROW_MESSAGE)])
        verification = _verify_once(row)
        # A season that changed while it was read is read again: old and new parts do not fit together.
        if not verification.findings or Season.objects.get(pk=season_id).head == row.head:
            return verification


def _verify_once(row: Season) -> SeasonVerification:
    verification = verify_without_rules(row)
    if row.step != "closed" or row.edition in EDITIONS:
        verification.replayed = True
        known = {(finding.entry, finding.sentence) for finding in verification.findings}
        audited = [
            Finding(finding.entry, finding.sentence + _fact_differences_suffix(row, finding))
            for finding in audit(row.pk)
        ]
        verification.findings += [finding for finding in audited if (finding.entry, finding.sentence) not in known]
        verification.findings.sort(key=lambda finding: finding.entry)
    return verification


def verify_without_rules(row: Season) -> SeasonVerification:
    """Check what needs no rules: genesis, secret, chain, salts, faces and checkpoints."""
    verification = SeasonVerification(row.pk, row.step)
    verification.findings += unreadable_findings(row) or _genesis_findings(row)
    if not verification.findings:
        verification.findings += _entry_findings(row, verification)
        verification.findings += _checkpoint_findings(row, verification)
    return verification


def fact_differences(was: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """How the facts of an entry (`was`) differ from those its command makes (`now`), in words."""
    if len(was) != len(now):
        yield f"it tells {len(was)} facts and its command makes {len(now)}"
    for index, (fact, expected) in enumerate(zip(was, now, strict=False)):
        names = sorted(name for name in fact.keys() | expected.keys() if fact.get(name) != expected.get(name))
        for name in names:
            value, made = fact.get(name), expected.get(name)
            yield f"fact {index}, {fact.get('kind')}, says {name} {value!r} where its command makes {made!r}"


def _fact_differences_suffix(row: Season, finding: Finding) -> str:
    """The differing facts, if the audit found that an entry's facts differ."""
    if FACTS_CHANGED not in finding.sentence:
        return ""
    try:
        replayed = next((replayed for replayed in replay(row) if replayed.entry.number == finding.entry), None)
    except (Refusal, *READ_ERRORS):
        return ""
    changed = (
        []
        if replayed is None
        else list(fact_differences(replayed.body.facts, list(map(fact_document, replayed.facts))))
    )
    return f": {'; '.join(changed)}" if changed else ""


def _genesis_findings(row: Season) -> Iterator[Finding]:
    opening = Checkpoint.objects.get(season=row, number=0)
    yield from _leaf_findings(row) if has_leaves(row) else _secret_findings(row)
    begins = chain.genesis(
        season=row.pk,
        secret_hash=row.secret_hash,
        opening=opening.digest,
        previous=previous_link(row),
        dice=row.dice,
    )
    if begins != row.genesis:
        yield Finding(0, "its genesis does not fit its opening, its secret's hash and the head before it")


def _secret_findings(row: Season) -> Iterator[Finding]:
    committed = row.secret_hash
    for renewal in secrets_of(row).renewals:
        if secret_hash(renewal.earlier) != committed:
            yield Finding(renewal.number, "shows another secret than the one whose hash was published")
        committed = renewal.secret_hash
    if secret_hash(bytes.fromhex(row.secret)) != committed:
        yield Finding(0, "its secret is not the one whose hash was published")


def _leaf_findings(row: Season) -> Iterator[Finding]:
    if row.roots[:1] != [row.secret_hash]:
        yield Finding(0, "the first root over its leaves is not the one it was opened with")
    opened_leaves = [opened_leaf_at(row, number * LEAVES_PER_ROOT) for number in range(len(row.roots))]
    for number, (first, root) in enumerate(zip(opened_leaves, row.roots, strict=True)):
        if not first.is_under(bytes.fromhex(root)):
            yield Finding(0, f"its leaves from {number * LEAVES_PER_ROOT} on are not those whose root was published")


def _entry_findings(row: Season, verification: SeasonVerification) -> Iterator[Finding]:
    """Check chain, salts and faces, and count entries."""
    secrets = secrets_of(row)
    typed: dict[str, list[int]] = {}
    fallen: dict[str, list[Face]] = {}
    entered: dict[str, list[Face]] = {}
    aside: dict[str, list[Face]] = {}
    words, leaves = _opening_words(row), has_leaves(row)
    leaf_check = LeafCheck.at_opening(row, state_at_checkpoint(row, 0))
    previous, number, digest, opened_at = row.genesis, 0, row.digest, 0
    entries = Entry.objects.filter(season=row).order_by("number").iterator(chunk_size=200)
    for number, entry in enumerate(entries, start=1):
        if entry.number != number:
            yield Finding(number, f"entry {number} is missing")
            return
        if entry.salt != chain.salt_of(secrets.at(number), number):
            yield Finding(number, "its salt was not made from the secret for that number")
        yield from link_findings(entry, previous=previous)
        previous, digest = entry.hash, entry.digest
        body = bodies.load_body(entry.body)
        verification.count(entry, body)
        for error in commitment_errors(body, secret_hash=row.secret_hash, opened_at=opened_at):
            yield Finding(number, error)
        opened_at = opened_at or (number if body.command["type"] == OPEN_SEASON_TAG else 0)
        own = body.typed.get("faces", {})
        typed |= own
        amended = body.amended or bodies.AmendEffects()
        reused = {path: aside.get(path, []) for path in body.again}
        key = key_of_entry(row.pk, number, entry.previous, body) or None
        errors = [
            *_face_errors(body.rolls, _constant_key(key) if leaves else secrets.ring(words).for_path, own, reused),
            *_procedure_errors(body.parsed_rolls(), {body.command["type"]}),
        ]
        errors += leaf_check.add(row, entry, body) if leaves else ()
        misread = misreads_in(body.command)
        errors += [sentence for _, sentence in misread_errors(misread, fallen, entered)]
        errors += _approval_errors(row, entry, body) if misread else ()
        before, fallen = fallen, with_misreads_fixed(fallen, misread)
        own_key = key if leaves else amend_key(secrets, number)
        for amended_body in amended.retold.values():
            errors += _procedure_errors(
                amended_body.parsed_rolls(), {command["type"] for command in amended_body.commands}
            )
            if amended.dice:
                errors += _face_errors(
                    amended_body.rolls, _constant_key(own_key if entry.command == AMEND_TAG else None), own, fallen
                )
            else:
                errors += _face_errors(amended_body.rolls, secrets.ring(words).for_path, typed, {})
        if entry.command == PREVIEW_TAG:
            fallen = before
        else:
            fallen = merge_fallen_faces(fallen, collect_fallen_faces([(number, body)]))
            add_hand_entered_faces(entered, body, hand_entered_paths(body))
        if entry.command == AMEND_TAG:
            aside = amended.set_aside
            errors += [
                f"sets other faces aside for {path} than fell" for path in aside if aside[path] != fallen.get(path)
            ]
        yield from (Finding(number, error) for error in errors)
        for facts in (body.facts, *(amended_body.facts for amended_body in amended.retold.values())):
            _learn_words(words, facts)
    if (number, previous, digest) != (row.length, row.head, row.digest):
        yield Finding(number, f"the journal ends here and should end at entry {row.length} ({row.head[:12]})")


def _face_errors(
    rolls: Iterable[Mapping[str, Any]],
    key_of: Callable[[str], bytes | None],
    typed: Mapping[str, list[int]],
    fallen: FallenFaces,
) -> Iterator[str]:
    """Errors in the faces of rolls, which are thrown again after fallen ones, or compared with typed ones."""
    for path, group in groupby(sorted(rolls, key=lambda roll: roll["path"]), key=lambda roll: roll["path"]):
        path_rolls = list(group)
        faces = [face for roll in path_rolls for face in roll["faces"]]
        before = list(fallen.get(path, ()))
        if path in typed and not before:
            if faces != typed[path][: len(faces)]:
                yield f"{path} shows {faces} and {typed[path]} were typed in"
            continue
        stream = Stream(path, key=key_of(path), fallen=before)
        try:
            expected = [stream.throw(roll["sides"], roll["why"]) for roll in path_rolls for _ in roll["faces"]]
        except NeedsDice:
            yield f"{path} shows {faces}, and those faces had not fallen"
            continue
        if faces != expected:
            yield f"{path} shows {faces} and its key throws {expected}"


def _procedure_errors(rolls: Iterable[Roll], commands: AbstractSet[str]) -> Iterator[str]:
    """Errors in the paths of rolls: those that these commands do not throw by the rules, or with other dice."""
    for path, group in groupby(sorted(rolls, key=lambda roll: roll.path), key=lambda roll: roll.path):
        procedure = next(iter(procedures_matching(path)), None)
        if procedure is None:
            yield f"throws {path}, and nothing is thrown there"
        elif commands.isdisjoint(procedure.commands):
            yield f"throws {path}, which belongs to {' and '.join(procedure.commands)}"
        elif error := procedure.roll_error(list(group)):
            yield f"{path} {error}"


def _approval_errors(row: Season, entry: Entry, body: bodies.EntryBody) -> Iterator[str]:
    """The error of an amend that corrects misread dice, is not approved, and is not marked as unapproved."""
    if entry.command == AMEND_TAG and not (row.forked_from or _is_approved_or_marked(entry, body)):
        yield "corrects misread dice, was approved by nobody else, and does not say so"


def _is_approved_or_marked(entry: Entry, body: bodies.EntryBody) -> bool:
    """Whether an amend was approved by somebody else, or is marked as unapproved."""
    return (body.amended is not None and body.amended.unapproved) or body.approved_by not in ("", entry.actor)


def _constant_key(key: bytes | None) -> Callable[[str], bytes | None]:
    return lambda _path: key


def _opening_words(row: Season) -> dict[str, str]:
    opening = state_at_checkpoint(row, 0)
    return {match.id: match.words for match in opening.matches.values()}


def _learn_words(words: dict[str, str], facts: Iterable[Mapping[str, Any]]) -> None:
    """Collect the words of matches from facts; they never change after the lock."""
    for fact in facts:
        if fact["kind"] == "match_announced":
            words.setdefault(fact["match"], "")
        elif fact["kind"] == "line_ups_locked":
            words[fact["match"]] = fact["words"]


def _checkpoint_findings(row: Season, verification: SeasonVerification) -> Iterator[Finding]:
    """Check that every checkpoint fits its own digest and that of its entry."""
    digests = dict(Entry.objects.filter(season=row).values_list("number", "digest"))
    for checkpoint in Checkpoint.objects.filter(season=row).order_by("number").iterator(chunk_size=20):
        verification.checkpoints += 1
        if hashlib.sha256(bodies.decompress(checkpoint.state)).hexdigest() != checkpoint.digest:
            yield Finding(checkpoint.number, "the checkpoint kept after it is not the state its digest was made of")
        elif digests.get(checkpoint.number, checkpoint.digest) != checkpoint.digest:
            yield Finding(checkpoint.number, "the checkpoint kept after it is of another state than it left")


@dataclass(slots=True)
class MatchVerification:
    """The result of replaying a season's logs: how many, why others were passed over, and what is wrong."""

    season: str
    played: int = 0
    passed_over: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def verify_matches(season_id: str) -> MatchVerification:
    """Replay every log of a season that can be replayed. Raises `Season.DoesNotExist`.

    If entries of the season cannot be read, only that is reported.
    """
    row = Season.objects.get(pk=season_id)
    verification = MatchVerification(row.pk, findings=unreadable_findings(row))
    for number, command in () if verification.findings else _resolved_reports(row):
        try:
            verification.findings += _match_findings(row, number, command, verification)
        except Refusal as refusal:
            verification.findings.append(Finding(number, refusal.sentence.rstrip(".")))
        except READ_ERRORS:
            verification.findings.append(
                Finding(number, f"{command.match} cannot be played again from what is kept of it")
            )
    return verification


def _resolved_reports(row: Season) -> Iterator[tuple[int, AcceptReport]]:
    """The entries that accepted a result resolved here; claimed results are left out, since they have evidence."""
    entries = Entry.objects.filter(season=row, command="accept_report", actor=CLOCK).order_by("number")
    for number, body in entries.values_list("number", "body"):
        try:
            command = command_from_document(bodies.load_body(body).command)
        except Refusal:  # the replay reports it
            continue
        if isinstance(command, AcceptReport) and command.report.source.packet and not command.evidence:
            yield number, command


def _match_findings(
    row: Season, number: int, command: AcceptReport, verification: MatchVerification
) -> Iterator[Finding]:
    source = command.report.source
    log_row = MatchLog.objects.filter(pk=source.log_digest, season=row).first()
    if log_row is None:
        yield Finding(number, f"the log of {command.match} is not kept")
        return
    packet, log = read_match_log(log_row)
    if log_digest(log) != source.log_digest:
        yield Finding(number, f"the log of {command.match} is not the one its result was accepted with")
    if packet_digest(packet) != source.packet:
        yield Finding(number, f"the packet of {command.match} is not the one it was resolved from")
        return
    before = state_after(row, number - 1)
    ruleset = next((candidate for candidate in rulesets() if candidate.name == log_row.ruleset), None)
    try:
        resolution = None if ruleset is None else ruleset.replay(packet, log, _dice(row, before, command.match))
    except OtherEdition:
        resolution = None
    if resolution is None:
        verification.passed_over.append(
            f"{command.match}: edition {log_row.edition} of {log_row.ruleset} is not here"
        )
        return
    made_now = replace(packet_to_resolve(before, command.match), edition=packet.edition)
    if packet_digest(made_now) != source.packet:
        yield Finding(number, f"{command.match} was resolved from another packet than its line-ups make")
    replayed = with_source(packet, resolution)
    verification.played += 1
    if command_document(acceptance_command(before, replayed.report, match=command.match)) != command_document(
        command
    ):
        yield Finding(number, f"{command.match} comes out otherwise when it is played again from its log")


def _dice(row: Season, season: SeasonState, match: str) -> Dice:
    return dice_of_match(row, match, words=season.match(match).words).dice()
