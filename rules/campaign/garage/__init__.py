"""Cars, designs, devices and weapons, what they cost and where they are kept."""
