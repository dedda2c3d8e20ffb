"""Pages of league templates."""
