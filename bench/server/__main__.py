"""`python -m bench.server [PART ...]` runs the parts named in PARTS (default: all)."""

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

from bench.server import abuse, faults, hold, kills
from bench.server.machine import BARS, HERE, drive, install, our_server, peer_server
from bench.server.players import Verdict

OUTPUT = HERE.parents[1] / "build" / "bench-server.json"
PEER = "boardgame.io"
Row = dict[str, Any]


def measure(port: int, pid: int, which: str, part: str, **more: Any) -> dict[str, float]:
    bars = BARS[part]
    wants = {"tables": bars["tables"], "seconds": bars["seconds"], "rate": bars.get("rate", 0), "game": BARS["game"]}
    return drive([pid], peer=which, address=f"http://127.0.0.1:{port}", **wants, **more)


def measure_ours(part: str, synchronous: str = "FULL", **more: Any) -> dict[str, float]:
    with (
        tempfile.TemporaryDirectory() as folder,
        our_server(f"sqlite:///{folder}/bench.db", synchronous) as (port, pid),
    ):
        return measure(port, pid, "nodarium", part, **more)


def measure_peer(part: str, *, files: bool = False) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder, peer_server(folder if files else None) as (port, pid):
        return measure(port, pid, PEER, part)


def moves(args: argparse.Namespace) -> list[Row]:
    """Moves per second of the server's CPU, as fast as answers come."""
    rows = []
    runs = [
        (measure_ours("moves"), measure_peer("moves"), measure_peer("moves", files=True)) for _ in range(args.repeats)
    ]
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
    runs = [
        (measure_ours("latency", "NORMAL"), measure_ours("latency", "FULL"), measure_peer("latency"))
        for _ in range(args.repeats)
    ]
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
                "bar": "both better",
                "met": all(mine[at] < other[at] for at in mine),
                "runs": runs,
            }
        )
    return rows


def watched(args: argparse.Namespace) -> list[Row]:
    """Moves per second of the server's CPU at tables whose players use the page."""
    runs = [measure_ours("watched", query="scene=true&diff=true") for _ in range(args.repeats)]
    rates = sorted(run["per_cpu"] for run in runs)
    return [
        {
            "what": "moves a CPU second, with pages that get scenes",
            "ours": f"{median(rates):,.0f}",
            "theirs": "",
            "result": f"{rates[0]:,.0f} to {rates[-1]:,.0f}",
            "bar": f"{BARS['watched']['per_cpu']:,}",
            "met": median(rates) >= BARS["watched"]["per_cpu"],
            "runs": runs,
        }
    ]


def hold_tables(args: argparse.Namespace) -> list[Row]:
    """Hold many tables for a long time."""
    bars = BARS["hold"]
    with tempfile.TemporaryDirectory() as folder, our_server(f"sqlite:///{folder}/bench.db") as (port, pid):
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


def kill_server(args: argparse.Namespace) -> list[Row]:
    """Kill the server at random moments under load."""
    bars = BARS["kills"]
    with tempfile.TemporaryDirectory() as folder:
        verdict = asyncio.run(kills.run(Path(folder), args.kills, bars["tables"], args.seed))
    return [fault_row(verdict, "kills", bars["kills"])]


def inject_faults(args: argparse.Namespace) -> list[Row]:
    """Let servers, database and connections fail at random moments under load, on PostgreSQL."""
    bars = BARS["faults"]
    with tempfile.TemporaryDirectory() as folder:
        verdict = asyncio.run(faults.run(Path(folder), args.faults, bars["tables"], args.seed))
    return [fault_row(verdict, "faults", bars["faults"])]


def fault_row(verdict: Verdict, what: str, bar: int) -> Row:
    times = verdict.faults.total()
    return {
        "what": f"{times} {what}, {verdict.moves} acknowledged moves, {verdict.repeats} repeated requests",
        "ours": f"{len(verdict.wrong)} wrong",
        "theirs": "",
        "result": "; ".join(verdict.wrong[:3]) or ", ".join(f"{kind} {n}" for kind, n in verdict.faults.items()),
        "bar": f"{bar} {what}, none wrong",
        "met": not verdict.wrong and times >= bar,
        "verdict": vars(verdict),
    }


def processes(args: argparse.Namespace) -> list[Row]:
    """Compare two processes on PostgreSQL with one."""
    rates: dict[int, list[dict[str, float]]] = {1: [], 2: []}
    with Cluster(safe=True) as cluster:
        for _ in range(args.repeats):
            for number, runs in rates.items():
                runs.append(measure_processes(cluster.new_database(), number))
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


def measure_processes(database: str, number: int) -> dict[str, float]:
    bars = BARS["processes"]
    with ExitStack() as stack:
        servers = [stack.enter_context(our_server(database)) for _ in range(number)]
        addresses = [f"http://127.0.0.1:{port}" for port, _ in servers]
        pids = [pid for _, pid in servers]
        wants = {"tables": bars["tables"], "seconds": bars["seconds"], "game": BARS["game"]}
        return drive(pids, peer="nodarium", addresses=addresses, **wants)


def withstand_abuse(_: argparse.Namespace) -> list[Row]:
    """Attack the server while a person plays."""
    bars = BARS["abuse"]
    rows = []
    for name, attack in abuse.ATTACKS.items():
        with tempfile.TemporaryDirectory() as folder:
            result = abuse.measure(folder, attack, bars["seconds"])
        rows.append(
            {
                "what": f"a person's moves during: {name}",
                "ours": f"{result['p50']:.1f} / {result['p95']:.1f} ms",
                "theirs": "",
                "result": f"p50 / p95 of {result['moves']} moves",
                "bar": f"p95 under {bars['p95']} ms",
                "met": result["p95"] < bars["p95"],
            }
        )
    return rows


PARTS: dict[str, Callable[[argparse.Namespace], list[Row]]] = {
    "moves": moves,
    "latency": latency,
    "watched": watched,
    "hold": hold_tables,
    "kills": kill_server,
    "faults": inject_faults,
    "processes": processes,
    "abuse": withstand_abuse,
}
WITHOUT_PEER = {"hold", "kills", "faults", "abuse"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server")
    parser.add_argument("what", nargs="*", choices=[[], *PARTS], help="parts to run (default: all)")
    parser.add_argument("--repeats", type=int, default=5, help="runs of each comparison (default: 5)")
    parser.add_argument("--minutes", type=float, default=10, help="how long to hold tables (default: 10)")
    for name in ("kills", "faults"):
        bar = BARS[name][name]
        parser.add_argument(f"--{name}", type=int, default=bar, help=f"how many {name} (default: {bar})")
    parser.add_argument("--seed", type=int, default=0, help="of the kills and faults (default: 0)")
    args = parser.parse_args()
    if not WITHOUT_PEER.issuperset(args.what or PARTS):
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
