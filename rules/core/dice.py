"""The only source of randomness: endless streams of faces, each at its own path, that anyone can check (DM-C-002,
DM-M-001).

A *path* names one procedure, with slashes between its parts (`m3/settle/razors.d4/quirk`). Each path has its own
stream, so a roll added or corrected elsewhere does not shift any other roll. Faces come from the bytes of
HMAC-SHA256(key, `path|block`) for block 0, 1, 2 …: each byte gives `byte % sides + 1`, and bytes that would favor a
face are discarded. Re-rolls, sub-tables and tie-breaking dice continue the stream of their procedure.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from rules.core.refusals import Refusal

Face = tuple[int, int]
"""The number of sides of a die, and the face it shows."""
PATH = re.compile(r"[a-z0-9][a-z0-9.\-]*(/[a-z0-9][a-z0-9._\-]*)+")
BYTE_VALUES = 256  # no mutant: 257 is a prime, so that every limit would be the same


class PathOpenedTwice(RuntimeError):
    """A path was opened a second time, which would repeat its faces: a bug in the program."""


class PathMisspelled(ValueError):
    """A path has no second part, or has characters that paths may not contain."""


class FaceImpossible(Refusal):
    """A face that was entered by hand does not exist on the die."""


class FaceFallen(Refusal):
    """Faces were entered for a path whose dice have already fallen, and those faces are permanent."""


class FacesLeftOver(Refusal):
    """More faces were entered for a path than were thrown on it."""


class NeedsDice(Exception):
    """A face from a real table is needed and was not given: ask for it and perform the command again.

    Nothing was changed. `path` names the procedure, `dice` the throw (`2d6`), and `reason` what the throw decides.
    """

    def __init__(self, *, path: str, dice: str, reason: str) -> None:
        super().__init__(f"{path} needs {dice}: {reason}")
        self.path, self.dice, self.reason = path, dice, reason


@dataclass(frozen=True, slots=True)
class Roll:
    """One throw: its path, the number of sides of each die, the faces, and what they decided."""

    path: str
    sides: int
    faces: tuple[int, ...]
    why: str

    @property
    def total(self) -> int:
        """The sum of the faces."""
        return sum(self.faces)

    @property
    def d66(self) -> int:
        """The first face as tens and the second as units (DM-C-003)."""
        tens, units = self.faces
        return tens * 10 + units


@dataclass(frozen=True, slots=True)
class KeyRing:
    """The keys of a season, each derived from its secret, and the choice of a key for every path.

    `words` maps each match's id to its owners' words, which are fixed when its line-ups lock. The part of a path
    after the match's id chooses the key: `pre` the pre-match key, `shop` the shopping key, anything else the match
    key. A path that does not begin with a match in `words` uses the season's own key. If the season has taken a fresh
    secret, `earlier` maps each match announced before then (by id), and every other path that fell before then, to
    the secret it uses.
    """

    secret: bytes
    words: Mapping[str, str] = field(default_factory=dict)
    earlier: Mapping[str, bytes] = field(default_factory=dict)
    _made: dict[tuple[bytes, str], bytes] = field(default_factory=dict, repr=False, compare=False)

    def derive_key(self, name: str, *, of: str = "") -> bytes:
        """The key of that name: HMAC-SHA256(secret, name), cached.

        `of` is the match or path that chooses the secret.
        """
        secret = self.earlier.get(of, self.secret)
        key = self._made.get((secret, name))
        if key is None:
            key = self._made[secret, name] = hmac.digest(secret, name.encode(), hashlib.sha256)
        return key

    def pre_match(self, match: str) -> bytes:
        """The pre-match key, published when the match's line-ups lock."""
        return self.derive_key(f"pre|{match}", of=match)

    def match(self, match: str) -> bytes:
        """The match key, published when the match's settlement closes."""
        return self.derive_key(f"match|{match}|{self.words.get(match, '')}", of=match)

    def shop(self, match: str) -> bytes:
        """The shopping key, published when the match's shopping closes."""
        return self.derive_key(f"shop|{match}", of=match)

    def season(self, path: str = "") -> bytes:
        """The season's own key (founding, parties, rest, the cup), published when the season closes."""
        return self.derive_key("season", of=path)

    def for_path(self, path: str) -> bytes:
        """The key for the dice of a path."""
        first, second = path.split("/", 2)[:2]
        if first not in self.words:
            return self.season(path)
        if second == "pre":
            return self.pre_match(first)
        if second == "shop":
            return self.shop(first)
        return self.match(first)


