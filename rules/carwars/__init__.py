"""The referee's questionnaire of Car Wars: its questions, the scorer of duels, and the referee's procedures."""
