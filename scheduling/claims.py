"""Reports as people claim them before one is accepted, whole or heat by heat, and who is notified of a claim.

A claim changes no season by itself: the calendar accepts some at once and others after a waiting time. Otherwise, and
wherever claims differ, the commissioner rules. Two teams of one person do not count as agreeing.

Rules DM-C-090, HOUSE-006.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db import transaction

from journal import entry_body as bodies
from journal.amends.derivation import state_before
from journal.replay import state_after
from journal.writer import lock_and_load_season
from league.access import NotYours, owns
from league.models import Calendar, ClaimedLog, Entry, Membership, ReportClaim, ReportPart, Season
from league.packet_statements import packet_statement_digest
from league.queries.report_claims import (
    CLAIMED_GRADE,
    accepted_report,
    agreed_claim,
    claim_rows_of,
    claim_with_key,
    number_of,
    parts_of,
    standing_claims,
)
from league.queries.webhooks import any_active_webhook
from rules.campaign.core import state
from rules.campaign.match_day.heat_reports import combine_heats, heat_errors
from rules.campaign.match_day.reports import claim_errors, figures_digest, report_errors
from rules.core.canonical_json import without_defaults
from rules.core.refusals import Refusal, refuse_any
from rules.match.exhibition import edition_in
from rules.match.registry import rulesets
from rules.match.report import Report
from rules.match.ruleset import log_digest
from scheduling.automatic_acceptance import PROGRAM_KEY_PREFIX, accept_at_once, accept_report_command, claim_to_accept
from scheduling.calendar import calendar_of, time_arguments
from scheduling.evidence import ReportEvidence, assess_report, decompress_log
from scheduling.notices import inbox, texts
from scheduling.notices.mail import notify_and_mail
from sql.bulk import insert_returning_id
from webhooks.publisher import publish_claim


def notify_of_claim(
    row: Season,
    season: state.Season,
    claim: ReportClaim,
    standing: Sequence[ReportClaim],
    calendar: Calendar,
    *,
    at: datetime,
) -> None:
    """Notify the owners of the other teams and, once all agree or any differ, the commissioners."""
    disputed = len({other.digest for other in standing}) > 1
    if not row.forked_from and any_active_webhook(row.league_id):
        teams = [line_up.franchise for line_up in season.line_ups_of(claim.match)]
        publish_claim(
            season=row, match=claim.match, side=claim.side, claim=claim.pk, teams=teams, disputed=disputed, at=at
        )
    arguments = {"match": claim.match, "step": "M4"}
    opponents = [line_up.franchise for line_up in season.line_ups_of(claim.match) if line_up.franchise != claim.side]
    if agreed_claim(standing) is not None:
        inbox.withdraw_report_requests(row, claim.match, at=at)
        then = {"then": "accept it, or rule differently"}
        if claim_to_accept(calendar, season, claim.match, standing) is not None:
            due = at + timedelta(hours=(calendar.agreed_hours or 0) / settings.CLOCK_SPEED)
            then = time_arguments(calendar, due, "then")
            then["then"] = f"{texts.ACCEPTED_THEN} {then['then']}"
        notify_and_mail(
            inbox.league_commissioners(row.league_id),
            about="report_agreed",
            key=f"report_agreed/{row.pk}/{claim.pk}",
            at=at,
            season=row,
            arguments={**arguments, **then},
        )
    else:
        claimed = {other.side for other in standing if other.digest == claim.digest}
        silent = [franchise for franchise in opponents if franchise not in claimed]
        person: Any = next(getattr(other, "person", 0) for other in standing if other.pk == claim.pk)
        notify_and_mail(
            [owner for owner in inbox.franchise_owners(row.league_id, silent) if owner.user_id != person],
            about="report_claimed",
            key=f"report_claimed/{row.pk}/{claim.pk}",
            at=at,
            season=row,
            arguments=arguments,
        )
    if disputed:
        notify_and_mail(
            inbox.league_commissioners(row.league_id),
            about="report_disputed",
            key=f"report_disputed/{row.pk}/{claim.match}/{claim.packet[:16]}",
            at=at,
            season=row,
            arguments=arguments,
        )


CACHED_RESULTS = 256
"""How many results' digests a process remembers, so that repeated questions do not replay a season."""


def is_packet_of_result(
    row: Season, match: str, report: Report, entry: int, claims: Sequence[ReportClaim], *, about: str
) -> bool:
    """Whether `about` is the digest of the packet whose report an entry accepted.

    `claims` are all claims of the match. Where they do not settle it, the season is replayed from its last checkpoint
    before the entry, both as it was then and as it stands after its amends.
    """
    alike = {claim.packet for claim in claims if claim.digest == figures_digest(report)}
    by = next((ruleset.name for ruleset in rulesets() if ruleset.name == report.source.ruleset), "")
    if len(alike) == 1 and _was_claimed(row, entry):
        if about in alike:
            return True
        if not by:
            return False
    return about in _possible_digests(row.pk, row.head, entry, match, by)


