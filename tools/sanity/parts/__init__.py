"""The parts of the measure, a module for each."""
