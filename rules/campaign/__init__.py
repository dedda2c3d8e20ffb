"""The season of a Dethmatch league: its state, its commands, and one module for each chapter of the book."""
