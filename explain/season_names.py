"""The names of the things of a season for forms: the state has no names, and forms offer many things at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from explain.name_lookup import look_up_names
from explain.names import Names
from explain.printed_names import ITEM_WORDS
from league.queries.names import title_in_season, title_in_sentence
from rules.campaign.core import state
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.plurals import ordinal
from rules.core.text_folding import fold_text

Choices = list[tuple[str, str]]
"""The options of a form: the value, and the words for it."""


class SeasonNames:
    """The names of everything in a season, from one query, made when the first name is needed."""

    def __init__(self, season_id: str, season: state.Season) -> None:
        self._season_id, self._season = season_id, season
        self._names: Names | None = None

    @property
    def names(self) -> Names:
        """The names as `Names`, as used to render facts."""
        if self._names is None:
            season = self._season
            ids = [*season.drivers, *season.cars]
            self._names = look_up_names(self._season_id, ids)[0]
            self._names.matches.update((id, title_in_season(season, id)) for id in season.matches)
            self._names.items.update((id, item.kind) for id, item in season.items.items())
            self._names.items.update((id, offer.kind) for id, offer in season.offers.items())
            self._names.sponsors.update((id, sponsor.kind) for id, sponsor in season.sponsors.items())
        return self._names

    def franchise(self, id: str) -> str:
        """A franchise by its name."""
        return self.names.franchises.get(id, id)

    def driver(self, id: str) -> str:
        """A driver by their name."""
        return self.names.drivers.get(id) or id

    def car(self, id: str) -> str:
        """A car by its name."""
        return self.names.cars.get(id) or id

    def match(self, id: str, *, in_sentence: bool = False) -> str:
        """A match by its round and its place in it: "Round 2, match A", or "round 2, match A" in a sentence."""
        title = title_in_season(self._season, id)
        return title_in_sentence(title) if in_sentence else title

    def item(self, id: str) -> str:
        """An item by its printed name."""
        return ITEM_WORDS[self._season.items[id].kind]

    def sponsor(self, id: str) -> str:
        """A sponsor by its kind's name."""
        return SPONSOR_KINDS[self._season.sponsors[id].kind].name

    def franchise_choices(self, ids: Iterable[str]) -> Choices:
        """Franchises to choose from, by name."""
        return _by_words((id, self.franchise(id)) for id in ids)

    def driver_choices(self, ids: Iterable[str]) -> Choices:
        """Drivers to choose from, by name."""
        return _by_words((id, self.driver(id)) for id in ids)

    def car_choices(self, ids: Iterable[str]) -> Choices:
        """Cars to choose from, by name."""
        return _by_words((id, self.car(id)) for id in ids)

    def item_choices(self, ids: Iterable[str]) -> Choices:
        """Items to choose from, by name; several of one kind also have their place, and a number if needed."""
        ids = list(ids)
        kinds = Counter(self._season.items[id].kind for id in ids)
        return _by_words(
            number_duplicates(
                (id, f"{self.item(id)}{self._place(id)}" if kinds[self._season.items[id].kind] > 1 else self.item(id))
                for id in ids
            )
        )

    def _place(self, id: str) -> str:
        """Where an item is: on a car, with a driver, on a weapon, or in the stores."""
        item = self._season.items[id]
        if item.weapon:
            return f", on {self.item(item.weapon)}{self._place(item.weapon)}"
        if item.car:
            return f", on {self.car(item.car)}"
        return f", with {self.driver(item.driver)}" if item.driver else ", in the stores"

    def sponsor_choices(self, ids: Iterable[str]) -> Choices:
        """Sponsors to choose from, by name; several of one kind are numbered."""
        return _by_words(number_duplicates((id, self.sponsor(id)) for id in ids))


def number_duplicates(choices: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The choices, where repeated words get a number from the second on: `(2nd)`."""
    seen: Counter[str] = Counter()
    for id, words in choices:
        seen[words] += 1
        yield id, words if seen[words] == 1 else f"{words} ({ordinal(seen[words])})"


def _by_words(choices: Iterable[tuple[str, str]]) -> Choices:
    return sorted(choices, key=lambda choice: (fold_text(choice[1]), choice[0]))
