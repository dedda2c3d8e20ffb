"""The season itself: its state, commands, facts, steps, dice paths and switches, and how a command is performed."""
