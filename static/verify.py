#!/usr/bin/env python3
"""Check the export of a Dethmetal season, with nothing but Python 3.9 or newer and this file.

    python verify.py export.json
    python verify.py export.json --head 812:HASH      a head you noted: entry 812 had that hash
    python verify.py export.json --heads FILE         many of them, or an export you saved earlier

It recomputes every hash of the chain, throws every die again with the keys that are published, adds up the books,
and compares the chain with the heads you noted. It says what it found, one line each, and ends with 1 when anything
is wrong. A file that is no export is refused in a sentence. It does not know the rules of the game: that a fact follows from its command and its dice is for whoever
runs the site's own `manage.py verify`.

How a face is made. The key of a path is HMAC-SHA256(the season's secret, NAME), where NAME is

    pre|m1             for m1/pre/...      published when the line-ups of m1 are locked
    match|m1|WORDS     for m1/...          published when the settlement of m1 is closed
    shop|m1            for m1/shop/...     published when the shops of m1 are closed
    season             for any other path  published when the season is closed
    amend|812          for what the amend that is entry 812 threw, whatever the path; published with it

A face that fell stays: an amend, and a command in the place of one that was struck, shows what fell on its paths
before, and after that one face of the key for each die that is new, counted as if the key had thrown all before it.
Dice that were thrown at a real table were entered by somebody. Where a face was misread, an amend says so: it names the
path, the number of the die on it, the face that stood there and the one that fell, and who else approved it. From then
on the die shows the face that fell. No face that a key threw is replaced so.
A season that was brought here from elsewhere took a fresh secret, in an entry `renew_secret`, and shows the one before:
matches that were announced before that entry, and every other path that had fallen, come from the secret it shows.

Block 0 of a path's bytes is HMAC-SHA256(key, "path|0"), and so on. A byte that is too large to be fair is passed
over; any other shows `byte % sides + 1`. All dice of one path, in order, come from that one row of bytes.
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
OPENS, OPENED = "open_season", "season_opened"  # the command that opens a season, and the fact that tells of it
OWN = "own"  # what an amend says of its dice where it has a key of its own; those of earlier releases do not
NO_KEY = "-"  # for what shows no face that has not fallen
RENEWS = "renew_secret"  # the command by which a season shows its secret and takes a fresh one
PUBLISHES = {"lock_line_ups": "pre", "close_settlement": "match", "settle_match": "shop"}  # which key of its match
LARGEST, LARGEST_LOG = 256_000_000, 64_000_000  # bytes of an export, and of a log once it is unpacked
DIGITS = 18  # of a number: none in an export has more
LONGEST_HEAD = 300  # characters of a head with its season and number
STOPPED = 130  # what it ends with after Ctrl-C


# ------------------------------------------------------------------------------------------ what the rules say

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
        "accept_report add_match adjust_balance adjust_driver adopt_edition announce_round approve_trade award_cup "
        "award_points change_switch close_season close_setup close_staff_keep draw_sponsors end_decisions "
        "end_shopping fold_franchise forfeit_match found_franchise give_car give_item give_sponsor lock_line_ups "
        "next_setup_step open_draft open_from_sheet open_season open_setup rank_table refill_franchise "
        "refuse_trade retire_drivers take_car take_item take_sponsor void_match waive_garage"
    ),
    "season": (
        "close_draft close_pool close_round close_settlement open_settlement open_shopping renew_secret "
        "roll_pre_match settle_match"
    ),
}
REASONED = (  # house acts, which nobody gives without a reason
    "add_match adjust_balance adjust_driver adopt_edition award_points change_switch end_decisions end_shopping "
    "fold_franchise forfeit_match give_car give_item give_sponsor open_from_sheet refill_franchise take_car "
    "take_item take_sponsor void_match"
)
# <<<
GIVER = {tag: giver for giver, tags in GIVEN_BY.items() for tag in tags.split()}
ITSELF, STEWARD, CLOCK = "season", "steward", "clock"  # who acts where no member does
WHOSE = {"owner": "an owner", "commissioner": "a commissioner", "season": "nobody but the season itself"}
GIVES = {ITSELF: "season", STEWARD: "owner", CLOCK: "commissioner"}  # and whose commands they give
NO_IDS = {"again": "[2-9]|[1-9][0-9]+", "level": "[1-9][0-9]*"}  # what stands in a path and is no id
OUT_OF_ORDER = 600  # seconds by which an entry may be dated before another: two who write at once, a clock put right


# ------------------------------------------------------------------------------------------- what an export is


class Unreadable(ValueError):
    """A file is no export; the text says why."""


class Like:
    """A text of a given look, with the words for it."""

    def __init__(self, look, says):
        self.look, self.says = re.compile(look), says


# A form is a type, a look, `[form]` for a list, `{name: form}` for an object, where "name?" may be missing and the one
# name `str` or a look stands for any, or `(form, None)` for what may be null. What no form names may be anything.
ANY = object
BYTES = Like("([0-9a-f]{2})*", "hex digits")
NUMBER = Like("[0-9]{1,9}", "the number of an entry")
PATH = Like(r"[a-z0-9][a-z0-9.\-]*(/[a-z0-9][a-z0-9._\-]*)+", "the path of a die")
ROLL = {"path": PATH, "sides": ANY, "faces": [int], "why": str}
FACT = {"kind": str, "rolls?": [ANY]}
COMMAND = {"type": str, "match?": str, "secret_hash?": str}
TYPED = {"faces?": {str: [int]}, "typist?": str, "witness?": str}
TOLD = {"commands?": [COMMAND], "facts?": [FACT], "rolls?": [ROLL]}
AMENDED = {"retold?": ({NUMBER: TOLD}, None)}
BODY = {"command": COMMAND, "facts": [FACT], "rolls": [ROLL], "typed?": (TYPED, None), "amended?": (AMENDED, None)}
BODY = {**BODY, "approved_by?": str, "unapproved?": bool}
MISREAD = {PATH: {NUMBER: {"was": int, "now": int}}}
SEALED = {"at": str, "content_hash": str, "hash": str, "number": int, "previous": str, "seal": str}
SEALED = {**SEALED, "body?": (BODY, None)}
OPEN = {**SEALED, "actor": str, "command": str, "on_behalf_of": str, "opened_by": (int, None), "reason": str}
OPEN = {**OPEN, "reason_hash": str, "digest?": str, "salt?": str}
STATE = {"matches?": ({str: {"words?": str}}, None), "franchises?": ({str: {"balance?": int}}, None)}
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
    "matches": [str],
    "balances": {str: int},
    "logs?": [LOG],
    "entries": [SEALED],
}
FACTS = {  # what else a fact of that kind says
    "match_announced": {"match": str},
    "line_ups_locked": {"match": str, "words": str},
    OPENED: {"secret_hash": str},
}
COMMANDS = {  # and a command of that type
    RENEWS: {"earlier_secret": BYTES, "secret_hash": str},
    AMEND: {"corrections": {NUMBER: [COMMAND]}, "misread?": MISREAD},
    PREVIEW: {"misread?": MISREAD},
    "accept_report": {"match": str, "report": {"source?": {"packet?": str, "log_digest?": str}}},
}
BOOKED = {"franchise": str, "amount": int, "balance": int}
WORDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
WORDS = {**WORDS, dict: "an object", list: "a list"}


def in_words(value):
    """What kind of thing a value of JSON is."""
    return "null" if value is None else WORDS[type(value)]


def refuse_other(value, form, at):
    """Raise `Unreadable` unless a value has that form; `at` says where it stands."""
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
    """The form of an object, with what its own kind asks for besides."""
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
    """The JSON in the bytes of a file. Raises `Unreadable`."""
    for begins, of in ((b"\xfd7zXZ", "xz"), (b"\x1f\x8b", "gzip"), (b"PK\x03\x04", "zip"), (b"BZh", "bzip2")):
        if text.startswith(begins):
            raise Unreadable(f"it is compressed by {of}: unpack it first")
    if len(text) > LARGEST:
        raise Unreadable(f"it has more than {LARGEST} bytes")
    try:
        made = json.loads(
            text.decode(), object_pairs_hook=each_once, parse_constant=no_number, parse_int=counted
        )
        if re.search(rb"\\u[dD][89a-fA-F]", text):
            text_of(made)  # halves of characters cannot be written
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
    """An object whose names are each there once."""
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _ in pairs]
        raise Unreadable(f"{next(name for name in names if names.count(name) > 1)[:40]!r} stands twice in one object")
    return made


def no_number(name):
    """Raise `Unreadable` for a number that JSON does not have."""
    raise Unreadable(f"{name} is no number that JSON has")


def moment(text):
    """The moment that a text says. Raises `Unreadable`."""
    try:
        return datetime.datetime.fromisoformat(text).astimezone(datetime.timezone.utc)
    except (ValueError, OverflowError):
        raise Unreadable(f"{text[:40]!r} is no moment") from None


def counted(digits):
    """A whole number that somebody can have counted."""
    if len(digits) > DIGITS:
        raise Unreadable(f"it has a number of {len(digits)} digits")
    return int(digits)


# ------------------------------------------------------------------------------------------- hashes and dice


def text_of(value):
    """A value as JSON in the one way that is hashed: no spaces, names in the order they stand in."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def sha256(raw):
    """SHA-256 in hex digits."""
    return hashlib.sha256(raw).hexdigest()


