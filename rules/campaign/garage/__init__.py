"""Cars, designs and items of a franchise: what they cost, and where they are kept."""
