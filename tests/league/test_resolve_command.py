"""`manage.py resolve`: one match from a file, told, logged, and refused in a sentence."""

from __future__ import annotations

import dataclasses
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rules.core.refusals import Malformed
from rules.match import registry
from rules.match.exhibition import Exhibition, FileUnread, exhibition_ruleset, ruleset_in
from rules.match.text_tables import Column, make_table
from tests.rules.towers import TOWERS

MATCHES = Path(__file__).parents[2] / "examples" / "matches"
OF_TOWERS = {
    "match": "m2",
    "event": "towers",
    "teams": [{"id": "red", "crew": [{"id": "ada"}], "cars": [{"driver": "ada"}]}],
}
BYTE_ORDER_MARK = "The file is not JSON (*): write it as UTF-8 without a byte order mark."
HALF_A_CHARACTER = "The file is not JSON (a text in it has one half of a surrogate pair): write the whole character."


class Coin:
    """A ruleset whose matches are a coin toss decided by the secret, with only what the command needs."""

    name = "coin"
    title = "Heads or tails"

    def play_exhibition(self, text: bytes, *, secret: bytes) -> Exhibition:
        side = "heads" if secret[0] % 2 else "tails"
        return self.replay_exhibition(json.dumps({"match": json.loads(text)["match"], "side": side}).encode())

    def replay_exhibition(self, log: bytes) -> Exhibition:
        try:
            document = json.loads(log)
        except (ValueError, RecursionError):
            raise Malformed("This is no coin.") from None
        if not isinstance(document, dict) or "side" not in document:
            raise Malformed("This is no coin.")
        side = make_table("Coin", (Column("side"),), [(document["side"],)])
        return Exhibition(match=document["match"], box_score=[side], story=[f"It is {document['side']}."], log=log)


class Reported:
    """A ruleset that plays only the matches of leagues."""

    name = "reported"
    title = "Reported"


@pytest.fixture
def coin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "RULESET_MODULES", {})
    monkeypatch.setattr(registry, "_installed", {})
    with registry.temporarily_installed(Coin()):  # type: ignore[arg-type]  # all that the command needs of a ruleset
        yield


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    path.write_text('{"match": "m1"}')
    return path


def resolved(file: Path, *options: str) -> list[str]:
    call_command("resolve", str(file), *options, stdout=(output := io.StringIO()))
    return output.getvalue().splitlines()


@pytest.mark.usefixtures("coin")
def test_a_match_is_told_and_the_same_secret_tells_it_again(file: Path) -> None:
    output = resolved(file, "--secret", "01ff")
    assert output[:7] == ["The secret is 01ff.", "Coin", "side", "-----", "heads", "", "It is heads."]
    assert output[-1].startswith("The log of m1 is ")
    assert len(output[-1].removeprefix("The log of m1 is ")) == 64 + 1
    assert resolved(file, "--secret", "01ff", "--ruleset", "coin") == output
    assert resolved(file, "--secret", "02") != output


@pytest.mark.usefixtures("coin")
def test_without_a_secret_it_makes_one_and_says_it(file: Path) -> None:
    output = resolved(file)[0]
    assert len(bytes.fromhex(output.removeprefix("The secret is ").removesuffix("."))) == 32


@pytest.mark.usefixtures("coin")
def test_what_is_kept_is_played_again_and_comes_out_the_same(file: Path, tmp_path: Path) -> None:
    log_path = tmp_path / "kept.json"
    output = resolved(file, "--secret", "01", "--replay", str(log_path))
    assert output[-1] == f"Kept in {log_path}: play it again with --again."
    assert resolved(log_path, "--again") == [*output[1:-1], "m1 came out as its log has it."]


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
    with registry.temporarily_installed(Reported()):  # type: ignore[arg-type]  # the same
        words = (
            'Say by which rules to play with --ruleset: coin, reported; or let the file name them as its "ruleset"'
        )
        with pytest.raises(CommandError, match=words):
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
    output = io.StringIO()
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("resolve", str(file), "--replay", str(tmp_path / "nowhere" / "kept.json"), stdout=output)
    with pytest.raises(CommandError, match=r"cannot be written \(Is a directory\)"):
        call_command("resolve", str(file), "--replay", str(tmp_path), stdout=output)
    assert output.getvalue() == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["match.json"]