def key_named(secret, name):
    """The key of that name, in hex digits."""
    return hmac.new(secret, name.encode(), hashlib.sha256).hexdigest()


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
    """A season's export and what was found out about it."""

    def __init__(self, document):
        self.document = document
        self.name = document["season"]
        self.entries = document["entries"]
        self.whole = document["kind"] == "whole"
        self.secret = bytes.fromhex(document["secret"]) if self.whole else None
        self.shut_from = document["shut_from"]
        self.found = []  # (entry, sentence): what is wrong
        self.notes = []  # (entry, sentence): what is worth knowing
        self.counts = Counter()
        self.waiting = Counter()  # rolls whose key is not published yet, by the key's name
        taken = [(number, body["command"]) for number, body in self.bodies() if body["command"]["type"] == RENEWS]
        self.shown = [(number, bytes.fromhex(each["earlier_secret"]), each["secret_hash"]) for number, each in taken]
        self.earlier = self.fell_before()  # the secret of what fell before a fresh one: of matches, of other paths

    def wrong(self, entry, sentence):
        self.found.append((entry, sentence))

    def check(self, heads=()):
        """Everything there is to check; what is wrong stands in `found`."""
        self.check_beginning()
        self.check_chain()
        self.check_commitment()
        self.check_givers()
        self.check_times()
        self.check_procedures()
        self.check_dice()
        self.check_books()
        self.check_logs()
        self.check_heads(heads)

    # -------------------------------------------------------------------------------------- the logs

    def check_logs(self):
        """Every log holds what its digest says, and a match that says it was resolved here has its own, and packet."""
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
        if said["opening"]:
            row = {name: said[name] for name in ("opening", "previous", "season", "secret_hash")}
            if sha256(text_of(row)) != said["genesis"]:
                self.wrong(0, "the genesis does not fit the opening, the secret's hash and the head before it")
            if not (said["previous"] or said["forked_from"]) and set(said["opening_state"] or {}) - {"number"}:
                self.wrong(0, "the opening of a league's first season holds something already")
        elif not (said["forked_from"] and self.shut_from == 1):
            self.wrong(0, "the opening was left out, which only a rehearsal with sealed line-ups has a reason for")
        committed = said["secret_hash"]
        for number, secret, following in self.shown:
            if sha256(secret) != committed:
                self.wrong(number, "shows another secret than the one whose hash was published")
            self.notes.append((number, "took fresh dice, and shows the secret of those before"))
            committed = following
        if self.whole and sha256(self.secret) != committed:
            self.wrong(0, "the secret is not the one whose hash was published")
        for name, key in said["keys"].items():
            secret = self.secret_of(name.split("|")[1] if "|" in name else "")
            if secret is not None and key_named(secret, name) != key:
                self.wrong(0, f"the key {name} was not made from the secret")

    def check_commitment(self):
        """The season was opened with the hash of its secret, and no amend struck that or put another in its place."""
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
        """Every entry follows the one before it, and is what its hash says."""
        previous = self.document["genesis"]
        for place, entry in enumerate(self.entries, start=1):
            if entry["number"] != place:
                self.wrong(place, f"is missing: entry {entry['number']} stands in its place")
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
        """Every command was given by somebody who may give it, and with a reason where it needs one."""
        for entry in self.entries:
            number, body = entry["number"], entry.get("body")
            if body is None or "actor" not in entry:
                continue
            tag = body["command"]["type"]
            actor, behalf = entry["actor"], entry["on_behalf_of"]
            giver = "commissioner" if tag in (AMEND, PREVIEW) else GIVER.get(tag)
            if giver is None:
                self.wrong(number, f"gives {tag[:40]}, which is no command that this program knows: download it anew")
            elif giver != GIVES.get(actor, giver) or (giver == "season" and actor != ITSELF):
                self.wrong(number, f"has {tag} given by {actor}, and it is for {WHOSE[giver]} to give")
            elif actor in GIVES or self.document["forked_from"]:
                continue  # who tries things out in a rehearsal of their own is everybody there, and owes no reason
            elif behalf not in ("", body["command"].get("franchise")) or (behalf and giver != "owner"):
                self.wrong(number, f"has {tag} given on behalf of {behalf}, whose it is not to give")
            elif (behalf or tag in REASONED.split() or tag == AMEND) and not entry["reason_hash"]:
                self.wrong(number, f"gives {tag} without a reason, and it needs one")

    def check_times(self):
        """No entry is dated before the season was opened, or well before an entry before it."""
        latest, by = moment(self.document["opened_at"]), 0
        for entry in self.entries:
            at = moment(entry["at"])
            if (latest - at).total_seconds() > OUT_OF_ORDER:
                than = f"entry {by}" if by else "the season was opened"
                self.wrong(entry["number"], f"is dated {entry['at'][:19]}, before {than}")
            elif at > latest:
                latest, by = at, entry["number"]

    # -------------------------------------------------------------------- what was told, and what stands

    def bodies(self):
        """The entries that can be read, each with its body."""
        return [(each["number"], each["body"]) for each in self.entries if each.get("body") is not None]

    def told(self):
        """All that was ever told: the entry that tells it and the one it is about, facts, rolls, `Origin`, commands."""
        typed, fell, aside = {}, {}, {}
        for number, body in self.bodies():
            own = typed_in(body)
            typed.update(own)
            again = {path: aside.get(path, []) for path in body.get("again", [])}
            yield number, number, body["facts"], body["rolls"], Origin(own, again), [body["command"]]
            amended = body.get("amended") or {}
            corrected = with_misread(fell, misread_in(body))
            if amended.get("dice") == OWN:
                thrown = f"amend|{number}" if body["command"]["type"] == AMEND else NO_KEY
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
        """What stands now, as (number, facts, rolls): the last amend says which entries stand otherwise."""
        bodies = self.bodies()
        amends = [body for _, body in bodies if body["command"]["type"] == AMEND]
        otherwise = retold(amends[-1]) if amends else {}
        for number, body in bodies:
            if number in otherwise:
                yield number, otherwise[number].get("facts", []), otherwise[number].get("rolls", [])
            else:
                yield number, body["facts"], body["rolls"]

    def unreadable_amend(self):
        """The number of an amend that cannot be read yet, 0 when there is none."""
        hidden = (each["number"] for each in self.entries if each.get("command") == AMEND and "body" not in each)
        return next(hidden, 0)

    # -------------------------------------------------------------------------------------- the dice

    def check_procedures(self):
        """Every die is one that the rules ask for: its path, its sides, how many, by which command, and for whom."""
        matches = self.words_of_matches()
        for teller, about, facts, rolls, _, commands in self.told():
            tags = {each["type"] for each in commands}
            paths = defaultdict(list)
            for roll in rolls:
                paths[roll["path"]].append(roll)
            for path, thrown in paths.items():
                fault = misthrown(path, thrown, tags, matches) or untold(path, thrown, facts)
                if fault:
                    self.wrong(teller, f"{of(about, teller)}{path}: {fault}")

    def check_dice(self):
        """Every face is thrown again, no path is thrown twice, and no fact speaks of a roll that was not thrown."""
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

    def check_set_aside(self):
        """What an amend sets aside is what fell: it falls again where its path is opened again."""
        fell = {}
        for number, body in self.bodies():
            fell = fell_since(fell, body)
            for path, faces in set_aside(body).items():
                if fell.get(path) != faces:
                    self.wrong(number, f"sets other faces aside for {path} than fell")

    def check_misread(self):
        """A die that an amend says was misread was entered by hand, showed that face, and has the other one."""
        fell, entered = {}, {}
        for number, body in self.bodies():
            for path, die, was, now in misread_in(body):
                faces = fell.get(path, [])
                if not 1 <= die <= len(faces):
                    self.wrong(number, f"says that die {die} of {path} was misread, and none had fallen there")
                elif faces[:die] != entered.get(path, [])[:die]:
                    self.wrong(number, f"replaces die {die} of {path}, which nobody entered by hand")
                elif faces[die - 1][1] != was:
                    self.wrong(number, f"says that die {die} of {path} showed {was}, and it showed {faces[die - 1][1]}")
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
        """Who says so of a die that was misread, and who approved it."""
        actor, approved = self.entries[number - 1]["actor"], body.get("approved_by", "")
        marked = (body.get("amended") or {}).get("unapproved") is True
        if not (approved or marked or self.document["forked_from"]) or approved == actor:
            self.wrong(number, "corrects misread dice, was approved by nobody else, and does not say so")
        by = f"approved by {approved}" if approved else "not approved by anybody else"
        self.notes.append((number, f"{sentence}: {actor} says so, {by}"))

    def check_read(self, teller, about, fact, fell):
        """What is read from a match that was voided fell for it, and shows what it is said to."""
        subject = f"{fact['driver']}/heart" if "driver" in fact else f"{fact['item']}/breakdown"
        path = f"{fact['rolled_for']}/pre/{subject}"
        held = fell[path][0] > fact["fails_up_to"] if path in fell else None
        if held is not fact["kind"].endswith("_held"):
            fault = "did not fall" if held is None else "fell otherwise"
            self.wrong(teller, f"{of(about, teller)}its {fact['kind']} reads {path}, which {fault}")

    def fell_before(self):
        """The secret that each match and each other path was thrown with before the season took a fresh one."""
        earlier = {}
        for at, secret, _ in self.shown:
            told = [(facts, rolls) for teller, _, facts, rolls, _, _ in self.told() if teller < at]
            matches = {fact["match"] for facts, _ in told for fact in facts if fact["kind"] == "match_announced"}
            paths = {roll["path"] for _, rolls in told for roll in rolls}
            for each in matches | {path for path in paths if path.split("/")[0] not in matches}:
                earlier.setdefault(each, secret)
        return earlier

    def secret_of(self, thrown):
        """The secret that a match, by its id, or a path comes from; None where nobody may know it."""
        return self.earlier.get(thrown.split("/")[0], self.earlier.get(thrown, self.secret))

    def words_of_matches(self):
        """The matches, and the owners' words that each was ever locked with."""
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
        """Every key that an entry published is there: without it, dice would go unchecked."""
        for number, body in self.bodies():
            kind, match = PUBLISHES.get(body["command"]["type"]), body["command"].get("match", "")
            names = [f"match|{match}|{each}" for each in words.get(match, [""])]
            if kind and not any(
                self.key(name, match) for name in (names if kind == "match" else [f"{kind}|{match}"])
            ):
                self.wrong(number, f"published the {kind} key of {match}, which is not here")
            if body["command"]["type"] == "close_season" and not self.key("season", ""):
                self.wrong(number, "published the season's own key, which is not here")

    def check_typed(self):
        """Who says so of faces that came from a real table, and whether an entry's rolls show them."""
        for number, body in self.bodies():
            for path, (faces, typist, witness) in typed_in(body).items():
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
        """The rolls of one path in one entry, against what fell before, the key, or what was typed in."""
        faces = [face for roll in thrown for face in roll["faces"]]
        sides = [roll["sides"] for roll in thrown for _ in roll["faces"]]
        if impossible := [each for each in sides if type(each) is not int or not 2 <= each <= 256]:
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
        if new and origin.key == NO_KEY:
            self.wrong(teller, f"{of(about, teller)}{path}: a preview shows faces that had not fallen")
            return
        names = [origin.key] if origin.key else key_names(path, words)
        keys = [key for name in names if (key := self.key(name, path, by=teller))] if new else [""]
        if not keys:
            self.waiting[names[0]] += len(thrown)
            return
        made = [falls(key, path, sides, before) for key in keys]
        if faces in made:
            self.counts["fit"] += len(thrown)
            return
        place = next(at for at, (shown, due) in enumerate(zip(faces, made[0])) if shown != due)
        why = next(iter(each["why"] for each in thrown))
        due = f"what fell is {made[0][place]}"
        if place >= len(sides) - new:
            due = f"the published key throws {made[0][place]}"
        self.wrong(teller, f"{of(about, teller)}{path} ({why}): face {place + 1} is {faces[place]} and {due}")

    def key(self, name, thrown, by=None):
        """The key of that name, of a match, a path or the amend `by`: made from the secret where that is known."""
        if name.startswith("amend|"):
            secret = next((shown for at, shown, _ in self.shown if by < at), self.secret)
        else:
            secret = self.secret_of(thrown)
        return self.document["keys"].get(name) if secret is None else key_named(secret, name)

    # ------------------------------------------------------------------------------------- the books

    def check_books(self):
        """What was booked, from the opening on, comes to the balances of now."""
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
        """Heads that were noted earlier are where they were: `(number or None, hash)` each."""
        hashes = [each["hash"] for each in self.entries]
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
    """The pattern of a procedure's paths, each id in it under its name."""
    parts = re.split(r"\{(\w+)\}", path)
    named = [f"(?P<{each}>{NO_IDS.get(each, ID)})" if at % 2 else re.escape(each) for at, each in enumerate(parts)]
    return re.compile("".join(named))


