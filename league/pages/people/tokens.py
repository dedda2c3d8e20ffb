"""The page of a league's access tokens: the member's own, a form for a new one, and for commissioners everyone
else's.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms

from explain import links
from league.access import Viewer
from league.accounts import display_name
from league.models import AccessToken, League, Membership
from league.pages.base_context import Breadcrumb
from league.pages.number_fields import WholeNumberField
from league.pages.people.people import league_page_context
from league.queries.tokens import listed_tokens, tokens_of_others
from league.tokens import (
    ACCOUNT_SCOPE,
    ACT_SCOPE_PREFIX,
    COMMISSION_SCOPE,
    DAYS,
    LONGEST_DAYS,
    LONGEST_NAME,
    LONGEST_REASON,
    READ_SCOPE,
    REPORT_SCOPE,
    scopes_of,
)

LINES_A_PAGE = 40
SCOPES = {
    READ_SCOPE: "Read what you may read here",
    REPORT_SCOPE: "Report results of matches",
    COMMISSION_SCOPE: "Act as commissioner",
    ACCOUNT_SCOPE: "Set your own webhook, which gets your notices of all your leagues",
}
"""What each scope lets a program do; an owner's scope also names their franchise."""


@dataclass(frozen=True, slots=True)
class TokenLine:
    """A token in a list; `state` is `good`, `over` (expired), `revoked`, or `left` if its person left the league."""

    id: int
    name: str
    shown: str
    whose: str
    may: tuple[str, ...]
    made_at: datetime
    used_at: datetime | None
    expires_at: datetime
    revoked_at: datetime | None
    state: str
    asked: bool = False
    """Whether revoking it was just requested and refused."""


@dataclass(frozen=True, slots=True)
class NewToken:
    """A new token with its text, which is shown only this once."""

    name: str
    text: str
    expires_at: datetime


class TokenForm(forms.Form):
    """A token's name, its scopes, and for how many days it is valid."""

    name = forms.CharField(
        label="What uses it",
        max_length=LONGEST_NAME,
        help_text="Such as “our scoring app”. You recognize it by this name.",
    )
    scopes = forms.MultipleChoiceField(
        label="What it may do",
        widget=forms.CheckboxSelectMultiple,
        help_text="Never more than you may do yourself at the time.",
    )
    days = WholeNumberField(label="Valid for how many days", initial=DAYS, min_value=1, max_value=LONGEST_DAYS)

    def __init__(self, scopes: list[str], named: dict[str, str], given: Any = None) -> None:
        super().__init__(given, label_suffix="", initial={"scopes": [READ_SCOPE]})
        field = self.fields["scopes"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 - declared above
        field.choices = [(scope, scope_in_words(scope, named)) for scope in scopes]


def token_form(league: League, viewer: Viewer, given: Any = None) -> TokenForm:
    """The form with which a member makes a token."""
    return TokenForm(scopes_of(league, viewer.memberships[0].user), own_franchise_names(viewer), given)


def own_franchise_names(viewer: Viewer) -> dict[str, str]:
    """The names of the viewer's franchises by short id."""
    return {links.short_id(franchise.pk): franchise.name for franchise in viewer.franchises}


def scope_in_words(scope: str, franchise_names: dict[str, str]) -> str:
    """What a scope lets a program do, in words."""
    kind, _, franchise = scope.partition(":")
    if kind == ACT_SCOPE_PREFIX:
        return f"Run {franchise_names.get(franchise, franchise)} as its owner"
    return SCOPES.get(scope, scope)


def tokens_page(
    *,
    league: League,
    viewer: Viewer,
    at: datetime,
    form: TokenForm,
    made: NewToken | None = None,
    refusal: str = "",
    asked: int | None = None,
    reason: str = "",
    before: int | None = None,
) -> dict[str, Any]:
    """The context of a member's tokens page.

    `made` is a token that was just made, `refusal` why a request was refused, and `asked` the id of the token it was
    about, with the `reason` that was typed. Of other members' tokens only those older than token `before` are listed.
    """
    user = viewer.memberships[0].user
    others = (
        list(tokens_of_others(league.pk, user, before=before)[: LINES_A_PAGE + 1]) if viewer.is_commissioner else []
    )
    franchise_names = own_franchise_names(viewer)
    return {
        **league_page_context(league, viewer, Breadcrumb("Tokens")),
        "form": form,
        "key": secrets.token_urlsafe(12),
        "own_tokens": [_line(token, franchise_names, at, asked) for token in listed_tokens(league.pk, user, at=at)],
        "others": [_line(other, {}, at, asked) for other in others[:LINES_A_PAGE]],
        "older": others[LINES_A_PAGE - 1].pk if len(others) > LINES_A_PAGE else None,
        "paged": before is not None,
        "runs_it": viewer.is_commissioner,
        "made": made,
        "refusal": refusal,
        "asked": asked,
        "reason": reason,
        "longest_reason": LONGEST_REASON,
    }


def _line(token: AccessToken, names: dict[str, str], at: datetime, refused_token: int | None) -> TokenLine:
    left = getattr(token, "belongs", True) is False
    state = "revoked" if token.revoked_at else "over" if token.expires_at <= at else "left" if left else "good"
    return TokenLine(
        id=token.pk,
        name=token.name,
        shown=token.shown,
        whose=display_name(token.user),
        may=tuple(scope_in_words(scope, names) for scope in sorted(token.scopes, key=_order)),
        made_at=token.made_at,
        used_at=token.used_at,
        expires_at=token.expires_at,
        revoked_at=token.revoked_at,
        state=state,
        asked=token.pk == refused_token,
    )


def _order(scope: str) -> tuple[int, str]:
    scopes = list(SCOPES)
    return (scopes.index(scope) if scope in scopes else len(scopes), scope)


def commissioner_membership(viewer: Viewer) -> Membership | None:
    """The membership that makes the viewer a commissioner, None if they are not."""
    return next((member for member in viewer.memberships if member.role == Membership.Role.COMMISSIONER), None)
