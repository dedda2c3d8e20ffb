"""The benchmark of each match system, in a module of its name."""
