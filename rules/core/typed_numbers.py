"""Numbers as people type them: with a decimal point or comma, and with thousands grouped. None is guessed."""

from __future__ import annotations

import re
from decimal import Decimal

from rules.core.refusals import Malformed
from rules.core.terms import K

MOST_DIGITS = 12
SIGN_AND_DIGITS = re.compile(r"(?P<sign>[-+−]?)(?P<digits>[.,]?\d[\d.,'’\s]*)")
GROUPS = re.compile(r"[1-9]\d{0,2}([.,'’ ]\d{3})+")
SPACES = re.compile(r"\s")


class NotANumber(Malformed):
    """The text is no number."""


class AmbiguousNumber(Malformed):
    """The text has a point or comma that may group thousands as well as begin a decimal fraction."""

    def __init__(self, text: str, readings: tuple[Decimal, Decimal], *, sign: str = "", unit: str = "") -> None:
        grouped, fraction = (f"{sign}{write_number(reading)}{unit}" for reading in readings)
        super().__init__(f"{text} may be {grouped} or {fraction}: write one of them.")


def read_number(text: str, *, unit: str = "") -> Decimal:
    """The number in a text, such as 1250.5 in `1250.5`, `1250,5`, `1 250,5` and `1.250,5`.

    A single point or comma before exactly three digits, as in `1.250`, is refused, unless the digits before it
    cannot be a group of thousands (`0.250`, `1250.125`). `unit` may follow the number, and follows the readings that
    an error names. Raises `NotANumber` or `AmbiguousNumber`.
    """
    stripped = SPACES.sub(" ", text.strip().removesuffix(unit).removesuffix(unit.upper()).strip())
    match = SIGN_AND_DIGITS.fullmatch(stripped)
    if match is None or sum(map(str.isdecimal, stripped)) > MOST_DIGITS:
        raise NotANumber(f"{text.strip()[:40]!r} is no number.")
    sign = "" if match["sign"] in ("", "+") else "-"
    digits = match["digits"]
    marks = [character for character in digits if not character.isdecimal()]
    if not marks:
        return Decimal(sign + digits)
    last = marks[-1]
    whole, _, fraction = digits.rpartition(last)
    is_decimal = last in ".," and marks.count(last) == 1
    if is_decimal and len(marks) == 1 and _may_be_grouped(whole, fraction):
        readings = Decimal(whole + fraction), Decimal(f"{whole}.{fraction}")
        raise AmbiguousNumber(text.strip(), readings, sign=match["sign"], unit=unit)
    if is_decimal and fraction.isdecimal() and (not whole or whole.isdecimal() or _is_grouped(whole)):
        return Decimal(f"{sign}{_bare(whole) or 0}.{fraction}")
    if _is_grouped(digits):
        return Decimal(sign + _bare(digits))
    raise NotANumber(f"{text.strip()[:40]!r} is no number.")


def read_whole_number(text: str) -> int:
    """The whole number in a text. Raises `NotANumber` or `AmbiguousNumber`."""
    number = read_number(text)
    if number != int(number):
        raise NotANumber(f"{text.strip()[:40]!r} is no whole number.")
    return int(number)


def read_k(text: str) -> int:
    """An amount in k as whole credits; a `k` may follow it. Raises `NotANumber` or `AmbiguousNumber`."""
    credits = read_number(text, unit="k") * K
    if credits != int(credits):
        raise NotANumber(
            f"{text.strip()[:40]!r} is no amount in k: an amount has whole credits, of which 1k has {K}."
        )
    return int(credits)


def write_number(number: Decimal) -> str:
    """The number as it can be read in one way alone: a fraction of three digits has a fourth, as in 1.1250."""
    text = f"{without_trailing_zeros(number):f}"
    return f"{text}0" if _is_ambiguous(text) else text


def without_trailing_zeros(number: Decimal) -> Decimal:
    """The same number with as few decimal places as it needs."""
    text = f"{number:f}"
    return Decimal(text.rstrip("0").rstrip(".")) if "." in text else Decimal(text)


def _is_ambiguous(text: str) -> bool:
    whole, point, fraction = text.lstrip("-").partition(".")
    return bool(point) and _may_be_grouped(whole, fraction)


def _may_be_grouped(whole: str, fraction: str) -> bool:
    return len(fraction) == 3 and 1 <= len(whole) <= 3 and not whole.startswith("0")


def _is_grouped(digits: str) -> bool:
    """Whether the digits are in groups of three with one and the same mark between them."""
    return bool(GROUPS.fullmatch(digits)) and len({mark for mark in digits if not mark.isdecimal()}) == 1


def _bare(digits: str) -> str:
    return "".join(character for character in digits if character.isdecimal())
