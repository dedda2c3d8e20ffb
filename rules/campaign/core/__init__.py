"""The season itself: its state, commands, facts, steps, dice paths and switches."""
