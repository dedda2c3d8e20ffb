"""Figures in pages keep their point, since drawings, fields and files are read by programs; money gets its comma."""

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = "\N{NARROW NO-BREAK SPACE}"
