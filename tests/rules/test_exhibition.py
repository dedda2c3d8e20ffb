"""The ruleset and edition by which a match outside any league is played."""

from __future__ import annotations

import json

import pytest

from rules.match import exhibition
from rules.match.exhibition import RulesetUnsaid, edition_in, only_ruleset

pytestmark = pytest.mark.rule("DM-M-140")


@pytest.mark.parametrize(
    ("log", "edition"),
    [
        (b"", 0),
        (b"{", 0),
        (b"\xff", 0),
        (b"[" * 99_999, 0),
        (b"{}", 0),
        (b'{"edition": "1"}', 0),
        (b'{"edition": 1}', 1),
        (b'{"edition": 3, "orders": []}', 3),
        (b'{"edition": -1}', 0),
        (json.dumps({"edition": 10**9}).encode(), 0),
    ],
)
def test_a_log_says_its_edition_or_is_taken_to_say_none(log: bytes, edition: int) -> None:
    assert edition_in(log) == edition


def test_the_only_ruleset_plays_a_match_of_which_nobody_says_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhibition, "ruleset_names", lambda: ["rhad"])
    assert only_ruleset() == "rhad"


@pytest.mark.parametrize(("names", "said"), [([], "none is installed"), (["carcult", "rhad"], "carcult, rhad")])
def test_with_no_ruleset_or_several_the_file_has_to_name_one(
    names: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exhibition, "ruleset_names", lambda: names)
    with pytest.raises(RulesetUnsaid, match=f"--ruleset: {said}; or let the file"):
        only_ruleset()
