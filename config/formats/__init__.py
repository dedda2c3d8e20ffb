"""How numbers and dates are written in each language, where that is not Django's way."""
