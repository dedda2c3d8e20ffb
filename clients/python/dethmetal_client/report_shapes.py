"""Typed values for a league's answers about reports, results and appeals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dethmetal_client.shapes import Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """An error in a log, and the number of its entry; 0 means the whole log."""

    entry: int
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A side's claimed report; `side` is empty for the league's own.

    Claims with the same report have the same `digest`. `evidence` is how well it is proven: `rerun`, `legal` or
    `claimed`. `own_dice` says that the reporter supplied its dice, and `log` is the digest of its log.
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
    """A side's value for a figure; None if it reports none, which counts as 0."""

    side: str
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A figure that sides claim differently: its list in the report, whose it is, and each side's value."""

    part: str
    id: str
    field: str
    said: tuple[Said, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatKept:
    """A heat that a side has reported, while others of its heats are missing."""

    side: str
    heat: int
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """The accepted result: its entry, how well it is proven, and until when teams may appeal, None for never.

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
    """The claims of a match, and its accepted result.

    `state` is `early`, `awaited`, `claimed`, `agreed`, `disputed`, `accepted` or `void`. `packet` is the digest that
    the claims are about.
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
    """The answer to a report: its claim, and the entry that accepted it, None until it is accepted.

    A heat's report makes no claim until all heats are reported; `heats` are those reported so far. `repeated` says
    that the same report was sent before and this is the first answer: `reports` shows the state at that time. Keep
    the `receipt`, as that of commands.
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
    """The current result of a match: its accepted report, and what that changed in points, money and drivers.

    `keys` are the published keys with which anybody may throw its dice again.
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