def secret_hash(secret: bytes) -> str:
    """SHA-256 of a secret, as 64 hex digits. It is published when the season opens."""
    return hashlib.sha256(secret).hexdigest()


def iter_faces(key: bytes, path: str, sides: int) -> Iterator[int]:
    """The endless faces of a path for dice with that many sides; a `Stream` can mix dice on the same bytes."""
    stream = Stream(path, key=key)
    while True:
        yield stream.throw(sides, "")


class Stream:
    """The dice of one procedure; get one from `Dice.open`.

    Faces of the path that have `fallen` before come first, as long as the dice asked for have the same number of
    sides. After them come the `loaded` faces, or without those the faces of the key, whose stream has advanced by one
    for each fallen face. `new` is true once a face was thrown that had not fallen before, and `drawn` once such a
    face came from the key.
    """

    __slots__ = ("_block", "_bytes", "_fallen", "_key", "_loaded", "_log", "drawn", "new", "path")

    def __init__(
        self,
        path: str,
        *,
        key: bytes | None = None,
        loaded: Sequence[int] | None = None,
        fallen: Sequence[Face] = (),
        log: list[Roll] | None = None,
    ) -> None:
        self.path = path
        self.new = self.drawn = False
        self._fallen = list(reversed(fallen))
        self._key = key
        self._log: list[Roll] = [] if log is None else log
        self._loaded = None if loaded is None else list(loaded)
        self._bytes: list[int] = []
        self._block = 0

    def throw(self, sides: int, why: str) -> int:
        """Throw one die with that many sides (2 to 256) without logging it.

        Raises `NeedsDice` if no typed face is left, and `FaceImpossible` if the typed face is not on the die.
        """
        if self._fallen and self._fallen[-1][0] == sides:
            if self._key is not None:
                self._next_key_face(sides)
            return self._fallen.pop()[1]
        self._fallen.clear()
        self.new = True
        if self._loaded is not None or self._key is None:
            if not self._loaded:
                raise NeedsDice(path=self.path, dice=f"1d{sides}", reason=why)
            face = self._loaded.pop(0)
            if not 1 <= face <= sides:
                raise FaceImpossible(
                    f"{face} is not on a d{sides}: type a face from 1 to {sides} for {self.path} ({why})."
                )
            return face
        self.drawn = True
        return self._next_key_face(sides)

    def _next_key_face(self, sides: int) -> int:
        limit = BYTE_VALUES - BYTE_VALUES % sides
        key = self._key or b""
        while True:
            if not self._bytes:
                block = hmac.digest(key, f"{self.path}|{self._block}".encode(), hashlib.sha256)
                self._bytes = list(reversed(block))
                self._block += 1
            byte = self._bytes.pop()
            if byte < limit:
                return byte % sides + 1

    def roll(self, count: int, why: str, *, sides: int = 6) -> Roll:
        """Throw `count` dice at once and log them as one roll.

        Raises `NeedsDice` before anything is thrown if faces are missing, and `FaceImpossible` as `throw` does.
        """
        if self._short_of(count, sides):
            raise NeedsDice(path=self.path, dice=f"{count}d{sides}", reason=why)
        roll = Roll(self.path, sides, tuple(self.throw(sides, why) for _ in range(count)), why)
        self._log.append(roll)
        return roll

    def _short_of(self, count: int, sides: int) -> bool:
        """Whether fewer faces are available than are to be thrown."""
        if self._loaded is None and self._key is not None:
            return False
        refallen = list(itertools.takewhile(lambda face: face[0] == sides, reversed(self._fallen[-count:])))
        return len(refallen) + len(self._loaded or ()) < count

    def d6(self, why: str) -> int:
        """One six-sided die."""
        return self.roll(1, why).total

    def two_d6(self, why: str) -> int:
        """The sum of two six-sided dice."""
        return self.roll(2, why).total

    def d66(self, why: str) -> int:
        """Tens and units, 11 to 66 (DM-C-003)."""
        return self.roll(2, why).d66

    def d3(self, why: str) -> int:
        """A d6 divided by 2, rounded up (DM-C-002)."""
        return (self.d6(why) + 1) // 2

    def d2(self, why: str) -> int:
        """1 on a d6 of 1 to 3, 2 on 4 to 6 (DM-C-002)."""
        return (self.d6(why) + 2) // 3

    def unused_count(self) -> int:
        """How many loaded faces are left over."""
        return len(self._loaded or ())


