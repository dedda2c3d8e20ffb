"""What an owner's program does besides giving commands: standing orders, the draft queue, rulings and notices."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from dethmetal_client.asking import Asking
from dethmetal_client.league_shapes import (
    AnsweredRuling,
    DraftQueue,
    Inbox,
    OrdersPreview,
    ReadNotices,
    Ruling,
    StandingOrders,
)
from dethmetal_client.paths import franchise_path, league_path
from dethmetal_client.shapes import AwaitedCommand, decode_as


class OwnerMethods:
    """Methods of a client that need a token with `act:<franchise>`, or `read` to read."""

    asking: Asking

    def awaited_commands(self, league: str, season: str) -> tuple[AwaitedCommand, ...]:
        """Commands that may be given now, those awaited first; `give(…, **command.example)` gives one."""
        answer = self.asking.get(f"{league_path(league, season)}/awaited")
        return tuple(decode_as(AwaitedCommand, command) for command in answer.get("commands", ()))

    def standing_orders(self, league: str, season: str, franchise: str) -> StandingOrders:
        """The standing orders of a franchise."""
        answer = self.asking.read(f"{franchise_path(league, season, franchise)}/orders")
        return replace(decode_as(StandingOrders, answer.document), tag=answer.headers.get("etag", ""))

    def set_standing_orders(
        self, league: str, season: str, franchise: str, orders: Mapping[str, Any], *, key: str, if_match: str = ""
    ) -> StandingOrders:
        """Replace the standing orders; a policy that is left out gets its default. `if_match` is the `tag` read."""
        path = f"{franchise_path(league, season, franchise)}/orders"
        answer = self.asking.post(path, {"orders": dict(orders)}, key=key, method="PUT", if_match=if_match)
        return decode_as(StandingOrders, answer.document)

    def clear_standing_orders(
        self, league: str, season: str, franchise: str, *, key: str, if_match: str = ""
    ) -> StandingOrders:
        """Give every policy its default again."""
        path = f"{franchise_path(league, season, franchise)}/orders"
        answer = self.asking.post(path, {}, key=key, method="DELETE", if_match=if_match)
        return decode_as(StandingOrders, answer.document)

    def preview_standing_orders(
        self, league: str, season: str, franchise: str, orders: Mapping[str, Any] | None = None
    ) -> OrdersPreview:
        """What the standing orders, or others, would do now. Nothing changes."""
        path = f"{franchise_path(league, season, franchise)}/orders/preview"
        body = {} if orders is None else {"orders": dict(orders)}
        return decode_as(OrdersPreview, self.asking.post(path, body, safe=True).document)

    def draft_queue(self, league: str, season: str, franchise: str) -> DraftQueue:
        """One's own draft queue."""
        answer = self.asking.read(f"{franchise_path(league, season, franchise)}/draft-queue")
        return replace(decode_as(DraftQueue, answer.document), tag=answer.headers.get("etag", ""))

    def replace_draft_queue(
        self, league: str, season: str, franchise: str, drivers: Sequence[str], *, key: str, if_match: str = ""
    ) -> DraftQueue:
        """Put another queue in place of the one that stands. With the `tag` read, a change made since refuses it."""
        path = f"{franchise_path(league, season, franchise)}/draft-queue"
        answer = self.asking.post(path, {"drivers": list(drivers)}, key=key, method="PUT", if_match=if_match)
        return decode_as(DraftQueue, answer.document)

    def change_draft_queue(
        self,
        league: str,
        season: str,
        franchise: str,
        act: str,
        driver: str,
        *,
        key: str,
        place: int | None = None,
        if_match: str = "",
    ) -> DraftQueue:
        """`add`, `move` or `remove` one driver; `place` is 1 for the first choice, None for the last place."""
        path = f"{franchise_path(league, season, franchise)}/draft-queue"
        body = {"act": act, "driver": driver, "place": place}
        return decode_as(DraftQueue, self.asking.post(path, body, key=key, if_match=if_match).document)

    def rulings(self, league: str, season: str, *, after: int = 0) -> tuple[Ruling, ...]:
        """Rulings of a season after a number, the oldest first."""
        answer = self.asking.get(f"{league_path(league, season)}/rulings", {"after": after})
        return tuple(decode_as(Ruling, ruling) for ruling in answer.get("rulings", ()))

    def answer_ruling(
        self, league: str, season: str, number: int, answer: str, *, key: str, said: str = ""
    ) -> AnsweredRuling:
        """`confirm` or `decline` a ruling that waits, or `withdraw` one's own; declining needs `said`."""
        body = {"answer": answer, "said": said, "words": secrets.token_hex(32)}
        path = f"{league_path(league, season)}/rulings/{number}/answer"
        return decode_as(AnsweredRuling, self.asking.post(path, body, key=key).document)

    def inbox(self, league: str, *, after: int = 0) -> Inbox:
        """Notices of the token's person after a number, the oldest first."""
        return decode_as(Inbox, self.asking.get(f"{league_path(league)}/inbox", {"after": after}))

    def mark_read(self, league: str, notices: Sequence[int] = (), *, until: int | None = None) -> ReadNotices:
        """Mark notices as read by their ids, or all up to the id `until`."""
        body = {"notices": list(notices), "until": until}
        answer = self.asking.post(f"{league_path(league)}/inbox/read", body, safe=True)
        return decode_as(ReadNotices, answer.document)
