"""`nodarium analyse`: what a bot thinks of a match that was played."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from nodarium.cli.command import Command, Parser, check_writable
from nodarium.cli.records import chosen_match, match_arguments
from nodarium.cli.screen import Screen, write_for_programs
from nodarium.core.theme import THEMES
from nodarium.lab.analysis import Analysis, MoveReview, analyse, make_analysis_bot
from nodarium.lab.chart import draw, in_words, percent
from nodarium.record.match import Match
from nodarium.search.bots import LEVELS

USUAL = f"{LEVELS[-1]}:seconds=0.5"
POOR, BAD = 0.05, 0.15  # what a move may lose before it is shown in a colour
WEAK = f"A bot other than {LEVELS[-1]} sees little: its numbers can be far off."
OWN = "Each seat is judged from what it could know."
COLUMNS = (
    "Before and after a move: the chances of whoever made it, as the bot sees them. Lost: what it gave away "
    "against the bot's own choice, which stands behind it where it is better; ? where the bot has not tried the move."
)


def run(args: Namespace) -> int:
    match = chosen_match(args)
    make_analysis_bot(match.game, args.bot)
    check_writable(args.svg)
    analysis = think(match, args.bot)
    if args.svg is not None:
        Path(args.svg).write_text(draw(analysis, args.theme or "light"), "utf-8")
    if args.json:
        swings = [step.number for step in analysis.swings]
        data = msgspec.to_builtins(analysis) | {"swings": swings}
        write_for_programs(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")
    else:
        tell(Screen(args.theme), analysis)
    return 0


def think(match: Match, bot: str) -> Analysis:
    """The analysis; on a terminal one sees how far it is."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:.0f} %"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"{bot.partition(':')[0]} thinks")
        return analyse(match, bot, lambda done, total: progress.update(task, completed=done, total=total))


def tell(screen: Screen, analysis: Analysis) -> None:
    """Every move with what it was worth, and the largest swings."""
    screen.say(f"{analysis.game}, judged by {analysis.bot}.", "text strong")
    if not analysis.bot.startswith(LEVELS[-1]):
        screen.say(WEAK)
    if analysis.imperfect_information:
        screen.say(OWN)
    if not analysis.moves:
        screen.say("Nothing has been played.")
        return
    screen.say(COLUMNS)
    seat = max(map(len, analysis.seats))
    move = max(len("played"), *(len(step.move) for step in analysis.moves))
    screen.say(f"\n{'move':>4}  {'seat':<{seat}}  {'played':<{move}}  before  after   lost  better", "text dim")
    for step in analysis.moves:
        line = screen.text(f"{step.number:>4}  ")
        line.append(f"{analysis.seats[step.seat]:<{seat}}", screen.style(f"text seat-{step.seat}"))
        line.append(f"  {step.move:<{move}}  {percent(step.before):>6}  {percent(step.after):>5}  ")
        line.append(f"{lost(step):>5}", screen.style(shade(step)))
        line.append(f"  {better(step)}")
        line.rstrip()
        screen.console.print(line, soft_wrap=True)
    screen.say()
    if analysis.outcome_text:
        screen.say(f"{analysis.outcome_text}.")
    if analysis.swings:
        screen.say("The largest swings:", "text strong")
    for number, step in enumerate(analysis.swings, 1):
        screen.say(f"  {number}. {in_words(analysis, step)}.")


def lost(step: MoveReview) -> str:
    return "?" if step.value_loss is None else percent(step.value_loss) if step.value_loss >= 0.005 else ""


def shade(step: MoveReview) -> str:
    return (
        "text red strong"
        if (step.value_loss or 0) >= BAD
        else "text yellow"
        if (step.value_loss or 0) >= POOR
        else "text"
    )


def better(step: MoveReview) -> str:
    """The bot's choice where something was lost against it, and the chances after it."""
    best = step.recommendation.candidates[0]
    tried = {option.move: option.value for option in step.recommendation.candidates}
    made = tried.get(step.move, 0.0) if step.simultaneous else step.after
    return f"{best.move} {percent(best.value)}" if lost(step) and best.value > made else ""


def _arguments(parser: Parser) -> None:
    match_arguments(parser)
    parser.add_argument("--bot", metavar="LEVEL", default=USUAL, help=f"who judges; usually {USUAL}")
    parser.add_argument("--svg", metavar="CHART", help="draw the course of the match to this file")
    parser.add_argument("--json", action="store_true", help="tell all of it as JSON")
    parser.add_argument("--theme", choices=THEMES, help="of the chart, usually light, and of the terminal")


ANALYSE = Command(
    "analyse",
    "see what a bot thinks of every move of a record, and where the match turned",
    _arguments,
    run,
    ("game.json", "game.json --bot casual --svg chart.svg", "game.json --bot novice --json"),
)
