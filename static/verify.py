#!/usr/bin/env python3
"""Check the export of a Dethmetal season, with nothing but Python 3.9 or newer and this file.

    python verify.py export.json
    python verify.py export.json --head 812:HASH      a head you noted: entry 812 had that hash
    python verify.py export.json --heads FILE         many of them, or an export you saved earlier
    python verify.py export.json --receipt FILE       receipts you were given: their entries must be unchanged
    python verify.py export.json --receipt FILE --key KEY     and signed with that key, which the site publishes
    python verify.py --round 1000:SIGNATURE           a round of the public beacon, without an export

It recomputes every hash of the chain, throws every die again with the published keys, adds up the books, and compares
the chain with the heads you noted. It prints what it found, one line each, and exits with 1 if anything is wrong. A
file that is not an export is refused in one sentence. It does not know the rules of the game: to check that facts
follow from their commands and dice, run the site's own `manage.py verify`.

How a face is made. If a season's dice are committed by leaves, each entry that throws dice shows the leaf it took.
Its key is HMAC-SHA256(leaf, JSON) with the JSON of {"beacon": "", "entry": its number, "head": the hash before it,
"purpose": "entry" or "amend", "season": the season, "words": those of whoever gave the command}, without spaces and
in this order. For awaited dice, number, head and words are those of the entry that awaited them, and "beacon" is the
SHA-256 of the beacon's signature, or of the JSON of the revealed words. A match that was played here has its own leaf,
taken by the entry that locked it, with the purpose "match m1". The leaves of a season are the lowest nodes of Merkle
trees, 4,096 under each root: the node of a leaf is SHA-256(00, leaf), and the node above two others is SHA-256(01,
left, right). Roots are published before their leaves are used. Leaves are taken in order, and none twice.

In any other season the key of a path is HMAC-SHA256(the season's secret, NAME), where NAME is

    pre|m1             for m1/pre/...      published when the line-ups of m1 are locked
    match|m1|WORDS     for m1/...          published when the settlement of m1 is closed
    shop|m1            for m1/shop/...     published when the shops of m1 are closed
    season             for any other path  published when the season is closed
    amend|812          for what entry 812, an amend, threw on any path; published with it

A face that fell stays. An amend, or a command in the place of one that was struck, shows the faces that fell on its
paths before. After them comes one face of the key for each new die, counted as if the key had thrown all before it.
Dice that were thrown at a real table were typed in by a person. If a face was misread, an amend says so: it names the
path, the number of the die on it, the face that was entered, the face that fell, and who else approved the
correction. From then on, the die shows the face that fell. A face that a key threw is never replaced in this way. A
season that was brought here from elsewhere took a fresh secret, in an entry `renew_secret`, and shows the old one:
matches announced before that entry, and every other path that had fallen, come from the old secret.

Block 0 of a path's bytes is HMAC-SHA256(key, "path|0"), and so on. A byte that is too large to be fair is skipped;
any other shows `byte % sides + 1`. All dice of a path, in order, come from this one sequence of bytes.

Length: players download it as one file and read it.
"""

from __future__ import annotations

import argparse
import base64
import datetime
import hashlib
import hmac
import json
import os
import re
import stat
import sys
import zlib
from collections import Counter, defaultdict

SEASON, LEAGUE = "dethmetal season 1", "dethmetal league 1"
ID = "[a-z0-9][a-z0-9._-]*"
NOTED = re.compile(r"(?:([a-z0-9.\-]+/[a-z0-9.\-]+):)?(?:(\d{1,9}):)?([0-9a-f]{64})")
AMEND, PREVIEW = "amend", "preview_amend"
OPENS, OPENED = "open_season", "season_opened"  # the command that opens a season, and the fact about it
OWN = "own"  # the "dice" of an amend that has its own key, as older releases' amends do not
BY_HAND, NOBODY = "dice.by_hand", "nobody"  # the house rule on dice thrown at a table, and its default
NO_KEY = "-"  # the key of a preview, which shows no new face
LEAVES = "leaves"  # the "dice" of a season that commits them by leaves
AWAITED = {
    "beacon": 600,
    "beacon-live": 60,
    "reveal": None,
}  # the same for awaited dice: seconds to the beacon's round
OWNERS_WAIT, A_WEEK = 6, 604800  # seconds: the wait of an owner, and until a missing beacon may be waived
HASHES_FOR = 30  # seconds for which hashes of words are accepted, unless every owner gave one
AWAITS, READIES, DROPS = (
    "await_dice",
    "ready_match_dice",
    "drop_awaited",
)  # dice are awaited, have fallen, are given up
CLOSES_HASHES, WAIVES = "close_hashes", "waive_beacon"
COMMITS = "commit_leaves"  # the command by which a season publishes another root
AT_ONCE, HEIGHT = 4096, 12  # leaves under a root, and rows of nodes above them
RENEWS = "renew_secret"  # the command by which a season shows its secret and takes a fresh one
PUBLISHES = {
    "lock_line_ups": "pre",
    "close_settlement": "match",
    "settle_match": "shop",
}  # the key a command publishes
LARGEST, LARGEST_LOG = 256_000_000, 64_000_000  # the most bytes of an export, and of an unpacked log
DIGITS = 18  # the most digits of a number in an export
LONGEST_HEAD = 300  # the most characters of a head with its season and number
STOPPED = 130  # the exit status after Ctrl-C


# ---------------------------------------------------------------------------------------------------- the rules

# >>> written from the rules by `python -m tools.verifier`
PROCEDURES = [  # path, kinds of throws with the first one first, most dice (0: no end), commands
    ("setup/{franchise}/founding", "2d6", 0, "found_franchise"),
    ("setup/{franchise}/party", "1d6 2d6", 0, "throw_party"),
    ("house/{driver}/level{level}", "2d6 1d6", 0, "adjust_driver"),
    ("holding/{sponsor}", "2d6", 2, "cash_holding"),
    ("holding/{sponsor}/{again}", "2d6", 2, "cash_holding"),
    ("{match}/pre/{driver}/heart", "1d6", 1, "roll_pre_match"),
    ("{match}/pre/{item}/breakdown", "1d6", 1, "roll_pre_match"),
    ("{match}/settle/{driver}/quirk", "1d6 2d6", 3, "open_settlement"),
    ("{match}/settle/pot", "nd6", 0, "close_settlement"),
    ("{match}/settle/{sponsor}/income", "nd6", 5, "close_settlement"),
    ("{match}/settle/{driver}/face", "2d6", 2, "close_settlement"),
    ("{match}/settle/{driver}/fatigue", "1d6", 4, "close_settlement"),
    ("{match}/settle/{driver}/advancement", "2d6 1d6", 0, "close_settlement"),
    ("{round}/rest/{driver}/fatigue", "1d6", 1, "close_round"),
    ("{match}/shop/{id}/tinkering", "1d6 nd6", 0, "open_shopping"),
    ("{match}/shop/{franchise}/world-trade", "2d6 nd6", 0, "roll_world_trade"),
    ("{match}/shop/{franchise}/world-trade{again}", "2d6 nd6", 0, "roll_world_trade"),
    ("table/{franchise}", "1d6", 0, "rank_table"),
    ("cup/{franchise}", "1d6", 1, "award_cup"),
    ("pool/{franchise}/loss", "1dn", 1, "draw_sponsors"),
    ("pool/{franchise}/farewell", "nd6", 5, "draw_sponsors"),
    ("procedures/{use}", "ndn", 0, "perform_procedure"),
]
GIVEN_BY = {  # the commands by who gives them
    "owner": (
        "accept_trade acknowledge_short_roster buy_car buy_item buy_offer cash_holding choose_trait decide_repairs "
        "declare_safe decline_offer design_car finish_shopping fit_item hire_match_mechanic hire_rookie hire_staff "
        "hire_veteran keep_staff name_line_up pass_pick pass_sponsor pick_driver pick_sponsor place_sponsor "
        "propose_trade protect_drivers release_driver roll_world_trade sell_car stow_item throw_party "
        "use_medical_device withdraw_trade"
    ),
    "commissioner": (
        "accept_report add_match adjust_balance adjust_driver adopt_edition announce_round answer_questions "
        "approve_trade ask_question award_cup award_points change_switch close_season close_setup close_staff_keep "
        "draw_sponsors end_decisions end_shopping fold_franchise forfeit_match found_franchise give_car give_item "
        "give_ruling give_sponsor lock_line_ups next_setup_step open_draft open_from_sheet open_season open_setup "
        "perform_procedure rank_table refill_franchise refuse_trade retire_drivers take_car take_item take_sponsor "
        "void_match waive_garage withdraw_question"
    ),
    "season": (
        "await_dice close_draft close_hashes close_pool close_round close_settlement commit_leaves drop_awaited "
        "open_settlement open_shopping ready_match_dice renew_secret roll_pre_match settle_match waive_beacon"
    ),
}
REASONED = (  # house acts, which nobody gives without a reason
    "add_match adjust_balance adjust_driver adopt_edition answer_questions ask_question award_points change_switch "
    "end_decisions end_shopping fold_franchise forfeit_match give_car give_item give_sponsor open_from_sheet "
    "refill_franchise take_car take_item take_sponsor void_match withdraw_question"
)
# <<<
GIVER = {tag: giver for giver, tags in GIVEN_BY.items() for tag in tags.split()}
ITSELF, STEWARD, CLOCK = "season", "steward", "clock"  # actors that are not members
WHOSE = {"owner": "an owner", "commissioner": "a commissioner", "season": "nobody but the season itself"}
GIVES = {ITSELF: "season", STEWARD: "owner", CLOCK: "commissioner"}  # the kind of commands they give
NO_IDS = {"again": "[2-9]|[1-9][0-9]+", "level": "[1-9][0-9]*"}  # parts of a path that are not ids
OUT_OF_ORDER = 600  # seconds an entry may be dated before an earlier one: two writers at once, a corrected clock


# ------------------------------------------------------------------------------------- the format of an export


class Unreadable(ValueError):
    """The file is not an export; the text says why."""


class Like:
    """A text that matches a pattern, with a description of it."""

    def __init__(self, look, says):
        self.look, self.says = re.compile(look), says


# A form is a type, a `Like`, `[form]` for a list, `{name: form}` for an object, or `(form, None)` for a value that may be
# null. In an object "name?" may be missing, and `str` or a `Like` as the only name stands for any name. Fields that no
# form names may be anything.
ANY = object
BYTES = Like("([0-9a-f]{2})*", "hex digits")
NUMBER = Like("[0-9]{1,9}", "the number of an entry")
PATH = Like(r"[a-z0-9][a-z0-9.\-]*(/[a-z0-9][a-z0-9._\-]*)+", "the path of a die")
ROLL = {"path": PATH, "sides": ANY, "faces": [int], "why": str}
FACT = {"kind": str, "rolls?": [ANY]}
COMMAND = {"type": str, "match?": str, "secret_hash?": str}
TYPED = {"faces?": {str: [int]}, "typist?": str, "witness?": str}
TOLD = {"commands?": [COMMAND], "facts?": [FACT], "rolls?": [ROLL]}
AMENDED = {"retold?": ({NUMBER: TOLD}, None), "set_aside?": ({str: [[int]]}, None)}
BODY = {"command": COMMAND, "facts": [FACT], "rolls": [ROLL], "typed?": (TYPED, None), "amended?": (AMENDED, None)}
HEX = Like("([0-9a-f]{64})?", "64 hex digits")
BODY = {**BODY, "approved_by?": str, "unapproved?": bool, "again?": [str]}
BODY = {**BODY, "words?": HEX, "leaf?": int, "opened?": HEX, "match_leaves?": {str: int}}
SIGNATURE = Like("([0-9a-f]{96})?", "96 hex digits")
SOURCE = {"entry": int, "head": HEX, "words?": HEX, "round?": int, "signature?": SIGNATURE, "without?": bool}
BODY = {**BODY, "source?": ({**SOURCE, "revealed?": ({str: HEX}, None)}, None)}
MATCH_LEAF = {"entry": int, "head": str, "leaf": int, "words": HEX, "opened?": HEX, "beacon?": HEX}
MISREAD = {PATH: {NUMBER: {"was": int, "now": int}}}
SEALED = {"at": str, "content_hash": str, "hash": str, "number": int, "previous": str, "seal": str}
SEALED = {**SEALED, "body?": (BODY, None)}
OPEN = {**SEALED, "actor": str, "command": str, "on_behalf_of": str, "opened_by": (int, None), "reason": str}
OPEN = {**OPEN, "reason_hash": str, "digest?": str, "salt?": str}
PRE_MATCH = {str: {"face": int, "rolled_for?": (str, None)}}
MATCH = {"words?": str, "pre_match?": (PRE_MATCH, None)}
STATE = {"matches?": ({str: MATCH}, None), "franchises?": ({str: {"balance?": int}}, None)}
LOG = {"digest": str, "match": str, "log": str, "packet": ANY}
SEASON_FORM = {
    "season": str,
    "kind": str,
    "opened_at": str,
    "previous": str,
    "forked_from": str,
    "secret_hash": str,
    "opening": str,
    "opening_state": (STATE, None),
    "genesis": str,
    "length": int,
    "head": str,
    "shut_from": int,
    "keys": {str: BYTES},
    "secret?": BYTES,
    "matches": [str],
    "balances": {str: int},
    "logs?": [LOG],
    "dice?": str,
    "roots?": [HEX],
    "match_leaves?": {str: MATCH_LEAF},
    "beside?": [[HEX]],
    "seeds?": [{"since": int, "salts": HEX}],
    "entries": [SEALED],
}
FACTS = {  # further fields of facts, by kind
    "match_announced": {"match": str},
    "line_ups_locked": {"match": str, "words": str},
    OPENED: {"secret_hash": str},
}
COMMANDS = {  # and of commands, by type
    COMMITS: {"root": HEX, "fresh?": bool},
    RENEWS: {"earlier_secret": BYTES, "secret_hash": str},
    AMEND: {"corrections": {NUMBER: [COMMAND]}, "misread?": MISREAD},
    PREVIEW: {"misread?": MISREAD},
    AWAITS: {"given?": (COMMAND, None), "round?": int},
    READIES: {"entry": int, "match": str},
    DROPS: {"entry": int},
    CLOSES_HASHES: {"entry": int, "hashes": {str: HEX}},
    WAIVES: {"entry": int, "franchise": str},
    "accept_report": {"match": str, "report": {"source?": {"packet?": str, "log_digest?": str}}},
}
BOOKED = {"franchise": str, "amount": int, "balance": int}
WORDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
WORDS = {**WORDS, dict: "an object", list: "a list"}