def _was_claimed(row: Season, entry: int) -> bool:
    """Whether the report that an entry accepted had been claimed of what was locked then, as its evidence shows."""
    found = Entry.objects.filter(season=row, number=entry, command="accept_report").first()
    return found is not None and bool(bodies.load_body(found.body).command.get("evidence"))


@lru_cache(maxsize=CACHED_RESULTS)
def _possible_digests(season: str, _head: str, entry: int, match: str, by: str) -> frozenset[str]:
    """The digests that a report of the match as locked before an entry may name. The head is only the cache key.

    `by` is a ruleset that the table may have played it by, "" for none.
    """
    row = Season.objects.select_related("league").get(pk=season)
    found: set[str] = set()
    for then in (lambda: state_after(row, entry - 1), lambda: state_before(row, entry)):
        with suppress(Refusal):  # a release may perform an old entry differently, and then its old state is unknown
            found.update(_digests_in_state(row, then(), match, by))
    return frozenset(found)


def _digests_in_state(row: Season, season: state.Season, match: str, by: str) -> Iterator[str]:
    for ruleset in ("", by) if by else ("",):
        with suppress(Refusal):  # not locked in that state, or not playable by that ruleset
            yield packet_statement_digest(row, season, match, by=ruleset)


STEPS_WITHOUT_REPORT = ("M2", "M3", "void")
"""Steps at which a match has no report, and none is awaited."""


class ClaimKeyReused(Refusal):
    """The key was already used to claim another report."""


class PlayedHere(Refusal):
    """A ruleset resolves the match, so nobody can claim a report of it."""


class StalePacket(Refusal):
    """The report is about line-ups other than those that are locked now."""


class SideNotInMatch(Refusal):
    """A report was claimed for a team that is not in the match."""


class ResultStands(Refusal):
    """A report of the match has already been accepted."""


class ReportContradictsLog(Refusal):
    """The report contradicts the log that came with it."""


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """The result of submitting a report: the claim, and the entry that accepts it, None until it is accepted.

    After a single heat there is no claim until the others are reported; `heats` are those that are. `known` means
    that this same report was accepted before and nothing was done. `number` is the claim's among those of its match.
    If a claim was made just now, `claims` are all claims of the match, and `step` is the match's step; `evidence`
    says how well a report that was accepted just now is proven.
    """

    claim: ReportClaim | None
    entry: int | None = None
    heats: tuple[int, ...] = ()
    known: bool = False
    number: int | None = None
    claims: tuple[ReportClaim, ...] = ()
    step: str = ""
    evidence: str = ""
    written: Entry | None = None
    """The entry that accepted it just now."""


def claim_match_report(
    season_id: str,
    *,
    match: str,
    side: str,
    report: Report,
    member: Membership,
    key: str,
    at: datetime,
    about: str = "",
    words: str = "",
) -> tuple[ReportClaim, int | None]:
    """Claim the result of a match for a team, or for the commissioner if `side` is empty.

    Returns the claim and, if it was accepted at once, the entry that did so with the claimer's `words`. Raises as
    `record_match_report` does; then nothing was done.
    """
    arguments: dict[str, Any] = {"match": match, "side": side, "report": report, "member": member, "words": words}
    with transaction.atomic():
        claimed = record_match_report(season_id, key=key, at=at, about=about, **arguments)
    if claimed.claim is None:
        raise ResultStands(f"That report of {match} was accepted before: it stands, and nothing is left to claim.")
    return claimed.claim, claimed.entry


