"""What can be asked of a league. Every secret is applied here: what a reader may not see yet never leaves."""
