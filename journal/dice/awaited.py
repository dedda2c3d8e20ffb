"""Awaited dice: the season's row lists the entries that await dice, and verification compares the throws with them.

If the dice wait for a beacon, its round follows from the time of the entry: it is the first one after a fixed delay.
For an owner who does not run the server the delay is six seconds, since they have the receipt of their entry by then.
For everybody else it is the season's delay, so that members have the head of the chain before the round is made.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from beacon.quicknet import first_round_at_or_after, round_time
from journal.entry_body import AwaitedDiceSource, EntryBody, load_body
from league.models import Entry, Membership, Season
from league.queries.season_leaves import BEACON, BEACON_LIVE, REVEAL, DiceAwaited, awaits, dice_awaited_refusal
from rules.campaign.commissioner.fresh_dice import CommitLeaves
from rules.campaign.core.awaited_dice import AwaitDice, CloseHashes, DropAwaited, ReadyMatchDice, WaiveBeacon
from rules.campaign.core.codec import command_from_document
from rules.campaign.core.command import Command, command_subjects, tag_of
from rules.campaign.season_end.off_season import CloseSeason
from rules.core.dice_leaves import Purpose, key_of
from rules.core.refusals import Refusal

AWAIT_DICE_TAG, READY_MATCH_DICE_TAG, DROP_AWAITED_TAG, CLOSE_HASHES_TAG, WAIVE_BEACON_TAG = map(
    tag_of, (AwaitDice, ReadyMatchDice, DropAwaited, CloseHashes, WaiveBeacon)
)
AMEND_TAG = "amend"
ALONE_FIELD = "alone"
"""The extra field in the document of an awaited amend that a member made alone."""
OWNERS_WAIT = timedelta(seconds=6)
BEACON_DELAYS = {BEACON: timedelta(minutes=10), BEACON_LIVE: timedelta(minutes=1)}
"""The delay between an entry and the beacon round that its dice fall with."""
HASHES_PERIOD, WORDS_PERIOD = timedelta(seconds=30), timedelta(seconds=30)
"""How long members may submit hashes of words, and then how long they may reveal the words."""
WAIVE_BEACON_AFTER = timedelta(days=7)
"""The time after a due round from which all may agree to go on without it."""
ALWAYS_ALLOWED_COMMANDS = (CommitLeaves, ReadyMatchDice, CloseHashes, DropAwaited, WaiveBeacon)
"""Commands that are allowed whatever is awaited."""
AWAITED_DICE_TAGS = frozenset(
    {AWAIT_DICE_TAG, READY_MATCH_DICE_TAG, DROP_AWAITED_TAG, CLOSE_HASHES_TAG, WAIVE_BEACON_TAG}
)
"""The commands that only record the progress of awaited dice: they cannot be amended."""


class NothingAwaited(Refusal):
    """The entry awaits no dice, or awaits them from another source (the beacon, or members' words)."""


class BeaconNotMissing(Refusal):
    """Dice may fall without the beacon only after the round they await has been missing for a week."""


@dataclass(frozen=True, slots=True)
class AwaitedThrow:
    """What awaited dice fall with: the leaf taken for them, its index, and their source."""

    index: int
    leaf: bytes
    source: AwaitedDiceSource

    def key(self, season: str, what: str) -> bytes:
        """The key to throw them with."""
        return key_of(self.leaf, purpose_of_source(season, self.source, what=what))


def purpose_of_source(season: str, source: AwaitedDiceSource, *, what: str) -> Purpose:
    """The purpose of the key that a leaf and the source of its awaited dice make."""
    return Purpose(
        season=season,
        entry=source.entry,
        what=what,
        head=source.head,
        words=source.words,
        beacon=source.randomness,
    )


def has_short_delay(row: Season, *, actor: str, on_behalf_of: str) -> bool:
    """Whether the delay is six seconds: for an owner who acts for themselves and does not run the server."""
    if on_behalf_of or not awaits(row):
        return False
    owning = Membership.objects.filter(league=row.league_id, handle=actor, role=Membership.Role.OWNER)
    return owning.filter(user__is_staff=False, user__is_superuser=False).exists()


def beacon_round_for(dice: str, at: datetime, *, short: bool) -> int:
    """The beacon round for an entry written at that moment; 0 in a season where members reveal words."""
    return 0 if dice == REVEAL else first_round_at_or_after(at + (OWNERS_WAIT if short else BEACON_DELAYS[dice]))


def make_awaited_item(number: int, previous: str, at: datetime, body: EntryBody, *, actor: str) -> dict[str, Any]:
    """The item on a season's row for an entry that awaits dice.

    `due` is the time of its beacon round, or the end of the period for hashes of words.
    """
    command = body.command
    awaited_command, match = command.get("given") or {}, str(command.get("match", ""))
    round = int(command.get("round", 0))
    due = round_time(round) if round else at + HASHES_PERIOD
    return {
        "entry": number,
        "head": previous,
        "words": body.words,
        "leaf": body.leaf,
        "match": match,
        "round": round,
        "due": due.isoformat(),
        "what": str(awaited_command.get("type", "")),
        "actor": actor,
        "subjects": awaited_subjects(command),
        "hashes": None,
        "waived": [],
    }


def awaited_subjects(command: dict[str, Any]) -> list[str]:
    """The ids that an awaited command names, from the document of the command that awaits its dice."""
    awaited_command = command.get("given")
    if awaited_command is None:
        return [str(command.get("match", ""))]
    return (
        []
        if awaited_command.get("type") == AMEND_TAG
        else list(command_subjects(command_from_document(awaited_command)))
    )


def set_awaited(row: Season, items: Iterable[dict[str, Any]]) -> None:
    """Set on a season's row what it awaits, in order."""
    row.awaited = list(items)
    row.awaited_at = min((datetime.fromisoformat(item["due"]) for item in row.awaited), default=None)


def awaited_item_at(row: Season, number: int) -> dict[str, Any]:
    """The item that a season awaits since that entry. Raises `NothingAwaited`."""
    found = next((item for item in row.awaited if item["entry"] == number), None)
    if found is None:
        raise NothingAwaited(f"No dice are awaited since entry {number}: read the season again.")
    return dict(found)


def is_blocked_by_dice(row: Season) -> bool:
    """Whether the season does nothing by itself because dice of a command are awaited."""
    return any(not item["match"] for item in row.awaited)


def awaited_commands(row: Season) -> list[Command]:
    """The commands whose dice a season awaits, in order, without amends."""
    numbers = [item["entry"] for item in row.awaited if not item["match"] and item["what"] != AMEND_TAG]
    stored = Entry.objects.filter(season=row, number__in=numbers).order_by("number")
    return [command_from_document(load_body(entry.body).command["given"]) for entry in stored]


def refuse_while_dice_awaited(row: Season, command: Command, *, at: datetime, since: int) -> None:
    """Raise `DiceAwaited` for a command that has to wait for awaited dice.

    It waits if it shares a subject with a command whose dice are awaited, or if it closes the season. Every command
    waits while dice of an amend are awaited, or once the dice may be known, so that nobody can change what they mean.
    `since` is the first entry of the batch. Raises `NothingAwaited` or `BeaconNotMissing` for a waiver of the beacon
    that is not allowed yet.
    """
    if isinstance(command, WaiveBeacon):
        _refuse_early_waiver(row, command, at=at)
    if isinstance(command, ALWAYS_ALLOWED_COMMANDS):
        return
    item = blocking_item(row, command_subjects(command), closes=isinstance(command, CloseSeason), at=at)
    if item is not None:
        raise dice_awaited_refusal(item) if item["entry"] < since else _blocked_in_batch_refusal(item)


def blocking_item(row: Season, subjects: Iterable[str], *, closes: bool, at: datetime) -> dict[str, Any] | None:
    """What a command on those subjects has to wait for, of what the season awaits; None if it need not wait.

    `closes` says that the command closes the season.
    """
    named = set(subjects)
    for item in row.awaited:
        own = not item["match"] and not named.isdisjoint(item["subjects"])
        if own or closes or item["what"] == AMEND_TAG or dice_may_be_known(item, at=at):
            return dict(item)
    return None


def dice_may_be_known(item: dict[str, Any], *, at: datetime) -> bool:
    """Whether somebody may know how awaited dice fall: the round is made, or words are being revealed."""
    return item["hashes"] is not None or datetime.fromisoformat(item["due"]) <= at


def _blocked_in_batch_refusal(item: dict[str, Any]) -> DiceAwaited:
    text = (
        f"{item['what'].replace('_', ' ')} comes before it in what you sent, and"
        if item["what"]
        else "What it follows"
    )
    return DiceAwaited(f"{text} awaits its dice: give this once they have fallen.")


def refuse_amend_while_dice_awaited(row: Season) -> None:
    """Raise `DiceAwaited` for an amend while any dice are awaited."""
    if row.awaited:
        raise dice_awaited_refusal(row.awaited[0])


def _refuse_early_waiver(row: Season, command: WaiveBeacon, *, at: datetime) -> None:
    item = awaited_item_at(row, command.entry)
    if not item["round"]:
        raise BeaconNotMissing(
            f"Entry {command.entry} waits for words, and for no round of the beacon: its dice fall once the time for "
            "words is over."
        ).at("entry")
    if at < round_time(item["round"]) + WAIVE_BEACON_AFTER:
        raise BeaconNotMissing(
            f"Entry {command.entry} waits for a round of the beacon that has not been missing for a week: fetch it, "
            "or paste it."
        ).at("entry")


def may_go_on_without_beacon(item: dict[str, Any], owned: Collection[str]) -> bool:
    """Whether the owners of all `owned` franchises waived the beacon, or a commissioner if none is owned."""
    return bool(item["waived"]) and set(owned) <= set(item["waived"])


def awaiting_entry_errors(
    item: dict[str, Any], *, dice: str, at: datetime, given: dict[str, Any], may_be_short: bool
) -> Iterator[str]:
    """Errors of an entry that awaits dice: another beacon round than the computed one, or no leaf for its dice."""
    rounds = {beacon_round_for(dice, at, short=short) for short in {may_be_short, False}}
    if given.get("round", 0) not in rounds:
        yield f"awaits round {given.get('round', 0)}, and {' or '.join(map(str, sorted(rounds)))} was to be awaited"
    if (item["leaf"] is None) != bool(item["match"]):
        yield "awaits dice and takes no leaf for them"