@pytest.mark.usefixtures("coin")
def test_an_older_log_is_overwritten_whole(file: Path, tmp_path: Path) -> None:
    log_path = tmp_path / "kept.json"
    log_path.write_text("x" * 1000)
    resolved(file, "--secret", "01", "--replay", str(log_path))
    assert json.loads(log_path.read_bytes())["match"] == "m1"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.json", "match.json"]


# -------------------------------------------------------------------------------------------- several rulesets


@pytest.fixture
def towers(coin: None) -> Iterator[None]:
    with registry.temporarily_installed(TOWERS):
        yield


def written(folder: Path, **fields: str) -> Path:
    """A file of the match of towers, with changed fields."""
    path = folder / "towers.json"
    path.write_text(json.dumps(OF_TOWERS | fields))
    return path


@pytest.mark.usefixtures("towers")
def test_a_file_names_its_ruleset_and_the_command_line_another(tmp_path: Path) -> None:
    named_match = written(tmp_path, ruleset="towers")
    assert resolved(named_match, "--secret", "01")[1] == "Towers"
    assert resolved(written(tmp_path), "--secret", "01", "--ruleset", "towers") == resolved(
        written(tmp_path, ruleset="towers"), "--secret", "01"
    )
    assert resolved(written(tmp_path, ruleset="towers"), "--secret", "01", "--ruleset", "coin")[1] == "Coin"
    assert resolved(written(tmp_path, ruleset="coin"), "--secret", "01", "--ruleset", "towers")[1] == "Towers"


@pytest.mark.usefixtures("towers")
def test_a_file_that_names_no_ruleset_or_one_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        CommandError, match="Say by which rules to play with --ruleset: coin, towers; or let the file"
    ):
        resolved(written(tmp_path))
    with pytest.raises(CommandError, match="There is no ruleset 'chess': use one of coin, towers"):
        resolved(written(tmp_path, ruleset="chess"))


@pytest.mark.usefixtures("towers")
@pytest.mark.parametrize("options", [(), ("--ruleset", "towers")])
def test_a_log_is_played_again_by_the_ruleset_that_wrote_it(tmp_path: Path, options: tuple[str, ...]) -> None:
    log_path = tmp_path / "kept.json"
    output = resolved(written(tmp_path, ruleset="towers"), "--secret", "01", "--replay", str(log_path))
    assert resolved(log_path, "--again", *options) == [*output[1:-1], "m2 came out as its log has it."]


@pytest.mark.usefixtures("towers")
def test_a_log_that_names_no_ruleset_is_played_by_the_one_that_reads_it(file: Path, tmp_path: Path) -> None:
    log_path = tmp_path / "kept.json"
    output = resolved(file, "--secret", "01", "--replay", str(log_path), "--ruleset", "coin")
    assert resolved(log_path, "--again") == [*output[1:-1], "m1 came out as its log has it."]


@pytest.mark.usefixtures("towers")
@pytest.mark.parametrize("text", [b"{}", b'{"packet": 3}', b'{"digests": []}', b'{"digests": [], "teams": []}'])
def test_a_log_that_nobody_reads_says_what_to_add(tmp_path: Path, text: bytes) -> None:
    log_path = tmp_path / "kept.json"
    log_path.write_bytes(text)
    with pytest.raises(CommandError, match="This is no log of a Towers match"):
        resolved(log_path, "--again", "--ruleset", "towers")
    words = r"none there is reads it: say whose it is with --ruleset \(coin, towers\), or give it as it was written"
    with pytest.raises(CommandError, match=words):
        resolved(log_path, "--again")


@pytest.mark.usefixtures("towers")
@pytest.mark.parametrize("options", [(), ("--again",), ("--ruleset", "towers"), ("--again", "--ruleset", "towers")])
@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "The file is not JSON (*): fix it there."),
        (b"match", "The file is not JSON (*): fix it there."),
        (b"\xef\xbb\xbf" + json.dumps(OF_TOWERS).encode(), BYTE_ORDER_MARK),
        (json.dumps(OF_TOWERS).encode("utf-16"), BYTE_ORDER_MARK),
        ('{"match": "Zürich"}'.encode("latin-1"), "The file is not JSON (*): write it as UTF-8."),
        (b'{"match": "\\ud800"}', HALF_A_CHARACTER),
        (
            b'{"x":' + b"[" * 99_999,
            "The file is nested too deeply to be the file of a match: give it as it was written.",
        ),
        (b"[]", "The file is not a JSON object: give the file of a match, or a log as it was written."),
        (b"3", "The file is not a JSON object: give the file of a match, or a log as it was written."),
    ],
)
def test_what_is_no_json_object_is_told_so(tmp_path: Path, options: tuple[str, ...], text: bytes, words: str) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(text)
    with pytest.raises(CommandError) as refused:
        resolved(path, *options)
    begins, _, ends = words.rpartition("*")
    assert str(refused.value).startswith(begins)
    assert str(refused.value).endswith(ends)


