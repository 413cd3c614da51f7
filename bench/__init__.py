"""Benchmarks against peers and against ourselves: `make bench`."""