def in_words(value):
    """The type of a JSON value in words."""
    return "null" if value is None else WORDS[type(value)]


def refuse_other(value, form, at):
    """Raise `Unreadable` unless a value has that form; `at` is its place."""
    if type(form) is tuple:
        if value is None:
            return
        form = form[0]
    kind = str if type(form) is Like else form if type(form) is type else type(form)
    if kind is not ANY and type(value) is not kind:
        raise Unreadable(f"{at or 'it'} is {in_words(value)} and should be {WORDS[kind]}")
    if type(form) is Like and not form.look.fullmatch(value):
        raise Unreadable(f"{at} is {value[:40]!r} and should be {form.says}")
    if type(form) is list:
        for place, each in enumerate(value):
            refuse_other(each, form[0], f"{at}[{place}]")
    if type(form) is not dict:
        return
    for name, of in special(value, form).items():
        if type(name) is not str:
            for key, each in value.items():
                if name is not str:
                    refuse_other(key, name, f"a name in {at}")
                refuse_other(each, of, f"{at}.{key[:40]}")
        elif name.rstrip("?") in value:
            refuse_other(value[name.rstrip("?")], of, f"{at}.{name.rstrip('?')}" if at else name.rstrip("?"))
        elif not name.endswith("?"):
            raise Unreadable(f"{at or 'it'} has no {name!r}")


def special(value, form):
    """The form of an object, with the fields that its own kind requires."""
    if type(value) is not dict:
        return form
    if form is SEALED:
        return {**OPEN, "digest": str} if "salt" in value else OPEN if "actor" in value else SEALED
    if form is COMMAND and type(value.get("type")) is str:
        return {**COMMAND, **COMMANDS.get(value["type"], {})}
    if form is FACT and type(value.get("kind")) is str:
        booked = BOOKED if value.keys() >= BOOKED.keys() else {}
        return {**FACT, **FACTS.get(value["kind"], {}), **booked}
    return form


def document_in(text):
    """The JSON document in the bytes of a file. Raises `Unreadable`."""
    for begins, of in ((b"\xfd7zXZ", "xz"), (b"\x1f\x8b", "gzip"), (b"PK\x03\x04", "zip"), (b"BZh", "bzip2")):
        if text.startswith(begins):
            raise Unreadable(f"it is compressed by {of}: unpack it first")
    if len(text) > LARGEST:
        raise Unreadable(f"it has more than {LARGEST} bytes")
    try:
        made = json.loads(text.decode(), object_pairs_hook=each_once, parse_constant=no_number, parse_int=counted)
        if re.search(rb"\\u[dD][89a-fA-F]", text):
            text_of(made)  # fails for lone surrogates
        return made
    except UnicodeDecodeError:
        raise Unreadable("it is no text in UTF-8") from None
    except UnicodeEncodeError:
        raise Unreadable("a text in it has half a character (a lone surrogate)") from None
    except RecursionError:
        raise Unreadable("it is nested too deeply") from None
    except json.JSONDecodeError as no:
        raise Unreadable(f"it is no JSON ({no})") from None


def each_once(pairs):
    """An object made from its pairs. Raises `Unreadable` if a name occurs twice."""
    made = dict(pairs)
    if len(made) != len(pairs):
        twice = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise Unreadable(f"{twice[:40]!r} stands twice in one object")
    return made


def no_number(name):
    """Raise `Unreadable` for NaN and the infinities, which JSON does not have."""
    raise Unreadable(f"{name} is no number that JSON has")


def moment(text):
    """The time that a text gives. Raises `Unreadable`."""
    try:
        return datetime.datetime.fromisoformat(text).astimezone(datetime.timezone.utc)
    except (ValueError, OverflowError):
        raise Unreadable(f"{text[:40]!r} is no moment") from None


def counted(digits):
    """A whole number. Raises `Unreadable` if it has too many digits."""
    if len(digits) > DIGITS:
        raise Unreadable(f"it has a number of {len(digits)} digits")
    return int(digits)


# ------------------------------------------------------------------------------------------- hashes and dice


