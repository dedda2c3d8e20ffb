"""Awaited dice: beacon rounds are fetched or pasted, members' words are collected, and the season goes on."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import transaction

from beacon.client import BeaconUnreachable, RoundAwaited, fetch_round, parse_round
from beacon.quicknet import DrandRound, latest_round, parse_signature
from jobs.kinds import JobRun, job_kind
from jobs.queue import enqueue
from jobs.sweeper import register_sweep
from journal.dice.awaited import BEACON_DELAYS, BeaconNotMissing, NothingAwaited, awaited_item_at
from journal.dice.beacon_rounds import store_round, stored_signature
from journal.dice.throw_awaited import (
    close_hashes,
    throw_by_round,
    throw_by_words,
    throw_without_beacon,
    waive_beacon,
)
from journal.writer import BatchResult
from league.models import AwaitedWords, Membership, Season
from rules.core.refusals import Malformed, Refusal
from scheduling.match_resolution import enqueue_continuation
from sql.short_transactions import short_transaction

DICE_FALL_JOB = "let_dice_fall"
"""The kind of job that lets awaited dice fall."""
SEASONS_PER_SWEEP = 500
"""How many seasons one sweep enqueues jobs for; the rest wait for the next sweep."""
RETRY_INTERVALS = ((timedelta(minutes=1), 5), (timedelta(hours=1), 60), (timedelta.max, 600))
"""How long after a round was due, and how many seconds apart, it is asked for."""
HEX_DIGEST = re.compile("[0-9a-f]{64}")
LONGEST_NUMBER = 10
"""The most digits of a round's number."""
REACHABLE_KEY, REACHABLE_SECONDS, PROBE_SECONDS = "beacon-reached", 600, 1.5
"""The cache key for whether the beacon was reached, how many seconds that is kept, and how long a probe may take."""


class WordsTooLate(Refusal):
    """A hash, or words, came too early or too late for the dice that they are meant for."""


class WordsDiffer(Refusal):
    """The words, or their hash, differ from the hash that the member gave before."""


@register_sweep
def enqueue_due_falls(at: datetime) -> None:
    """Enqueue the job of every season whose dice may fall by now."""
    due = Season.objects.filter(awaited_at__lte=at).order_by("awaited_at", "pk")
    for season, since, length in due.values_list("pk", "awaited_at", "length")[:SEASONS_PER_SWEEP]:
        if since is None:
            continue
        with short_transaction():
            enqueue(
                DICE_FALL_JOB,
                key=f"{season}/{DICE_FALL_JOB}/{length}/{_retry_number(at - since)}",
                at=at,
                season=season,
            )


def _retry_number(late: timedelta) -> str:
    """Which retry it is this long after a round was due: retries become less frequent over time."""
    place, (_, seconds) = next(
        (place, interval) for place, interval in enumerate(RETRY_INTERVALS) if late <= interval[0]
    )
    return f"{place}.{int(late.total_seconds()) // seconds}"


@job_kind(DICE_FALL_JOB, title="Dice that were awaited", fleeting=True)
def let_dice_fall(run: JobRun) -> None:
    """The body of the job: let everything fall that may."""
    try:
        let_due_dice_fall(run.season, at=run.now())
    except (BeaconUnreachable, RoundAwaited) as error:
        run.note(error.sentence)


def let_due_dice_fall(season_id: str, *, at: datetime) -> list[BatchResult]:
    """Let all due dice that a season awaits fall, in order, and let the season go on.

    Fetches beacon rounds that are not stored yet. Raises `BeaconUnreachable` or `RoundAwaited`, once everything that
    can fall has fallen.
    """
    row = Season.objects.get(pk=season_id)
    answers: list[BatchResult] = []
    missing: Refusal | None = None
    for item in row.awaited:
        number = item["entry"]
        if datetime.fromisoformat(item["due"]) > at:
            continue
        if not item["round"]:
            answers += _close_words_phase(season_id, number, closed=item["hashes"] is not None, at=at)
            continue
        try:
            signature = _round_signature(item["round"], at=at)
        except (BeaconUnreachable, RoundAwaited) as error:
            if item["waived"]:
                with suppress(BeaconNotMissing):
                    answers += _as_list(throw_without_beacon(season_id, number, at=at))
                    continue
            missing = error
            continue
        answers += _as_list(throw_by_round(season_id, number, signature=signature, at=at))
    _continue_season(season_id, answers, at=at)
    if missing is not None:
        raise missing
    return answers


