"""How numbers and dates are written in each language, where that differs from Django's formats."""
