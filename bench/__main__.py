"""Measures Nodarium and a peer alternately, and prints the ratios with their spread.

A figure depends on the machine and the moment. The ratio of two figures taken one after the other depends on them less.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench import ours, peers
from nodarium.core.discovery import find_game
from nodarium.core.game import Game
from nodarium.core.state import State

REPEATS = 5
HERE = Path(__file__).parent
OUTPUT = HERE.parent / "build" / "bench.json"


def measure(entry: dict[str, Any], console: Console) -> dict[str, Any]:
    """Return one row: both figures, their ratio and its spread."""
    game = find_game(entry["game"])
    start = game.new_state(entry.get("options", {}), seed=1)
    figures, peer_figures = [], []
    for repeat in track(range(REPEATS), entry["name"], console=console, transient=True):
        steps, seconds = ours.MEASURES[entry["ours"]](game, start, repeat)
        figures.append(steps / seconds)
        peer_figures.append(peer_figure(entry, game, start, repeat))
    ratios = [figure / peer for figure, peer in zip(figures, peer_figures, strict=True)]
    return {
        "name": entry["name"],
        "ours": median(figures),
        "peer": "fixed" if entry["theirs"] == "fixed" else f"{entry['peer']} {entry['theirs']}",
        "theirs": median(peer_figures),
        "ratio": median(ratios),
        "spread": [min(ratios), max(ratios)],
        "bar": entry["bar"],
    }


def peer_figure(entry: dict[str, Any], game: Game, start: State, repeat: int) -> float:
    if entry["peer"] == "ourselves":
        done, seconds = ours.MEASURES[entry["theirs"]](game, start, repeat)
        return done / seconds
    steps, peer_seconds = peers.MEASURES[entry["theirs"]](entry["peer"], repeat + 1)
    return steps / peer_seconds


def main() -> None:
    console = Console()
    console = console if console.is_terminal else Console(width=120)
    entries = tomllib.loads((HERE / "bars.toml").read_text("utf-8"))["measure"]
    rows = [measure(entry, console) for entry in entries]
    table = Table(title=f"Steps, determinizations or playouts per second; median of {REPEATS}")
    for heading in ("what", "Nodarium", "against", "its figure", "ratio (spread)", "bar"):
        table.add_column(heading, justify="left" if heading in ("what", "against") else "right")
    for row in rows:
        low, high = row["spread"]
        met = row["ratio"] >= row["bar"]
        table.add_row(
            row["name"],
            f"{row['ours']:,.0f}",
            row["peer"],
            f"{row['theirs']:,.0f}",
            f"[{'green' if met else 'red'}]{row['ratio']:.1f}[/] ({low:.1f}–{high:.1f})",
            f"{row['bar']:g}",
        )
    console.print(table)
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(json.dumps(rows, indent=2) + "\n")
    console.print(f"Written to {OUTPUT.relative_to(HERE.parent)}")


if __name__ == "__main__":
    main()
