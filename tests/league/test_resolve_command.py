"""`manage.py resolve`: one match from a file, told, kept, and refused in a sentence."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rules import registry
from rules.exhibition import Exhibition

DUEL = Path(__file__).parents[2] / "examples" / "matches" / "street-duel.json"


class Coin:
    """A ruleset whose matches are a coin thrown by the secret: as much as the command needs of one."""

    name = "coin"
    title = "Heads or tails"

    def exhibit(self, text: bytes, *, secret: bytes) -> Exhibition:
        side = "heads" if secret[0] % 2 else "tails"
        return self.exhibit_again(json.dumps({"match": json.loads(text)["match"], "side": side}).encode())

    def exhibit_again(self, log: bytes) -> Exhibition:
        thrown = json.loads(log)
        return Exhibition(match=thrown["match"], box_score=["side"], story=[f"It is {thrown['side']}."], log=log)


class Reported:
    """A ruleset that plays the matches of leagues alone."""

    name = "reported"
    title = "Reported"


@pytest.fixture
def coin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "BOOKS", ())
    monkeypatch.setattr(registry, "_installed", {})
    with registry.installed(Coin()):  # type: ignore[arg-type]  # all that the command asks of one
        yield


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "match.json"
    made.write_text('{"match": "m1"}')
    return made


def resolved(file: Path, *options: str) -> list[str]:
    call_command("resolve", str(file), *options, stdout=(out := io.StringIO()))
    return out.getvalue().splitlines()


@pytest.mark.usefixtures("coin")
def test_a_match_is_told_and_the_same_secret_tells_it_again(file: Path) -> None:
    said = resolved(file, "--secret", "01ff")
    assert said[:4] == ["The secret is 01ff.", "side", "", "It is heads."]
    assert said[-1].startswith("The log of m1 is ")
    assert len(said[-1].removeprefix("The log of m1 is ")) == 64 + 1
    assert resolved(file, "--secret", "01ff", "--ruleset", "coin") == said
    assert resolved(file, "--secret", "02") != said


@pytest.mark.usefixtures("coin")
def test_without_a_secret_it_makes_one_and_says_it(file: Path) -> None:
    said = resolved(file)[0]
    assert len(bytes.fromhex(said.removeprefix("The secret is ").removesuffix("."))) == 32


@pytest.mark.usefixtures("coin")
def test_what_is_kept_is_played_again_and_comes_out_the_same(file: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    said = resolved(file, "--secret", "01", "--replay", str(kept))
    assert said[-1] == f"Kept in {kept}: play it again with --again."
    assert resolved(kept, "--again") == said[1:-1]


@pytest.mark.usefixtures("coin")
@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--ruleset", "chess"), "There is no ruleset 'chess': use one of coin"),
        (("--secret", "xyz"), "'xyz' is no secret"),
        (("--replay", "nowhere/kept.json"), "nowhere/kept.json cannot be written"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(file: Path, options: tuple[str, ...], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        resolved(file, *options)


@pytest.mark.usefixtures("coin")
def test_a_file_that_is_not_there_and_a_ruleset_for_leagues_alone_are_refused(file: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"nothing.json cannot be read \(No such file"):
        resolved(tmp_path / "nothing.json")
    with registry.installed(Reported()):  # type: ignore[arg-type]  # the same
        with pytest.raises(CommandError, match="Say by which rules to play with --ruleset: coin, reported"):
            resolved(file)
        with pytest.raises(CommandError, match="Reported plays the matches of a league and none from a file"):
            resolved(file, "--ruleset", "reported")


@pytest.mark.usefixtures("coin")
@pytest.mark.parametrize("secret", ["xyz", "abc", "  "])
def test_a_secret_that_is_none_is_refused_before_anything_is_played(file: Path, secret: str) -> None:
    with pytest.raises(CommandError, match="is no secret: give an even number of hex digits"):
        resolved(file, "--secret", secret)


@pytest.mark.usefixtures("coin")
def test_a_log_that_cannot_be_kept_leaves_nothing_half_told_or_half_written(file: Path, tmp_path: Path) -> None:
    out = io.StringIO()
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("resolve", str(file), "--replay", str(tmp_path / "nowhere" / "kept.json"), stdout=out)
    with pytest.raises(CommandError, match=r"cannot be written \(Is a directory\)"):
        call_command("resolve", str(file), "--replay", str(tmp_path), stdout=out)
    assert out.getvalue() == ""
    assert sorted(each.name for each in tmp_path.iterdir()) == ["match.json"]


@pytest.mark.usefixtures("coin")
def test_an_older_log_is_overwritten_whole(file: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text("x" * 1000)
    resolved(file, "--secret", "01", "--replay", str(kept))
    assert json.loads(kept.read_bytes())["match"] == "m1"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["kept.json", "match.json"]
