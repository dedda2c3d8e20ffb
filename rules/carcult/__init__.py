"""Car Cult: cars built from cards with action zones fight on a table, driven by speed tokens (CC)."""
