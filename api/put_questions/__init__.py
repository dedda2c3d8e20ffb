"""Questions about the rules that are put during play, and the rulings on them."""
