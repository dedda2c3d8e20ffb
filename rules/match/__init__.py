"""The kit that every match system is made with: packets, orders, a match recorded and replayed, rulesets."""
