"""The arena: bots against bots, and what the results say about their strength."""
