"""`nodarium arena`: games between bots, and their ratings."""

from __future__ import annotations

import shlex
import signal
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column

from nodarium.cli.command import (
    GAME_HELP,
    Command,
    Parser,
    check_at_least,
    check_writable,
    chosen_options,
    flag,
    format_value,
    help_text,
    integer,
    metavar,
    number,
)
from nodarium.cli.paths import new_path
from nodarium.cli.terminal import Terminal
from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption
from nodarium.core.message import any_of, say
from nodarium.lab.arena import Arena
from nodarium.lab.arena_folder import GAMES, ArenaFolder
from nodarium.lab.workers import available_cores, play_all
from nodarium.search.bots import BOT_NAMES

if TYPE_CHECKING:
    from nodarium.cli.report import Report

EXIT_OK, EXIT_INTERRUPTED = 0, 130
PROGRESS_LINES = 10  # printed in all if the output isn't a terminal


def run(args: Namespace) -> int:
    try:
        from nodarium.cli.report import Report, align, markdown
        from nodarium.lab.sprt import Sprt
    except ImportError as error:
        raise BadOption(say("cli-needs-package", package=str(error.name), extra="lab")) from None
    terminal = Terminal()
    game = find_game(args.game)
    options = game.resolve_options(chosen_options(args))
    arena = Arena(game, options, tuple(args.bots), args.seed, args.pairing == "adjacent")
    numbers = arena.schedule(args.games)
    check_at_least("--workers", args.workers, 1)
    if args.sprt and (len(arena.bots), arena.seats) != (2, 2):
        raise BadOption(say("cli-sprt-needs-two-bots"))
    check_writable(args.markdown)
    sprt = Sprt(*args.sprt) if args.sprt else None
    with ArenaFolder(args.output or new_path(f"arena-{game.id}", datetime.now(UTC)), arena) as folder:
        report = Report(arena, [folder.results[number] for number in numbers if number in folder.results], sprt)
        stopped = play(terminal, folder, report, numbers, args.workers)
        tables = report.tables()
        remarks = report.remarks()
    for rows in tables:
        terminal.print()
        header, *lines = align(rows)
        terminal.console.print(terminal.text(header, "text strong"), soft_wrap=True)
        for line in lines:
            terminal.print_unwrapped(line)
    terminal.print()
    for remark in remarks:
        terminal.print(remark)
    show = f"nodarium show {shlex.quote(str(folder.path / GAMES))} --record 1"
    terminal.print_unwrapped(say("cli-arena-saved", folder=str(folder.path), command=show))
    if stopped:
        resume = f"{command_line(arena, args)} --output {shlex.quote(str(folder.path))}"
        terminal.print_unwrapped(say("cli-arena-resume", command=resume))
        return EXIT_INTERRUPTED
    if args.markdown:
        made_by = say("cli-arena-made-by", command=command_line(arena, args))
        text = [*markdown(tables[0]), "", *map(str, remarks), str(made_by)]
        Path(args.markdown).write_text("\n".join(text) + "\n", "utf-8")
    return EXIT_OK


def play(terminal: Terminal, folder: ArenaFolder, report: Report, numbers: range, workers: int) -> bool:
    """Play the missing games, and return whether the user interrupted them."""
    missing = [number for number in numbers if number not in folder.results and not report.is_decided()]
    done = len(report.standings.results)
    with interruptible() as stop, show_progress(terminal, report, done, len(numbers)) as update:
        for played in play_all(report.arena, missing, min(workers, len(missing)), stop):
            folder.append(played)
            report.add(played.result)
            done += 1
            update(done)
            if report.is_decided():
                stop.set()
    return done < len(numbers) and not report.is_decided()


