"""Who may send each operation that an owner's or commissioner's token sends, and what has to exist before it is sent.

Tests of every operation read it: one line here, and an operation is sent in all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from league.models import League, Membership, SeatRequest
from league.renaming import rename
from league.role_changes import appoint
from league.tokens import ACCOUNT_SCOPE, COMMISSION_SCOPE, READ_SCOPE, REPORT_SCOPE, act_scope
from scheduling.handovers import offer_handover
from scheduling.league_life import archive_league, ask_deletion
from scheduling.seats import advertise_seats, ask_for_seat
from tests.api.api_callers import Program, program_of
from tests.league.sample_template import sample_template
from tests.league.small_league import Table
from webhooks.personal import set_personal_webhook

OWNERS_ALONE = (
    "change_draft_queue", "clear_standing_orders", "preview_standing_orders", "replace_draft_queue",
    "set_standing_orders",
)  # fmt: skip
"""Operations for which a token needs the act scope of the franchise that they are about."""


def boss(table: Table) -> Membership:
    """The commissioner's membership."""
    return Membership.objects.select_related("user", "league").get(handle=table.handle("boss"))


def member(table: Table, who: str) -> Membership:
    """A member of the table's league."""
    return Membership.objects.select_related("user").get(handle=table.handle(who))


def whole_program(table: Table, who: str) -> Program:
    """A program of the commissioner, of a member who has no franchise any more, or of an owner, with all they may."""
    commissions, owns = who in ("boss", "second"), member(table, who).franchise_id is not None
    own = COMMISSION_SCOPE if commissions else act_scope(who) if owns else READ_SCOPE
    return program_of(table, who, READ_SCOPE, REPORT_SCOPE, ACCOUNT_SCOPE, own)


def leave_seat(table: Table, franchise: str) -> None:
    """Make the owner of a franchise somebody who watches the league."""
    row = Membership.objects.filter(handle=table.handle(franchise))
    row.update(role=Membership.Role.SPECTATOR, franchise=None)


def advertise(table: Table, franchise: str) -> None:
    """Advertise the seat of a franchise, which its owner left."""
    leave_seat(table, franchise)
    advertise_seats(
        league=League.objects.get(pk=table.league),
        by=boss(table),
        franchises=[franchise],
        note="We play on Sundays.",
        time_zone="Europe/Berlin",
        pace="weekly",
        experience="new",
        at=timezone.now(),
    )


def ask_for_advertised_seat(table: Table, franchise: str, *, user: Any = None) -> SeatRequest:
    """The request of a newcomer, or of that person, for the seat of a franchise that is advertised."""
    advertise(table, franchise)
    if user is None:
        user = get_user_model().objects.create_user("vera", email="vera@example.org", first_name="Vera")
    return ask_for_seat(league=table.league, user=user, note="Two seasons.", at=timezone.now())


def offer_league(table: Table, taker: str) -> int:
    """The number of an offer of the commissioner to a member to run the league."""
    league = League.objects.get(pk=table.league)
    offer = offer_handover(
        league=league, by=boss(table), to=member(table, taker), steps_down=False, at=timezone.now()
    )
    return int(offer.pk)


def rename_driver(table: Table, owner: str) -> int:
    """The number of the change by which an owner renamed their first driver."""
    change = rename(
        league=League.objects.get(pk=table.league),
        kind="driver",
        subject=f"{owner}.d1",
        name="Rude Rudi",
        memberships=[member(table, owner)],
        at=timezone.now(),
    )
    assert change is not None
    return int(change.pk)


def archive(table: Table) -> dict[str, str]:
    """Archive the league."""
    archive_league(league=League.objects.get(pk=table.league), by=boss(table), at=timezone.now())
    return {}


def delete_later(table: Table) -> dict[str, str]:
    """Ask for the deletion of a league, as its only commissioner."""
    ask_deletion(league=League.objects.get(pk=table.league), by=boss(table), at=timezone.now(), reason="We stopped.")
    return {}


def ask_to_confirm(table: Table) -> dict[str, str]:
    """Ask for the deletion of a league, as a second commissioner."""
    league, user, at = League.objects.get(pk=table.league), member(table, "razors").user, timezone.now()
    second = appoint(league=league, user=user, by=boss(table), at=at, reason="Two.")
    ask_deletion(league=league, by=second, at=at, reason="We stopped.")
    return {}


def request_seat(table: Table) -> dict[str, str]:
    """Ask for an advertised seat as the commissioner, who owns none."""
    return {"number": str(ask_for_advertised_seat(table, "widows", user=boss(table).user).pk)}


def advertise_widows(table: Table) -> dict[str, str]:
    """Advertise a seat of the league."""
    advertise(table, "widows")
    return {}


def nothing(_table: Table) -> dict[str, str]:
    """Nothing has to exist."""
    return {}


def set_own_webhook(table: Table) -> dict[str, str]:
    """Give the commissioner a webhook of their own, and a dead message for it."""
    hook = set_personal_webhook(
        user=boss(table).user, address="https://1.1.1.1/x", shape="standard", at=timezone.now()
    )
    dead = hook.deliveries.create(message="msg_1", kind="notice", body=b"{}", made_at=timezone.now())
    return {"number": str(dead.pk)}


WITHOUT_BODY: dict[str, Callable[[Table], dict[str, str]]] = {
    "confirm_deletion": ask_to_confirm,
    "discard_round_plans": nothing,
    "keep_league": delete_later,
    "revoke_invitation": nothing,
    "send_personal_again": set_own_webhook,
    "try_personal_webhook": set_own_webhook,
    "unarchive_league": archive,
    "withdraw_announcement": nothing,
    "withdraw_handover": lambda table: {"number": str(offer_league(table, "razors"))},
    "copy_template": lambda _: {"key": sample_template().key},
    "delete_template": lambda table: {"key": sample_template(maker=boss(table).user, published=False).key},
    "withdraw_template": lambda table: {"key": sample_template(maker=boss(table).user).key},
    "withdraw_seat_ad": advertise_widows,
    "withdraw_seat_request": request_seat,
}
"""What makes a league in which the commissioner may send an operation that has no body, and path parameters."""
