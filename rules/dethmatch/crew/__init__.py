"""What a crew rolls and earns: checks, initiative and credit."""
