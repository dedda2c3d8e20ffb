"""The methods of a client about seats: offered, looked for, asked for and given."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from dethmetal_client.asking import Asking
from dethmetal_client.seat_shapes import SeatAd, SeatRequest, SeatRequests, Seats
from dethmetal_client.shapes import decode_as


class LeagueSeats:
    """Seats, read and changed by `asking`. Each change takes effect once under its key."""

    asking: Asking

    def seats(self) -> Seats:
        """The seats that are offered, and with a token the people who look for one."""
        return decode_as(Seats, self.asking.get("/seats"))

    def look_for_seat(self, *, key: str, note: str = "", time_zone: str = "") -> Seats:
        """Say for 30 days that the token's person looks for a seat."""
        body = {"note": note, "time_zone": time_zone}
        return decode_as(Seats, self.asking.post("/seats/wanted", body, key=key).document)

    def stop_looking(self, *, key: str) -> Seats:
        """Say no more that the token's person looks for a seat."""
        return decode_as(Seats, self.asking.post("/seats/wanted/withdrawal", {}, key=key).document)

    def advertise_seats(
        self,
        league: str,
        franchises: Sequence[str],
        *,
        key: str,
        note: str = "",
        time_zone: str = "UTC",
        pace: str = "any",
        experience: str = "any",
    ) -> SeatAd:
        """Advertise free franchises of a league for 30 days."""
        body = {"franchises": list(franchises), "note": note, "time_zone": time_zone}
        body |= {"pace": pace, "experience": experience}
        return decode_as(SeatAd, self.asking.post(f"{_path(league)}/seat-ad", body, key=key).document)

    def withdraw_seat_ad(self, league: str, *, key: str) -> SeatRequests:
        """Take the advertisement of a league back."""
        answer = self.asking.post(f"{_path(league)}/seat-ad/withdrawal", {}, key=key)
        return decode_as(SeatRequests, answer.document)

    def seat_requests(self, league: str) -> SeatRequests:
        """The requests for seats of a league that wait for an answer."""
        return decode_as(SeatRequests, self.asking.get(f"{_path(league)}/seat-requests"))

    def ask_for_seat(self, league: str, *, key: str, note: str = "") -> SeatRequest:
        """Ask a league for a seat that it advertises."""
        answer = self.asking.post(f"{_path(league)}/seat-requests", {"note": note}, key=key)
        return decode_as(SeatRequest, answer.document)

    def give_seat(self, league: str, number: int, franchise: str, *, key: str, note: str = "") -> SeatRequest:
        """Give the person who asked a franchise that nobody owns."""
        return self._answer(league, number, {"answer": "given", "franchise": franchise, "note": note}, key=key)

    def decline_seat(self, league: str, number: int, *, key: str, note: str = "") -> SeatRequest:
        """Decline a request for a seat."""
        return self._answer(league, number, {"answer": "declined", "note": note}, key=key)

    def withdraw_seat_request(self, league: str, number: int, *, key: str) -> SeatRequest:
        """Withdraw a request of the token's person."""
        answer = self.asking.post(f"{_path(league)}/seat-requests/{number}/withdrawal", {}, key=key)
        return decode_as(SeatRequest, answer.document)

    def _answer(self, league: str, number: int, body: dict[str, str], *, key: str) -> SeatRequest:
        answer = self.asking.post(f"{_path(league)}/seat-requests/{number}/answer", body, key=key)
        return decode_as(SeatRequest, answer.document)


def _path(league: str) -> str:
    return f"/leagues/{quote(league, safe='')}"
