"""What is really true of good play: games of strong bots against themselves, and the figures that they give."""
