"""What a league answers of reports, results and appeals, as typed values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dethmetal_client.shapes import Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What is wrong with a log, and with which of its entries; 0 means the whole log."""

    entry: int
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The report that a side claims; `side` is empty for the league's own.

    Claims that report alike have the same `digest`. `evidence` is how well it is proven: `rerun`, `legal` or
    `claimed`; `own_dice` whether its dice were the reporter's, `log` its log's digest.
    """

    id: int
    side: str
    at: str
    digest: str
    evidence: str
    own_dice: bool
    findings: tuple[Finding, ...]
    log: str
    report: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a side reports of a figure; None where it reports nothing, which counts as 0."""

    side: str
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A figure that is claimed differently: its list in the report, whose it is, and what each side reports."""

    part: str
    id: str
    field: str
    said: tuple[Said, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatKept:
    """A heat that a side reported, before it reported all of them."""

    side: str
    heat: int
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """The result that stands: by which entry, how well proven, and until when teams may appeal, None for never.

    `own_dice` says that its log is legal and was played with dice that the reporter held themselves.
    """

    entry: int
    digest: str
    evidence: str
    own_dice: bool
    at: str
    appeals_until: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Appeal:
    """A team's appeal against a result; `answer` is `open`, `upheld` or `dismissed`.

    A result is amended after an appeal against it is upheld.
    """

    id: int
    match: str
    entry: int
    side: str
    said: str
    at: str
    answer: str
    answer_said: str
    answered_at: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reports:
    """The claims of a match, and the result that stands.

    `state` is `early`, `awaited`, `claimed`, `agreed`, `disputed`, `accepted` or `void`; `packet` the digest the
    claims are about.
    """

    match: str
    state: str
    packet: str
    claims: tuple[Claim, ...]
    differences: tuple[Difference, ...]
    heats: tuple[HeatKept, ...]
    accepted: Accepted | None
    appeals: tuple[Appeal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """What came of a report: its claim, and the entry by which it is accepted, None while it is not.

    Of one heat there is no claim until the others are reported; `heats` are those that are. `repeated` says that the
    same was sent before, and that this is what was answered then: `reports` tells how it stood. `receipt` is worth
    keeping, as that of commands is.
    """

    claim: int | None
    entry: int | None
    heats: tuple[int, ...]
    reports: Reports
    repeated: bool = False
    receipt: Receipt | None = None

    @property
    def own(self) -> Claim | None:
        """The claim that the report made, with its evidence."""
        return next((claim for claim in self.reports.claims if claim.id == self.claim), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a match came to, as it stands: the report that was accepted, what it made of points, money and drivers.

    `keys` are those by which anybody may throw its dice again, as far as they are published.
    """

    match: str
    step: str
    accepted_by: int | None
    digest: str
    report: dict[str, Any] | None
    points: tuple[dict[str, Any], ...] = ()
    box: tuple[dict[str, Any], ...] = ()
    settlements: tuple[dict[str, Any], ...] = ()
    keys: tuple[dict[str, Any], ...] = field(default_factory=tuple)
