"""The campaign's house rules: each is declared once, in the chapter of the questionnaire that asks for it."""
