"""Route games in words: states and actions as texts, what is said to people, and why."""
