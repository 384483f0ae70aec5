"""What a bot knows of Isis & Osiris beyond its rules: nothing yet; the general search needs no more."""
