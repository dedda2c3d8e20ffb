"""Typed values for a league's answers. Fields that this version does not know are ignored."""

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
    """A league; `season` is its current season. It can only be read while one of the last two is set."""

    id: str
    name: str
    public: bool
    season: str | None = None
    step: str | None = None
    archived_at: str | None = None
    delete_at: str | None = None
    former_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedCommand:
    """A command that may be given now. `open` are the fields that `example` leaves to be filled in, by `schema`.

    `example` has the arguments of `Client.give`; it is None where the token's person may not give the command.
    """

    type: str
    by: str
    franchise: str | None
    match: str | None
    subjects: dict[str, str]
    needed: bool
    may_give: bool
    until: str | None
    schema: str
    open: tuple[str, ...]
    example: dict[str, Any] | None


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
    title: str = ""
    former_titles: tuple[str, ...] = ()
    digest: str = ""
    secret: str = ""
    awaited: tuple[AwaitedCommand, ...] = ()


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
    """The standings, best first: after a round, or the current ones."""

    season: str
    after: int | None
    final: bool
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NameChange:
    """That something was renamed: its kind and short id, the name it had until `at`, and the one it has had since.

    `number` is what `veto_name` takes. `taken_back` says that a commissioner took this name back later, `takes_back`
    that this change took back the one before.
    """

    number: int
    kind: str
    id: str
    former: str
    name: str
    at: str
    reason: str = ""
    taken_back: bool = False
    takes_back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NameChanges:
    """Changes of names, the oldest first; `next` is what to send as `after` for more, None for the last."""

    league: str
    changes: tuple[NameChange, ...]
    next: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """What a thing is called now; `change` is None where it had that name already."""

    name: str
    change: NameChange | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """The watch party of a round: when its matches are played and revealed; `at` is None once it was called off."""

    round: int
    at: str | None
    changed_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Crest:
    """A franchise's crest: its parts, its colors as #rrggbb, and the address of its picture on the server.

    `words` describe it for people who cannot see it. Its owner may change it at any time.
    """

    shape: str
    division: str
    charge: str
    first: str
    second: str
    charge_color: str
    words: str
    picture: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Franchise:
    """A franchise in a season at a glance; `balance` is in whole credits, `rank` its place in the final table.

    `crest` is None where the server is too old to have crests.
    """

    id: str
    name: str
    balance: int
    points: int
    wins: int
    criticals: int
    rank: int | None
    folded: bool
    drivers: int
    cars: int
    sponsors: int
    crest: Crest | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A franchise in a match; `points` is None until they are known."""

    franchise: str
    name: str
    points: int | None
    won: bool
    forfeited: bool
    line_up_named: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A match; `ruleset` is empty if people report it.

    `evidence` is how well its result is proven, empty while it has none. `own_dice` says that its log is legal and
    was played with dice that the reporter held themselves. `plays_at` is the time that its teams agreed on.
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
    plays_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """One throw: its path among the season's dice, the sides, the faces, and what they decided."""

    path: str
    sides: int
    faces: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A thing that a fact is about: its kind, such as `driver`, and its short id, which is unique in that kind."""

    kind: str
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something that happened: its kind, its sentence, its rule, its dice, its subjects, and its other fields."""

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
    """An entry of the journal. A sealed one shows only its number, time, seal and hash."""

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
    """Entries after a number, oldest first; `next` is the `after` of the next page."""

    season: str
    length: int
    entries: tuple[Entry, ...]
    next: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactAt:
    """A fact with its entry, its index from 0 among that entry's facts, and the command.

    `cell` is the cell of the printed table that it was read from; most facts have none.
    """

    entry: int
    line: int
    at: str
    command: str
    cell: str
    fact: Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The site's signature, in base64, that the journal has an entry: proof if that is ever dropped."""

    statement: str
    key: str
    algorithm: str
    signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The result of giving commands. `waits` says that somebody else is asked first and nothing has changed yet.

    If a command was refused after dice had fallen for those before it, `left_out` says which commands stand.
    """

    entries: tuple[Entry, ...]
    length: int
    waits: str = ""
    left_out: str = ""
    receipt: Receipt | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """A row of a table: its faces, its result, and the number of `ways` in which the dice give it, out of `of`."""

    on: str
    result: str
    ways: int
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOn:
    """The table of the catalogue on which a throw is read, with the odds of each row."""

    book: str
    rule: str
    title: str
    odds: tuple[Chance, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """A throw that would be made, without its faces.

    If it is not `always` made, dice before it decide. It is made at least `times` times, by some dice `more`.
    """

    dice: str
    why: str
    always: bool = True
    times: int = 1
    more: bool = False
    table: ReadOn | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """Money that would move, negative if paid; `amount` is None if dice decide it, from `least` to `most`."""

    franchise: str
    kind: str
    rule: str
    amount: int | None
    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What commands would do; `refusal` is the sentence with which they would be refused.

    `problem` is the answer that giving them would get, with pointers to what is refused. `may_be_refused` is why some
    dice would have them refused and others would not.
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
    """What becomes of one entry in an amend."""

    number: int
    standing: str
    because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended:
    """The result of an amend, or its preview."""

    number: int
    length: int
    stands: tuple[Stands, ...] = ()
    differences: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    obstacles: tuple[str, ...] = ()
    waits: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A person who was seated on a server for testing programs, with a token of theirs."""

    user: str
    role: str
    franchise: str
    token: str


def decode_as(shape: type[T], document: Any) -> T:
    """A document as a value of that shape. Raises `AnswerUnread` if it lacks required fields or is something else."""
    value: T = _decode_value(shape, document)
    if not isinstance(value, shape):
        raise AnswerUnread(f"The server answered no {shape.__name__}: see whether its API is of version 1.")
    return value


def _decode_value(hint: Any, value: Any) -> Any:
    if get_origin(hint) is UnionType:
        return (
            None
            if value is None
            else _decode_value(next(option for option in get_args(hint) if option is not NONE), value)
        )
    if isinstance(hint, type) and is_dataclass(hint) and isinstance(value, Mapping):
        hints = _type_hints(hint)
        if missing := [
            attribute.name
            for attribute in fields(hint)
            if attribute.name not in value and attribute.default is MISSING and attribute.default_factory is MISSING
        ]:
            raise AnswerUnread(
                f"The server answered a {hint.__name__} without {', '.join(missing)}: see whether its API is of "
                "version 1."
            )
        return hint(**{name: _decode_value(hints[name], value[name]) for name in hints if name in value})
    if get_origin(hint) is tuple and isinstance(value, list):
        return tuple(_decode_value(get_args(hint)[0], item) for item in value)
    return value


@cache
def _type_hints(shape: Any) -> dict[str, Any]:
    return get_type_hints(shape)
