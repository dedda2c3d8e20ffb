"""What every match system is built with: packets, orders, recording and replaying matches, and rulesets."""
