"""Renders facts as sentences with names and links, for pages, the API, mail and the command line."""
