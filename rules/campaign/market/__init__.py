"""World trade, tinkering, shopping, offers, and trades between franchises."""
