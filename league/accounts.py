"""A person's own account: what they are called, their time zone, and how they are forgotten."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from django.db import transaction

from league.membership import add_league_log, lock_league
from league.models import (
    Delivery,
    FeedKey,
    HandoverOffer,
    HomeNight,
    LanguageChoice,
    League,
    LeagueTemplate,
    MailFailure,
    Membership,
    Notice,
    NoticeChoice,
    PersonalWebhook,
    Preferences,
    ProposedTime,
    SeatRequest,
    SeatSeeker,
    WaitingNotice,
    Webhook,
)
from league.role_changes import end_memberships, refuse_last_commissioner
from league.times import UTC_ZONE, ZoneUnknown, find_zone, time_zones, unknown_zone_words
from league.tokens import revoke_all_tokens
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed
from sql.short_transactions import delete_in_pieces

LONGEST_DISPLAY_NAME = 60
ERASED_NAME = "somebody who left"
"""What is told of a person whose account was erased."""


def display_name(user: Any) -> str:
    """What a person is called on the pages: the name they want shown, else their user name."""
    if not user.is_active:
        return ERASED_NAME
    return user.first_name or str(user.get_username())


def set_display_name(*, user: Any, name: str) -> None:
    """Show a person by that name; by their user name where it is empty. Raises `Malformed`."""
    name = " ".join(name.split())
    if len(name) > LONGEST_DISPLAY_NAME or not is_readable(name):
        raise Malformed(
            f"A name shown is one line of at most {LONGEST_DISPLAY_NAME} characters, none of them invisible: "
            "write it again."
        )
    user.first_name = name
    user.save(update_fields=["first_name"])


def is_username_taken(username: str) -> bool:
    """Whether somebody has that user name, whatever the case of its letters.

    The database compares ASCII names alike everywhere; SQLite does not know the case of other letters.
    """
    user_model = get_user_model()
    if user_model.objects.filter(username__iexact=username).exists():
        return True
    names = () if username.isascii() else user_model.objects.values_list("username", flat=True).iterator()
    return any(name.casefold() == username.casefold() for name in names)


def erase(*, user: Any, at: datetime) -> None:
    """Forget a person: mail, names, password, authenticators, notices, webhooks. They leave every league.

    Their home nights, their notes about the times of matches, notices to others with their name, and their private
    league templates go too; published ones stay without their name.

    Their row and their handles stay, with nothing of theirs in them, since journals hold the handles. Raises
    `LastCommissioner` for the only commissioner of a league, even of one that nobody else belongs to: anybody may
    still read it and follow an invitation to it.

    Messages of webhooks, of which there may be thousands, go first and some at a time.
    """
    with transaction.atomic():
        _lock_leagues(user)
    delete_in_pieces(Delivery.objects.filter(webhook__user=user), most=None)
    delete_in_pieces(Notice.objects.filter(member__user=user), most=None)
    _erase(user, at)


def _lock_leagues(user: Any) -> list[League]:
    """The person's leagues, held. Raises `LastCommissioner`."""
    leagues = []
    for league in League.objects.filter(memberships__user=user, gone_at=None).distinct().order_by("pk"):
        row = lock_league(league, read_only_too=True)
        refuse_last_commissioner(row, user)
        leagues.append(row)
    return leagues


@transaction.atomic
def _erase(user: Any, at: datetime) -> None:
    leagues = _lock_leagues(user)
    for league in leagues:
        if ended := end_memberships(league, user):
            add_league_log(league.pk, actor=ended[0].handle, what="left", subject=ended[0].handle, at=at)
    revoke_all_tokens(user, at=at)
    FeedKey.objects.filter(user=user).delete()
    Webhook.objects.filter(user=user).delete()
    Notice.objects.filter(member__user=user).delete()
    _delete_notices_about(user)
    SeatSeeker.objects.filter(user=user).delete()
    SeatRequest.objects.filter(user=user).delete()
    LanguageChoice.objects.filter(user=user).delete()
    _leave_templates(user)
    for model in (Preferences, NoticeChoice, WaitingNotice, MailFailure, PersonalWebhook):
        model._default_manager.filter(user=user).delete()
    handles = list(Membership.objects.filter(user=user).values_list("handle", flat=True))
    HomeNight.objects.filter(changed_by__in=handles).exclude(franchise="").delete()
    ProposedTime.objects.filter(actor__in=handles).exclude(note="").update(note="")
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    user = get_user_model().objects.get(pk=user.pk)
    user.username = f"left-{secrets.token_hex(8)}"
    user.first_name = user.last_name = user.email = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.set_unusable_password()
    user.save()


def _leave_templates(user: Any) -> None:
    """Delete the person's private templates, and take their name off those that everybody may read."""
    LeagueTemplate.objects.filter(maker=user, published_at=None).delete()
    LeagueTemplate.objects.filter(maker=user).update(maker=None)
    LeagueTemplate.objects.filter(credit=user).update(credit=None)


def _delete_notices_about(user: Any) -> None:
    """Delete the notices to others that have the person's name: that they asked for a seat, or about an offer."""
    keys = [f"seat_asked/{request}" for request in SeatRequest.objects.filter(user=user).values_list("pk", flat=True)]
    made = HandoverOffer.objects.filter(giver__user=user).values_list("pk", flat=True)
    answered = HandoverOffer.objects.filter(taker__user=user).values_list("pk", flat=True)
    keys += [f"handover_offered/{offer}" for offer in made]
    keys += [f"{about}/{offer}" for about in ("handover_accepted", "handover_declined") for offer in answered]
    Notice.objects.filter(key__in=keys).delete()


def preferences_of(user: Any) -> Preferences:
    """A person's settings; the defaults, not stored, for those who chose nothing and for visitors."""
    if not user.is_authenticated:
        return Preferences()
    return Preferences.objects.filter(user_id=user.pk).first() or Preferences(user_id=user.pk)


def zone_of(preferences: Preferences) -> ZoneInfo:
    """The time zone of a person; UTC as long as they chose none, or chose one that no longer exists."""
    name = preferences.time_zone
    return ZoneInfo(name if name in time_zones() else UTC_ZONE)


def shown_zone(user: Any) -> str:
    """The zone that a person shows to the members of their leagues; empty if they hide it, chose none or left.

    Their settings should be loaded with them.
    """
    preferences = getattr(user, "preferences", None)
    if preferences is None or not preferences.zone_shown or not user.is_active:
        return ""
    return str(preferences.time_zone)


@transaction.atomic
def set_time_zone(*, user: Any, name: str, shown: bool | None = None) -> Preferences:
    """Set a person's time zone, named in any case, or none with an empty name. Raises `ZoneUnknown`.

    `shown` is whether members of their leagues see it beside their name; None leaves that as it is.
    """
    zone = chosen_zone(name)
    preferences = lock_preferences(user)
    preferences.time_zone = zone
    if shown is not None:
        preferences.zone_shown = shown
    preferences.save(update_fields=["time_zone", "zone_shown"])
    return preferences


def chosen_zone(name: str) -> str:
    """The zone of that name, in any case, as it is stored; empty for an empty one. Raises `ZoneUnknown`."""
    zone = find_zone(name) if name.strip() else ""
    if zone is None:
        raise ZoneUnknown(unknown_zone_words(name)).at("time_zone")
    return zone


def lock_preferences(user: Any) -> Preferences:
    """A person's row of settings, created if they have none, and locked until the transaction ends."""
    Preferences.objects.bulk_create([Preferences(user_id=user.pk)], ignore_conflicts=True)
    return Preferences.objects.select_for_update().get(user_id=user.pk)
