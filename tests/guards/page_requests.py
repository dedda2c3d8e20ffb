"""How guards request pages: an exception becomes one sentence, with the line of the site to fix."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tools.source_index import SITE_PACKAGES

CHECKOUT = Path(__file__).parents[2]


@contextmanager
def asked_for(page: str, *, by: str) -> Iterator[None]:
    """Turn an exception within the block into a failed test with one sentence and no traceback."""
    log = logging.getLogger("django.request")  # its traceback would follow the sentence
    was_disabled = log.disabled
    log.disabled = True
    try:
        yield
    except Exception as no:  # noqa: BLE001 - the guard reports whatever a page raises
        pytest.fail(failing(page, by, no), pytrace=False)
    finally:
        log.disabled = was_disabled


def failing(page: str, by: str, no: Exception) -> str:
    """The sentence for a page that fails for a role."""
    who = {"anonymous": "a stranger"}.get(by, by if " " in by else f"the {by}")
    return f"The page {page} fails for {who} with {type(no).__name__}: {no}, at {raised_at(no)}: mend that line."


def raised_at(no: Exception) -> str:
    """The innermost line of the site in an exception's traceback, or else the innermost line."""
    frames = traceback.extract_tb(no.__traceback__)
    ours = [
        frame_summary
        for frame_summary in frames
        if Path(frame_summary.filename).is_relative_to(CHECKOUT) and _is_ours(frame_summary.filename)
    ]
    frame = (ours or frames)[-1]
    path = Path(frame.filename)
    return f"{path.relative_to(CHECKOUT) if ours else path}:{frame.lineno}"


def _is_ours(file: str) -> bool:
    return Path(file).relative_to(CHECKOUT).parts[0] in SITE_PACKAGES
