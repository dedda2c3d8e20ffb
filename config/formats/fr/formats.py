"""Numbers in pages keep their decimal point, since programs read drawings, fields and files; money has a comma."""

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = "\N{NARROW NO-BREAK SPACE}"
