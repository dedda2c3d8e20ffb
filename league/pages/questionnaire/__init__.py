"""The questionnaires of a league: what may be played otherwise, asked one by one, answered in versions."""
