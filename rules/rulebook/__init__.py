"""The rulebook as people read it: every rule of the campaign and of the installed books, with what was ruled on it,
the house rules that bend it, and the tables the game itself is played by.
"""
