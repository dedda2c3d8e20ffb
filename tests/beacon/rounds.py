"""Recorded signatures of real quicknet rounds, and forged ones."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

VERIFY: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "static" / "verify.py"))
RECORDED = {
    123: "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92",
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
    1001: "b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41",
    1002: "ab066f9c12dd6de1336fca0f925192fb0c72a771c3e4c82ede1fd362c1a770f9eb05843c6308ce2530b53a99c0281a6e",
    1003: "b104c82771698f45fd8dcfead083d482694c31ab519bcef077f126f3736fe98c8392fd5d45d88aeb76b56ccfcb0296d7",
}
"""Signatures of real rounds in hex, by number of the round."""
RANDOMNESS = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"
"""The randomness of round 1000."""
FIELD = VERIFY["FIELD"]


def written(x: int, y: int) -> str:
    """A point of the curve in compressed hex, as signatures are written."""
    return (x | 1 << 383 | (2 * y > FIELD) << 381).to_bytes(48, "big").hex()


def with_order_three(signature: str) -> str:
    """A signature with a point of order three added. A pairing alone does not tell it from the signature."""
    point, _ = VERIFY["decompress"](bytes.fromhex(signature))
    return written(*VERIFY["add_points"](point, (0, 2), VERIFY["FP"]))


def off_the_curve() -> str:
    """A compressed point whose x is in the field but on no point of the curve."""
    x = next(x for x in range(1, 100) if VERIFY["FP"].square_root(x**3 + 4) is None)
    return written(x, 0)


TRUE = RECORDED[1000]
FORGED = {
    "the signature of another round": RECORDED[1001],
    "the negative of the signature": f"{int(TRUE[:2], 16) ^ 0x20:02x}{TRUE[2:]}",
    "a flipped bit": f"{TRUE[:-1]}8",
    "infinity": "c0" + "00" * 47,
    "infinity with a number": "c0" + "00" * 46 + "01",
    "a point of order three": written(0, 2),
    "a point of order three added": with_order_three(TRUE),
    "off the curve": off_the_curve(),
    "a byte too few": TRUE[:-2],
    "a byte too many": f"{TRUE}00",
    "nothing": "",
    "the uncompressed flag": f"{int(TRUE[:2], 16) ^ 0x80:02x}{TRUE[2:]}",
    "a number beyond the field": written(FIELD, 0),
    "the largest number": "9f" + "ff" * 47,
}
"""Wrong signatures for round 1000, by what is wrong with them."""
