"""Registers all work in the background: kinds of jobs, receivers of the outbox, and what a sweep does besides.

Whoever works jobs imports this module, and whoever shows them by their titles. Here and not in `jobs`, since that
package knows none of the work.
"""

from __future__ import annotations

from importlib import import_module

REGISTERING_MODULES = (
    "scheduling.awaited_dice",
    "scheduling.clock_tick",
    "scheduling.notice_mail",
    "scheduling.notice_receivers",
    "scheduling.match_resolution",
    "scheduling.automatic_steps",
    "scheduling.season_end",
    "league.example_archives.loading",
    "league.founding.completion",
    "jobs.answer_expiry",
    "webhooks.delivery",
    "webhooks.publisher",
)
"""The modules that register kinds of jobs, receivers of the outbox, and what a sweep does besides."""

for module in REGISTERING_MODULES:
    import_module(module)
