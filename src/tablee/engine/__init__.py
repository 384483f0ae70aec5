"""What a compiled game is: a state record, rules over it, and generic code that finds the rules by its type."""
