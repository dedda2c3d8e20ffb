"""Statements that go past the ORM's own ways, each with its reason: written in bulk, built once, tried again."""
