"""Founding a league in one form: what is asked, the kinds of season on offer, and all that follows at once."""

from league.founding.founding import FEWEST, MOST, Asked, found, resolvers
from league.founding.kinds import KINDS, Kind, kind_named

__all__ = ["FEWEST", "KINDS", "MOST", "Asked", "Kind", "found", "kind_named", "resolvers"]
