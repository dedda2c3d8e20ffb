"""The page on which a car's design is drawn, for any book that has a drawing board."""
