"""The only door for chance: addressed, endless streams of faces that anyone can check (DM-C-002, DM-M-001).

A *path* names one procedure, slashes between its parts (`m3/settle/razors.d4/quirk`), and owns a stream of its
own, so that nothing added or corrected elsewhere shifts another roll. Faces are the bytes of
HMAC-SHA256(key, `path|block`), block 0, 1, 2 …, each byte giving `byte % sides + 1` and bytes that would favour
a face thrown away. Re-rolls, sub-tables and tie dice continue the stream they belong to.
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
"""How many sides a die has, and the face that it shows."""
PATH = re.compile(r"[a-z0-9][a-z0-9.\-]*(/[a-z0-9][a-z0-9._\-]*)+")
BYTE_VALUES = 256  # no mutant: 257 is a prime, so that every limit would be the same


class PathOpenedTwice(RuntimeError):
    """A path was asked for a second stream: a fault of the program, since it would repeat the faces."""


class PathMisspelled(ValueError):
    """A path has no second part, or characters that no path has."""


class FaceImpossible(Refusal):
    """A face that was entered by hand does not exist on the die."""


class FaceFallen(Refusal):
    """Faces were entered for a path whose dice have already fallen, and those faces are permanent."""


class FacesLeftOver(Refusal):
    """More faces were entered for a path than were thrown on it."""


class NeedsDice(Exception):
    """Dice from a real table are wanted and were not given: ask for them and perform again.

    Nothing was changed. `path` names the procedure, `dice` the throw (`2d6`), `reason` what it decides.
    """

    def __init__(self, *, path: str, dice: str, reason: str) -> None:
        super().__init__(f"{path} needs {dice}: {reason}")
        self.path, self.dice, self.reason = path, dice, reason


@dataclass(frozen=True, slots=True)
class Roll:
    """One throw: where it stood, how many sides each die had, the faces, and what they decided."""

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
    """The keys of a season, each made from its secret, and which path is thrown with which.

    `words` are the owners' words of each match, fixed when its line-ups lock. The parts after a match's id choose:
    `pre` the pre-match key, `shop` the shopping key, anything else the match key; a path that begins with no
    match of `words` is thrown with the season's own key. Where a season took a fresh secret, `earlier` has the one
    that each match announced before that is thrown with, by its id, and each other path that fell before.
    """

    secret: bytes
    words: Mapping[str, str] = field(default_factory=dict)
    earlier: Mapping[str, bytes] = field(default_factory=dict)
    _made: dict[tuple[bytes, str], bytes] = field(default_factory=dict, repr=False, compare=False)

    def derive_key(self, name: str, *, of: str = "") -> bytes:
        """The key of that name, for the match or path it is `of`: HMAC-SHA256(secret, name), made once."""
        secret = self.earlier.get(of, self.secret)
        key = self._made.get((secret, name))
        if key is None:
            key = self._made[secret, name] = hmac.digest(secret, name.encode(), hashlib.sha256)
        return key

    def pre_match(self, match: str) -> bytes:
        """Published when the match's line-ups lock."""
        return self.derive_key(f"pre|{match}", of=match)

    def match(self, match: str) -> bytes:
        """Published when the match's settlement closes."""
        return self.derive_key(f"match|{match}|{self.words.get(match, '')}", of=match)

    def shop(self, match: str) -> bytes:
        """Published when the match's shopping closes."""
        return self.derive_key(f"shop|{match}", of=match)

    def season(self, path: str = "") -> bytes:
        """The season's own key (founding, parties, rest, the cup), published when the season closes."""
        return self.derive_key("season", of=path)

    def for_path(self, path: str) -> bytes:
        """The key a path is thrown with."""
        first, second = path.split("/", 2)[:2]
        if first not in self.words:
            return self.season(path)
        if second == "pre":
            return self.pre_match(first)
        if second == "shop":
            return self.shop(first)
        return self.match(first)


def secret_hash(secret: bytes) -> str:
    """What is published of a secret when its season opens: SHA-256, 64 hex digits."""
    return hashlib.sha256(secret).hexdigest()


def iter_faces(key: bytes, path: str, sides: int) -> Iterator[int]:
    """The endless stream of a path, for dice of one kind; `Stream` mixes kinds on the same bytes."""
    stream = Stream(path, key=key)
    while True:
        yield stream.throw(sides, "")


