"""Who and what is named in a match that was resolved here: what each is called, and whose it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from explain.printed_names import ITEM_WORDS
from league.pages.matches.story import STORY_ID_PATTERN
from rules.match.packet import Packet

POINTS_AFTER_TEAM = re.compile(r" -?\d")
"""What comes after a team that is given with its points."""
LIST_SEPARATORS = (": ", ", ")
"""What comes before one."""
NO_FLAG = SafeString("")
MAX_TEAMS_FLAGGED = 2
"""A line that names more teams than that is no one team's."""


@dataclass(slots=True)
class MatchNames:
    """Names by short id; the teams by theirs; the team of each car and driver; who began in which car."""

    names: dict[str, str] = field(default_factory=dict)
    teams: dict[str, str] = field(default_factory=dict)
    team_of: dict[str, str] = field(default_factory=dict)
    crews: dict[str, tuple[str, ...]] = field(default_factory=dict)
    flags: dict[str, SafeString] = field(default_factory=dict)
    """The flag of each team, drawn by the page's symbol of it."""

    @classmethod
    def from_packet(cls, packet: Packet, *, teams: Mapping[str, str], names: Mapping[str, str]) -> MatchNames:
        """Those of a packet, with what the teams, cars and drivers are called.

        Cars of one name are told apart by their teams; an item is called by its kind.
        """
        made = cls(teams=dict(teams), flags={id: _flag(id, name) for id, name in teams.items()})
        for team in packet.teams:
            for seat in team.seats:
                crew = made.crews[seat.car.id] = tuple(each.id for each in (seat.driver, seat.gunner) if each)
                made.team_of |= dict.fromkeys((seat.car.id, *crew), team.franchise)
            made.team_of |= {driver.id: team.franchise for driver in team.fresh}
            items = (*team.stores, *(item for seat in team.seats for item in seat.car.items))
            made.names |= {item.id: ITEM_WORDS.get(item.kind, item.kind) for item in items}
        alike = Counter(names.get(car, car) for car in made.crews)
        for id, name in names.items():
            made.names[id] = f"{name} ({made.team(id)})" if id in made.crews and alike[name] > 1 else name
        return made

    def name(self, id: str) -> str:
        """What it is called, or its id."""
        return self.names.get(id, id)

    def team(self, id: str) -> str:
        """What the team of a car or driver is called, empty for one of no team."""
        team = self.team_of.get(id, "")
        return self.teams.get(team, team)

    def flag(self, ids: Iterable[str]) -> SafeString:
        """The flag of the first of those that is of a team; none for none, or for more teams than two."""
        teams = list(dict.fromkeys(self.team_of[each] for each in ids if each in self.team_of))
        return self.flags.get(teams[0], NO_FLAG) if 0 < len(teams) <= MAX_TEAMS_FLAGGED else NO_FLAG

    def flag_of_line(self, text: str, ids: Sequence[str]) -> SafeString:
        """The flag of whom a line begins with, whomever else it names; else as of any ids, those it holds."""
        begins = ids and ids[0] in self.team_of and text.startswith(ids[0])
        return self.flag(ids[:1] if begins else ids)

    def car_and_crew(self, car: str) -> frozenset[str]:
        """A car with who began in it; nothing for one that was not there."""
        return frozenset((car, *self.crews[car])) if car in self.crews else frozenset()

    def highlight_names(self, text: str) -> SafeString:
        """A text in which every id is called by its name, and cars, drivers, teams and items stand out."""
        pieces, end = [], 0
        for found in STORY_ID_PATTERN.finditer(text):
            name = self._name_at(text, found)
            if name:
                pieces += [escape(text[end : found.start()].replace("_", " ")), "<b>", escape(name), "</b>"]
                end = found.end()
        pieces.append(escape(text[end:].replace("_", " ")))
        return mark_safe("".join(pieces))  # noqa: S308 - every piece is escaped, and there are thousands of lines

    def _name_at(self, text: str, found: re.Match[str]) -> str:
        """The name for what was found there, empty for a word like any other.

        A team's id may be a common word: it is one only in a list of teams with figures.
        """
        id = found[0]
        if id in self.names or id in self.team_of:
            return self.name(id)
        listed = text[: found.start()].endswith(LIST_SEPARATORS) and POINTS_AFTER_TEAM.match(text, found.end())
        return self.teams.get(id, "") if listed else ""


def _flag(team: str, name: str) -> SafeString:
    return format_html(
        '<svg class="colour" role="img"><title>{}</title><use href="#team-{}"></use></svg>', name, team
    )
