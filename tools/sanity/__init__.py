"""Statistics of hundreds of matches: tables of races and arenas, what must never happen, and what should matter."""
