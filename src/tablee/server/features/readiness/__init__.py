"""Games that are not compiled yet: who compiles them, and who waits for them."""
