"""Reports as they are sent and claimed, where claims differ, what is accepted by which evidence, and appeals."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from api.shapes.journal import ReceiptOut
from rules.match.report import EVIDENCE, Report, Source

Evidence = Annotated[str, msgspec.Meta(extra_json_schema={"enum": list(EVIDENCE)})]
AppealStatus = Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["open", "upheld", "dismissed"]})]
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
    ruleset writes it, which may be compressed by zlib or gzip. `source` stands for the report's own. `words` are as
    those of commands, and mixed into what is thrown where the report is accepted at once.
    """

    packet: str
    report: Report
    side: str | None = None
    heat: int | None = None
    log: str | None = None
    source: Source | None = None
    words: str = ""


class FindingOut(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a log, and with which of its entries; 0 means the whole log."""

    entry: int
    sentence: str


class ClaimOut(msgspec.Struct, frozen=True, kw_only=True):
    """The report a side stands by; `side` is empty for the league's own. All that tell alike have the same `digest`.

    `id` is the claim's number in its match: 1 for the first that was made of it.
    `evidence` is how well it is proven, `own_dice` whether its dice were the reporter's, `log` its log's digest.
    """

    id: int
    side: str
    at: datetime
    digest: str
    evidence: Evidence
    own_dice: bool
    findings: tuple[FindingOut, ...]
    log: str
    report: dict[str, Any]


class SaidOut(msgspec.Struct, frozen=True, kw_only=True):
    """What a side says of a figure; null where it says nothing, which is 0."""

    side: str
    value: Any


class DifferenceOut(msgspec.Struct, frozen=True, kw_only=True):
    """A figure that is claimed differently: in which list of the report, of whom or what, and what each side says."""

    part: str
    id: str
    field: str
    said: tuple[SaidOut, ...]


class HeatOut(msgspec.Struct, frozen=True, kw_only=True):
    """A heat that a side reported, before it reported all of them."""

    side: str
    heat: int
    at: datetime


class AcceptedOut(msgspec.Struct, frozen=True, kw_only=True):
    """The result that stands: by which entry, how well proven, and until when teams may appeal, null for never.

    `own_dice` says that its log is legal and was played with dice that the reporter held themselves.
    """

    entry: int
    digest: str
    evidence: Evidence
    own_dice: bool
    at: datetime
    appeals_until: datetime | None


class AppealOut(msgspec.Struct, frozen=True, kw_only=True):
    """A team's word against a result; `answer` is `open`, `upheld` or `dismissed`. What is upheld is amended.

    `id` is its number in its season: 1 for the first that was made.
    """

    id: int
    match: str
    entry: int
    side: str
    said: str
    at: datetime
    answer: AppealStatus
    answer_said: str
    answered_at: datetime | None


class ReportsOut(msgspec.Struct, frozen=True, kw_only=True):
    """What is claimed of a match, and what stands.

    `state` is `early` before the line-ups are locked, `awaited`, `claimed`, `agreed`, `disputed`, `accepted` or
    `void`. `packet` is the digest the claims are about. `differences` are between the claims that stand.
    """

    match: str
    state: ReportStage
    packet: str
    claims: tuple[ClaimOut, ...]
    differences: tuple[DifferenceOut, ...]
    heats: tuple[HeatOut, ...]
    accepted: AcceptedOut | None
    appeals: tuple[AppealOut, ...]


class ReportedOut(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a report: its claim, and the entry by which it is accepted, null while it is not.

    Of one heat there is no claim until the others are reported; `heats` are those that are. `receipt` is as that of
    commands, and null where no entry came of it now.
    """

    claim: int | None
    entry: int | None
    heats: tuple[int, ...]
    reports: ReportsOut
    receipt: ReceiptOut | None = None


class RulingIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which claim of a match is accepted, by its `id`; a `reason` everybody may read is needed for weak evidence.

    `words` are as those of commands.
    """

    claim: int
    reason: str = ""
    words: str = ""


class AppealIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a result is wrong; `side` is the team that says so, found from the token where it is left out."""

    reason: str
    side: str | None = None


class AnswerIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What becomes of an appeal, `upheld` or `dismissed`, and why."""

    answer: Literal["upheld", "dismissed"]
    reason: str


class AppealsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The appeals against results of a season, the newest first."""

    season: str
    appeals: tuple[AppealOut, ...]
