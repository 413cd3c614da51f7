"""The games, one folder each. Nothing outside this folder knows their names."""
