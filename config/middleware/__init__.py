"""Middleware for every request."""
