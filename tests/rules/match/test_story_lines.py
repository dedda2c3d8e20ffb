"""Lines of a story: indented, with their phase."""

from __future__ import annotations

import pytest

from rules.match.story import story_line


@pytest.mark.parametrize(
    ("phase", "aligned", "line"),
    [
        (0, False, "     x"),
        (0, True, "     x"),
        (5, False, "  5  x"),
        (5, True, "  5  x"),
        (10, False, "  10  x"),
        (10, True, " 10  x"),
    ],
)
def test_a_line_is_indented_after_its_phase(phase: int, line: str, *, aligned: bool) -> None:
    assert story_line("x", phase, aligned=aligned) == line