PLACES = [(place_of(row[0]), row) for row in PROCEDURES]


def misthrown(path, rolls, tags, matches):
    """What the rules do not ask for about the rolls of a path, in words; "" where there is nothing."""
    found = [(at, row) for place, row in PLACES if (at := place.fullmatch(path))]
    if not found:
        return "nothing is thrown there"
    at, (_, throws, most, commands) = found[0]
    if tags.isdisjoint(commands.split()):
        return f"is thrown by {' and '.join(sorted(tags))}, and belongs to {commands}"
    if at.groupdict().get("match", "") not in {"", *matches}:
        return "is thrown for a match that was never announced"
    kinds = [kind_of(roll)[1] for roll in rolls]
    allowed = [re.compile(each.replace("n", "[0-9]+")) for each in throws.split()]
    for place, kind in enumerate(kinds):
        if not any(each.fullmatch(kind) for each in (allowed if place else allowed[:1])):
            return f"throws {kind} where the rules have {throws if place else throws.split()[0]}"
    dice = sum(len(roll["faces"]) for roll in rolls)
    return f"throws {dice} dice where the rules have {most} at most" if 0 < most < dice else ""


def kind_of(roll):
    """Where a roll was thrown, with how many dice of how many sides; None for what is no roll."""
    is_roll = type(roll) is dict and {"path", "sides", "faces"} <= roll.keys() and type(roll["faces"]) is list
    return (roll["path"], f"{len(roll['faces'])}d{roll['sides']}") if is_roll else None


