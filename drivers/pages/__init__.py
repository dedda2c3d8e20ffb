"""What drivers' pages show."""
