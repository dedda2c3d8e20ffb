"""The base of the campaign and every book: dice, terms, refusals, tables, switches, and reading documents."""
