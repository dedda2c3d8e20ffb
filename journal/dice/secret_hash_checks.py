"""Protects the commitment to a season's dice: no amend may change the opening that published its secret's hash.

Anybody who could strike the opening or replace the hash could claim afterwards that the dice came from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from journal.amends.timeline import AMEND_TAG
from journal.entry_body import EntryBody
from rules.campaign.core.command import Command, tag_of
from rules.campaign.core.editions import FIRST_EDITION
from rules.campaign.founding.season_start import OpenSeason
from rules.core.refusals import Refusal

OPEN_SEASON_TAG = tag_of(OpenSeason)


class CommitmentStands(Refusal):
    """The opening of a season, the hash of its secret and its edition cannot be struck or changed."""


def refuse_other_secret_hash(command: Command, *, secret_hash: str) -> None:
    """Raise `CommitmentStands` if an opening publishes a hash that is not that of the season's secret."""
    if isinstance(command, OpenSeason) and command.secret_hash != secret_hash:
        raise CommitmentStands(
            f"The season's dice come from the secret whose hash is {secret_hash}: open it with that `secret_hash`."
        ).at("secret_hash")


def refuse_changed_commitment(
    number: int, own: Mapping[str, Any], documents: Sequence[Mapping[str, Any]], *, secret_hash: str
) -> None:
    """Raise `CommitmentStands` if a correction strikes the opening of a season, or changes its hash or edition.

    `own` is the original command of entry `number`, `documents` the commands to replace it, none to strike it.
    """
    openings = [document for document in documents if document["type"] == OPEN_SEASON_TAG]
    if own["type"] == OPEN_SEASON_TAG and not openings:
        raise CommitmentStands(
            f"Entry {number} opened the season and published the hash that its dice are held against: it is never "
            "struck. Put another number of rounds or other switches into it, or leave it as it is."
        ).at("corrections", number)
    for place, document in enumerate(documents):
        if document["type"] != OPEN_SEASON_TAG:
            continue
        if document.get("secret_hash", "") != secret_hash:
            raise CommitmentStands(
                f"The dice of the season are held against the hash that entry {number} published: leave its "
                "`secret_hash` as it was."
            ).at("corrections", number, place, "secret_hash")
        if own["type"] == OPEN_SEASON_TAG and document.get("edition", FIRST_EDITION) != own.get(
            "edition", FIRST_EDITION
        ):
            raise CommitmentStands(
                f"The edition in entry {number} is the one the season began with: leave it, and take another one up "
                "by `adopt_edition`."
            ).at("corrections", number, place, "edition")


def commitment_errors(body: EntryBody, *, secret_hash: str, opened_at: int) -> Iterator[str]:
    """Where an entry contradicts the published hash of the season's secret, in words.

    `opened_at` is the number of the entry that opened the season, 0 if none has yet.
    """
    if body.command["type"] == OPEN_SEASON_TAG and body.command.get("secret_hash", "") != secret_hash:
        yield "opened the season with another hash of the secret than the season has"
    if body.command["type"] != AMEND_TAG:
        return
    for number, documents in body.command["corrections"].items():
        hashes = _published_hashes(documents)
        if int(number) == opened_at and not hashes:
            yield f"strikes entry {number}, which published the hash that the dice are held against"
        if hashes - {secret_hash}:
            yield f"puts another hash of the secret into entry {number} than the one that was published"
    amended_body = (body.amended.amended_bodies() if body.amended else {}).get(opened_at)
    if amended_body is not None and _published_hashes(amended_body.commands) != {secret_hash}:
        yield f"tells that entry {opened_at} does not publish the hash that the dice are held against"


def _published_hashes(commands: Iterable[Mapping[str, Any]]) -> set[str]:
    """The hashes published by the openings among these commands."""
    return {command.get("secret_hash", "") for command in commands if command["type"] == OPEN_SEASON_TAG}
