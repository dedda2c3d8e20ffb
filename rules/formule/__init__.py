"""Formule Wars: cars built on 35 points race and shoot on a circuit of squares (FW)."""
