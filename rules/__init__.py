"""The game: pure rules without a framework, a clock, or input and output.

All randomness comes from `rules.core.dice`.
"""
