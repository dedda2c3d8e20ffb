"""Seats by the API: offered, looked for, asked for and given."""
