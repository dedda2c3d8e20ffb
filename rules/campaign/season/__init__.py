"""The season as a whole: its invariants, and house rules that change while it runs."""
