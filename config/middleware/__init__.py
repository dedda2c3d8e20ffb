"""What stands round every request."""
