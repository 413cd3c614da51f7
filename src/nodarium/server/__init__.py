"""Play over the network: tables, seats, clocks, storage, the wire."""