def record_match_report(
    season_id: str,
    *,
    match: str,
    side: str,
    report: Report,
    member: Membership,
    key: str,
    at: datetime,
    about: str = "",
    heat: int | None = None,
    log: bytes | None = None,
    proof: ReportEvidence | None = None,
    calendar: Calendar | None = None,
    words: str = "",
) -> ClaimResult:
    """Claim the result of a match, or of one `heat`, for a team, or for the league if `side` is empty.

    Runs in the caller's transaction, which must be rolled back if this raises.

    Nothing more is done for the same report under the same key, for the report that a side already stands by, or for
    one that was already accepted, provided it is about the same packet. The other side is notified of it, and the
    commissioners once all agree. `about` is the digest of the packet that was played, "" for what is locked now.
    `proof` is the evidence found in the `log`; without it the log is examined here, while nobody else can write in
    the season. `calendar` is the league's, if it was already loaded. `words` come from the claimer's own program, and
    are kept if the report is accepted at once.

    Raises `NotYours`, `NotLocked`, `PlayedHere`, `StalePacket`, `SideNotInMatch`, `ClaimKeyReused`, `ResultStands`,
    `ReportContradictsLog`, or all errors of the report at once, with pointers below `/report`.
    """
    with lock_and_load_season(season_id) as (row, loaded):
        season = loaded.season
        played = season.match(match)
        before = claim_rows_of(row.pk, match)
        existing = _claim_under_key(season_id, key, before)
        if existing is not None and (played.step == "M4" or about in ("", existing.packet)):
            stale = list(_packet_errors(row, season, match, report, about=about, now=existing.packet))
            whole = heat is None
            return _repeat_claim(existing, before, match=match, side=side, report=report, whole=whole, stale=stale)
        if played.step not in ("M4", *STEPS_WITHOUT_REPORT):
            refuse_any(_side_errors(season, match, side, member))
            return _accepted_result(row, match, report, before, about=about)
        if played.ruleset:
            raise PlayedHere(f"{match} is played here from its line-ups: nobody reports it, so wait for its result.")
        about_now = packet_statement_digest(row, season, match)
        arguments: dict[str, Any] = {"side": side, "about": about, "now": about_now, "member": member}
        refuse_any(submission_errors(row, season, played, report, whole=heat is None, **arguments))
        heats: tuple[int, ...] = ()
        if heat is not None:
            claimed = _store_heat(row, season, match, heat, report, side=side, packet=about_now, member=member, at=at)
            heats = tuple(sorted(claimed))
            if len(heats) < played.heats:
                return ClaimResult(None, heats=heats)
            report = combine_heats(claimed)
        known = next((claim for claim in standing_claims(before, packet=about_now) if claim.side == side), None)
        if known is not None and log is None and known.digest == figures_digest(report):
            return ClaimResult(known, heats=heats, number=number_of(known, before))
        columns = {"side": side, "packet": about_now, "key": key, "at": at}
        claim: Any = _create_claim(row, season, match, report, log=log, proof=proof, member=member, **columns)
        claim.person = member.user_id
        claims = (*before, claim)
        standing = standing_claims(claims, packet=about_now)
        calendar = calendar or calendar_of(row.league_id)
        accepted = accept_at_once(row, loaded, calendar, match, standing, at=at, words=words)
        if accepted is None:
            notify_of_claim(row, season, claim, standing, calendar, at=at)
            return ClaimResult(claim, None, heats, number=len(claims), claims=claims, step=played.step)
        record, written = accepted.entries[0], accepted.entries[0].entry
        proven = str(record.command.get("evidence", CLAIMED_GRADE))
        return ClaimResult(
            claim,
            record.number,
            heats,
            number=len(claims),
            claims=claims,
            step=played.step,
            evidence=proven,
            written=written,
        )


def submission_errors(
    row: Season,
    season: state.Season,
    played: state.Match,
    report: Report,
    *,
    side: str,
    about: str,
    now: str,
    member: Membership,
    whole: bool,
) -> list[Refusal]:
    """All errors of a report as it is sent, with pointers into the request. Raises `NotYours`.

    `about` is the digest of the packet that was played, "" for what is locked `now`. The figures of a report about
    other line-ups, or of a heat (`whole` is false), are not checked. Members who may not claim for any side learn
    only that the side they named is wrong.
    """
    errors: list[Refusal] = list(_side_errors(season, played.id, side, member))
    commissions, teams = member.role == Membership.Role.COMMISSIONER, season.line_ups_of(played.id)
    if errors and not commissions and not any(owns(member, team.franchise) for team in teams):
        return errors
    stale = list(_packet_errors(row, season, played.id, report, about=about, now=now))
    if stale or not whole:
        return [*errors, *stale]
    false = [*report_errors(season, played, report), *claim_errors(season, played, report)]
    return [*errors, *(refusal.below("/report") for refusal in false)]


def _claim_under_key(season_id: str, key: str, claims: Sequence[ReportClaim]) -> ReportClaim | None:
    """The claim made under a key; a program's key counts only within one match."""
    found = next((claim for claim in claims if claim.key == key), None)
    return found if found or key.startswith(PROGRAM_KEY_PREFIX) else claim_with_key(season_id, key)


def _repeat_claim(
    existing: ReportClaim,
    claims: Sequence[ReportClaim],
    *,
    match: str,
    side: str,
    report: Report,
    whole: bool,
    stale: Sequence[StalePacket],
) -> ClaimResult:
    same = not whole or existing.digest == figures_digest(report)
    if (existing.match, existing.side) != (match, side) or not same or stale:
        raise ClaimKeyReused(
            "That form was sent before with another report, or of other line-ups: open the match's report again."
        )
    return ClaimResult(existing, number=number_of(existing, claims))


