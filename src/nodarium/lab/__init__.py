"""The laboratory: what bots and games are measured with."""
