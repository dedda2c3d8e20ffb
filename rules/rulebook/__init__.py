"""The rulebook as people read it: the rules of the campaign and the installed books, with their rulings, the house
rules that change them, and the tables the game itself uses.
"""
