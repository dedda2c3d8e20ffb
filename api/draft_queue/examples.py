"""Examples of draft queues for the OpenAPI document."""

from __future__ import annotations

from typing import Any

QUEUE_IN: dict[str, Any] = {"drivers": ["saints.d4", "wolves.d2"]}
CHANGE_IN: dict[str, Any] = {"act": "move", "driver": "wolves.d2", "place": 1}
QUEUE: dict[str, Any] = {"franchise": "razors", "open": True, "drivers": ["wolves.d2", "saints.d4"], "gone": []}