@contextmanager
def interruptible() -> Iterator[Event]:
    """Yield an event that the first Ctrl+C sets; a second one raises KeyboardInterrupt."""
    stop = Event()
    default = signal.getsignal(signal.SIGINT)

    def handle(*_: Any) -> None:
        signal.signal(signal.SIGINT, default)
        stop.set()

    signal.signal(signal.SIGINT, handle)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, default)


@contextmanager
def show_progress(terminal: Terminal, report: Report, done: int, total: int) -> Iterator[Callable[[int], Any]]:
    """Yield a function that shows progress and standings: a bar on a terminal, elsewhere a line now and then."""
    if not terminal.console.is_terminal:

        def update(done: int) -> None:
            if done * PROGRESS_LINES // total > (done - 1) * PROGRESS_LINES // total:
                terminal.print_unwrapped(say("cli-arena-progress", done=done, total=total, standings=report.line()))

        yield update
        return
    standings = TextColumn("{task.description}", table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis"))
    columns = BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn(), standings
    with Progress(*columns, console=terminal.console, expand=True) as progress:
        task = progress.add_task(report.line(), total=total, completed=done)
        yield lambda done: progress.update(task, completed=done, description=report.line())


def command_line(arena: Arena, args: Namespace) -> str:
    """Return the command that reproduces these results on any machine."""
    words = ["nodarium", "arena", arena.game.id, "--bots", *arena.bots, "--games", str(args.games)]
    words += ["--seed", str(arena.seed)] if arena.seed else []
    words += ["--pairing", "adjacent"] if arena.adjacent_only else []
    words += ["--sprt", *(f"{elo:g}" for elo in args.sprt)] if args.sprt else []
    defaults = {option.name: option.default for option in arena.game.options}
    chosen = {name: format_value(value) for name, value in arena.options.items() if value != defaults[name]}
    words += [f"{flag('game_' * (name in vars(args)) + name)}={value}" for name, value in chosen.items()]
    return shlex.join(words)


def _arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar=metavar("GAME"), help=help_text(GAME_HELP))
    parser.add_argument(
        "--bots",
        metavar="BOT",
        nargs="+",
        required=True,
        help=help_text(say("cli-arena-help-bots", bots=any_of(tuple(BOT_NAMES)), example="plain:playouts=300")),
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=integer,
        required=True,
        help=help_text(say("cli-arena-help-games")),
    )
    parser.add_argument(
        "--pairing",
        choices=("all", "adjacent"),
        default="all",
        help=help_text(say("cli-arena-help-pairing")),
    )
    parser.add_argument(
        "--sprt",
        metavar=("ELO0", "ELO1"),
        nargs=2,
        type=number,
        help=help_text(say("cli-arena-help-sprt")),
    )
    parser.add_argument("--seed", metavar="N", type=integer, default=0, help=help_text(say("cli-arena-help-seed")))
    parser.add_argument("--output", metavar=metavar("DIR"), help=help_text(say("cli-arena-help-output")))
    parser.add_argument("--markdown", metavar=metavar("FILE"), help=help_text(say("cli-arena-help-markdown")))
    parser.add_argument(
        "--workers",
        metavar="N",
        type=integer,
        default=available_cores(),
        help=help_text(say("cli-help-workers")),
    )
    parser.add_help_argument()


ARENA = Command(
    "arena",
    say("cli-arena-summary"),
    "GAME --bots BOT [BOT ...] --games N [options]",
    _arguments,
    run,
    (
        "{game} --bots novice random --games 2",
        "{game} --bots random novice plain:playouts=20 --pairing adjacent --games 2",
        "{game} --bots novice random --games 4 --sprt 0 200",
        "{game} --bots novice random --games 2 --output new --markdown new.md",
    ),
    details=say("cli-arena-details"),
    notes=say("cli-arena-notes"),
    takes_options=True,
    renamed={
        "--players": "--bots",
        "--neighbours": "--pairing adjacent",
        "--stop": "--sprt",
        "--folder": "--output",
        "--table": "--markdown",
        "--game-players": "--players",
    },
)
