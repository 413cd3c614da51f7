"""`nodarium analyse`: a bot's evaluation of a match."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from nodarium.cli.command import Command, Parser, check_writable
from nodarium.cli.records import load_match, match_arguments
from nodarium.cli.terminal import Terminal, write_utf8
from nodarium.core.theme import THEMES
from nodarium.lab.analysis import Analysis, MoveReview, analyse, make_analysis_bot
from nodarium.lab.chart import describe_swing, draw, percent
from nodarium.record.match import Match
from nodarium.search.bots import LEVELS

DEFAULT_BOT = f"{LEVELS[-1]}:seconds=0.5"
POOR_LOSS, BAD_LOSS = 0.05, 0.15  # from which a move is coloured
WEAK_BOT = f"Bots other than {LEVELS[-1]} are weak analysts: their numbers can be far off."
OWN_VIEW = "Each seat is evaluated from what it could know."
COLUMNS = (
    "Before and after: the winning chances of the player who moved, according to the bot. Lost: how much worse "
    "the move is than the bot's choice, which follows if it is better; ? if the bot never tried the move."
)


def run(args: Namespace) -> int:
    match = load_match(args)
    make_analysis_bot(match.game, args.bot)
    check_writable(args.svg)
    analysis = analyse_with_progress(match, args.bot)
    if args.svg is not None:
        Path(args.svg).write_text(draw(analysis, args.theme or "light"), "utf-8")
    if args.json:
        swings = [review.number for review in analysis.swings]
        data = msgspec.to_builtins(analysis) | {"swings": swings}
        write_utf8(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")
    else:
        print_analysis(Terminal(args.theme), analysis)
    return 0


def analyse_with_progress(match: Match, bot: str) -> Analysis:
    """Analyse a match, and show a progress bar on a terminal."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:.0f} %"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"{bot.partition(':')[0]} is thinking")
        return analyse(match, bot, lambda done, total: progress.update(task, completed=done, total=total))


def print_analysis(terminal: Terminal, analysis: Analysis) -> None:
    """Print every move with its values, and the largest swings."""
    terminal.print(f"{analysis.game}, analysed by {analysis.bot}.", "text strong")
    if not analysis.bot.startswith(LEVELS[-1]):
        terminal.print(WEAK_BOT)
    if analysis.imperfect_information:
        terminal.print(OWN_VIEW)
    if not analysis.moves:
        terminal.print("No moves have been played yet.")
        return
    terminal.print(COLUMNS)
    seat = max(map(len, analysis.seats))
    move = max(len("played"), *(len(review.move) for review in analysis.moves))
    terminal.print(f"\n{'move':>4}  {'seat':<{seat}}  {'played':<{move}}  before  after   lost  better", "text dim")
    for review in analysis.moves:
        line = terminal.text(f"{review.number:>4}  ")
        line.append(f"{analysis.seats[review.seat]:<{seat}}", terminal.style(f"text seat-{review.seat}"))
        line.append(f"  {review.move:<{move}}  {percent(review.before):>6}  {percent(review.after):>5}  ")
        line.append(f"{format_loss(review):>5}", terminal.style(loss_style(review)))
        line.append(f"  {better_move(review)}")
        line.rstrip()
        terminal.console.print(line, soft_wrap=True)
    terminal.print()
    if analysis.outcome_text:
        terminal.print(f"{analysis.outcome_text}.")
    if analysis.swings:
        terminal.print("The largest swings:", "text strong")
    for number, review in enumerate(analysis.swings, 1):
        terminal.print(f"  {number}. {describe_swing(analysis, review)}.")


def format_loss(review: MoveReview) -> str:
    return "?" if review.value_loss is None else percent(review.value_loss) if review.value_loss >= 0.005 else ""


def loss_style(review: MoveReview) -> str:
    loss = review.value_loss or 0
    return "text red strong" if loss >= BAD_LOSS else "text yellow" if loss >= POOR_LOSS else "text"


def better_move(review: MoveReview) -> str:
    """Return the bot's choice and its value, if it is better than the move."""
    best = review.recommendation.candidates[0]
    tried = {candidate.move: candidate.value for candidate in review.recommendation.candidates}
    value = tried.get(review.move, 0.0) if review.simultaneous else review.after
    return f"{best.move} {percent(best.value)}" if format_loss(review) and best.value > value else ""


def _arguments(parser: Parser) -> None:
    match_arguments(parser)
    parser.add_argument(
        "--bot", metavar="BOT", default=DEFAULT_BOT, help=f"the bot that analyses (default: {DEFAULT_BOT})"
    )
    parser.add_argument("--svg", metavar="CHART", help="also draw a chart of the winning chances to this file")
    parser.add_argument("--json", action="store_true", help="print the whole analysis as JSON")
    parser.add_argument(
        "--theme", choices=THEMES, help="colours for a light or a dark background (default for the chart: light)"
    )
    parser.add_help_argument()


ANALYSE = Command(
    "analyse",
    "evaluate every move of a record, and find the turning points",
    "FILE [options]",
    _arguments,
    run,
    ("game.json", "game.json --bot casual --svg chart.svg", "game.json --bot novice --json"),
)
