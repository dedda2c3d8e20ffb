"""The season as a whole: what always holds of it, and house rules that change while it runs."""