def apply_pasted_round(season_id: str, number: int, text: str, *, at: datetime) -> BatchResult | None:
    """Let the dice that an entry awaits fall by a round that somebody pasted; None if they have already fallen.

    The text is the JSON that the beacon answers with, or the signature alone. Raises `RoundMalformed`,
    `SignatureRefused`, `NothingAwaited`, `DiceAwaited`, or `Malformed` for another round.
    """
    item = awaited_item_at(Season.objects.get(pk=season_id), number)
    if not item["round"]:
        raise NothingAwaited(f"Entry {number} awaits words that members reveal, and no round of the beacon.")
    round = parse_pasted_round(text, wanted=item["round"])
    store_round(round, at=at)
    answer = throw_by_round(season_id, number, signature=round.signature.hex(), at=at)
    _continue_season(season_id, _as_list(answer), at=at)
    return answer


def parse_pasted_round(text: str, *, wanted: int) -> DrandRound:
    """Parse a pasted round of the beacon without verifying it. Raises `Malformed`, or as `parse_round` does.

    It is the JSON of the beacon, NUMBER:SIGNATURE as `verify.py --round` takes it, or the signature alone.
    """
    text = text.strip()
    number, parted, signature = text.partition(":")
    if text.startswith("{"):
        round = parse_round(text.encode())
    elif parted and number.isascii() and number.isdigit() and len(number) <= LONGEST_NUMBER:
        round = DrandRound(int(number), parse_signature(signature.lower()))
    else:
        round = DrandRound(wanted, parse_signature(text.lower()))
    if round.number != wanted:
        digits = str(round.number)
        number_text = digits if len(digits) <= LONGEST_NUMBER else f"of {len(digits)} digits"
        raise Malformed(f"That is round {number_text} of the beacon, but round {wanted} is needed: paste that one.")
    return round


def submit_words_hash(season_id: str, number: int, hashed: str, *, member: Membership, at: datetime) -> None:
    """Store the hash of a member's words for what an entry awaits; once every owner sent one, no more are accepted.

    Sending the same hash again changes nothing. Raises `NothingAwaited`, `Malformed` or `WordsTooLate`.
    """
    if not HEX_DIGEST.fullmatch(hashed):
        raise Malformed("The hash of words is SHA-256 of them, 64 small hex digits.").at("hash")
    with transaction.atomic():
        row = Season.objects.select_for_update(no_key=True).get(pk=season_id)
        item = _words_item(row, number)
        earlier = AwaitedWords.objects.filter(season=row, entry=number, handle=member.handle).first()
        if earlier is None and item["hashes"] is not None:
            raise WordsTooLate(f"No further hash is taken for entry {number}: its dice fall without your words.")
        if earlier is None:
            AwaitedWords.objects.create(season=row, entry=number, handle=member.handle, hash=hashed)
        elif earlier.hash != hashed:
            raise WordsDiffer(f"You gave another hash for entry {number} before: that one stands.")
        owners = _owner_names(row)
        complete = item["hashes"] is None and bool(owners) and owners <= _hash_givers(row, number)
    if complete:
        close_hashes(season_id, number, at=at)


