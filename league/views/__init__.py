"""Views of a league's pages and forms."""
