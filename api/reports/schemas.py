"""Schemas of reports, claims and results."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec

from api.appeals.schemas import AppealOut
from api.journal.schemas import ReceiptOut
from rules.match.report import EVIDENCE, Report, Source

Evidence = Annotated[str, msgspec.Meta(extra_json_schema={"enum": list(EVIDENCE)})]
ReportStage = Annotated[
    str,
    msgspec.Meta(
        extra_json_schema={"enum": ["early", "awaited", "claimed", "agreed", "disputed", "accepted", "void"]}
    ),
]


class ReportIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A report of a match, or with `heat` of that heat alone.

    `packet` is the digest of the packet that was played. `side` is the team's short name, "" for the league's own
    table; left out, it is the one team of the token's person in the match. `log` is the match's log in base64, as its
    ruleset writes it, which may be compressed by zlib or gzip. `source` replaces the report's own. `words` are as
    those of commands, and are mixed into the dice that are thrown if the report is accepted at once.
    """

    packet: str
    """Digest that the packet is `claimed_as`, 64 hex digits."""
    report: Report
    """The result of the match, or of the one heat."""
    side: str | None = None
    """Short id of the team that claims it; empty for the league's own table, null for the one team you run in it."""
    heat: int | None = None
    """Number of the heat it is of, from 1 on; null where it is of the whole match."""
    log: str | None = None
    """Log of the match in base64, plain or compressed by zlib or gzip; null for none."""
    source: Source | None = None
    """What made the report, in place of its own `source`; null leaves that as it is."""
    words: str = ""


class FindingOut(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a log, and with which of its entries; 0 means the whole log."""

    entry: int
    """Number of the entry of the log that is wrong, from 1 on; 0 for the whole log."""
    sentence: str
    """What is wrong with it, in a sentence."""


class ClaimOut(msgspec.Struct, frozen=True, kw_only=True):
    """The report that a side claims; `side` is empty for the league's own.

    Claims that report alike have the same `digest`. `id` is the claim's number in its match: 1 for the first that was
    made of it. `evidence` is how well it is proven, `own_dice` whether its dice were the reporter's, `log` its log's
    digest.
    """

    id: int
    """Number of the claim in its match, 1 for the first."""
    side: str
    """Short id of the team that claims it; empty for the league's own."""
    at: datetime
    """When it was claimed."""
    digest: str
    """Digest of its figures, which all that report alike have in common."""
    evidence: Evidence
    """How well it is proven; the list of values has the best grade first."""
    own_dice: bool
    findings: tuple[FindingOut, ...]
    """What is wrong with its log; empty where nothing is, or none came with it."""
    log: str
    """SHA-256 of its log's bytes; empty where no log was kept."""
    report: dict[str, Any]
    """The report as it was claimed; what is at its default may be left out."""


class SaidOut(msgspec.Struct, frozen=True, kw_only=True):
    """What a side reports of a figure; null where it reports nothing, which counts as 0."""

    side: str
    """Short id of the team; empty for the league's own."""
    value: Any
    """What it reports of the figure; null where it reports nothing, which counts as 0."""


class DifferenceOut(msgspec.Struct, frozen=True, kw_only=True):
    """A figure that is claimed differently: its list in the report, whose it is, and what each side reports."""

    part: str
    """List of the report it is in: teams, drivers, cars or substitutes."""
    id: str
    """Short id of the team, driver or car it is of."""
    field: str
    """Name of the field that differs."""
    said: tuple[SaidOut, ...]
    """What each side reports of it."""


class HeatOut(msgspec.Struct, frozen=True, kw_only=True):
    """A heat that a side reported, before it reported all of them."""

    side: str
    """Short id of the team that reported it; empty for the league's own."""
    heat: int
    """Number of the heat, from 1 on."""
    at: datetime
    """When it was reported."""


class AcceptedOut(msgspec.Struct, frozen=True, kw_only=True):
    """The accepted result: its entry, its grade of evidence, and until when teams may appeal, null for never.

    `own_dice` says that its log is legal and was played with dice that the reporter held themselves.
    """

    entry: int
    """Number of the entry that accepted it."""
    digest: str
    """Digest of the accepted report's figures."""
    evidence: Evidence
    """How well it is proven; the list of values has the best grade first."""
    own_dice: bool
    at: datetime
    """When it was accepted."""
    appeals_until: datetime | None
    """Until when teams may appeal against it; null where nobody may."""


class ReportsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The claims of a match, and the result that stands.

    `state` is `early` before the line-ups are locked, `awaited`, `claimed`, `agreed`, `disputed`, `accepted` or
    `void`. `packet` is the digest the claims are about. `differences` are between the claims that stand.
    """

    match: str
    state: ReportStage
    """Where the match stands with its reports."""
    packet: str
    """Digest of the packet that the claims are about; empty where there is none."""
    claims: tuple[ClaimOut, ...]
    """Claims that sides stand by, one of each at most."""
    differences: tuple[DifferenceOut, ...]
    """Figures that those claims differ in."""
    heats: tuple[HeatOut, ...]
    """Heats that sides reported, while they have not reported all of them."""
    accepted: AcceptedOut | None
    """The result that stands; null where none does."""
    appeals: tuple[AppealOut, ...]
    """Appeals against the result."""


class ReportedOut(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a report: its claim, and the entry that accepts it, null while it is not accepted.

    A report of one heat makes no claim until the others are reported; `heats` are those that are. `receipt` is as
    that of commands, and null where the report made no entry.
    """

    claim: int | None
    """Number of the claim in its match; null where more heats are to be reported first."""
    entry: int | None
    """Number of the entry that accepted the report; null while it is not accepted."""
    heats: tuple[int, ...]
    """Numbers of the heats that were reported so far."""
    reports: ReportsOut
    """What is claimed of the match now, and what stands."""
    receipt: ReceiptOut | None = None


class RulingIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The claim of a match to accept, by its `id`; weak evidence needs a `reason` that everybody may read.

    `words` are as those of commands.
    """

    claim: int
    """Number of the claim that is accepted, its `id`."""
    reason: str = ""
    """Why it is accepted; needed where its evidence is weaker than the league asks for."""
    words: str = ""
