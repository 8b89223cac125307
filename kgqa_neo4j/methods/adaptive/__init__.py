"""Parts of `adaptive`: how deep to explore, exploring, and what role an entity plays in what was found."""
