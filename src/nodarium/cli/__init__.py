"""The `nodarium` command."""