def untold(path, rolls, facts):
    """Which roll of a path no fact tells of, with whomever it is thrown for, in words; "" where each is told."""
    at = next(found for place, _ in PLACES if (found := place.fullmatch(path)))
    ids = {id for name, id in at.groupdict().items() if name not in ("match", "round", *NO_IDS)}
    for roll in rolls:
        told = [fact for fact in facts if kind_of(roll) in map(kind_of, fact.get("rolls", []))]
        if not any(ids <= {each for each in fact.values() if type(each) is str} for fact in told):
            return "no fact tells of that throw" + (f" for {' and '.join(sorted(ids))}" if told else "")
    return ""


class Origin:
    """Where the faces of some rolls come from: typed in, fallen before, and the key of what is new, "" for its path's."""

    def __init__(self, typed, fell, key=""):
        self.typed, self.fell, self.key = typed, fell, key


def set_aside(body):
    """What an amend says had fallen and nothing shows any more: the faces of each path, with the sides of each die."""
    aside = (body.get("amended") or {}).get("set_aside") or {}
    return {path: [tuple(face) for face in faces] for path, faces in aside.items()}


def misread_in(body):
    """The dice that an amend, or the preview of one, says were misread: path, number, face entered, face that fell."""
    found = body["command"].get("misread") or {} if body["command"]["type"] in (AMEND, PREVIEW) else {}
    dice = [(path, int(die), each["was"], each["now"]) for path, of_it in found.items() for die, each in of_it.items()]
    return sorted(dice)


