"""What matches come to by the hundred: a table of races and arenas, what never may happen, and what should matter."""
