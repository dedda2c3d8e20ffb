"""Registers all background work: kinds of jobs, receivers of the outbox, and extra sweeps.

Whatever runs jobs or shows their titles imports this module. It is not in `jobs`, since that package does not know
the work itself.
"""

from __future__ import annotations

from importlib import import_module

REGISTERING_MODULES = (
    "scheduling.appointment_clock",
    "scheduling.awaited_dice",
    "scheduling.clock_tick",
    "scheduling.notices.mail",
    "scheduling.notices.receivers",
    "scheduling.handovers",
    "scheduling.league_life",
    "scheduling.match_resolution",
    "scheduling.automatic_steps",
    "scheduling.season_end",
    "scheduling.seats",
    "scheduling.watch_parties",
    "league.example_archives.loading",
    "league.founding.new_league",
    "jobs.sweeper",
    "webhooks.delivery",
    "webhooks.publisher",
)
"""The modules that register kinds of jobs, receivers of the outbox, and extra sweeps."""

for module in REGISTERING_MODULES:
    import_module(module)