def reveal_words(season_id: str, number: int, words: str, *, member: Membership, at: datetime) -> BatchResult | None:
    """Store a member's words for what an entry awaits; the dice fall once everybody who sent a hash has revealed.

    None while words are missing. Raises `NothingAwaited`, `Malformed`, `WordsDiffer`, or `WordsTooLate` before the
    hashes are closed and for members who sent none.
    """
    if not HEX_DIGEST.fullmatch(words):
        raise Malformed("Words are 32 random bytes in 64 small hex digits.").at("words")
    with transaction.atomic():
        row = Season.objects.select_for_update(no_key=True).get(pk=season_id)
        item = _words_item(row, number)
        if item["hashes"] is None:
            raise WordsTooLate(f"Hashes are still taken for entry {number}: keep your words until they are closed.")
        if member.handle not in item["hashes"]:
            raise WordsTooLate(f"You gave no hash for entry {number} before they were closed: it falls without you.")
        if item["hashes"][member.handle] != hashlib.sha256(words.encode()).hexdigest():
            raise WordsDiffer(f"They are not the words whose hash you gave for entry {number}.")
        AwaitedWords.objects.update_or_create(
            season=row,
            entry=number,
            handle=member.handle,
            defaults={"hash": item["hashes"][member.handle], "words": words},
        )
        revealed = AwaitedWords.objects.filter(season=row, entry=number).exclude(words="")
        complete = set(item["hashes"]) <= set(revealed.values_list("handle", flat=True))
    if not complete:
        return None
    answer = throw_by_words(season_id, number, at=at)
    _continue_season(season_id, _as_list(answer), at=at)
    return answer


def agree_to_waive_beacon(season_id: str, number: int, *, member: Membership, at: datetime) -> BatchResult | None:
    """Agree that the dice an entry awaits fall without the beacon. Raises as `waive_beacon` does."""
    answer = waive_beacon(season_id, number, member=member, at=at)
    _continue_season(season_id, _as_list(answer), at=at)
    return answer


def refuse_unreachable_beacon(dice: str, *, at: datetime) -> None:
    """Raise `Malformed` for dice that wait for the beacon if this server cannot reach it."""
    if dice in BEACON_DELAYS and not beacon_is_reachable(at=at):
        raise Malformed(
            "This server cannot reach the public beacon now: let the dice rest on words, or try again later."
        ).at("dice")


def beacon_is_reachable(*, at: datetime) -> bool:
    """Whether this server could reach the beacon, as checked within the last ten minutes."""
    reached = cache.get(REACHABLE_KEY)
    if reached is None:
        try:
            store_round(fetch_round(latest_round(at) - 1, settings.BEACON_URLS, now=at, seconds=PROBE_SECONDS), at=at)
            reached = True
        except Refusal:
            reached = False
        cache.set(REACHABLE_KEY, reached, REACHABLE_SECONDS)
    return bool(reached)


def _words_item(row: Season, number: int) -> dict[str, Any]:
    item = awaited_item_at(row, number)
    if item["round"]:
        raise NothingAwaited(f"Entry {number} awaits a round of the beacon, and no words.")
    return item


def _close_words_phase(season_id: str, number: int, *, closed: bool, at: datetime) -> list[BatchResult]:
    """When the time for hashes is over, close them; when the time for words is over, or no hash was sent, throw."""
    if not closed:
        close_hashes(season_id, number, at=at)
        if AwaitedWords.objects.filter(season=season_id, entry=number).exists():
            return []
    return _as_list(throw_by_words(season_id, number, at=at))


def _round_signature(number: int, *, at: datetime) -> str:
    """The signature of a round: the stored one, or else fetched, verified and stored."""
    if (stored := stored_signature(number)) is not None:
        return stored
    round = fetch_round(number, settings.BEACON_URLS, now=at)
    store_round(round, at=at)
    return round.signature.hex()


def _continue_season(season_id: str, answers: Iterable[BatchResult], *, at: datetime) -> None:
    """Let the season go on if any dice fell."""
    if any(True for _ in answers):
        enqueue_continuation(season_id, at=at)


def _as_list(answer: BatchResult | None) -> list[BatchResult]:
    return [] if answer is None else [answer]


def _owner_names(row: Season) -> set[str]:
    owners = Membership.objects.filter(league=row.league_id, role=Membership.Role.OWNER)
    return set(owners.values_list("handle", flat=True))


def _hash_givers(row: Season, number: int) -> set[str]:
    return set(AwaitedWords.objects.filter(season=row, entry=number).values_list("handle", flat=True))
