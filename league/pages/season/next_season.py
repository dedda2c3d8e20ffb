"""The form that opens the season after a closed one: only the rounds are asked, everything else is carried over."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict

from explain import links
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.command_forms.base import new_key
from league.pages.number_fields import WholeNumberField
from league.queries.seasons import own_balance
from rules.campaign.founding.season_start import MOST_ROUNDS


class NextSeasonForm(forms.Form):
    """The number of rounds of the next season; the closed season's number is the default."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=60, initial=new_key)
    rounds = WholeNumberField(
        label="Rounds",
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text="As many as the season that closed, unless you change it.",
    )

    def __init__(self, closed: Season, given: QueryDict | None = None) -> None:
        super().__init__(given, label_suffix="", initial={"rounds": closed.rounds_planned})


def next_season_page(
    *, league: League, season: Season, viewer: Viewer, form: NextSeasonForm | None = None
) -> dict[str, Any]:
    """The context of the page that opens the next season, or says why it cannot be opened."""
    number = season.number + 1
    after = Season.objects.filter(league=league, forked_from="", number__gt=season.number).order_by("number").first()
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Board",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(season.label, links.season_url(season.pk)),
                Breadcrumb("Board", links.board_url(season.pk)),
                Breadcrumb("The next season"),
            ],
            balance=own_balance(viewer),
        ),
        "number": number,
        "form": form or NextSeasonForm(season),
        "closed": season.step == "closed",
        "rehearsal": bool(season.forked_from),
        "after": after and {"number": after.number, "href": links.season_url(after.pk)},
        "board_href": links.board_url(season.pk),
    }