class Dice:
    """The dice of one command: opens the stream of each path at most once and logs every roll.

    With `keys`, faces are drawn from the key of their path, except on a path in `loaded`, which uses its loaded
    faces. Without keys, every face must be loaded, and the first one missing raises `NeedsDice`. Faces that have
    `fallen` on a path before come first, and no faces may be loaded for such a path. If `onward` is given, all other
    faces are drawn from that key instead of those in `keys`. With `by_hand`, every face must be loaded, except what
    follows on a path that has fallen before. `aside` holds paths that fell and are no longer shown or read by
    anything: a command may read their faces instead of throwing its own.
    """

    def __init__(
        self,
        keys: KeyRing | None = None,
        *,
        loaded: Mapping[str, Sequence[int]] | None = None,
        fallen: Mapping[str, Sequence[Face]] | None = None,
        onward: bytes | None = None,
        by_hand: bool = False,
        aside: AbstractSet[str] = frozenset(),
    ) -> None:
        self._keys = keys
        self._by_hand = by_hand
        self._loaded = dict(loaded or {})
        self._fallen = fallen or {}
        self._onward = onward
        self._opened: dict[str, Stream] = {}
        self._aside = aside
        self._read: list[str] = []
        self.log: list[Roll] = []

    @property
    def may_run_short(self) -> bool:
        """Whether a face can be missing, so that a command may stop halfway."""
        return self._by_hand or (self._keys is None and self._onward is None) or bool(self._loaded)

    def open(self, path: str) -> Stream:
        """The stream of a procedure.

        Raises `PathOpenedTwice` for a second call, `PathMisspelled`, or `FaceFallen` if faces are loaded for a path
        that has fallen.
        """
        if path in self._opened:
            raise PathOpenedTwice(path)
        if not PATH.fullmatch(path):
            raise PathMisspelled(path)
        loaded, fallen = self._loaded.get(path), self._fallen.get(path, ())
        if loaded and fallen:
            raise FaceFallen(
                f"{path} has fallen: {', '.join(str(face) for _, face in fallen)}. Leave its faces out: they stay as "
                "they fell."
            ).at("typed", "faces", path)
        typed = loaded is not None or (self._by_hand and not fallen)
        key = None if typed else self._key(path)
        stream = self._opened[path] = Stream(path, key=key, loaded=loaded, fallen=fallen, log=self.log)
        return stream

    def _key(self, path: str) -> bytes | None:
        if self._onward is not None:
            return self._onward
        return None if self._keys is None else self._keys.for_path(path)

    def has_fallen(self, path: str) -> bool:
        """Whether faces of a path have fallen before, so that they come first when it is opened."""
        return bool(self._fallen.get(path))

    def set_aside_paths(self) -> list[str]:
        """The set-aside paths whose faces have fallen and were not taken yet, sorted."""
        return sorted(path for path in self._aside if path in self._fallen and path not in self._read)

    def take_set_aside(self, path: str) -> Sequence[Face]:
        """The faces of a set-aside path, in the order they fell. The path is not offered again."""
        self._read.append(path)
        return self._fallen[path]

    def new_paths(self) -> list[str]:
        """The paths on which a new face was thrown, in the order they were opened."""
        return [path for path, stream in self._opened.items() if stream.new]

    def has_drawn(self) -> bool:
        """Whether any new face was drawn from a key."""
        return any(stream.drawn for stream in self._opened.values())

    def reused_paths(self) -> list[str]:
        """The paths that were opened or taken and had faces from before."""
        return [*(path for path in self._opened if self._fallen.get(path)), *self._read]

    def refuse_leftovers(self) -> None:
        """Raise `FacesLeftOver` unless every loaded face was thrown."""
        for path, faces in sorted(self._loaded.items()):
            stream = self._opened.get(path)
            unused = len(faces) if stream is None else stream.unused_count()
            if unused:
                raise FacesLeftOver(
                    f"{path} was given {len(faces)} faces and threw {len(faces) - unused}: take {unused} away."
                )