class Stream:
    """The dice of one procedure; get one from `Dice.open`.

    Faces of the path that have `fallen` before come first, as long as dice of as many sides are asked for; then those
    that are `loaded`, or else those of the key, after as many as have fallen. `new` says whether any had not fallen,
    and `drawn` whether any such came from the key.
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
        """One die of that many sides (2 to 256), without an entry in the log."""
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
        """The next face of the key."""
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
        """Throw `count` dice at once and log them as one roll."""
        if self._short_of(count, sides):
            raise NeedsDice(path=self.path, dice=f"{count}d{sides}", reason=why)
        rolled = Roll(self.path, sides, tuple(self.throw(sides, why) for _ in range(count)), why)
        self._log.append(rolled)
        return rolled

    def _short_of(self, count: int, sides: int) -> bool:
        """Whether fewer faces are there than are to be thrown."""
        if self._loaded is None and self._key is not None:
            return False
        again = list(itertools.takewhile(lambda face: face[0] == sides, reversed(self._fallen[-count:])))
        return len(again) + len(self._loaded or ()) < count

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
        """A third of a d6, rounded up (DM-C-002)."""
        return (self.d6(why) + 1) // 2

    def d2(self, why: str) -> int:
        """Half of a d6's range: 1 on 1 to 3, 2 on 4 to 6 (DM-C-002)."""
        return (self.d6(why) + 2) // 3

    def unused_count(self) -> int:
        """How many typed-in faces were not thrown."""
        return len(self._loaded or ())


class Dice:
    """The dice of one command: opens a stream for each path once and logs every roll.

    With `keys` faces are drawn; a path found in `loaded` takes its faces from there instead. Without keys every
    face must be loaded, and the first one missing raises `NeedsDice`. What has `fallen` before on a path comes first,
    and nothing may be loaded in its place; whatever else is drawn is drawn with the key `onward` where there is one.
    Dice thrown `by_hand` are loaded, all of them, but for what follows on a path that had fallen. Those of the paths
    `aside` nothing that stands shows or reads: a command may read them in the place of dice of its own.
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
        """Whether a face can be missing, so that a performance may stop half-way."""
        return self._by_hand or (self._keys is None and self._onward is None) or bool(self._loaded)

    def open(self, path: str) -> Stream:
        """The stream of a procedure. Raises `PathOpenedTwice` when it was opened before, or `FaceFallen`."""
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
        asked = loaded is not None or (self._by_hand and not fallen)
        key = None if asked else self._key(path)
        stream = self._opened[path] = Stream(path, key=key, loaded=loaded, fallen=fallen, log=self.log)
        return stream

    def _key(self, path: str) -> bytes | None:
        if self._onward is not None:
            return self._onward
        return None if self._keys is None else self._keys.for_path(path)

    def has_fallen(self, path: str) -> bool:
        """Whether faces of a path fell before, so that they come first when it is opened."""
        return bool(self._fallen.get(path))

    def set_aside_paths(self) -> list[str]:
        """The paths that have fallen and that nothing shows or reads: those may be read."""
        return sorted(path for path in self._aside if path in self._fallen and path not in self._read)

    def take_set_aside(self, path: str) -> Sequence[Face]:
        """The faces of a path that lies aside, in the order they fell: nothing else reads them from now on."""
        self._read.append(path)
        return self._fallen[path]

    def new_paths(self) -> list[str]:
        """The paths on which a face was thrown that had not fallen before, in the order they were opened."""
        return [path for path, stream in self._opened.items() if stream.new]

    def has_drawn(self) -> bool:
        """Whether a face fell that had not fallen before and that nobody loaded: the key has thrown."""
        return any(stream.drawn for stream in self._opened.values())

    def reused_paths(self) -> list[str]:
        """The paths that were opened, or read, and had faces from before."""
        return [*(path for path in self._opened if self._fallen.get(path)), *self._read]

    def refuse_leftovers(self) -> None:
        """Raise `FacesLeftOver` unless every loaded face was thrown."""
        for path, given in sorted(self._loaded.items()):
            stream = self._opened.get(path)
            left = len(given) if stream is None else stream.unused_count()
            if left:
                raise FacesLeftOver(
                    f"{path} was given {len(given)} faces and threw {len(given) - left}: take {left} away."
                )
