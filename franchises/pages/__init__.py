"""What a franchise's pages show."""
