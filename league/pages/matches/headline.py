"""The top of a match's page: how it stands in one sentence and why, who claimed what, and the teams' points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explain import links
from explain.printed_names import quantity
from league.models import Season
from league.queries.report_claims import agreed_claim, claim_rows_of, last_standing_claims
from league.queries.results import place_of

AWAITING_REPORT_STEP = "M4"
LOCKS_ANEW = ("lock_line_ups", "forfeit_match")
"""Commands after which earlier claims are about other line-ups."""
BY_COMMISSIONER = "the commissioner"


@dataclass(frozen=True, slots=True)
class Claims:
    """Who reported the match, by name, and whether they agree."""

    by: str
    differ: bool
    agreed: bool
    href: str


def summarize_claims(season: Season, match: Any, entries: Iterable[Any], names: Mapping[str, str]) -> Claims | None:
    """The claims of a match that count; None if there are none, or no claim is awaited.

    `match` is the match's row, and `names` has its teams by their short ids.
    """
    if match.step != AWAITING_REPORT_STEP or match.ruleset:
        return None
    short = links.short_id(match.pk)
    lock_times = [entry.at for entry in entries if entry.read_command in LOCKS_ANEW]
    claims = [claim for claim in claim_rows_of(season.pk, short) if not lock_times or claim.at >= max(lock_times)]
    standing = last_standing_claims(claims)
    if not standing:
        return None
    return Claims(
        by=" and ".join(names.get(claim.side, claim.side) or BY_COMMISSIONER for claim in standing),
        differ=len({claim.digest for claim in standing}) > 1,
        agreed=agreed_claim(standing) is not None,
        href=f"{links.report_url(match.pk)}#claims",
    )


TWO = 2
WITHOUT_RESULT = ("M3", "M4")
STEP_REASONS = {
    "M5.1": "The result is accepted. Its settlement comes next.",
    "M5.4": "The result is accepted. Owners decide on their cars; then bills are paid and income is shared.",
    "M5.9": "The result is accepted, and the settlement is under way.",
    "M5.10": "Bills and income are settled, and the shops are open.",
    "settled": "Settled.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamResult:
    """A team for the headline; `points` is None before a result."""

    name: str
    short_name: str
    points: int | None
    won: bool
    forfeited: bool


@dataclass(frozen=True, slots=True)
class Headline:
    """What a match came to in one sentence, and why it stands where it does in another."""

    said: str
    reason: str


def places(teams: Sequence[TeamResult]) -> dict[str, int]:
    """The place of every team by its short name: winners first, then by points; teams level on points share one.

    Empty before there is a result.
    """
    if any(team.points is None for team in teams):
        return {}
    return {team.short_name: place_of(team, teams) for team in teams}


def headline(
    teams: Sequence[TeamResult],
    *,
    step: str,
    named: int,
    run_here: bool,
    held_back: bool = False,
    claims: Claims | None = None,
) -> Headline:
    """The headline of a match at a step; `named` is how many line-ups are in, `claims` what was reported so far.

    A match that is `held_back` is played by the site when its round is revealed.
    """
    if step == "void":
        return Headline(meeting(teams), "This match was voided and does not count.")
    if step == "M3":
        count = f"{named} of {quantity(len(teams), 'line-up')} {'is' if named == 1 else 'are'} in."
        return Headline(meeting(teams), f"{count} They stay sealed until all of them lock.")
    if step == "M4" or any(team.points is None for team in teams):
        if claims and claims.agreed:
            return Headline(meeting(teams), "The reports agree. A commissioner accepts them next.")
        if claims and claims.differ:
            return Headline(meeting(teams), "The reports differ: one side corrects its own, or a commissioner rules.")
        if claims:
            return Headline(meeting(teams), "A result is reported and has to be confirmed.")
        if held_back:
            return Headline(meeting(teams), "The line-ups are locked. The site plays it when its round is revealed.")
        follows = "The site plays it next." if run_here else "Its result is reported next."
        return Headline(meeting(teams), f"The line-ups are locked. {follows}")
    return Headline(outcome(teams), STEP_REASONS.get(step, ""))


def meeting(teams: Sequence[TeamResult]) -> str:
    """Who meets, before there is a result."""
    if len(teams) == TWO:
        return f"{teams[0].name} v {teams[1].name}"
    return f"{quantity(len(teams), 'franchise')} meet" if len(teams) > 1 else "One franchise drives alone"


def outcome(teams: Sequence[TeamResult]) -> str:
    """Who won and by how much, in a sentence without a full stop."""
    winners = [team for team in teams if team.won]
    others = sorted((team for team in teams if not team.won), key=lambda team: -(team.points or 0))
    if not winners:
        most = max((team.points or 0 for team in teams), default=0)
        level = [team.name for team in teams if team.points == most and not team.forfeited]
        if not most or not level:
            return "Nobody wins"
        return f"{joined(level)} finish level, and nobody wins" if len(level) > 1 else "Nobody wins"
    if len(winners) > 1:
        return f"{joined([team.name for team in winners])} share the win"
    (winner,) = winners
    if others and all(team.forfeited for team in others):
        return f"{winner.name} win by forfeit"
    if not others:
        return f"{winner.name} win"
    margin = (winner.points or 0) - (others[0].points or 0)
    if len(teams) == TWO:
        return f"{winner.name} beat {others[0].name}, {winner.points} to {others[0].points}"
    if margin <= 0:
        return f"{winner.name} win"
    return f"{winner.name} win by {quantity(margin, 'point')}"


def joined(names: Sequence[str]) -> str:
    """Names in a sentence: "A, B and C"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
