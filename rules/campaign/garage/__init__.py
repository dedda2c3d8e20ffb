"""Cars, designs, devices and weapons: their prices, and where they are kept."""
