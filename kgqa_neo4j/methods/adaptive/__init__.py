"""The method `adaptive` and its parts: hop prediction, exploration, roles of the entities found."""
