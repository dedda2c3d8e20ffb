"""Altered logs are refused with a sentence and never played."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.core.refusals import Malformed, Refusal
from rules.dethmatch.match.orders import StandingOrder
from rules.dethmatch.play.order_checks import refuse_standing
from rules.dethmatch.ruleset import RULESET
from rules.match.ruleset import LogContradicted

DUEL = Path(__file__).parents[3] / "examples" / "matches" / "street-duel.json"


@cache
def kept() -> bytes:
    return RULESET.play_exhibition(DUEL.read_bytes(), secret=b"\x00\xff").log


def order_of(log: dict[str, Any], kind: str) -> dict[str, Any]:
    order: dict[str, Any] = next(logged[3] for logged in log["orders"] if logged[2] == kind)
    return order


def standing_of(log: dict[str, Any]) -> dict[str, Any]:
    standing: dict[str, Any] = log["standing"]["rivets.c1"]
    return standing


@pytest.mark.parametrize(
    ("tamper", "refusal", "says"),
    [
        (lambda log: order_of(log, "speed").update(intent=5), LogContradicted, "has orders for"),
        (lambda log: order_of(log, "phase").update(path=["ZZ"]), LogContradicted, "cannot do ZZ"),
        (lambda log: order_of(log, "phase").update(shuffle="up"), LogContradicted, "goes left, right or back"),
        (lambda log: standing_of(log).update(drift="up"), Malformed, "cannot drift 'up' in a collision: choose stay"),
        (lambda log: standing_of(log).update(pro="ever"), Malformed, "a re-roll is used never, serious, always"),
        (lambda log: standing_of(log).update(quick_draw=7), Malformed, "1 to 6 sixths, or 0 for never, not 7"),
        (lambda log: log["standing"].clear(), LogContradicted, "has no standing orders of rivets.c1"),
        (lambda log: log["digests"].pop(), LogContradicted, "turns and now lasts"),
        (
            lambda log: log["orders"].append(["h9", "nobody", "phase", {}]),
            LogContradicted,
            "and its log has orders of nobody at h9",
        ),
        (lambda log: log.update(hello=1), LogContradicted, "holds something else"),
    ],
)
def test_a_changed_log_is_refused(
    tamper: Callable[[dict[str, Any]], object], refusal: type[Refusal], says: str
) -> None:
    log = json.loads(kept())
    tamper(log)
    with pytest.raises(refusal, match=says):
        RULESET.replay_exhibition(json.dumps(log).encode())


def test_a_log_that_was_written_with_other_spaces_is_the_same_log() -> None:
    assert RULESET.replay_exhibition(json.dumps(json.loads(kept()), indent=1).encode()).log == kept()


@pytest.mark.parametrize("part", [0.0, 0.5, 0.999])
def test_a_log_cut_short_is_refused(part: float) -> None:
    with pytest.raises(Malformed, match="This is no log of a Dethmatch match"):
        RULESET.replay_exhibition(kept()[: int(len(kept()) * part)])


@pytest.mark.parametrize("text", [b'{"edition": 1, "setup": "\xe4"}', b"[" * 100_000], ids=["no UTF-8", "too deep"])
def test_what_is_no_log_is_refused_however_it_is_broken(text: bytes) -> None:
    with pytest.raises(Malformed, match="This is no log of a Dethmatch match"):
        RULESET.replay_exhibition(text)


@pytest.mark.rule("DM-M-147")
@pytest.mark.parametrize("sixths", [0, 6])
def test_a_quick_draw_may_wait_for_a_sure_hit_or_for_ever(sixths: int) -> None:
    refuse_standing("a", StandingOrder(quick_draw=sixths))
    with pytest.raises(Malformed):
        refuse_standing("a", StandingOrder(quick_draw=-1 if not sixths else sixths + 1))