def with_misread(fell, dice):
    """The faces of each path with those of the misread dice replaced."""
    faces = {path: list(shown) for path, shown in fell.items()}
    for path, die, _, now in dice:
        shown = faces.get(path, [])
        if 1 <= die <= len(shown):
            shown[die - 1] = (shown[die - 1][0], now)
    return faces


def fell_since(fell, body):
    """What had fallen, by path, after an entry too: nothing falls by a preview."""
    if body["command"]["type"] == PREVIEW:
        return fell
    after = with_misread(fell, misread_in(body))
    for rolls in (body["rolls"], *(stands.get("rolls", []) for stands in retold(body).values())):
        take(after, rolls)
    return after


def enter(entered, body, before, fell):
    """Add the faces that somebody entered for an entry to those of others, by path, with the sides of each die.

    An amend takes them for what had not fallen `before` alone; those of earlier releases took them for anything.
    """
    own = (body.get("amended") or {}).get("dice") == OWN
    for path, (faces, *_) in typed_in(body).items():
        shown = fell.get(path, [])[: len(faces)]
        if [face for _, face in shown] == faces and not (own and path in before):
            entered[path] = shown


def take(fell, rolls):
    """Add the faces of some rolls to those that fell, by path; of two that differ the later ones hold."""
    paths = defaultdict(list)
    for roll in rolls:
        paths[roll["path"]] += [(roll["sides"], face) for face in roll["faces"]]
    for path, faces in paths.items():
        if fell.get(path, [])[: len(faces)] != faces:
            fell[path] = faces


