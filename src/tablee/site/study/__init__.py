"""Pages to learn from: lessons, rulebooks, replays and stories, practice, what if, deals."""
