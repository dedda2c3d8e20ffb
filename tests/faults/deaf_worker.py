"""Make a worker stop listening to its broker without noticing. Tests preload this module into programs.

`DEAFENED_AFTER` is the number of messages it still takes over its first connection.
"""

from __future__ import annotations

import os
from typing import Any

from kombu.transport import redis as broker

if "DEAFENED_AFTER" in os.environ:
    sound, took = broker.MultiChannelPoller._register_BRPOP, broker.Channel._brpop_read
    left = {"messages": int(os.environ["DEAFENED_AFTER"])}
    deaf: list[broker.MultiChannelPoller] = []

    def register(self: broker.MultiChannelPoller, channel: Any) -> Any:
        """Register a channel, except on the first connection after its last message."""
        if not deaf:
            deaf.append(self)
        if self is deaf[0] and left["messages"] <= 0:
            return None
        return sound(self, channel)

    def read(self: broker.Channel, **options: Any) -> Any:
        """Read a message and count it."""
        left["messages"] -= 1
        return took(self, **options)

    broker.MultiChannelPoller._register_BRPOP = register
    broker.Channel._brpop_read = read