def text_of(value):
    """The bytes of JSON as they are hashed: no spaces, names in their given order."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def sha256(raw):
    """SHA-256 as hex digits."""
    return hashlib.sha256(raw).hexdigest()


def key_named(secret, name):
    """The key of that name, as hex digits."""
    return hmac.new(secret, name.encode(), hashlib.sha256).hexdigest()


def key_of_leaf(leaf, purpose, *, season, entry, head, words, beacon=""):
    """The key that a leaf gives for a purpose, as hex digits."""
    said = {"beacon": beacon, "entry": entry, "head": head, "purpose": purpose, "season": season, "words": words}
    return hmac.new(bytes.fromhex(leaf), text_of(said), hashlib.sha256).hexdigest()


def root_over(shown, beside):
    """The root over leaves, given by index, and the nodes beside them; "" if nodes are left over."""
    row = {index % AT_ONCE: hashlib.sha256(b"\0" + bytes.fromhex(leaf)).digest() for index, leaf in shown.items()}
    wanted = [bytes.fromhex(node) for node in reversed(beside)]
    for _ in range(HEIGHT):
        above = {}
        for place in sorted(row):
            if place // 2 not in above:
                other = row.get(place ^ 1) or (wanted.pop() if wanted else b"")
                pair = other + row[place] if place % 2 else row[place] + other
                above[place // 2] = hashlib.sha256(b"\1" + pair).digest()
        row = above
    return "" if wanted else row.get(0, b"").hex()


class Stream:
    """The endless faces of a path."""

    def __init__(self, key, path):
        self.key, self.path, self.block, self.bytes = key, path, 0, []

    def throw(self, sides):
        """The next face of a die with that many sides."""
        fair = 256 - 256 % sides
        while True:
            if not self.bytes:
                row = hmac.new(self.key, f"{self.path}|{self.block}".encode(), hashlib.sha256).digest()
                self.bytes, self.block = list(row), self.block + 1
            byte = self.bytes.pop(0)
            if byte < fair:
                return byte % sides + 1


# ------------------------------------------------------------------------------------------------ one season


class Season:
    """A season's export and the findings about it."""

    def __init__(self, document):
        self.document = document
        self.name = document["season"]
        self.entries = document["entries"]
        self.by_number = {entry["number"]: entry for entry in self.entries}
        self.whole = document["kind"] == "whole"
        self.leaves = document.get("dice") in (LEAVES, *AWAITED)
        self.awaited = {}  # the entries that awaited dice, by number
        self.falls = 0  # the entry whose awaited dice fell last, until the next command is given
        self.short = False  # whether the last command may be an owner's, whose dice wait only seconds
        self.ready = set()  # the matches whose awaited dice have fallen
        self.signed = None  # the beacon rounds that were checked, each with its error; None to check none
        self.leaf_keys = {}  # the keys of entries that threw with a leaf, as hex digits
        self.threw = set()  # the entries whose leaf threw a new face
        self.by_words = Counter()  # throws by the revealed words of each member, "" for throws without words
        self.secret = bytes.fromhex(document["secret"]) if "secret" in document and not self.leaves else None
        self.shut_from = document["shut_from"]
        self.found = []  # (entry, sentence): errors
        self.notes = []  # (entry, sentence): notes
        self.counts = Counter()
        self.waiting = Counter()  # rolls whose key is not published yet, by the key's name
        taken = [(number, body["command"]) for number, body in self.bodies() if body["command"]["type"] == RENEWS]
        self.shown = [(number, bytes.fromhex(each["earlier_secret"]), each["secret_hash"]) for number, each in taken]
        self.earlier = self.fell_before()  # the old secrets of matches, and of other paths, from before a fresh one

    def wrong(self, entry, sentence):
        self.found.append((entry, sentence))

    def check(self, heads=(), *, beacon=True):
        """Check everything; errors are collected in `found`. Without `beacon`, its signatures are not checked."""
        self.signed = {} if beacon else None
        self.check_beginning()
        self.check_leaves()
        self.check_chain()
        self.check_commitment()
        self.check_givers()
        self.check_times()
        self.check_procedures()
        self.check_dice()
        self.check_leaves_threw()
        self.check_books()
        self.check_logs()
        self.check_heads(heads)
        self.count_witnessed(heads)

    # -------------------------------------------------------------------------------------- the logs

    def check_logs(self):
        """Every log matches its digest, and a match that was resolved here has its log and packet."""
        kept = {}
        for log in self.document.get("logs", []):
            try:
                unpacked = zlib.decompressobj()
                held = sha256(unpacked.decompress(base64.b64decode(log["log"], validate=True), LARGEST_LOG))
            except (ValueError, zlib.error):
                held = ""
            if held != log["digest"]:
                self.wrong(0, f"the log of {log['match']} is not what its digest says")
            kept[log["digest"]] = sha256(text_of(log["packet"]))
        self.counts["logs"] = len(kept)
        for entry in self.entries:
            number, body = entry["number"], entry.get("body")
            if body is None or body["command"]["type"] != "accept_report" or entry.get("actor") != "clock":
                continue
            source = body["command"]["report"].get("source", {})
            if "packet" in source and kept.get(source.get("log_digest")) != source["packet"]:
                self.wrong(number, f"the log or packet that {body['command']['match']} was resolved from is not kept")

    # ------------------------------------------------------------------------------------- the chain

    def check_beginning(self):
        """The genesis commits to the season, its secret's hash, its opening state and the head before it."""
        said = self.document
        if said["opening_state"] is not None and sha256(text_of(said["opening_state"])) != said["opening"]:
            self.wrong(0, "the opening state is not the one its digest was made of")
        if said["forked_from"]:
            self.notes.append((0, f"is a rehearsal of {said['forked_from']}: who gave what, and why, is not checked"))
            if any(body["command"]["type"] == OPENS for _, body in self.bodies()):
                self.wrong(0, "is said to be a rehearsal, and was opened as a season")
        if said["opening"]:
            row = {name: said[name] for name in ("opening", "previous", "season", "secret_hash")}
            row = {"dice": said["dice"], **row} if self.leaves else row
            if sha256(text_of(row)) != said["genesis"]:
                self.wrong(0, "the genesis does not fit the opening, the secret's hash and the head before it")
            if not (said["previous"] or said["forked_from"]) and set(said["opening_state"] or {}) - {"number"}:
                self.wrong(0, "the opening of a league's first season holds something already")
        elif not (said["forked_from"] and self.shut_from == 1):
            self.wrong(0, "the opening was left out, which only a rehearsal with sealed line-ups has a reason for")
        if self.leaves:
            return
        committed = said["secret_hash"]
        for number, secret, following in self.shown:
            if sha256(secret) != committed:
                self.wrong(number, "shows another secret than the one whose hash was published")
            self.notes.append((number, "took fresh dice, and shows the secret of those before"))
            committed = following
        if self.secret is not None and sha256(self.secret) != committed:
            self.wrong(0, "the secret is not the one whose hash was published")
        for name, key in said["keys"].items():
            secret = self.secret_of(name.split("|")[1] if "|" in name else "")
            if secret is not None and key_named(secret, name) != key:
                self.wrong(0, f"the key {name} was not made from the secret")

    def check_leaves(self):
        """Leaves were taken in order, shown leaves are under the roots, and entries show the leaves they use."""
        said = self.document
        if not self.leaves:
            if "dice" in said or any("leaf" in body for _, body in self.bodies()):
                self.wrong(0, "its dice come from nothing that this program knows: download it anew")
            return
        roots, shown, following = [said["secret_hash"]], {}, 0
        matches = dict(said.get("match_leaves", {}))
        begun = sorted((taken["leaf"], match) for match, taken in matches.items() if taken["entry"] == 0)
        for index, match in begun:  # it was locked before the rehearsal began
            opening = (said["opening_state"] or {}).get("matches")
            if not said["forked_from"] or index != following or (opening is not None and match not in opening):
                self.wrong(0, f"{match} has leaf {index} from the beginning, which nothing took")
            following += 1
        unread = False  # whether an amend that cannot be read yet may have taken leaves
        for entry in self.entries:
            number, body = entry["number"], entry.get("body") if "actor" in entry else None
            if body is None:
                unread = unread or entry.get("command") == AMEND
                continue
            if body["command"]["type"] == COMMITS:
                following = AT_ONCE * len(roots) if body["command"].get("fresh") else following
                roots.append(body["command"]["root"])
                if body["command"].get("fresh"):
                    self.notes.append((number, "took fresh dice, since others may know those before"))
            locked, source = body.get("match_leaves", {}), body.get("source")
            if entry.get("actor") != ITSELF:
                self.falls = self.falls if source else 0
                self.short = not (source or entry["on_behalf_of"] or entry["actor"] in GIVES)
            if self.document["dice"] in AWAITED:
                self.check_awaiting(number, entry, body, source)
            for index in [*([body["leaf"]] if "leaf" in body and source is None else []), *locked.values()]:
                following, unread = (max(index, following), False) if unread else (following, False)
                if index != following or index >= AT_ONCE * len(roots):
                    self.wrong(
                        number, f"takes leaf {index}, and {following} was the next of those that were committed"
                    )
                following += 1
            tag = body["command"]["type"]
            mixed = {"entry": number, "head": entry["previous"], "words": body.get("words", "")}
            if mixed["words"] and entry.get("actor") in GIVES and not self.accepts_claim(entry, body):
                self.wrong(number, "has words that nobody gave")
            if tag in (AWAITS, CLOSES_HASHES, WAIVES):
                self.take_awaited(number, entry, body)
            elif source is not None:
                self.check_source(number, entry, body, matches)
                mixed = {**{name: source.get(name, "") for name in mixed}, "beacon": randomness(source)}
            if "leaf" in body and tag != AWAITS:
                leaf = body.get("opened") or "00"
                self.show(shown, number, body["leaf"], leaf)
                purpose = AMEND if tag == AMEND else "entry"
                self.leaf_keys[number] = key_of_leaf(leaf, purpose, season=self.name, **mixed)
            for match, index in locked.items():
                row = {"entry": number, "head": entry["previous"], "leaf": index, "words": body.get("words", "")}
                if {name: matches.get(match, {}).get(name) for name in row} != row:
                    self.wrong(number, f"takes leaf {index} for {match}, which the season does not say")
                if not self.locks(match, body):
                    self.wrong(number, f"takes leaf {index} for {match}, whose line-ups it does not lock")
        self.check_matches_leaves(matches, shown)
        if said.get("roots") != roots:
            self.wrong(0, "the roots over its leaves are not those that its entries published")
        for at, root in enumerate(roots):
            under = {index: leaf for index, leaf in shown.items() if index // AT_ONCE == at}
            beside = said["beside"][at] if at < len(said.get("beside", [])) else []
            if under and root_over(under, beside) != root:
                self.wrong(0, f"the leaves it shows from {at * AT_ONCE} on are not those that were committed")
        self.counts["leaves"] = len(shown)
        self.counts["words"] = sum("leaf" in body and bool(body.get("words")) for _, body in self.bodies())

    def show(self, shown, number, index, leaf):
        """Record a shown leaf, which must be the same everywhere."""
        if shown.setdefault(index, leaf) != leaf:
            self.wrong(number, f"shows another leaf {index} than stands elsewhere")

    def accepts_claim(self, entry, body):
        """Whether an entry by the calendar accepts a claimed report, so that it throws by the claimant's words."""
        command = body["command"]
        command = (command.get("given") or command) if command["type"] == AWAITS else command
        return entry["actor"] == CLOCK and command["type"] == "accept_report"

    def locks(self, match, body):
        """Whether an entry locks the line-ups of a match, itself or by changes to others, or awaits its dice."""
        facts = [*body["facts"], *(fact for told in retold(body).values() for fact in told.get("facts", []))]
        awaited = body["command"]["type"] == AWAITS and body["command"].get("match") == match
        return awaited or any(fact["kind"] == "line_ups_locked" and fact["match"] == match for fact in facts)

    def check_awaiting(self, number, entry, body, source):
        """Nothing is thrown at once, and nobody acts after dice could be known and before they fall."""
        tag, at = body["command"]["type"], moment(entry["at"])
        if source is None and tag != AWAITS and ("leaf" in body or body.get("match_leaves")):
            self.wrong(number, "throws at once, in a season whose dice are awaited")
        if source or entry["actor"] == ITSELF or tag in (CLOSES_HASHES, WAIVES, PREVIEW):
            return
        for first, asked in self.awaited.items():
            known = asked["hashes"] is not None or (asked["round"] and at >= made_at(asked["round"]))
            if asked["open"] and known:
                self.wrong(number, f"was given when the dice of entry {first} could be known, and had not fallen")

    def take_awaited(self, number, entry, body):
        """Record an entry that awaits dice, closes members' hashes of words, or goes on without a beacon."""
        command, wait = body["command"], AWAITED.get(self.document.get("dice"), 0)
        asked = self.awaited.get(command.get("entry"), {})
        if command["type"] == CLOSES_HASHES:
            if asked.get("hashes") is not None:
                self.wrong(number, "closes hashes of words that were closed before")
            asked["hashes"] = command["hashes"]
            if "entry" in asked and (moment(entry["at"]) - moment(asked["entry"]["at"])).total_seconds() < HASHES_FOR:
                early = f"early, as may be once every owner gave one: {len(command['hashes'])} did"
                self.notes.append((number, f"closed its hashes of words {early}"))
        elif command["type"] == WAIVES:
            late = asked.get("round") and (moment(entry["at"]) - made_at(asked["round"])).total_seconds() >= A_WEEK
            if not late:
                self.wrong(number, "goes on without a beacon that had not been missing for a week")
            asked.setdefault("waived", []).append(command["franchise"] or "a commissioner")
        else:
            at, round = moment(entry["at"]), command.get("round", 0)
            self.awaited[number] = {"entry": entry, "body": body, "round": round, "open": True, "hashes": None}
            rounds = {0} if wait is None else {round_after(at, wait)}
            rounds |= {round_after(at, OWNERS_WAIT)} if wait and self.short else set()
            if wait == 0 or round not in rounds:
                self.wrong(number, f"awaits round {round}, and {max(rounds)} was to be awaited")
            if body.get("opened") or ("leaf" in body) == ("match" in command):
                self.wrong(number, "awaits dice, and shows its leaf or takes none")

    def check_source(self, number, entry, body, matches):
        """Awaited dice fell by what was awaited, for the command that awaited them, and only once."""
        source, command, at = body["source"], body["command"], moment(entry["at"])
        asked = self.awaited.get(source["entry"])
        if asked is None:
            self.wrong(number, "throws what no entry awaited")
            return
        first, wanted = asked["entry"], asked["body"]
        said = (source["head"], source.get("words", ""), source.get("round", 0))
        if said != (first["previous"], wanted.get("words", ""), asked["round"]):
            self.wrong(number, f"throws by another head, words or round than entry {source['entry']} awaited")
        if not asked["open"]:
            if self.falls != source["entry"] or entry["actor"] != ITSELF:
                self.wrong(number, f"throws what entry {source['entry']} awaited, and that has fallen")
            if source != asked.get("source"):
                self.wrong(number, f"throws by something else than what entry {source['entry']} awaited fell by")
        else:
            asked["open"], asked["source"], self.falls = False, source, source["entry"]
            if not asked["round"] and command["type"] != DROPS:
                self.by_words.update(list(source.get("revealed") or [""]))
            asked["fell"] = number
            given = {name: value for name, value in (wanted["command"].get("given") or {}).items() if name != "alone"}
            same = command == given and all(entry[name] == first[name] for name in ("actor", "on_behalf_of"))
            if command["type"] == DROPS or not given:
                same = command["type"] == DROPS or command.get("match") == wanted["command"].get("match")
                same = same and command.get("entry") == source["entry"] and command["type"] in (DROPS, READIES)
            if not same:
                self.wrong(number, f"is not what entry {source['entry']} awaited dice for")
        if body.get("leaf") != wanted.get("leaf"):
            self.wrong(number, f"throws with another leaf than entry {source['entry']} took")
        if command["type"] == READIES:
            self.ready.add(command["match"])
            if matches.get(command["match"], {}).get("beacon") != randomness(source):
                self.wrong(number, f"made {command['match']} ready by something else than the season says")
        if command["type"] == DROPS:
            self.notes.append((number, f"gave up what entry {source['entry']} awaited: {command.get('because')}"))
        else:
            self.check_fall(number, source, asked, at)

    def check_fall(self, number, source, asked, at):
        """Check what awaited dice fell by: the beacon's signature, words with known hashes, or a waived beacon."""
        round, revealed = asked["round"], source.get("revealed")
        if source.get("without"):
            agreed = ", ".join(asked.get("waived", []))
            self.notes.append(
                (number, f"fell without the beacon, which was missing for a week; agreed to by {agreed}")
            )
            late = round and (at - made_at(round)).total_seconds() >= A_WEEK
            if not late or not asked.get("waived") or source.get("signature") or revealed is not None:
                self.wrong(number, "throws without the beacon, and nobody had agreed to")
        elif round:
            if at < made_at(round) or revealed is not None:
                self.wrong(number, f"throws before round {round} of the beacon was made, or by something else")
            signature = source.get("signature", "")
            if self.signed is not None:
                if (round, signature) not in self.signed:
                    self.signed[round, signature] = round_error(round, bytes.fromhex(signature))
                if error := self.signed[round, signature]:
                    self.wrong(number, f"throws by a false signature of round {round}: {error}")
        elif revealed is None or source.get("signature") or asked["hashes"] is None:
            self.wrong(
                number, f"throws without the words that entry {source['entry']} awaited, or before their hashes"
            )
        else:
            hashes = asked["hashes"]
            if not revealed:
                self.notes.append((number, "fell by nobody's words: whoever runs the server could foresee its dice"))
            for name, words in revealed.items():
                if sha256(words.encode()) != hashes.get(name):
                    self.wrong(number, f"throws by words of {name} whose hash was not given before")
            if absent := sorted(set(hashes) - set(revealed)):
                self.notes.append((number, f"fell without the words of {', '.join(absent)}, who revealed none"))

    def count_witnessed(self, heads):
        """Count the awaited dice for which a head was noted after they were awaited and before they fell."""
        fallen = [(number, asked["fell"]) for number, asked in self.awaited.items() if "fell" in asked]
        noted = {number for number, _ in heads if number is not None}
        self.counts["fallen"] = len(fallen)
        self.counts["witnessed"] = sum(any(first <= position < last for position in noted) for first, last in fallen)

    def check_matches_leaves(self, matches, shown):
        """The leaf of a match is shown once its settlement is closed, and was taken by the entry that locks it."""
        locked = {match for _, body in self.bodies() for match in body.get("match_leaves", {})}
        for match, taken in matches.items():
            if "beacon" in taken and match not in self.ready:
                self.wrong(taken["entry"], f"has dice of {match} by something that no entry made ready")
            if taken["entry"] and match not in locked:
                self.wrong(taken["entry"], f"is said to have taken a leaf for {match}, and took none")
            if "opened" in taken:
                self.show(shown, taken["entry"], taken["leaf"], taken["opened"])
        for number, body in self.bodies():
            match = body["command"].get("match", "")
            if body["command"]["type"] == "close_settlement" and "opened" not in matches.get(match, {}):
                self.wrong(number, f"opened the leaf of {match}, which is not here")

    def check_commitment(self):
        """The season was opened with its secret's hash, and no amend struck or replaced that hash."""
        committed, opened_at = self.document["secret_hash"], 0
        for number, body in self.bodies():
            command = body["command"]
            if command["type"] == OPENS:
                opened_at = opened_at or number
            facts = body["facts"] + retold(body).get(opened_at, {}).get("facts", [])
            told = {fact["secret_hash"] for fact in facts if fact["kind"] == OPENED} | published([command])
            if told - {committed}:
                self.wrong(number, "published another hash of the secret than the season has now")
            if command["type"] != AMEND:
                continue
            for about, given in command["corrections"].items():
                hashes = published(given)
                if int(about) == opened_at and not hashes:
                    self.wrong(number, f"strikes entry {about}, which published the hash of the secret")
                if hashes - {committed}:
                    self.wrong(number, f"puts another hash of the secret into entry {about} than was published")
            stands = retold(body).get(opened_at)
            if stands is not None and published(stands.get("commands", [])) != {committed}:
                self.wrong(number, f"tells that entry {opened_at} does not publish the hash of the secret")

    def check_chain(self):
        """Every entry follows the one before it and matches its hash."""
        previous = self.document["genesis"]
        for place, entry in enumerate(self.entries, start=1):
            if entry["number"] != place:
                self.wrong(
                    place,
                    f"is missing: entry {entry['number']} stands in its place, and nothing after it was checked",
                )
                return
            if entry["previous"] != previous:
                self.wrong(place, "does not follow the entry before it")
            self.check_entry(entry)
            previous = entry["hash"]
        if len(self.entries) != self.document["length"]:
            self.wrong(len(self.entries), f"is the last, and the season has {self.document['length']} entries")
        if previous != self.document["head"]:
            self.wrong(len(self.entries), "is the last, and its hash is not the head of the season")
        first = self.shut_from
        if first and not (self.document["opening"] == "" and first == 1) and not self.is_shut(first):
            self.wrong(first, "is open, so the digests after it were left out without a reason")

    def is_shut(self, number):
        return 1 <= number <= len(self.entries) and "actor" not in self.entries[number - 1]

    def check_entry(self, entry):
        number, body = entry["number"], entry.get("body")
        self.counts["entries"] += 1
        if "actor" not in entry:
            self.counts["sealed"] += 1
            if not entry["seal"]:
                self.wrong(number, "hides what it says and has no seal")
            if body is not None:
                self.wrong(number, "is sealed and shows what it says")
            if not self.shut_from or self.shut_from > number:
                self.wrong(number, "is sealed, and the digests after it are told, from which it could be guessed")
            return
        opened_by = entry["opened_by"]
        if entry["seal"] and not self.whole and opened_by is None:
            self.wrong(number, "is sealed and shows what it says")
        if opened_by is not None and not (entry["seal"] and number < opened_by <= len(self.entries)):
            self.wrong(number, f"says entry {opened_by} opened it, which cannot be")
        if body is not None and body["command"]["type"] != entry["command"]:
            self.wrong(number, f"is filed under {entry['command']} and is {body['command']['type']}")
        if body is not None and "amended" in body and body["command"]["type"] not in (AMEND, PREVIEW):
            self.wrong(number, "tells of other entries, and is no amend")
        if body is None and not (self.shut_from and entry["command"] in (AMEND, PREVIEW)):
            self.wrong(number, "does not show what it says and is not sealed")
        if "salt" in entry:
            self.check_content(entry)
        elif not self.shut_from or number < self.shut_from:
            self.wrong(number, "has no salt, so that its content cannot be checked")
        else:
            self.counts["unsalted"] += 1
        row = {
            "actor": entry["actor"],
            "at": entry["at"],
            "content": entry["content_hash"],
            "number": number,
            "on_behalf_of": entry["on_behalf_of"],
            "previous": entry["previous"],
            "reason": entry["reason_hash"],
            "seal": entry["seal"],
            "season": self.name,
        }
        if sha256(text_of(row)) != entry["hash"]:
            self.wrong(number, "its hash does not fit what it says")

    def check_content(self, entry):
        number, salt = entry["number"], entry["salt"]
        secret = next((shown for at, shown, _ in self.shown if number < at), self.secret)
        seeds = [seed["salts"] for seed in self.document.get("seeds", []) if seed["since"] <= number]
        secret = bytes.fromhex(seeds[-1]) if self.leaves and seeds else secret
        if secret is not None and key_named(secret, f"seal|{number}")[:32] != salt:
            self.wrong(number, "its salt was not made from the secret for that number")
        if entry["reason"] and sha256(f"{salt}|{entry['reason']}".encode()) != entry["reason_hash"]:
            self.wrong(number, "its reason was changed")
        body = entry.get("body")
        if body is not None:
            content = b"|".join((salt.encode(), entry["digest"].encode(), text_of(body)))
            if sha256(content) != entry["content_hash"]:
                self.wrong(number, "its command, facts or rolls were changed")

    # ----------------------------------------------------------------------------- who gave what, and when

    def check_givers(self):
        """Every command was given by someone who may give it, with a reason if it needs one."""
        for entry in self.entries:
            number, body = entry["number"], entry.get("body")
            if body is None or "actor" not in entry:
                continue
            command = body["command"]
            command = (command.get("given") or command) if command["type"] == AWAITS else command
            tag, actor, behalf = command["type"], entry["actor"], entry["on_behalf_of"]
            giver = "commissioner" if tag in (AMEND, PREVIEW) else GIVER.get(tag)
            if tag == WAIVES:
                giver = "owner" if command["franchise"] else "commissioner"
            if giver is None:
                self.wrong(number, f"gives {tag[:40]}, which is no command that this program knows: download it anew")
            elif giver != GIVES.get(actor, giver) or (giver == "season" and actor != ITSELF):
                self.wrong(number, f"has {tag} given by {actor}, and it is for {WHOSE[giver]} to give")
            elif actor in GIVES or self.document["forked_from"]:
                continue  # in a rehearsal, one person acts for everybody and needs no reasons
            elif behalf not in ("", command.get("franchise")) or (behalf and giver != "owner"):
                self.wrong(number, f"has {tag} given on behalf of {behalf}, whose it is not to give")
            elif (behalf or tag in REASONED.split() or tag == AMEND) and not entry["reason_hash"]:
                self.wrong(number, f"gives {tag} without a reason, and it needs one")

    def check_times(self):
        """No entry is dated before the season was opened, or before an earlier entry.

        Awaited dice fall by the round that follows from a date, so a backdated entry could have known them. In
        seasons without leaves, and compared with the opening, `OUT_OF_ORDER` seconds are allowed.
        """
        latest, by = moment(self.document["opened_at"]), 0
        for entry in self.entries:
            at = moment(entry["at"])
            if (latest - at).total_seconds() > (0 if self.leaves and by else OUT_OF_ORDER):
                than = f"entry {by}" if by else "the season was opened"
                self.wrong(entry["number"], f"is dated {entry['at'][:19]}, before {than}")
            elif at > latest:
                latest, by = at, entry["number"]

    # ------------------------------------------------------------------- what was stated, and what stands

    def bodies(self):
        """The readable entries, as (number, body)."""
        read = (entry for entry in self.entries if "actor" in entry and entry.get("body") is not None)
        return [(entry["number"], entry["body"]) for entry in read]

    def told(self):
        """Everything ever stated, as (stating entry, entry it is about, facts, rolls, `Origin`, commands)."""
        typed, fell, aside = {}, {}, {}
        for number, body in self.bodies():
            own = typed_in(body)
            typed.update(own)
            again = {path: aside.get(path, []) for path in body.get("again", [])}
            leaf = f"leaf|{number}" if self.leaves else ""
            yield number, number, body["facts"], body["rolls"], Origin(own, again, leaf), [body["command"]]
            amended = body.get("amended") or {}
            corrected = with_misread(fell, misread_in(body))
            if amended.get("dice") == OWN:
                thrown = leaf or f"amend|{number}"
                thrown = thrown if body["command"]["type"] == AMEND else NO_KEY
                origin = Origin(own, corrected, thrown)
            else:
                origin = Origin(typed, {})
            for about, stands in retold(body).items():
                said = stands.get("commands", [])
                yield number, about, stands.get("facts", []), stands.get("rolls", []), origin, said
            fell = fell_since(fell, body)
            if body["command"]["type"] == AMEND:
                aside = set_aside(body)

    def standing(self):
        """What stands now, as (number, facts, rolls), with the changes of the last amend."""
        bodies = self.bodies()
        amends = [body for _, body in bodies if body["command"]["type"] == AMEND]
        otherwise = retold(amends[-1]) if amends else {}
        for number, body in bodies:
            if number in otherwise:
                yield number, otherwise[number].get("facts", []), otherwise[number].get("rolls", [])
            else:
                yield number, body["facts"], body["rolls"]

    def unreadable_amend(self):
        """The number of an amend that cannot be read yet, 0 if there is none."""
        hidden = (entry["number"] for entry in self.entries if entry.get("command") == AMEND and "body" not in entry)
        return next(hidden, 0)

    # -------------------------------------------------------------------------------------- the dice

    def check_procedures(self):
        """Every die is one that the rules require: its path, sides and number, by which command, and for whom."""
        matches = self.words_of_matches()
        for teller, about, facts, rolls, _, commands in self.told():
            tags = {command["type"] for command in commands}
            paths = defaultdict(list)
            for roll in rolls:
                paths[roll["path"]].append(roll)
            for path, thrown in paths.items():
                fault = misthrown(path, thrown, tags, matches) or untold(path, thrown, facts)
                if fault:
                    self.wrong(teller, f"{of(about, teller)}{path}: {fault}")

    def check_dice(self):
        """Every face is thrown again, no path is thrown twice, and no fact names a roll that was not thrown."""
        words = self.words_of_matches()
        self.check_typed()
        self.check_set_aside()
        self.check_misread()
        self.check_keys(words)
        begun = ((self.document["opening_state"] or {}).get("matches") or {}).items()
        kept = [(id, *roll) for id, match in begun for roll in (match.get("pre_match") or {}).items()]
        fell = {f"{roll.get('rolled_for') or id}/pre/{path}": [roll["face"]] for id, path, roll in kept}
        for teller, about, facts, rolls, origin, _ in self.told():
            paths = defaultdict(list)
            for roll in rolls:
                paths[roll["path"]].append(roll)
            fell.update((path, thrown[0]["faces"]) for path, thrown in paths.items())
            for path, thrown in paths.items():
                self.check_path(teller, about, path, thrown, words=words, origin=origin)
            for fact in facts:
                for roll in fact.get("rolls", []):
                    if roll not in rolls:
                        self.wrong(teller, f"{of(about, teller)}its {fact['kind']} names a roll that was not thrown")
                if fact.get("rolled_for"):
                    self.check_read(teller, about, fact, fell)
            self.counts["facts"] += len(facts)
            self.counts["rolls"] += len(rolls)
        thrown_by = {}
        for number, _, rolls in self.standing():
            for path in sorted({roll["path"] for roll in rolls}):
                if path in thrown_by:
                    self.wrong(number, f"throws {path}, which entry {thrown_by[path]} had thrown")
                thrown_by.setdefault(path, number)

    def check_leaves_threw(self):
        """Every leaf that was taken threw dice, so that nobody can shift later ones by taking a leaf for nothing."""
        taken = [(number, body) for number, body in self.bodies() if "leaf" in body] if self.leaves else []
        threw = {body["leaf"] for number, body in taken if number in self.threw}
        for number, body in taken:
            if body["leaf"] not in threw and body["command"]["type"] not in (AWAITS, DROPS):
                self.wrong(number, f"takes leaf {body['leaf']}, and throws nothing with it")

    def check_set_aside(self):
        """The faces that an amend sets aside are those that fell: they fall again if their path is opened again."""
        fell = {}
        for number, body in self.bodies():
            fell = fell_since(fell, body)
            for path, faces in set_aside(body).items():
                if fell.get(path) != faces:
                    self.wrong(number, f"sets other faces aside for {path} than fell")

    def check_misread(self):
        """A die reported as misread was entered by hand, showed the old face, and can show the new one."""
        fell, entered = {}, {}
        for number, body in self.bodies():
            for path, die, was, now in misread_in(body):
                faces = fell.get(path, [])
                if not 1 <= die <= len(faces):
                    self.wrong(number, f"says that die {die} of {path} was misread, and none had fallen there")
                elif faces[:die] != entered.get(path, [])[:die]:
                    self.wrong(number, f"replaces die {die} of {path}, which nobody entered by hand")
                elif faces[die - 1][1] != was:
                    self.wrong(
                        number, f"says that die {die} of {path} showed {was}, and it showed {faces[die - 1][1]}"
                    )
                elif now == was or not 1 <= now <= faces[die - 1][0]:
                    self.wrong(number, f"gives die {die} of {path} the face {now}, which it cannot have")
                elif body["command"]["type"] == AMEND:
                    self.note_misread(number, body, f"{path}: die {die} was misread as {was} and shows {now}")
            if body.get("unapproved"):
                self.notes.append((number, f"{body['command']['type']} was not approved by anybody else"))
            if body["command"]["type"] != PREVIEW:
                before, fell = fell, fell_since(fell, body)
                entered = with_misread(entered, misread_in(body))
                enter(entered, body, before, fell)

    def note_misread(self, number, body, sentence):
        """Note who reported a misread die, and who approved the correction."""
        actor, approved = self.by_number[number]["actor"], body.get("approved_by", "")
        marked = (body.get("amended") or {}).get("unapproved") is True
        if not (approved or marked or self.document["forked_from"]) or approved == actor:
            self.wrong(number, "corrects misread dice, was approved by nobody else, and does not say so")
        by = f"approved by {approved}" if approved else "not approved by anybody else"
        self.notes.append((number, f"{sentence}: {actor} says so, {by}"))

    def check_read(self, teller, about, fact, fell):
        """A face that is read from a voided match fell for that match, and means what the fact says."""
        subject = f"{fact['driver']}/heart" if "driver" in fact else f"{fact.get('item')}/breakdown"
        path = f"{fact['rolled_for']}/pre/{subject}"
        most = fact.get("fails_up_to")
        held = fell[path][0] > most if path in fell and type(most) is int else None
        if held is not fact["kind"].endswith("_held"):
            fault = "did not fall" if held is None else "fell otherwise"
            self.wrong(teller, f"{of(about, teller)}its {fact['kind']} reads {path}, which {fault}")

    def fell_before(self):
        """The secrets of all matches and other paths from before the season took a fresh secret."""
        earlier = {}
        for at, secret, _ in self.shown:
            told = [(facts, rolls) for teller, _, facts, rolls, _, _ in self.told() if teller < at]
            matches = {fact["match"] for facts, _ in told for fact in facts if fact["kind"] == "match_announced"}
            paths = {roll["path"] for _, rolls in told for roll in rolls}
            for named in matches | {path for path in paths if path.split("/")[0] not in matches}:
                earlier.setdefault(named, secret)
        return earlier

    def secret_of(self, thrown):
        """The secret for a match, given by its id, or for a path; None if it is not known."""
        return self.earlier.get(thrown.split("/")[0], self.earlier.get(thrown, self.secret))

    def words_of_matches(self):
        """For each match, the owners' words with which it was ever locked, the latest first."""
        words = {match: [] for match in self.document["matches"]}
        for match, state in ((self.document["opening_state"] or {}).get("matches") or {}).items():
            words[match] = [state["words"]] if state.get("words") else []
        for _, _, facts, *_ in self.told():
            for fact in facts:
                if fact["kind"] == "match_announced":
                    words.setdefault(fact["match"], [])
                elif fact["kind"] == "line_ups_locked":
                    words.setdefault(fact["match"], []).insert(0, fact["words"])
        return {match: spoken or [""] for match, spoken in words.items()}

    def check_keys(self, words):
        """Every key that an entry published is in the file, since dice without a key would go unchecked."""
        if self.leaves:
            return
        for number, body in self.bodies():
            kind, match = PUBLISHES.get(body["command"]["type"]), body["command"].get("match", "")
            names = [f"match|{match}|{spoken}" for spoken in words.get(match, [""])]
            if kind and not any(
                self.key(name, match) for name in (names if kind == "match" else [f"{kind}|{match}"])
            ):
                self.wrong(number, f"published the {kind} key of {match}, which is not here")
            if body["command"]["type"] == "close_season" and not self.key("season", ""):
                self.wrong(number, "published the season's own key, which is not here")

    def check_typed(self):
        """Note who attests faces from a real table; check that typing was allowed and that the rolls show them."""
        may = not self.leaves or self.document["forked_from"] or declares(self.document["opening_state"] or {})
        for number, body in self.bodies():
            corrections = body["command"]["corrections"].values() if body["command"]["type"] == AMEND else ()
            may = (
                may
                or declares(body["command"])
                or any(declares(command) for commands in corrections for command in commands)
            )
            for path, (faces, typist, witness) in typed_in(body).items():
                if not may:
                    self.wrong(number, f"{path}: its faces were typed in, and no house rule had let anybody do so")
                shown = " ".join(str(face) for face in faces)
                by = f"{typist}, witness {witness}" if witness else typist
                self.notes.append((number, f"{path}: {shown} attested by {by}"))
                if "amended" in body:
                    continue
                rolls = [roll for roll in body["rolls"] if roll["path"] == path]
                self.counts["attested"] += len(rolls)
                if faces != [face for roll in rolls for face in roll["faces"]]:
                    self.wrong(number, f"{path}: the faces typed in are not those of its rolls")

    def check_path(self, teller, about, path, thrown, *, words, origin):
        """Check the rolls of one path in one entry against faces that fell before, the key, or faces typed in."""
        faces = [face for roll in thrown for face in roll["faces"]]
        sides = [roll["sides"] for roll in thrown for _ in roll["faces"]]
        if impossible := [count for count in sides if type(count) is not int or not 2 <= count <= 256]:
            self.wrong(teller, f"{of(about, teller)}{path}: no die has {impossible[0]!r} sides")
            return
        before = origin.fell.get(path, [])
        if path in origin.typed and not before:
            if faces != origin.typed[path][0][: len(faces)]:
                self.wrong(
                    teller, f"{of(about, teller)}{path}: shows other faces than {origin.typed[path][1]} typed in"
                )
            return
        if path in origin.fell and not before:
            self.wrong(teller, f"{of(about, teller)}{path}: says that it fell before, and it did not")
            return
        new = len(sides) - len(shown_again(before, sides))
        if new and origin.key.startswith("leaf|"):
            self.threw.add(int(origin.key.split("|")[1]))
        if new and origin.key == NO_KEY:
            self.wrong(teller, f"{of(about, teller)}{path}: a preview shows faces that had not fallen")
            return
        names = [origin.key] if origin.key else key_names(path, words)
        keys = [key for name in names if (key := self.key(name, path, by=teller))] if new else [""]
        if not keys and self.leaves:
            self.wrong(teller, f"{of(about, teller)}{path}: shows faces and no leaf that threw them")
            return
        if not keys:
            self.waiting[names[0]] += len(thrown)
            return
        made = [falls(key, path, sides, before) for key in keys]
        if faces in made:
            self.counts["fit"] += len(thrown)
            return
        place = next(at for at, (shown, due) in enumerate(zip(faces, made[0])) if shown != due)
        why = next(iter(throw["why"] for throw in thrown))
        due = f"what fell is {made[0][place]}"
        if place >= len(sides) - new:
            due = f"the published key throws {made[0][place]}"
        self.wrong(teller, f"{of(about, teller)}{path} ({why}): face {place + 1} is {faces[place]} and {due}")

    def key(self, name, thrown, by=None):
        """The key of that name, for a match, a path or the amend `by`: made from the secret, or from the file."""
        if self.leaves:  # only leaves throw dice here, whatever keys the file holds
            return self.leaf_keys.get(int(name.split("|")[1])) if name.startswith("leaf|") else None
        if name.startswith("amend|"):
            secret = next((shown for at, shown, _ in self.shown if by < at), self.secret)
        else:
            secret = self.secret_of(thrown)
        return self.document["keys"].get(name) if secret is None else key_named(secret, name)

    # ------------------------------------------------------------------------------------- the books

    def check_books(self):
        """The bookings, from the opening on, add up to the current balances."""
        if hidden := self.unreadable_amend():
            self.notes.append((hidden, "is an amend of something sealed: the books are checked when that is open"))
            return
        if self.document["opening_state"] is None:
            self.notes.append((0, "the opening is sealed still: the books are checked when it is open"))
            return
        franchises = self.document["opening_state"].get("franchises") or {}
        balances = {name: franchise.get("balance", 0) for name, franchise in franchises.items()}
        for number, facts, _ in self.standing():
            for fact in facts:
                if not {"franchise", "amount", "balance"} <= fact.keys():
                    continue
                self.counts["booked"] += 1
                name, amount, after = fact["franchise"], fact["amount"], fact["balance"]
                should = balances.get(name, 0) + amount
                if should != after:
                    self.wrong(number, f"its {fact['kind']} leaves {name} {after} credits and should leave {should}")
                balances[name] = after
        now = self.document["balances"]
        for name in sorted({*now, *(name for name in balances if balances[name])}):
            has, booked = now.get(name, 0), balances.get(name, 0)
            if has != booked:
                self.wrong(0, f"{name} has {has} credits and its ledger comes to {booked}")

    # ------------------------------------------------------------------------------------- the heads

    def check_heads(self, heads):
        """Heads that were noted earlier are still in place; each is `(number or None, hash)`."""
        hashes = [entry["hash"] for entry in self.entries]
        numbers = {hash: place for place, hash in enumerate(hashes, start=1)}
        kept = 0
        for number, noted in sorted(heads, key=lambda head: (head[0] is None, head[0] or 0)):
            stands = numbers.get(noted)
            if stands and number in (None, stands):
                kept = max(kept, stands)
                self.counts["heads"] += 1
                if number is None:
                    later = len(hashes) - stands
                    self.notes.append((stands, f"has the head you noted, and {later} entries follow it"))
                continue
            short = f"{noted[:12]}…"
            between = f"one of the entries {kept + 1} to {number or 'the last'} was changed, removed or put in"
            if number == kept + 1:
                between = "it was changed, removed or put in"
            if number is None:
                self.wrong(len(hashes), f"is the last, and no entry has the published head {short}: {between}")
            elif number > len(hashes):
                self.wrong(number, f"is missing: its hash was published as {short}")
            else:
                self.wrong(number, f"is not the one whose hash was published as {short}: {between}")
            return


def place_of(path):
    """The pattern of a procedure's paths, with a named group for each id."""
    parts = re.split(r"\{(\w+)\}", path)
    named = [f"(?P<{each}>{NO_IDS.get(each, ID)})" if at % 2 else re.escape(each) for at, each in enumerate(parts)]
    return re.compile("".join(named))


PLACES = [(place_of(row[0]), row) for row in PROCEDURES]


def misthrown(path, rolls, tags, matches):
    """What is wrong with the rolls of a path by the rules, in words; "" if nothing is."""
    found = [(at, row) for place, row in PLACES if (at := place.fullmatch(path))]
    if not found:
        return "nothing is thrown there"
    at, (_, throws, most, commands) = found[0]
    if tags.isdisjoint(commands.split()):
        return f"is thrown by {' and '.join(sorted(tags))}, and belongs to {commands}"
    if at.groupdict().get("match", "") not in {"", *matches}:
        return "is thrown for a match that was never announced"
    kinds = [kind_of(roll)[1] for roll in rolls]
    allowed = [re.compile(pattern.replace("n", "[0-9]+")) for pattern in throws.split()]
    for place, kind in enumerate(kinds):
        if not any(pattern.fullmatch(kind) for pattern in (allowed if place else allowed[:1])):
            return f"throws {kind} where the rules have {throws if place else throws.split()[0]}"
    dice = sum(len(roll["faces"]) for roll in rolls)
    return f"throws {dice} dice where the rules have {most} at most" if 0 < most < dice else ""


def kind_of(roll):
    """The path of a roll, and its dice such as `2d6`; None if it is not a roll."""
    is_roll = type(roll) is dict and {"path", "sides", "faces"} <= roll.keys() and type(roll["faces"]) is list
    return (roll["path"], f"{len(roll['faces'])}d{roll['sides']}") if is_roll else None


def untold(path, rolls, facts):
    """What is wrong if no fact names a roll of the path, and whom it is for, in words; "" if nothing is."""
    at = next(found for place, _ in PLACES if (found := place.fullmatch(path)))
    ids = {id for name, id in at.groupdict().items() if name not in ("match", "round", *NO_IDS)}
    for roll in rolls:
        told = [fact for fact in facts if kind_of(roll) in map(kind_of, fact.get("rolls", []))]
        if not any(ids <= {value for value in fact.values() if type(value) is str} for fact in told):
            return "no fact tells of that throw" + (f" for {' and '.join(sorted(ids))}" if told else "")
    return ""


class Origin:
    """The source of faces: typed in, fallen before, and the key for new ones, "" for that of their path."""

    def __init__(self, typed, fell, key=""):
        self.typed, self.fell, self.key = typed, fell, key


def set_aside(body):
    """The faces that an amend sets aside, by path, as (sides, face)."""
    aside = (body.get("amended") or {}).get("set_aside") or {}
    return {path: [tuple(face) for face in faces] for path, faces in aside.items()}


def misread_in(body):
    """The misread dice of an amend, or of its preview, as (path, number, face entered, face that fell)."""
    found = body["command"].get("misread") or {} if body["command"]["type"] in (AMEND, PREVIEW) else {}
    dice = [
        (path, int(die), each["was"], each["now"]) for path, of_it in found.items() for die, each in of_it.items()
    ]
    return sorted(dice)


def with_misread(fell, dice):
    """The faces by path, with misread dice corrected."""
    faces = {path: list(shown) for path, shown in fell.items()}
    for path, die, _, now in dice:
        shown = faces.get(path, [])
        if 1 <= die <= len(shown):
            shown[die - 1] = (shown[die - 1][0], now)
    return faces


def fell_since(fell, body):
    """All faces that have fallen after an entry too, by path; a preview adds none."""
    if body["command"]["type"] == PREVIEW:
        return fell
    after = with_misread(fell, misread_in(body))
    for rolls in (body["rolls"], *(stands.get("rolls", []) for stands in retold(body).values())):
        take(after, rolls)
    return after


def enter(entered, body, before, fell):
    """Add the faces that were typed in for an entry to `entered`, by path, as (sides, face).

    An amend uses them only on paths that had not fallen `before`; amends of older releases used them on any path.
    """
    own = (body.get("amended") or {}).get("dice") == OWN
    for path, (faces, *_) in typed_in(body).items():
        shown = fell.get(path, [])[: len(faces)]
        if [face for _, face in shown] == faces and not (own and path in before):
            entered[path] = shown


def take(fell, rolls):
    """Add the faces of rolls to those that fell, by path; if they differ, the later ones count."""
    paths = defaultdict(list)
    for roll in rolls:
        paths[roll["path"]] += [(roll["sides"], face) for face in roll["faces"]]
    for path, faces in paths.items():
        if fell.get(path, [])[: len(faces)] != faces:
            fell[path] = faces


def shown_again(before, sides):
    """The fallen faces that are shown again, up to the first die with another number of sides."""
    alike = 0
    while alike < min(len(before), len(sides)) and before[alike][0] == sides[alike]:
        alike += 1
    return [face for _, face in before[:alike]]


def falls(key, path, sides, before):
    """The faces of dice with those sides: the fallen ones first, then those of the key."""
    again = shown_again(before, sides)
    if len(again) == len(sides):
        return again
    stream = Stream(bytes.fromhex(key), path)
    drawn = [stream.throw(count) for count in sides]
    return again + drawn[len(again) :]


def of(about, teller):
    """The beginning of a sentence about another entry, which an amend changes."""
    return "" if about == teller else f"of entry {about}: "


def retold(body):
    """What an amend, or its preview, states about other entries, by their numbers."""
    return {int(number): stands for number, stands in ((body.get("amended") or {}).get("retold") or {}).items()}


def published(commands):
    """The hashes of a secret that opening commands among these publish."""
    return {command.get("secret_hash", "") for command in commands if command["type"] == OPENS}


def typed_in(body):
    """The paths with faces from a real table, each with its faces, typist and witness."""
    typed = body.get("typed") or {}
    by = (typed.get("typist", ""), typed.get("witness", ""))
    return {path: (faces, *by) for path, faces in typed.get("faces", {}).items()}


def declares(said):
    """Whether a command, or an opening state, allows typing in faces from a real table."""
    switches = said.get("switches")
    setting = switches.get(BY_HAND) if type(switches) is dict else None
    return (said.get("setting") if said.get("switch") == BY_HAND else setting) not in (None, NOBODY)


def key_names(path, words):
    """The names of the keys a path may have been thrown with; several if an amend changed the words."""
    first, second = path.split("/")[:2]
    if first not in words:
        return ["season"]
    if second in ("pre", "shop"):
        return [f"{second}|{first}"]
    return [f"match|{first}|{spoken}" for spoken in dict.fromkeys(words[first])]


# ------------------------------------------------------------------------------------------ rounds of the beacon
#
# The beacon is drand's chain "quicknet": every three seconds its members publish a signature that none of them can make
# alone. It is valid if e(signature, G2) = e(H(SHA-256 of the round), KEY), where H hashes to the curve BLS12-381 as in
# RFC 9380, and e is the optimal ate pairing. The code below follows these definitions:
#
#   a number of the field Fp      int
#   a number of Fp2 = Fp[u]       (a, b), which is a + b u, where u^2 = -1
#   a number of Fp12 = Fp[w]      twelve ints, those of w^0 to w^11, where w^12 = 2 w^6 - 2, so that u = w^6 - 1
#   a point                       (x, y), or None for the point at infinity

QUICKNET_KEY = (  # the public key of chain 52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971, in G2
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)
FIRST_ROUND, PERIOD = (
    1692803367,
    3,
)  # when round 1 was made, in seconds since 1970, and the seconds between two rounds
LAST_ROUND = 10**10  # the highest round accepted: some nine hundred years
BEACON_BEGAN = datetime.datetime.fromtimestamp(FIRST_ROUND, datetime.timezone.utc)
HASHED_BY = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"  # the domain separation tag for hashing to the curve
ROUND = re.compile("([1-9][0-9]{0,9}):([0-9a-fA-F]+)")
CURVE = -0xD201000000010000  # parameters of BLS12-381: the order of its groups, the field, the pairing
ORDER = CURVE**4 - CURVE**2 + 1
FIELD = (CURVE - 1) ** 2 * ORDER // 3 + CURVE
LAST_POWER = (FIELD**12 - 1) // ORDER
COORDINATE, HASHED = 48, 64  # bytes of a number of the field, and of a hash before it is reduced to one
G2 = (
    (
        0x024AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8,
        0x13E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E,
    ),
    (
        0x0CE5D527727D6E118CC9CDC6DA2E351AADFD9BAA8CBDD3A76D429A695160D12C923AC9CC3BACA289E193548608B82801,
        0x0606C4A02EA734CC32ACD2B02BC28B99CB3E287E85A763AF267492AB572E99AB3F370D275CEC1DA1AAA9075FF05F79BE,
    ),
)
# The curve y^2 = x^3 + A x + B that RFC 9380 (8.8.1) hashes to first, and its constant Z.
SSWU_A = 0x00144698A3B8E9433D693A02C96D4982B0EA985383EE66A8D8E8981AEFD881AC98936F8DA0E0F97F5CF428082D584C1D
SSWU_B = 0x12E2908D11688030018B12E8753EEE3B2016C1F0F24F4070A0B9C14FCEF35EF55A23215A316CEAA5D1CC48E98E172BE0
SSWU_Z = 11
# The map from there to BLS12-381 (RFC 9380, E.2): numerator and denominator of x, then of y, from x^0 on.
ISOGENY = """
11a05f2b1e833340b809101dd99815856b303e88a2d7005ff2627b56cdb4e2c85610c2d5f2e62d6eaeac1662734649b7
17294ed3e943ab2f0588bab22147a81c7c17e75b2f6a8417f565e33c70d1e86b4838f2a6f318c356e834eef1b3cb83bb
0d54005db97678ec1d1048c5d10a9a1bce032473295983e56878e501ec68e25c958c3e3d2a09729fe0179f9dac9edcb0
1778e7166fcc6db74e0609d307e55412d7f5e4656a8dbf25f1b33289f1b330835336e25ce3107193c5b388641d9b6861
0e99726a3199f4436642b4b3e4118e5499db995a1257fb3f086eeb65982fac18985a286f301e77c451154ce9ac8895d9
1630c3250d7313ff01d1201bf7a74ab5db3cb17dd952799b9ed3ab9097e68f90a0870d2dcae73d19cd13c1c66f652983
0d6ed6553fe44d296a3726c38ae652bfb11586264f0f8ce19008e218f9c86b2a8da25128c1052ecaddd7f225a139ed84
17b81e7701abdbe2e8743884d1117e53356de5ab275b4db1a682c62ef0f2753339b7c8f8c8f475af9ccb5618e3f0c88e
080d3cf1f9a78fc47b90b33563be990dc43b756ce79f5574a2c596c928c5d1de4fa295f296b74e956d71986a8497e317
169b1f8e1bcfa7c42e0c37515d138f22dd2ecb803a0c5c99676314baf4bb1b7fa3190b2edc0327797f241067be390c9e
10321da079ce07e272d8ec09d2565b0dfa7dccdde6787f96d50af36003b14866f69b771f8c285decca67df3f1605fb7b
06e08c248e260e70bd1e962381edee3d31d79d7e22c837bc23c0bf1bc24c6b68c24b1b80b64d391fa9c8ba2e8ba2d229

08ca8d548cff19ae18b2e62f4bd3fa6f01d5ef4ba35b48ba9c9588617fc8ac62b558d681be343df8993cf9fa40d21b1c
12561a5deb559c4348b4711298e536367041e8ca0cf0800c0126c2588c48bf5713daa8846cb026e9e5c8276ec82b3bff
0b2962fe57a3225e8137e629bff2991f6f89416f5a718cd1fca64e00b11aceacd6a3d0967c94fedcfcc239ba5cb83e19
03425581a58ae2fec83aafef7c40eb545b08243f16b1655154cca8abc28d6fd04976d5243eecf5c4130de8938dc62cd8
13a8e162022914a80a6f1d5f43e7a07dffdfc759a12062bb8d6b44e833b306da9bd29ba81f35781d539d395b3532a21e
0e7355f8e4e667b955390f7f0506c6e9395735e9ce9cad4d0a43bcef24b8982f7400d24bc4228f11c02df9a29f6304a5
0772caacf16936190f3e0c63e0596721570f5799af53a1894e2e073062aede9cea73b3538f0de06cec2574496ee84a3a
14a7ac2a9d64a8b230b3f5b074cf01996e7f63c21bca68a81996e1cdf9822c580fa5b9489d11e2d311f7d99bbdcc5a5e
0a10ecf6ada54f825e920b3dafc7a3cce07f8d1d7161366b74100da67f39883503826692abba43704776ec3a79a1d641
095fc13ab9e92ad4476d6e3eb3a56680f682b4ee96f7d03776df533978f31c1593174e4b4b7865002d6384d168ecdd0a
000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001

090d97c81ba24ee0259d1f094980dcfa11ad138e48a869522b52af6c956543d3cd0c7aee9b3ba3c2be9845719707bb33
134996a104ee5811d51036d776fb46831223e96c254f383d0f906343eb67ad34d6c56711962fa8bfe097e75a2e41c696
00cc786baa966e66f4a384c86a3b49942552e2d658a31ce2c344be4b91400da7d26d521628b00523b8dfe240c72de1f6
01f86376e8981c217898751ad8746757d42aa7b90eeb791c09e4a3ec03251cf9de405aba9ec61deca6355c77b0e5f4cb
08cc03fdefe0ff135caf4fe2a21529c4195536fbe3ce50b879833fd221351adc2ee7f8dc099040a841b6daecf2e8fedb
16603fca40634b6a2211e11db8f0a6a074a7d0d4afadb7bd76505c3d3ad5544e203f6326c95a807299b23ab13633a5f0
04ab0b9bcfac1bbcb2c977d027796b3ce75bb8ca2be184cb5231413c4d634f3747a87ac2460f415ec961f8855fe9d6f2
0987c8d5333ab86fde9926bd2ca6c674170a05bfe3bdd81ffd038da6c26c842642f64550fedfe935a15e4ca31870fb29
09fc4018bd96684be88c9e221e4da1bb8f3abd16679dc26c1e8b6e6a1f20cabe69d65201c78607a360370e577bdba587
0e1bba7a1186bdb5223abde7ada14a23c42a0ca7915af6fe06985e7ed1e4d43b9b3f7055dd4eba6f2bafaaebca731c30
19713e47937cd1be0dfd0b8f1d43fb93cd2fcbcb6caf493fd1183e416389e61031bf3a5cce3fbafce813711ad011c132
18b46a908f36f6deb918c143fed2edcc523559b8aaf0c2462e6bfe7f911f643249d9cdf41b44d606ce07c8a4d0074d8e
0b182cac101b9399d155096004f53f447aa7b12a3426b08ec02710e807b4633f06c851c1919211f20d4c04f00b971ef8
0245a394ad1eca9b72fc00ae7be315dc757b3b080d4c158013e6632d3c40659cc6cf90ad1c232a6442d9d3f5db980133
05c129645e44cf1102a159f748c4a3fc5e673d81d7e86568d9ab0f5d396a7ce46ba1049b6579afb7866b1e715475224b
15e6be4e990f03ce4ea50b3b42df2eb5cb181d8f84965a3957add4fa95af01b2b665027efec01c7704b456be69c8b604

16112c4c3a9c98b252181140fad0eae9601a6de578980be6eec3232b5be72e7a07f3688ef60c206d01479253b03663c1
1962d75c2381201e1a0cbd6c43c348b885c84ff731c4d59ca4a10356f453e01f78a4260763529e3532f6102c2e49a03d
058df3306640da276faaae7d6e8eb15778c4855551ae7f310c35a5dd279cd2eca6757cd636f96f891e2538b53dbf67f2
16b7d288798e5395f20d23bf89edb4d1d115c5dbddbcd30e123da489e726af41727364f2c28297ada8d26d98445f5416
0be0e079545f43e4b00cc912f8228ddcc6d19c9f0f69bbb0542eda0fc9dec916a20b15dc0fd2ededda39142311a5001d
08d9e5297186db2d9fb266eaac783182b70152c65550d881c5ecd87b6f0f5a6449f38db9dfa9cce202c6477faaf9b7ac
166007c08a99db2fc3ba8734ace9824b5eecfdfa8d0cf8ef5dd365bc400a0051d5fa9c01a58b1fb93d1a1399126a775c
16a3ef08be3ea7ea03bcddfabba6ff6ee5a4375efa1f4fd7feb34fd206357132b920f5b00801dee460ee415a15812ed9
1866c8ed336c61231a1be54fd1d74cc4f9fb0ce4c6af5920abc5750c4bf39b4852cfe2f7bb9248836b233d9d55535d4a
167a55cda70a6e1cea820597d94a84903216f763e13d87bb5308592e7ea7d4fbc7385ea3d529b35e346ef48bb8913f55
04d2f259eea405bd48f010a01ad2911d9c6dd039bb61a6290e591b36e636a5c871a5c29f4f83060400f8b49cba8f6aa8
0accbb67481d033ff5852c1e48c50c477f94ff8aefce42d28c0f9a88cea7913516f968986f7ebbea9684b529e2561092
0ad6b9514c767fe3c3613144b45f1496543346d98adf02267d5ceef9a00d9b8693000763e3b90ac11e99b138573345cc
02660400eb2e4f3b628bdd0d53cd76f2bf565b94e72927c1cb748df27942480e420517bd8714cc80d1fadc1326ed06f7
0e0fa1d816ddc03e6b24255e0d7819c171c40f65e273b853324efcd6356caa205ca2f570f13497804415473a1d634b8f
000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001
"""


def made_at(round):
    """The time of a beacon round."""
    return BEACON_BEGAN + (min(max(round, 1), LAST_ROUND) - 1) * datetime.timedelta(seconds=PERIOD)


def round_after(at, seconds):
    """The first round at least that many seconds after a time."""
    return max(1, 1 - (BEACON_BEGAN - at - datetime.timedelta(seconds=seconds)) // datetime.timedelta(seconds=PERIOD))


def randomness(source):
    """The source of awaited dice as it is mixed into their key: 64 hex digits, "" if there is none."""
    if source.get("revealed") is not None:
        return sha256(text_of(source["revealed"]))
    return sha256(bytes.fromhex(source["signature"])) if source.get("signature") else ""


def round_error(number, signature):
    """What is wrong with the signature of a round, in words; "" if it is valid."""
    if not 1 <= number <= LAST_ROUND:
        return "there is no such round"
    point, words = decompress(signature)
    if words:
        return words
    if multiply_point(ORDER, point, FP) is not None:
        return "it is a point outside the group in which the beacon signs"
    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    negative = (G2[0], FP2.negate(G2[1]))
    if not pairings_cancel([(point, negative), (hash_to_curve(message), public_key())]):
        return f"the beacon did not sign round {number} with it"
    return ""


def decompress(raw):
    """The point that a signature encodes, and what is wrong with it in words."""
    if len(raw) != COORDINATE:
        return None, f"it has {len(raw)} bytes, and a signature has {COORDINATE}"
    if not raw[0] & 0x80:
        return None, "it is not written as a compressed point"
    if raw[0] & 0x40:
        return None, "it is the point at infinity, which nobody signs with"
    x = int.from_bytes(raw, "big") % 2**381
    if x >= FIELD:
        return None, "its number is too large for the field"
    y = FP.square_root((x**3 + 4) % FIELD)
    if y is None:
        return None, "it is no point of the curve"
    larger = bool(raw[0] & 0x20)
    return (x, y if (2 * y > FIELD) == larger else FIELD - y), ""


def public_key():
    """The public key of the chain, as a point."""
    raw = bytes.fromhex(QUICKNET_KEY)
    x = int.from_bytes(raw[COORDINATE:], "big"), int.from_bytes(raw[:COORDINATE], "big") % 2**381
    y = FP2.square_root(FP2.add(FP2.multiply(x, FP2.multiply(x, x)), (4, 4)))
    larger = bool(raw[0] & 0x20)
    return x, y if (2 * (y[1] or y[0]) > FIELD) == larger else FP2.negate(y)


class FP:
    """Arithmetic of Fp."""

    @staticmethod
    def add(a, b):
        """The sum of two numbers."""
        return (a + b) % FIELD

    @staticmethod
    def negate(a):
        """The additive inverse of a number."""
        return -a % FIELD

    @staticmethod
    def multiply(a, b):
        """The product of two numbers."""
        return a * b % FIELD

    @staticmethod
    def invert(a):
        """The multiplicative inverse of a number."""
        return pow(a, -1, FIELD)

    @staticmethod
    def square_root(a):
        """A square root of a number; None if there is none."""
        root = pow(a, (FIELD + 1) // 4, FIELD)
        return root if root * root % FIELD == a else None


class FP2:
    """Arithmetic of Fp2."""

    @staticmethod
    def add(a, b):
        """The sum of two numbers."""
        return (a[0] + b[0]) % FIELD, (a[1] + b[1]) % FIELD

    @staticmethod
    def negate(a):
        """The additive inverse of a number."""
        return -a[0] % FIELD, -a[1] % FIELD

    @staticmethod
    def multiply(a, b):
        """The product of two numbers."""
        return (a[0] * b[0] - a[1] * b[1]) % FIELD, (a[0] * b[1] + a[1] * b[0]) % FIELD

    @staticmethod
    def invert(a):
        """The multiplicative inverse of a number."""
        norm = pow(a[0] * a[0] + a[1] * a[1], -1, FIELD)
        return a[0] * norm % FIELD, -a[1] * norm % FIELD

    @staticmethod
    def square_root(a):
        """A square root of a number whose first part is not 0; None if there is none."""
        norm = FP.square_root((a[0] * a[0] + a[1] * a[1]) % FIELD)
        for sign in (1, -1) if norm is not None else ():
            real = FP.square_root((a[0] + sign * norm) * pow(2, -1, FIELD) % FIELD)
            if real:
                return real, a[1] * pow(2 * real, -1, FIELD) % FIELD
        return None


def slope(p, q, field):
    """The slope of the line through two points, or of the tangent if they are equal; None if it is vertical."""
    if p[0] != q[0]:
        rise, run = field.add(q[1], field.negate(p[1])), field.add(q[0], field.negate(p[0]))
    elif p[1] == q[1] and p[1] != field.negate(p[1]):
        square = field.multiply(p[0], p[0])
        rise, run = field.add(square, field.add(square, square)), field.add(p[1], p[1])
    else:
        return None
    return field.multiply(rise, field.invert(run))


def sum_on_line(p, q, steep, field):
    """The sum of two points on a line with that slope."""
    x = field.add(field.multiply(steep, steep), field.negate(field.add(p[0], q[0])))
    return x, field.add(field.multiply(steep, field.add(p[0], field.negate(x))), field.negate(p[1]))


def add_points(p, q, field):
    """The sum of two points."""
    if p is None or q is None:
        return q if p is None else p
    steep = slope(p, q, field)
    return None if steep is None else sum_on_line(p, q, steep, field)


def multiply_point(count, point, field):
    """A point multiplied by `count`."""
    total = None
    for bit in bin(count)[2:]:
        total = add_points(total, total, field)
        if bit == "1":
            total = add_points(total, point, field)
    return total


def expand_message(message, length):
    """Bytes derived from a message: `expand_message_xmd` of RFC 9380 (5.3.1) with SHA-256."""
    name = HASHED_BY + bytes([len(HASHED_BY)])
    first = hashlib.sha256(bytes(64) + message + length.to_bytes(2, "big") + b"\0" + name).digest()
    blocks = [hashlib.sha256(first + b"\1" + name).digest()]
    while len(blocks) * 32 < length:
        mixed = bytes(a ^ b for a, b in zip(first, blocks[-1]))
        blocks.append(hashlib.sha256(mixed + bytes([len(blocks) + 1]) + name).digest())
    return b"".join(blocks)[:length]


def hash_to_curve(message):
    """The point of G1 to which a message hashes: `hash_to_curve` of RFC 9380 (3)."""
    raw = expand_message(message, 2 * HASHED)
    numbers = [int.from_bytes(raw[at : at + HASHED], "big") % FIELD for at in (0, HASHED)]
    first, second = (apply_isogeny(map_to_curve(number)) for number in numbers)
    return multiply_point(1 - CURVE, add_points(first, second, FP), FP)


def map_to_curve(u):
    """A number mapped to the curve isogenous to BLS12-381: simplified SWU of RFC 9380 (6.6.2)."""
    square = SSWU_Z * u * u % FIELD
    below = (square * square + square) % FIELD
    if below:
        x = -SSWU_B * pow(SSWU_A, -1, FIELD) * (1 + pow(below, -1, FIELD)) % FIELD
    else:
        x = SSWU_B * pow(SSWU_Z * SSWU_A, -1, FIELD) % FIELD
    y = FP.square_root((x**3 + SSWU_A * x + SSWU_B) % FIELD)
    if y is None:
        x = square * x % FIELD
        y = FP.square_root((x**3 + SSWU_A * x + SSWU_B) % FIELD)
    return x, y if y % 2 == u % 2 else FIELD - y


def apply_isogeny(point):
    """A point of the isogenous curve as a point of BLS12-381."""
    x, y = point
    values = []
    for lines in ISOGENY.strip().split("\n\n"):
        value = 0
        for line in reversed(lines.split()):
            value = (value * x + int(line, 16)) % FIELD
        values.append(value)
    x_over, x_under, y_over, y_under = values
    if not x_under or not y_under:
        return None
    return x_over * pow(x_under, -1, FIELD) % FIELD, y * y_over * pow(y_under, -1, FIELD) % FIELD


def pairings_cancel(pairs):
    """Whether the product of the pairings of points of G1 with points of G2 is 1.

    `CURVE` is negative, which only inverts the product. The loop uses its absolute value: 1 is its own inverse.
    """
    value, reached = ONE, [q for _, q in pairs]
    for bit in bin(-CURVE)[3:]:
        value = multiply_fp12(value, value)
        for turn in ("double", "add")[: 1 + int(bit)]:
            for place, (p, q) in enumerate(pairs):
                here = reached[place]
                other = here if turn == "double" else q
                steep = slope(here, other, FP2)
                value = multiply_fp12(value, line_at(p, here, steep))
                reached[place] = sum_on_line(here, other, steep, FP2)
    return raise_fp12(value, LAST_POWER) == ONE


def line_at(p, q, steep):
    """The line of that slope through a point of G2, at a point of G1, times w^3, which the last power makes 1."""
    line = [0] * 12
    constant = FP2.add(FP2.multiply(steep, q[0]), FP2.negate(q[1]))
    for place, (a, b) in ((0, constant), (2, FP2.multiply(steep, (-p[0], 0))), (3, (p[1], 0))):
        line[place], line[place + 6] = (a - b) % FIELD, b
    return line


ONE = [1] + [0] * 11  # in Fp12


def multiply_fp12(a, b):
    """The product of two numbers of Fp12."""
    made = [0] * 23
    for place, factor in enumerate(b):
        if factor:
            for other, number in enumerate(a):
                made[place + other] += factor * number
    for place in range(22, 11, -1):
        made[place - 6] += 2 * made[place]
        made[place - 12] -= 2 * made[place]
    return [number % FIELD for number in made[:12]]


def raise_fp12(base, exponent):
    """A number of Fp12 raised to a power."""
    made = ONE
    for bit in bin(exponent)[2:]:
        made = multiply_fp12(made, made)
        if bit == "1":
            made = multiply_fp12(made, base)
    return made


# ---------------------------------------------------------------------------------- signatures of receipts
#
# Ed25519 of RFC 8032, on the curve -x^2 + y^2 = 1 + D x^2 y^2 over the numbers below PRIME. A point (x, y) is stored as
# (X, Y, Z, T) with x = X/Z, y = Y/Z and T = XY/Z.

PRIME, GROUP = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, PRIME) % PRIME
KEY = Like("[A-Za-z0-9+/]{43}=", "32 bytes in base64")
SIGNED = {"key?": str, "signature?": Like("[A-Za-z0-9+/]{86}==", "64 bytes in base64")}


def add_ed(p, q):
    """The sum of two points."""
    a, b = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0])
    c, d = 2 * p[3] * q[3] * D, 2 * p[2] * q[2]
    e, f, g, h = (b - a) % PRIME, (d - c) % PRIME, (d + c) % PRIME, (b + a) % PRIME
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def multiply_ed(count, point):
    """A point multiplied by `count`."""
    total = (0, 1, 1, 0)
    for bit in bin(count)[2:]:
        total = add_ed(total, total)
        total = add_ed(total, point) if bit == "1" else total
    return total


