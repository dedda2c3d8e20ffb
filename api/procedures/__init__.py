"""A referee's procedures for programs: what there is, worked out without a league, and performed in a season."""
