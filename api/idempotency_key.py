"""Parsing of the `Idempotency-Key` header, after the IETF's draft.

The key is a quoted string (RFC 9651), and its parameters are ignored. The same text without quotes is the same key.
"""

from __future__ import annotations

import re
from typing import Any

from api.errors import KeyMalformed, KeyMissing
from journal.input_validation import LONGEST_KEY

KEY_HEADER = "Idempotency-Key"
QUOTED_CHARACTER = r'(?:[ !#-\[\]-~]|\\["\\])'
FIELD_PARAMETER = rf'; *[a-z*][a-z0-9_.*-]*(?:=(?:"{QUOTED_CHARACTER}*"|[^\s",;]+))?'
QUOTED_KEY = re.compile(rf'"({QUOTED_CHARACTER}*)"(?:{FIELD_PARAMETER})*')
ESCAPE_SEQUENCE = re.compile(r'\\(["\\])')
FORBIDDEN_UNQUOTED = frozenset('",;')
"""Characters an unquoted key may not have. The comma is one because servers join repeated header lines by commas."""
KEY_PATTERN = rf'^("{QUOTED_CHARACTER}{{1,{LONGEST_KEY}}}"|[!#-+\--:<-~]{{1,{LONGEST_KEY}}})$'
"""The pattern of a key in the document. The parser also accepts spaces and non-ASCII text in unquoted keys."""


def refuse_missing_key(request: Any) -> None:
    """Raise `KeyMissing` or `KeyMalformed` unless a request has a valid key. Call it before checking the body."""
    idempotency_key(request)


def idempotency_key(request: Any) -> str:
    """The key of a request without quotes and escapes. Raises `KeyMissing` or `KeyMalformed`."""
    header: str = request.headers.get(KEY_HEADER, "").strip()
    if not header:
        raise KeyMissing(f"Send a header `{KEY_HEADER}` with a key of your own, a new one for each thing you ask.")
    quoted = QUOTED_KEY.fullmatch(header)
    if quoted is None and not FORBIDDEN_UNQUOTED.isdisjoint(header):
        raise KeyMalformed(
            f'`{KEY_HEADER}` holds one key, as in "abc" or abc: send the header once, close the quotes, write \\" '
            'and \\\\ for a quote and a backslash within them, and none of " , ; where there are none.'
        )
    key = header if quoted is None else ESCAPE_SEQUENCE.sub(r"\1", quoted[1])
    if not key.strip() or len(key) > LONGEST_KEY or not key.isprintable():
        raise KeyMalformed(f"A key is 1 to {LONGEST_KEY} characters that can be read: make up another.")
    return key
