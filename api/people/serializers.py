"""Serializers of invitations."""

from __future__ import annotations

from collections.abc import Mapping

from api.people.schemas import InvitationOut
from explain.links import short_id
from league.models import Invitation
from league.pages.people.people import UNKNOWN_ACTOR_WORDS


def serialize_invitation(invitation: Invitation, names: Mapping[str, str]) -> InvitationOut:
    """An open invitation; `names` are those of members by handle."""
    return InvitationOut(
        number=invitation.pk,
        role=invitation.role,
        franchise=None if invitation.franchise_id is None else short_id(invitation.franchise_id),
        left=invitation.uses - invitation.used,
        until=invitation.expires_at,
        made_by=names.get(invitation.made_by, UNKNOWN_ACTOR_WORDS),
    )
