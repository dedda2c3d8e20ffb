"""How a guard says what it found: every sentence of it, each with the file to edit, and never shortened."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pytest


def report(problems: Iterable[str], *, seen: Collection[object] | int, of: str) -> None:
    """Fail with every problem, or because the guard saw nothing.

    `problems` are whole sentences that say what to do in which file; `seen` are the things the guard looked at, or
    how many, and `of` what they are. A guard that saw nothing has gone blind, and fails as well.
    """
    if not (seen if isinstance(seen, int) else len(seen)):
        pytest.fail(f"The guard saw no {of}, so that it holds nothing: look at where it seeks them.", pytrace=False)
    found = list(dict.fromkeys(problems))
    if found:
        count = "One thing is" if len(found) == 1 else f"{len(found)} things are"
        pytest.fail("\n".join([f"{count} missing or wrong:", *(f"- {each}" for each in found)]), pytrace=False)


def beyond(found: Collection[str], listed: Collection[str], says: str) -> list[str]:
    """A sentence for each of those found that is not listed; `{}` in `says` stands for it."""
    return [says.format(each) for each in sorted(set(found) - set(listed))]
