"""What a definition means, for a reader: rules in words, moves as diagrams, in a terminal or as a page."""
