"""How people are called who are elsewhere: whom, by which means, and what is sent."""
