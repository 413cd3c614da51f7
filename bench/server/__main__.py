"""`python -m bench.server [WHAT ...]`: moves, latency, hold, kills, processes; all of them unless some are named."""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table
from tests.server.postgres import Cluster

from bench.server import hold, kills
from bench.server.machine import BARS, HERE, drive, install, ours, peer

OUTPUT = HERE.parents[1] / "build" / "bench-server.json"
PEER = "boardgame.io"
Row = dict[str, Any]


def played(port: int, pid: int, whose: str, part: str, **more: Any) -> dict[str, float]:
    bars = BARS[part]
    wants = {"tables": bars["tables"], "seconds": bars["seconds"], "rate": bars.get("rate", 0), "game": BARS["game"]}
    return drive([pid], peer=whose, address=f"http://127.0.0.1:{port}", **wants, **more)


def of_ours(part: str, synchronous: str = "FULL") -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder, ours(f"sqlite:///{folder}/bench.db", synchronous) as (port, pid):
        return played(port, pid, "nodarium", part)


def of_peer(part: str, *, files: bool = False) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder, peer(folder if files else None) as (port, pid):
        return played(port, pid, PEER, part)


def moves(args: argparse.Namespace) -> list[Row]:
    """Moves for a second of the server's CPU, as fast as answers come."""
    rows = []
    runs = [(of_ours("moves"), of_peer("moves"), of_peer("moves", files=True)) for _ in range(args.repeats)]
    for number, kind in ((1, "memory"), (2, "files")):
        ratios = sorted(run[0]["per_cpu"] / run[number]["per_cpu"] for run in runs)
        rows.append(
            {
                "what": f"moves a CPU second, against {PEER} with {kind}",
                "ours": f"{median(run[0]['per_cpu'] for run in runs):,.0f}",
                "theirs": f"{median(run[number]['per_cpu'] for run in runs):,.0f}",
                "result": f"{median(ratios):.2f} times ({ratios[0]:.2f} to {ratios[-1]:.2f})",
                "bar": f"{BARS['moves'][kind]:g} times",
                "met": median(ratios) >= BARS["moves"][kind],
                "runs": runs,
            }
        )
    return rows


def latency(args: argparse.Namespace) -> list[Row]:
    """Milliseconds from a move to the other player, at a moderate rate."""
    runs = [(of_ours("latency", "NORMAL"), of_ours("latency", "FULL"), of_peer("latency")) for _ in range(args.repeats)]
    rows = []
    for number, kind in ((0, "NORMAL"), (1, "FULL")):
        mine = {at: median(run[number][at] for run in runs) for at in ("p50", "p99")}
        other = {at: median(run[2][at] for run in runs) for at in ("p50", "p99")}
        rows.append(
            {
                "what": f"latency at {BARS['latency']['rate']} moves a second, synchronous={kind}",
                "ours": f"{mine['p50']:.1f} / {mine['p99']:.1f} ms",
                "theirs": f"{other['p50']:.1f} / {other['p99']:.1f} ms",
                "result": "p50 / p99",
                "bar": "both better" if kind == "NORMAL" else "reported",
                "met": kind == "FULL" or all(mine[at] < other[at] for at in mine),
                "runs": runs,
            }
        )
    return rows


def held(args: argparse.Namespace) -> list[Row]:
    """Many tables, for a long time."""
    bars = BARS["hold"]
    with tempfile.TemporaryDirectory() as folder, ours(f"sqlite:///{folder}/bench.db") as (port, pid):
        result = asyncio.run(hold.hold(port, pid, bars["tables"], args.minutes * 60))
    whole = result.sockets == 2 * bars["tables"] and not result.errors
    return [
        {
            "what": f"{bars['tables']} tables, {result.sockets} sockets for {result.minutes:g} minutes",
            "ours": f"{result.megabytes:.0f} MB",
            "theirs": "",
            "result": f"{result.moves} moves, {result.errors} errors",
            "bar": f"{bars['megabytes']} MB, 10 minutes",
            "met": whole and result.megabytes < bars["megabytes"] and args.minutes >= 10,
        }
    ]


def killed(args: argparse.Namespace) -> list[Row]:
    """Killed at random instants, under load."""
    with tempfile.TemporaryDirectory() as folder:
        verdict = asyncio.run(kills.run(Path(folder), args.times, BARS["kills"]["tables"]))
    return [
        {
            "what": f"{verdict.kills} kills, {verdict.moves} acknowledged moves, {verdict.repeats} repeated requests",
            "ours": f"{len(verdict.faults)} faults",
            "theirs": "",
            "result": "; ".join(verdict.faults[:3]),
            "bar": "200 kills, no fault",
            "met": not verdict.faults and verdict.kills >= 200,
        }
    ]


def processes(args: argparse.Namespace) -> list[Row]:
    """Two processes on PostgreSQL against one."""
    rates: dict[int, list[dict[str, float]]] = {1: [], 2: []}
    with Cluster(safe=True) as cluster:
        for _ in range(args.repeats):
            for number, runs in rates.items():
                runs.append(together(cluster.new_database(), number))
    ratios = sorted(two["rate"] / one["rate"] for one, two in zip(rates[1], rates[2], strict=True))
    return [
        {
            "what": "moves a second of two processes on PostgreSQL",
            "ours": f"{median(run['rate'] for run in rates[2]):,.0f}",
            "theirs": f"{median(run['rate'] for run in rates[1]):,.0f} (one)",
            "result": f"{median(ratios):.2f} times ({ratios[0]:.2f} to {ratios[-1]:.2f}); "
            f"for a CPU second {median(run['per_cpu'] for run in rates[2]):,.0f}"
            f" against {median(run['per_cpu'] for run in rates[1]):,.0f}",
            "bar": f"{BARS['processes']['ratio']:g} times",
            "met": median(ratios) >= BARS["processes"]["ratio"],
            "runs": rates,
        }
    ]


def together(database: str, number: int) -> dict[str, float]:
    bars = BARS["processes"]
    with ExitStack() as stack:
        servers = [stack.enter_context(ours(database)) for _ in range(number)]
        addresses = [f"http://127.0.0.1:{port}" for port, _ in servers]
        pids = [pid for _, pid in servers]
        wants = {"tables": bars["tables"], "seconds": bars["seconds"], "game": BARS["game"]}
        return drive(pids, peer="nodarium", addresses=addresses, **wants)


PARTS: dict[str, Callable[[argparse.Namespace], list[Row]]] = {
    "moves": moves,
    "latency": latency,
    "hold": held,
    "kills": killed,
    "processes": processes,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server")
    parser.add_argument("what", nargs="*", choices=[[], *PARTS], help="usually all")
    parser.add_argument("--repeats", type=int, default=3, help="of what is measured against something else")
    parser.add_argument("--minutes", type=float, default=10, help="to hold tables")
    parser.add_argument("--times", type=int, default=200, help="to kill the server")
    args = parser.parse_args()
    install()
    console = Console()
    console = console if console.is_terminal else Console(width=160)
    rows: list[Row] = []
    for name in args.what or PARTS:
        rows += PARTS[name](args)
        shown = Table(*("what", "ours", "theirs", "result", "bar"))
        for row in rows:
            colour = "green" if row["met"] else "red"
            shown.add_row(row["what"], row["ours"], row["theirs"], f"[{colour}]{row['result']}[/]", row["bar"])
        console.print(shown)
        OUTPUT.parent.mkdir(exist_ok=True)
        OUTPUT.write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
