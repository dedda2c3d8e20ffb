"""What should be true of each book, in a module of its name."""