def point_ed(raw):
    """The point that 32 bytes encode; None if they encode none."""
    odd, y = divmod(int.from_bytes(raw, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    x = x if (x * x - square) % PRIME == 0 else x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    x = x if x % 2 == odd else -x % PRIME
    return (x, y, 1, x * y % PRIME) if y < PRIME and (x * x - square) % PRIME == 0 and x % 2 == odd else None


BASE = point_ed((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))


def signed_by(key, message, signature):
    """Whether a signature is valid for a key of 32 bytes; keys of small order, which fit anything, are refused."""
    own, shown, count = point_ed(key), point_ed(signature[:32]), int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or own is None or shown is None or count >= GROUP or multiply_ed(8, own)[0] == 0:
        return False
    mixed = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % GROUP
    one, other = multiply_ed(count, BASE), add_ed(shown, multiply_ed(mixed, own))
    return all((one[at] * other[2] - other[at] * one[2]) % PRIME == 0 for at in (0, 1))


def check_signatures(receipts, given):
    """Check receipts with the given keys, or else those in their files, and print lines; how many are wrong."""
    found = Counter()
    for (season, entry, _), each, beside in receipts:
        keys = given or [key["public"] for key in beside if key["id"] == each.get("key")]
        signed = each["statement"].encode(), base64.b64decode(each.get("signature", ""))
        fits = any(signed_by(base64.b64decode(key), *signed) for key in keys)
        if keys and not fits:
            found["WRONG"] += 1
            print(
                printable(f"receipts: WRONG: that of entry {entry} of {season} was not signed by {' or '.join(keys)}")
            )
        elif keys:
            found["signed by a key you gave" if given else "signed by the key in the file: is it the site's?"] += 1
        else:
            found["signature unchecked: give the key that the site publishes, with --key"] += 1
    wrong = found.pop("WRONG", 0)
    print("".join(f"receipts: {count}, {words}\n" for words, count in sorted(found.items())), end="")
    return wrong


# ------------------------------------------------------------------------------------------------ the program


def seasons_of(document):
    """The seasons in an export of one season or of a whole league. Raises `Unreadable`."""
    refuse_other(document, {"format": str}, "")
    if document["format"] == LEAGUE:
        refuse_other(document, {"seasons": [dict]}, "")
        seasons = [(f"seasons[{place}]", each) for place, each in enumerate(document["seasons"])]
    elif document["format"] == SEASON:
        seasons = [("", document)]
    else:
        raise Unreadable(f"it has the format {document['format'][:40]!r}, which this program does not know")
    if not seasons:
        raise Unreadable("it holds no season")
    for at, season in seasons:
        refuse_other(season, SEASON_FORM, at)
        if season["kind"] not in ("public", "whole"):
            raise Unreadable(f"{season['kind'][:40]!r} is no kind of export")
        if season["kind"] == "whole":
            refuse_other(season, {"secret": BYTES}, at)
    return [Season(each) for _, each in seasons]


def noted_heads(given, files):
    """The heads to compare, as `(season or "", number or None, hash)`. Raises `Unreadable`."""
    heads = []
    for text in given:
        found = NOTED.fullmatch(text.strip())
        if not found:
            raise Unreadable(f"{text[:80]!r} is no head: give HASH or NUMBER:HASH, 64 hex digits")
        heads.append(found)
    made = [(found[1] or "", int(found[2]) if found[2] else None, found[3]) for found in heads]
    for name in files:
        text = bytes_of(name)
        try:
            earlier = seasons_of(document_in(text))
        except Unreadable:
            words = re.split(r"[^a-z0-9.\-/:]+", text.decode("utf-8", "replace"))
            noted = [
                found for word in words if len(word) < LONGEST_HEAD and (found := NOTED.fullmatch(word)) and found[2]
            ]
            if not noted:
                raise Unreadable(f"{name} holds no head: write NUMBER:HASH in it, one a line") from None
            made += [(found[1] or "", int(found[2]), found[3]) for found in noted]
        else:
            made += [(season.name, entry["number"], entry["hash"]) for season in earlier for entry in season.entries]
    return made


def receipts_in(name):
    """The receipts in a file, each with its head and the keys in the file. Raises `Unreadable`."""
    text = bytes_of(name).decode("utf-8", "replace").strip()
    whole = [text] if text.startswith("[") else [line for line in text.splitlines() if line.strip()]
    made, keys = [], []
    for part in whole:
        try:
            read = document_in(part.encode())
        except Unreadable as no:
            raise Unreadable(f"{name} holds something that is no receipt: {no}") from None
        for item in read if type(read) is list else [read]:
            item = item.get("receipt", item) if type(item) is dict else item
            if type(item) is dict and "keys" in item:  # the site's answer to a request for its keys
                refuse_other(item, {"keys": [{"id": str, "public": KEY}]}, name)
                keys += item["keys"]
                continue
            statement = item.get("statement") if type(item) is dict else None
            said = document_in(statement.encode()) if type(statement) is str else None
            if type(said) is not dict or type(said.get("entry")) is not int:
                raise Unreadable(f"{name} holds something that is no receipt: give the ones the site answered with")
            found = NOTED.fullmatch(f"{said.get('season')}:{said['entry']}:{said.get('head')}")
            if not found:
                raise Unreadable(f"{name} holds a receipt without season, entry or head")
            refuse_other(item, SIGNED, name)
            made.append(((found[1], int(found[2]), found[3]), item, keys))
    if not made:
        raise Unreadable(f"{name} holds no receipt: give the ones the site answered with, one a line")
    return made


def check_rounds(given):
    """Check beacon rounds given as NUMBER:SIGNATURE, and print a line each; how many are wrong."""
    wrong = 0
    for text in given:
        found = ROUND.fullmatch(text.strip())
        if not found or len(found[2]) % 2:
            raise Unreadable(f"{text[:40]!r} is no round: give NUMBER:SIGNATURE, the signature in 96 hex digits")
        number, signature = int(found[1]), bytes.fromhex(found[2])
        error = round_error(number, signature)
        made = datetime.datetime.fromtimestamp(FIRST_ROUND + (number - 1) * PERIOD, datetime.timezone.utc)
        print(f"round {number} of quicknet, made at {made:%Y-%m-%d %H:%M:%S} UTC")
        if error:
            wrong += 1
            print(f"  WRONG: the signature is refused: {error}")
        else:
            print(f"  the signature is right; randomness {sha256(signature)}")
    return wrong


def bytes_of(name):
    """The contents of a file, or of standard input for `-`; empty for a pipe nobody writes to. Raises
    `Unreadable`.
    """
    if name == "-":
        return b"" if sys.stdin is None else sys.stdin.buffer.read(LARGEST + 1)
    at_once = getattr(os, "O_NONBLOCK", 0)
    try:
        with open(name, "rb", opener=lambda path, flags: os.open(path, flags | at_once)) as file:
            kind = os.fstat(file.fileno()).st_mode
            if stat.S_ISCHR(kind) or stat.S_ISBLK(kind):
                raise Unreadable(f"{name} cannot be read: it is a device, and no file")
            if at_once:
                os.set_blocking(file.fileno(), True)
            return file.read(LARGEST + 1)
    except OSError as no:
        raise Unreadable(f"{name} cannot be read: {no.strerror}") from None
    except ValueError as no:
        raise no if type(no) is Unreadable else Unreadable(f"{name!r} cannot be read: no file is called so") from None


def checked(document, heads=(), *, beacon=True):
    """The seasons of an export, each checked. Raises `Unreadable`.

    Heads without a season are for an export of one season only. Without `beacon`, no signature of it is checked.
    """
    try:
        seasons = seasons_of(document)
        nameless = [head for head in heads if not head[0]]
        if nameless and len(seasons) > 1:
            raise Unreadable("an export of a league needs heads with their season, as SEASON:NUMBER:HASH")
        for season in seasons:
            season.check([head[1:] for head in heads if head[0] in ("", season.name)], beacon=beacon)
    except RecursionError:
        raise Unreadable("it is nested too deeply") from None
    return seasons


def told(season, *, quiet=False):
    """The results of checking a season, in lines."""
    counts = season.counts
    yield (
        f"{season.name}: {counts['entries']} entries, {counts['facts']} facts, {counts['rolls']} rolls, "
        f"{counts['booked']} bookings"
    )
    yield f"  dice: {counts['fit']} rolls fit their keys, {counts['attested']} attested"
    dice = season.document.get("dice")
    if dice in AWAITED:
        what = "words of members" if dice == "reveal" else "a round of the public beacon"
        yield (
            f"  level: {'reveal' if dice == 'reveal' else 'beacon'}: {counts['fallen']} throws awaited {what}; of "
            f"{counts['witnessed']} you noted a head between what was asked and how it fell, which you witness if that was "
            f"before {'any word was revealed' if dice == 'reveal' else 'the round was made'}; the others are not witnessed"
        )
        if dice == "reveal" and season.by_words:
            whose = [f"{name or 'nobody'} in {count}" for name, count in sorted(season.by_words.items())]
            yield f"  words: throws fell by those of {', '.join(whose)}"
        if dice != "reveal":
            signed = "unchecked" if season.signed is None else f"{len(season.signed)} checked"
            yield f"  beacon: signatures {signed}"
    elif season.leaves:
        yield (
            f"  level: words: {counts['leaves']} leaves that were committed before, each mixed with all that was decided "
            f"before it, {counts['words']} of them with words of whoever gave the command"
        )
    else:
        proven = "; its keys are made from the secret that is shown" if season.secret else "; its keys are unproven"
        yield f"  level: one secret: whoever has the season's secret knows all its dice to come{proven}"
    for name, rolls in sorted(season.waiting.items()):
        yield f"  dice: {rolls} rolls wait for a key that is not published yet ({name})"
    if counts["sealed"] or counts["unsalted"]:
        yield (
            f"  chain: {counts['sealed']} entries are sealed; the content of {counts['unsalted']} after the first "
            f"of them can be checked once it is open"
        )
    if counts["logs"]:
        yield f"  logs: {counts['logs']} of matches are what their digests say"
    yield f"  heads: {counts['heads']} you noted are in the chain; its last is {season.document['head']}"
    lines = ([] if quiet else season.notes) + season.found
    wrong = set(map(id, season.found))
    for line in sorted(lines, key=lambda line: line[0]):
        number, sentence = line
        mark = "WRONG" if id(line) in wrong else "note"
        yield f"  {mark}: {f'entry {number}: ' if number else ''}{sentence}"


def printable(line):
    """A line in which unprintable characters, which could hide or reorder text, are shown as their codes."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in line)


def main(arguments=None):
    """Check an export, or rounds of the beacon. Returns the exit status."""
    parser = argparse.ArgumentParser(description="Check the export of a Dethmetal season.")
    parser.add_argument("export", nargs="?", help="the file that was downloaded, or - for standard input")
    parser.add_argument("--head", action="append", default=[], metavar="[N:]HASH", help="a head you noted earlier")
    parser.add_argument("--heads", action="append", default=[], metavar="FILE", help="N:HASH lines, or an old export")
    parser.add_argument("--receipt", action="append", default=[], metavar="FILE", help="receipts, one in JSON a line")
    parser.add_argument(
        "--key", action="append", default=[], metavar="KEY", help="the site's key, in base64: it signs receipts"
    )
    parser.add_argument("--round", action="append", default=[], metavar="N:SIGNATURE", help="a round of the beacon")
    parser.add_argument("--no-beacon", action="store_true", help="check no signature of the beacon in an export")
    parser.add_argument("--quiet", action="store_true", help="say nothing of what is in order")
    asked = parser.parse_args(arguments)
    if asked.export is None and not asked.round:
        parser.error("name an export, or a round of the beacon with --round")
    if asked.export is None and (asked.head or asked.heads or asked.receipt):
        parser.error("a head or receipt is compared with an export: name one")
    if asked.key and not asked.receipt:
        parser.error("a key is for the signatures of receipts: give them with --receipt")
    try:
        wrong = check_rounds(asked.round)
        if asked.export is None:
            print("No export was checked, and nothing of a season: the round alone was.")
            return 1 if wrong else 0
        text, heads = bytes_of(asked.export), noted_heads(asked.head, asked.heads)
        receipts = [receipt for name in asked.receipt for receipt in receipts_in(name)]
        refuse_other(asked.key, [KEY], "--key")
        heads += [head for head, *_ in receipts]
        wrong += check_signatures(receipts, asked.key)
    except Unreadable as no:
        print(printable(f"{no}."))
        return 1
    try:
        seasons = checked(document_in(text), heads, beacon=not asked.no_beacon)
    except Unreadable as no:
        print(printable(f"{asked.export} cannot be checked as an export: {no}. Download it again."))
        return 1
    wrong += sum(len(season.found) for season in seasons)
    for season in seasons:
        for line in told(season, quiet=asked.quiet):
            print(printable(line))
    print("Nothing is wrong." if not wrong else f"{wrong} finding{'s' if wrong > 1 else ''}: see the lines above.")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("Stopped before the end: nothing was changed; give the same words again to check it.", file=sys.stderr)
        sys.exit(STOPPED)
