"""The questionnaire of a league: its house rules as questions, answered in published versions."""
