"""Questionnaires and their questions, the same for every league."""
