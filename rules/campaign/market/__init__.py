"""World trade, tinkering, shopping, offers and trades."""