def shown_again(before, sides):
    """Those of the faces that fell before that are shown again, as long as the dice have as many sides."""
    alike = 0
    while alike < min(len(before), len(sides)) and before[alike][0] == sides[alike]:
        alike += 1
    return [face for _, face in before[:alike]]


def falls(key, path, sides, before):
    """The faces of dice with those sides: what fell before, and after that the key's."""
    again = shown_again(before, sides)
    if len(again) == len(sides):
        return again
    stream = Stream(bytes.fromhex(key), path)
    drawn = [stream.throw(each) for each in sides]
    return again + drawn[len(again) :]


def of(about, teller):
    """Whom a sentence is about, where an amend tells of another entry."""
    return "" if about == teller else f"of entry {about}: "


def retold(body):
    """What an amend, or the preview of one, says of other entries, by their numbers."""
    return {int(number): stands for number, stands in ((body.get("amended") or {}).get("retold") or {}).items()}


def published(commands):
    """The hashes of a secret that the openings among some commands publish."""
    return {each.get("secret_hash", "") for each in commands if each["type"] == OPENS}


def typed_in(body):
    """The paths whose faces came from a real table, each with its faces, typist and witness."""
    typed = body.get("typed") or {}
    by = (typed.get("typist", ""), typed.get("witness", ""))
    return {path: (faces, *by) for path, faces in typed.get("faces", {}).items()}


