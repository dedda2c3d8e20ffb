"""Car Cult: cars of action zones fight over a table with speed tokens. Rules CC-001 to CC-104."""
