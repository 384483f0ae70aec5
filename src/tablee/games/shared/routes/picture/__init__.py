"""The picture of a route game: the land in its window, what lies and stands on it, panels, what may be pointed at."""
