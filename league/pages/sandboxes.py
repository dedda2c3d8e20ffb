"""The page of a season's sandboxes: the member's own, a form to create one, and for commissioners everyone else's."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms

from explain import links
from league.access import Viewer
from league.accounts import display_name
from league.models import League, Sandbox, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.number_fields import WholeNumberField
from league.queries.seasons import visible_sandboxes
from league.sandboxes import DAYS, LONGEST_DAYS, MOST_PER_PERSON
from rules.campaign.core.command import STEP_NAMES


@dataclass(frozen=True, slots=True)
class SandboxLine:
    """A sandbox in the list; `href` is empty for those of other members."""

    name: str
    href: str
    whose: str
    own: bool
    step: str
    entries: int
    made_at: datetime
    expires_at: datetime


class SandboxForm(forms.Form):
    """How many days the sandbox lasts, and after which entry of the season it starts."""

    days = WholeNumberField(label="For how many days", initial=DAYS, min_value=1, max_value=LONGEST_DAYS)
    entry = WholeNumberField(
        label="As after entry",
        required=False,
        min_value=0,
        help_text="A number of the journal. Empty: as the season stands now.",
    )

    def __init__(self, given: Any = None, *, initial: Any = None) -> None:
        super().__init__(given, label_suffix="", initial=initial)


def sandboxes_page(
    *, league: League, season: Season, viewer: Viewer, at: datetime, form: SandboxForm, refusal: str = ""
) -> dict[str, Any]:
    """The context of a season's sandboxes page; `refusal` is why the last request was refused."""
    crumbs = [
        Breadcrumb(league.name, links.league_url(league.pk)),
        Breadcrumb(season.label, links.season_url(season.pk)),
        Breadcrumb("Sandboxes"),
    ]
    own_users = {membership.user_id for membership in viewer.memberships}
    sandboxes = visible_sandboxes(league.pk, viewer, at=at).filter(season__forked_from=season.pk)
    return {
        **base_context(league=league, season=season, viewer=viewer, here="League", crumbs=crumbs),
        "form": form,
        "key": secrets.token_urlsafe(12),
        "boxes": [_line(sandbox, own=sandbox.user_id in own_users) for sandbox in sandboxes],
        "most": MOST_PER_PERSON,
        "length": season.length,
        "refusal": refusal,
    }


def _line(sandbox: Sandbox, *, own: bool) -> SandboxLine:
    season = sandbox.season
    return SandboxLine(
        name=season.name,
        href=links.season_url(season.pk) if own else "",
        whose=display_name(sandbox.user),
        own=own,
        step=STEP_NAMES[season.step],
        entries=season.length,
        made_at=sandbox.made_at,
        expires_at=sandbox.expires_at,
    )