def key_names(path, words):
    """The names of the keys a path may have been thrown with; more than one when an amend changed the words."""
    first, second = path.split("/")[:2]
    if first not in words:
        return ["season"]
    if second in ("pre", "shop"):
        return [f"{second}|{first}"]
    return [f"match|{first}|{each}" for each in dict.fromkeys(words[first])]


# ------------------------------------------------------------------------------------------------ the program


def seasons_of(document):
    """The seasons of an export, of one season or of a whole league. Raises `Unreadable`."""
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
    """The heads to compare with, as `(season or "", number or None, hash)`."""
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
            noted = [found for word in words if len(word) < LONGEST_HEAD and (found := NOTED.fullmatch(word)) and found[2]]
            if not noted:
                raise Unreadable(f"{name} holds no head: write NUMBER:HASH in it, one a line") from None
            made += [(each[1] or "", int(each[2]), each[3]) for each in noted]
        else:
            made += [(season.name, each["number"], each["hash"]) for season in earlier for each in season.entries]
    return made


def bytes_of(name):
    """What a file holds, standard input for `-`; a pipe that nobody writes to holds nothing. Raises `Unreadable`."""
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


def checked(document, heads=()):
    """The seasons of an export, each checked; heads without a season are for an export of one season alone.

    Raises `Unreadable`.
    """
    try:
        seasons = seasons_of(document)
        nameless = [each for each in heads if not each[0]]
        if nameless and len(seasons) > 1:
            raise Unreadable("an export of a league needs heads with their season, as SEASON:NUMBER:HASH")
        for season in seasons:
            season.check([head[1:] for head in heads if head[0] in ("", season.name)])
    except RecursionError:
        raise Unreadable("it is nested too deeply") from None
    return seasons


