"""Formule Wars: cars of 35 points race round a circuit of squares on gear dice, and shoot (FW)."""
