"""Pages of a match: plan, result, log and replay."""
