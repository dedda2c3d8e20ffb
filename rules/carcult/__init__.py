"""Car Cult: cars of action zones fight over a table with speed tokens (CC)."""
