"""The picture of a route game: the land in its window, what lies and stands on it, plates, what may be pointed at."""
