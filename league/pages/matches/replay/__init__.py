"""The replay of a match that was run here: its steps, board, pictures, data for the script, page and social card."""