@pytest.mark.usefixtures("towers")
@pytest.mark.parametrize("options", [(), ("--ruleset", "towers")])
def test_a_log_wants_again_and_a_match_does_not(tmp_path: Path, options: tuple[str, ...]) -> None:
    log_path, match = tmp_path / "kept.json", written(tmp_path, ruleset="towers")
    resolved(match, "--replay", str(log_path))
    with pytest.raises(CommandError, match="the log of a match that was played: add --again to play it again"):
        resolved(log_path, *options)
    with pytest.raises(CommandError, match="The file is that of a match, and no log: leave --again out to play it"):
        resolved(match, "--again", *options)


@pytest.mark.usefixtures("coin")
def test_a_log_takes_no_secret(file: Path, tmp_path: Path) -> None:
    resolved(file, "--replay", str(log_path := tmp_path / "kept.json"))
    with pytest.raises(CommandError, match="A log has its own dice: leave --secret out"):
        resolved(log_path, "--again", "--secret", "01")


class Short(Coin):
    """A coin whose matches lack something."""

    name = "short"

    def replay_exhibition(self, log: bytes) -> Exhibition:
        return dataclasses.replace(super().replay_exhibition(log), lacks=["It has one side.", "It is thin."])


@pytest.mark.usefixtures("coin")
def test_what_line_ups_lack_is_told_before_the_box_score(file: Path, tmp_path: Path) -> None:
    log_path = tmp_path / "kept.json"
    with registry.temporarily_installed(Short()):  # type: ignore[arg-type]  # the same
        output = resolved(file, "--secret", "01", "--ruleset", "short", "--replay", str(log_path))
        assert output[1:5] == ["It has one side.", "It is thin.", "", "Coin"]
        assert resolved(log_path, "--again", "--ruleset", "short")[:4] == output[1:5]
    assert resolved(file, "--secret", "01", "--ruleset", "coin")[1:3] == ["Coin", "side"]


@pytest.mark.parametrize("book", ["", "formule", "rhad", "carcult"])
def test_the_logs_of_every_book_there_is_want_again(tmp_path: Path, book: str) -> None:
    match = min((MATCHES / book).glob("*.json"), key=lambda path: path.stat().st_size)
    resolved(match, "--secret", "01", "--replay", str(log_path := tmp_path / "kept.json"))
    with pytest.raises(CommandError, match="add --again to play it again"):
        resolved(log_path)
    with pytest.raises(CommandError, match="leave --again out to play it"):
        resolved(match, "--again")
    assert resolved(log_path, "--again")[-1].endswith(" came out as its log has it.")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (b'{"ruleset": "a"}', "a"),
        (b'{"packet": {"ruleset": "b", "x": 1}, "edition": 1}', "b"),
        (b'{"packet": {"ruleset": "b"}, "ruleset": "a"}', "a"),
        (b"{}", ""),
        (b"[]", ""),
        (b"x", ""),
        (b"\xff", ""),
        (b'{"setup": {"ruleset": "c"}}', ""),
    ],
)
def test_whose_a_text_is_is_read_off_it(text: bytes, name: str) -> None:
    assert ruleset_in(text) == name


def test_a_ruleset_that_is_no_text_is_told_so() -> None:
    with pytest.raises(FileUnread, match=r'^The "ruleset" of the file is not a text: name a ruleset, or leave it'):
        ruleset_in(b'{"ruleset": true}')


@pytest.mark.parametrize("path", sorted(MATCHES.rglob("*.json")), ids=lambda path: path.stem)
def test_every_example_names_a_ruleset_that_plays_from_files_and_lies_where_that_one_s_do(path: Path) -> None:
    name = ruleset_in(path.read_bytes())
    assert exhibition_ruleset(name).play_exhibition is not None
    assert path.parent in {MATCHES, MATCHES / name}
