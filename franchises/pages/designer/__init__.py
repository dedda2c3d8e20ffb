"""The page on which a car's design is drawn, for rulesets with a drawing board."""
