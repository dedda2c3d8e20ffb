"""Handling that cars of any book may drive by: what a model answers, and the model of RHAD with all its tables."""
