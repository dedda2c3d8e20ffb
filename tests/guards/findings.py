"""How guards report: with every problem in full, as a sentence that names the file to edit."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pytest


def report(problems: Iterable[str], *, seen: Collection[object] | int, of: str) -> None:
    """Fail with all problems, or because the guard saw nothing to check.

    `problems` are sentences that say what to do in which file. `seen` are the things that were checked, or their
    number, and `of` names their kind in the plural.
    """
    if not (seen if isinstance(seen, int) else len(seen)):
        pytest.fail(f"The guard saw no {of}, so that it holds nothing: look at where it seeks them.", pytrace=False)
    found = list(dict.fromkeys(problems))
    if found:
        count = "One thing is" if len(found) == 1 else f"{len(found)} things are"
        pytest.fail("\n".join([f"{count} missing or wrong:", *(f"- {problem}" for problem in found)]), pytrace=False)


def beyond(found: Collection[str], listed: Collection[str], says: str) -> list[str]:
    """A sentence for each name found that is not listed: `says` with the name for `{}`, in sorted order."""
    return [says.format(name) for name in sorted(set(found) - set(listed))]
