"""Drawings of the books' grounds: those in the documents are current, and outdated ones are named or redrawn."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from rules.core.refusals import Refusal
from rules.match.drawing.svg import picture, svg_text
from rules.match.registry import GROUND_KINDS, get_ground_kind
from tools import draw
from tools.draw import drawings, main, stale_drawings

every_ground = pytest.mark.parametrize("name", sorted(GROUND_KINDS))


@every_ground
def test_every_ground_of_a_book_is_drawn_as_it_is(name: str) -> None:
    kind = get_ground_kind(name)
    assert stale_drawings(kind) == {}
    assert len(list(drawings(kind))) == 2 * len(kind.names()) >= 6
    assert len({path for path, _ in drawings(kind)}) == 2 * len(kind.names())


@every_ground
@pytest.mark.parametrize("unknown", ["nope", "../secrets", "x" * 999])
def test_a_ground_nobody_drew_is_refused_with_the_names_of_those_there_are(name: str, unknown: str) -> None:
    kind = get_ground_kind(name)
    with pytest.raises(Refusal, match=f"There is no {kind.what}") as raised:
        kind.load(unknown)
    assert all(known_name in raised.value.sentence for known_name in kind.names())


def test_what_is_stale_is_named_and_then_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(draw, "DRAWINGS", tmp_path)
    assert main(["--check", "--ruleset", "rhad"]) == 1
    assert "the_pan.svg is not drawn as its arena is: run python -m tools.draw\n" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
    assert main(["--ruleset", "rhad"]) == 0
    assert "drew the_pan.txt\n" in capsys.readouterr().out
    assert {file.name: file.read_text(encoding="utf-8") for file in tmp_path.iterdir()} == {
        path.name: content for path, content in drawings(get_ground_kind("rhad"))
    }
    assert main(["--check", "--ruleset", "rhad"]) == 0
    assert capsys.readouterr().out == ""


def test_a_picture_has_its_title_for_those_who_cannot_see_it_and_no_mark_in_it_is_taken_for_one() -> None:
    svg = picture([svg_text(1, 2, "<b> & 3")], title='"A" <b>', width=30, height=40)
    root = ET.fromstring(svg)  # noqa: S314 - a drawing of our own
    (title, words) = root
    assert (root.get("aria-label"), title.text, words.text) == ('"A" <b>', '"A" <b>', "<b> & 3")
    assert (root.get("viewBox"), root.get("width"), root.get("height")) == ("0 0 30 40", "30", "40")
