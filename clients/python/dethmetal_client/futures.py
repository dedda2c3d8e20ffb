"""The methods of a client about what becomes of a league: its archive, its deletion, and who runs it."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from dethmetal_client.asking import Asking
from dethmetal_client.future_shapes import Future
from dethmetal_client.shapes import decode_as


class LeagueFutures:
    """What becomes of a league, read and changed by `asking`. Each change takes effect once under its key."""

    asking: Asking

    def future(self, league: str) -> Future:
        """Whether a league is archived or will be deleted, and whom it is offered to."""
        return decode_as(Future, self.asking.get(_path(league, "future")))

    def archive(self, league: str, *, key: str, reason: str = "") -> Future:
        """Make a league read-only."""
        return self._change(league, "archive", {"reason": reason}, key=key)

    def unarchive(self, league: str, *, key: str) -> Future:
        """Take a league out of the archive."""
        return self._change(league, "unarchive", {}, key=key)

    def show(self, league: str, *, public: bool, key: str) -> Future:
        """Let everybody read a league, or its members alone."""
        return self._change(league, "visibility", {"public": public}, key=key)

    def ask_deletion(self, league: str, *, reason: str, key: str, days: int = 30) -> Future:
        """Ask to delete a league so many days after it is confirmed."""
        return self._change(league, "deletion", {"reason": reason, "days": days}, key=key)

    def confirm_deletion(self, league: str, *, key: str) -> Future:
        """Confirm the deletion of a league that another commissioner asked for."""
        return self._change(league, "deletion/confirmation", {}, key=key)

    def keep(self, league: str, *, key: str) -> Future:
        """Take the deletion of a league back."""
        return self._change(league, "deletion/cancellation", {}, key=key)

    def offer_handover(
        self, league: str, member: int, *, key: str, steps_down: bool = False, note: str = ""
    ) -> Future:
        """Ask a member to run a league, with the giver or in their place."""
        body = {"member": member, "steps_down": steps_down, "note": note}
        return self._change(league, "handovers", body, key=key)

    def answer_handover(self, league: str, number: int, *, accept: bool, key: str) -> Future:
        """Accept or decline an offer to run a league."""
        answer = {"answer": "accepted" if accept else "declined"}
        return self._change(league, f"handovers/{number}/answer", answer, key=key)

    def withdraw_handover(self, league: str, number: int, *, key: str) -> Future:
        """Withdraw an offer that was not answered yet."""
        return self._change(league, f"handovers/{number}/withdrawal", {}, key=key)

    def _change(self, league: str, part: str, body: Mapping[str, object], *, key: str) -> Future:
        return decode_as(Future, self.asking.post(_path(league, part), dict(body), key=key).document)


def _path(league: str, part: str) -> str:
    return f"/leagues/{quote(league, safe='')}/{part}"
