"""Benchmarks of the server, against boardgame.io and against itself: `python -m bench.server`."""