def told(season, *, quiet=False):
    """What was found out about a season, in lines."""
    counts = season.counts
    yield (
        f"{season.name}: {counts['entries']} entries, {counts['facts']} facts, {counts['rolls']} rolls, "
        f"{counts['booked']} bookings"
    )
    yield f"  dice: {counts['fit']} rolls fit their keys, {counts['attested']} attested"
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
    for line in sorted(lines, key=lambda each: each[0]):
        number, sentence = line
        mark = "WRONG" if id(line) in wrong else "note"
        yield f"  {mark}: {f'entry {number}: ' if number else ''}{sentence}"


def main(arguments=None):
    """Check an export; the answer is what the program ends with."""
    parser = argparse.ArgumentParser(description="Check the export of a Dethmetal season.")
    parser.add_argument("export", help="the file that was downloaded, or - for standard input")
    parser.add_argument("--head", action="append", default=[], metavar="[N:]HASH", help="a head you noted earlier")
    parser.add_argument("--heads", action="append", default=[], metavar="FILE", help="N:HASH lines, or an old export")
    parser.add_argument("--quiet", action="store_true", help="say nothing of what is in order")
    asked = parser.parse_args(arguments)
    try:
        text, heads = bytes_of(asked.export), noted_heads(asked.head, asked.heads)
    except Unreadable as no:
        print(f"{no}.")
        return 1
    try:
        seasons = checked(document_in(text), heads)
    except Unreadable as no:
        print(f"{asked.export} cannot be checked as an export: {no}. Download it again.")
        return 1
    wrong = sum(len(each.found) for each in seasons)
    for season in seasons:
        for line in told(season, quiet=asked.quiet):
            print(line)
    print("Nothing is wrong." if not wrong else f"{wrong} finding{'s' if wrong > 1 else ''}: see the lines above.")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("Stopped before the end: nothing was changed; give the same words again to check it.", file=sys.stderr)
        sys.exit(STOPPED)
