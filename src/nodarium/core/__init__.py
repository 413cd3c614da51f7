"""What a game is; imports nothing else of Nodarium."""
