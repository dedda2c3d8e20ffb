"""What a league answers, as typed values. Fields that this version does not know are passed over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from dethmetal_client.problems import AnswerUnread

T = TypeVar("T")
NONE = type(None)


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """A league; `season` is the name of the one that is played now."""

    id: str
    name: str
    public: bool
    season: str | None = None
    step: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """A season. `entries` is the length of its journal, `digest` that of its state while nothing in it is sealed."""

    league: str
    name: str
    number: int
    step: str
    step_name: str
    edition: str
    entries: int
    head: str
    secret_hash: str
    opened_at: str
    level: str
    digest: str = ""
    secret: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A line of the standings; `balance` is in whole credits."""

    franchise: str
    name: str
    rank: int
    shared: bool
    points: int
    wins: int
    criticals: int
    balance: int
    folded: bool
    form: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The standings, best first: as of a round, or of now."""

    season: str
    after: int | None
    final: bool
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A franchise in a match; `points` is None until they stand."""

    franchise: str
    name: str
    points: int | None
    won: bool
    forfeited: bool
    line_up_named: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A match; `ruleset` is empty where people report it.

    `evidence` is how well its result is proven, empty while none stands; `own_dice` says that its log is legal and
    was played with dice that the reporter held themselves.
    """

    id: str
    round: int
    event: str
    surface: str
    heats: int
    step: str
    step_name: str
    ruleset: str
    setting: dict[str, Any] = field(default_factory=dict)
    teams: tuple[Team, ...] = ()
    evidence: str = ""
    own_dice: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """One throw: where it stands among the season's dice, the sides, the faces, what they decided."""

    path: str
    sides: int
    faces: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A thing that a fact speaks of: its kind, such as `driver`, and its short id, which is its own in that kind."""

    kind: str
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What came to be: its kind, its sentence, its rule, its dice, what it speaks of, and its own fields."""

    kind: str
    sentence: str
    rule: str
    fields: dict[str, Any] = field(default_factory=dict)
    rolls: tuple[Roll, ...] = ()
    subjects: tuple[Subject, ...] = ()

    def document(self) -> dict[str, Any]:
        """The fact as the season's journal holds it."""
        rolls = [
            {"path": roll.path, "sides": roll.sides, "faces": list(roll.faces), "why": roll.why}
            for roll in self.rolls
        ]
        return {"kind": self.kind, "rule": self.rule, **self.fields, **({"rolls": rolls} if rolls else {})}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entry of the journal. Of a sealed one only number, time, seal and hash are told."""

    number: int
    at: str
    hash: str
    seal: str
    readable: bool
    actor: str = ""
    on_behalf_of: str = ""
    reason: str = ""
    command: dict[str, Any] | None = None
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries:
    """Entries after a number, the oldest first; `next` is what to ask `after` for more."""

    season: str
    length: int
    entries: tuple[Entry, ...]
    next: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactAt:
    """A fact with the entry that states it, its place among that entry's facts from 0, and its command.

    `cell` is that of the printed table it was read off, empty of most.
    """

    entry: int
    line: int
    at: str
    command: str
    cell: str
    fact: Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The site's signature, in base64, that the journal has an entry: it shows whether that was dropped since."""

    statement: str
    key: str
    algorithm: str
    signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What came of commands. `waits` says that somebody else is asked first, and nothing changed yet.

    `left_out` says which of them stand where one was refused after dice had fallen for those before it.
    """

    entries: tuple[Entry, ...]
    length: int
    waits: str = ""
    left_out: str = ""
    receipt: Receipt | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """A row of a table: the faces it stands on, what they give, and in how many `ways` of all `of` the dice do."""

    on: str
    result: str
    ways: int
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOn:
    """The table of the catalogue a throw is read on, with the odds of each row."""

    book: str
    rule: str
    title: str
    odds: tuple[Chance, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """A throw that would be made; no face is told.

    One that is not `always` made hangs on dice before it. It is made `times` times at least, by some dice `more`.
    """

    dice: str
    why: str
    always: bool = True
    times: int = 1
    more: bool = False
    table: ReadOn | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """Money that would move, negative when paid; `amount` is None where dice decide it, from `least` to `most`."""

    franchise: str
    kind: str
    rule: str
    amount: int | None
    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What commands would come to; `refusal` is why they would be turned down, in a sentence.

    `problem` is what giving them would be answered, with pointers to what is refused. `may_be_refused` is why some
    dice would have them turned down, where others would not.
    """

    facts: tuple[str, ...]
    throws: tuple[Throw, ...]
    refusal: str
    prices: tuple[Price, ...] = ()
    may_be_refused: str = ""
    opens_seal: bool = False
    problem: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stands:
    """How an entry stands by an amend."""

    number: int
    standing: str
    because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended:
    """What an amend comes to, or would."""

    number: int
    length: int
    stands: tuple[Stands, ...] = ()
    differences: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    obstacles: tuple[str, ...] = ()
    waits: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A person who was seated on a server for trying programs, with a token of their."""

    user: str
    role: str
    franchise: str
    token: str


def decode_as(shape: type[T], document: Any) -> T:
    """A document as that shape. Raises `AnswerUnread` where it lacks a field the shape needs, or is none at all."""
    made: T = _decode_value(shape, document)
    if not isinstance(made, shape):
        raise AnswerUnread(f"The server answered no {shape.__name__}: see whether its API is of version 1.")
    return made


def _decode_value(hint: Any, given: Any) -> Any:
    if get_origin(hint) is UnionType:
        return (
            None if given is None else _decode_value(next(each for each in get_args(hint) if each is not NONE), given)
        )
    if isinstance(hint, type) and is_dataclass(hint) and isinstance(given, Mapping):
        known = _type_hints(hint)
        if missing := [
            each.name
            for each in fields(hint)
            if each.name not in given and each.default is MISSING and each.default_factory is MISSING
        ]:
            raise AnswerUnread(
                f"The server answered a {hint.__name__} without {', '.join(missing)}: see whether its API is of "
                "version 1."
            )
        return hint(**{name: _decode_value(known[name], given[name]) for name in known if name in given})
    if get_origin(hint) is tuple and isinstance(given, list):
        return tuple(_decode_value(get_args(hint)[0], each) for each in given)
    return given


@cache
def _type_hints(shape: Any) -> dict[str, Any]:
    return get_type_hints(shape)
