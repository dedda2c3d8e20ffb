"""A round from its plan to the settlement of its matches: line-ups, dice before a match, reports, losses, repairs."""