def _accepted_result(
    row: Season, match: str, report: Report, claims: Sequence[ReportClaim], *, about: str
) -> ClaimResult:
    """The entry that accepted this very report; `about` is the packet it must have been played from, "" for any.

    Raises `ResultStands` if another report was accepted, and `StalePacket` if it was played from another packet.
    """
    accepted = accepted_report(row.pk, match)
    digest = figures_digest(report)
    if accepted is None or figures_digest(accept_report_command(accepted.document, match=match).report) != digest:
        where = f"entry {accepted.entry}" if accepted is not None else "its journal"
        raise ResultStands(
            f"Another report of {match} was accepted, and stands ({where}): read it, and appeal against it."
        )
    if about and not is_packet_of_result(row, match, report, accepted.entry, claims, about=about):
        raise StalePacket(
            f"{match} has its result, by entry {accepted.entry}, and this is a report of {about[:8]}…, which is not "
            "the packet it was played by: read the result, and report matches by their own packets."
        ).at("packet")
    return ClaimResult(None, entry=accepted.entry, known=True)


def _packet_errors(
    row: Season, season: state.Season, match: str, report: Report, *, about: str, now: str
) -> Iterator[StalePacket]:
    """The error that a report is `about` another packet than the one locked `now`, by their digests."""
    if about in ("", now):
        return
    if by := report.source.ruleset:
        with suppress(Refusal):
            if packet_statement_digest(row, season, match, by=by) == about:
                return
    yield StalePacket(
        f"What is locked for {match} is {now[:8]}…, and this is a report of {about[:8]}…: read the packet again."
    ).at("packet")


def _side_errors(season: state.Season, match: str, side: str, member: Membership) -> Iterator[SideNotInMatch]:
    """The error that a side is not in the match; "" is the league itself. Raises `NotYours` for others' sides."""
    if not side:
        if member.role != Membership.Role.COMMISSIONER:
            raise NotYours("That is for the league's commissioners: claim the report for your own franchise.")
        return
    if side not in {line_up.franchise for line_up in season.line_ups_of(match)}:
        yield SideNotInMatch(f"{side[:80]} is not in {match}: claim a report for a team that is.").at("side")
    elif not owns(member, side):
        raise NotYours(f"{side} is not yours: its owner claims its report.")


def _store_heat(
    row: Season,
    season: state.Season,
    match: str,
    heat: int,
    report: Report,
    *,
    side: str,
    packet: str,
    member: Membership,
    at: datetime,
) -> dict[int, Report]:
    """Store a side's report of a heat, and return all heats it has reported. Raises all errors of the report."""
    stored = parts_of(row.pk, match, side=side, packet=packet)
    heats = {part.heat: accept_report_command(part.document, match=match).report for part in stored}
    if heats.get(heat) == report:
        return heats
    heats[heat] = report
    played = season.match(match)
    errors = [*heat_errors(season, played, heats, heat), *claim_errors(season, played, report)]
    refuse_any(error.below("/report") if error.pointer else error.at("heat") for error in errors)
    ReportPart.objects.update_or_create(
        season=row,
        match=match,
        side=side,
        packet=packet,
        heat=heat,
        defaults={"document": without_defaults(report), "actor": member.handle, "at": at},
    )
    return heats


def _create_claim(
    row: Season,
    season: state.Season,
    match: str,
    report: Report,
    *,
    log: bytes | None,
    proof: ReportEvidence | None,
    member: Membership,
    **columns: Any,
) -> ReportClaim:
    """Create a claim with what its log proves. Raises `ReportContradictsLog`."""
    proof = proof or assess_report(row, season, match, report, log)
    if proof.report_differs and not proof.findings:
        refuse_any(
            ReportContradictsLog(f"The report differs from its log at {difference}: correct one of them.").at(
                "report", *difference.partition(":")[0].strip("/").split("/")
            )
            for difference in proof.report_differs
        )
    stored_log = "" if log is None else _store_log(row, match, proof.ruleset, log, at=columns["at"])
    claim = ReportClaim(
        season=row,
        match=match,
        digest=figures_digest(report),
        document=without_defaults(report),
        actor=member.handle,
        evidence=proof.grade,
        own_dice=proof.own_dice,
        findings=[asdict(finding) for finding in proof.findings],
        log=stored_log,
        **columns,
    )
    insert_returning_id(claim)
    return claim


def _store_log(row: Season, match: str, ruleset: str, log: bytes, *, at: datetime) -> str:
    """Store a submitted log, once, under the ruleset that played it and the edition that the log names.

    Returns its digest, or "" for a log that cannot be unpacked.
    """
    try:
        text = decompress_log(log)
    except Refusal:
        return ""
    digest = log_digest(text)
    ClaimedLog.objects.get_or_create(
        season=row,
        match=match,
        digest=digest,
        defaults={"ruleset": ruleset, "edition": edition_in(text), "log": zlib.compress(text, 9), "at": at},
    )
    return digest
