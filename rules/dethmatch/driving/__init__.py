"""Speed, handling, hazards and loss of control."""
