"""`nodarium arena`: bots play against each other, and their strength is measured."""

from __future__ import annotations

import shlex
import signal
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column

from nodarium.cli.command import Command, Parser, check_writable, chosen_options, flag, number, show_value
from nodarium.cli.places import new_place
from nodarium.cli.screen import Screen
from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption
from nodarium.lab.arena import Arena
from nodarium.lab.arena_folder import GAMES, ArenaFolder
from nodarium.lab.workers import available_cores, play_all
from nodarium.search.bots import BOT_NAMES

if TYPE_CHECKING:
    from nodarium.cli.report import Report

DONE, INTERRUPTED = 0, 130
TOLD = 10  # how often an arena tells how it stands where there is no terminal


def run(args: Namespace) -> int:
    try:
        from nodarium.cli.report import Report, aligned, markdown
        from nodarium.lab.sprt import Sprt
    except ImportError as error:
        raise BadOption(f"The arena needs {error.name}: install nodarium[lab].") from None
    screen = Screen()
    game = find_game(args.game)
    arena = Arena(game, game.resolve_options(chosen_options(args)), tuple(args.players), args.seed, args.neighbours)
    numbers = arena.schedule(args.games)
    if args.workers < 1:
        raise BadOption(f"The games need one process or more, not {args.workers}.")
    if args.stop and (len(arena.bots), arena.seats) != (2, 2):
        raise BadOption("Only a test of two players at a table for two can stop early.")
    check_writable(args.table)
    test = Sprt(*args.stop) if args.stop else None
    with ArenaFolder(args.folder or new_place(f"arena-{game.id}", datetime.now(UTC)), arena) as folder:
        report = Report(arena, [folder.results[one] for one in numbers if one in folder.results], test)
        stopped = play(screen, folder, report, numbers, args.workers)
        tables = report.tables()
        remarks = report.remarks()
    for rows in tables:
        screen.say()
        head, *lines = aligned(rows)
        screen.console.print(screen.text(head, "text strong"), soft_wrap=True)
        for line in lines:
            screen.say_line(line)
    screen.say()
    for remark in remarks:
        screen.say(remark)
    screen.say_line(f"The games are kept in {folder.path}: nodarium show {folder.path / GAMES} --record 1")
    if stopped:
        screen.say_line(f"To go on: {command(arena, args)} --folder {shlex.quote(str(folder.path))}")
        return INTERRUPTED
    if args.table:
        text = [*markdown(tables[0]), "", *remarks, f"Made by `{command(arena, args)}`."]
        Path(args.table).write_text("\n".join(text) + "\n", "utf-8")
    return DONE


def play(screen: Screen, folder: ArenaFolder, report: Report, numbers: range, workers: int) -> bool:
    """Play what is missing; whether somebody stopped it."""
    missing = [one for one in numbers if one not in folder.results and not report.decided()]
    done = len(report.standings.results)
    with interruptible() as stop, telling(screen, report, done, len(numbers)) as tell:
        for played in play_all(report.arena, missing, min(workers, len(missing)), stop):
            folder.append(played)
            report.add(played.result)
            done += 1
            tell(done)
            if report.decided():
                stop.set()
    return done < len(numbers) and not report.decided()


@contextmanager
def interruptible() -> Iterator[Event]:
    """An event that Ctrl-C sets; a second one interrupts as ever."""
    stop = Event()
    usual = signal.getsignal(signal.SIGINT)

    def heed(*_: Any) -> None:
        signal.signal(signal.SIGINT, usual)
        stop.set()

    signal.signal(signal.SIGINT, heed)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, usual)


@contextmanager
def telling(screen: Screen, report: Report, done: int, all_games: int) -> Iterator[Any]:
    """How far it is and how it stands: a bar on a terminal, elsewhere a line now and then."""
    if not screen.console.is_terminal:

        def tell(done: int) -> None:
            if done * TOLD // all_games > (done - 1) * TOLD // all_games:
                screen.say_line(f"{done} of {all_games} games: {report.line()}")

        yield tell
        return
    standing = TextColumn("{task.description}", table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis"))
    columns = BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn(), standing
    with Progress(*columns, console=screen.console, expand=True) as progress:
        task = progress.add_task(report.line(), total=all_games, completed=done)
        yield lambda done: progress.update(task, completed=done, description=report.line())


def command(arena: Arena, args: Namespace) -> str:
    """The command that makes these results, whoever runs it and wherever."""
    words = ["nodarium", "arena", arena.game.id, "--players", *arena.bots, "--games", str(args.games)]
    words += ["--seed", str(arena.seed)] if arena.seed else []
    words += ["--neighbours"] if arena.adjacent_only else []
    words += ["--stop", *(f"{elo:g}" for elo in args.stop)] if args.stop else []
    options = {option.name: option.default for option in arena.game.options}
    chosen = {name: show_value(value) for name, value in arena.options.items() if value != options[name]}
    words += [f"{flag('game_' * (name in vars(args)) + name)}={value}" for name, value in chosen.items()]
    return shlex.join(words)


def elo(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no number") from None


def _arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's id, as `nodarium games` lists them")
    parser.add_argument(
        "--players",
        metavar="BOT",
        nargs="+",
        required=True,
        help=f"who plays: {', '.join(BOT_NAMES)}, with settings after a colon, as in plain:playouts=300",
    )
    parser.add_argument(
        "--games", metavar="N", type=number, required=True, help="how many all who meet at a table play"
    )
    parser.add_argument("--neighbours", action="store_true", help="only neighbours in the list of players meet")
    parser.add_argument("--seed", metavar="N", type=number, default=0, help="decides all chance; usually 0")
    parser.add_argument(
        "--stop",
        metavar="ELO",
        nargs=2,
        type=elo,
        help="stop as soon as it is clear whether the first player is rather so much stronger, or so much",
    )
    parser.add_argument("--folder", metavar="FOLDER", help="where the games are kept; an arena that is there goes on")
    parser.add_argument("--table", metavar="FILE", help="write the table in Markdown")
    parser.add_argument(
        "--workers", metavar="N", type=number, default=available_cores(), help="processes; usually one for a core"
    )


ARENA = Command(
    "arena",
    "let bots play against each other and measure their strength",
    _arguments,
    run,
    (
        "{game} --players novice random --games 2",
        "{game} --players random novice plain:playouts=20 --neighbours --games 2 --folder new --table new.md",
        "{game} --players novice random --games 4 --stop 0 200",
    ),
    takes_options=True,
)
