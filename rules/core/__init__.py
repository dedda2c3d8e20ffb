"""What every book and the campaign stand on: dice, terms, refusals, tables, switches, and reading documents."""
