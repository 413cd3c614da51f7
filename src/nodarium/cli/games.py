"""`nodarium games` and `nodarium rules`: what there is to play, and how."""

from __future__ import annotations

import re
from argparse import Namespace

from rich.text import Text

from nodarium.cli.command import Command, Parser, flag, show_value
from nodarium.cli.screen import Screen
from nodarium.core.discovery import find_game, game_ids
from nodarium.core.game import Game
from nodarium.core.rulebook import RULE, Rule, Rulebook

MARKS = {"book": "text dim", "ruling": "text yellow strong", "data": "text blue strong"}
# **bold**, *slanted*, `code`
INLINE = re.compile(r"\*\*(?P<bold>.+?)\*\*|\*(?P<slanted>[^*]+)\*|`(?P<code>[^`]+)`")


# ---- nodarium games ----


def list_games(args: Namespace) -> int:
    screen = Screen()
    for number, game in enumerate(map(find_game, game_ids())):
        if number:
            screen.say()
        describe(screen, game)
        list_options(screen, game)
    screen.say("\nA star marks what is played unless you choose otherwise.", "text dim")
    return 0


def describe(screen: Screen, game: Game) -> None:
    by = f", by {game.designer}" if game.designer else ""
    head = f"  {game.title}{by}: {players(game)} players, {game.minutes} minutes"
    screen.console.print(screen.text(game.id, "text strong").append(head, screen.style("text")))
    screen.beside((), 2, screen.text(game.summary))


def list_options(screen: Screen, game: Game) -> None:
    """The choices of each option, the usual one with a star."""
    column = max((len(option.name) for option in game.options), default=0) + 6
    for option in game.options:
        name = screen.text(f"  {flag(option.name)}", "text strong")
        choices = [show_value(choice) + ("*" if choice == option.default else "") for choice in option.choices]
        screen.beside([name], column, screen.text(f"{' '.join(choices)}\n{option.help} ({option.rule})", "text dim"))


def players(game: Game) -> str:
    """How many can play, over all options."""
    chosen = [{option.name: choice} for option in game.options for choice in option.choices]
    seats = {game.state_class(**game.resolve_options(options)).seats for options in [{}, *chosen]}
    return str(min(seats)) if len(seats) == 1 else f"{min(seats)} to {max(seats)}"


# ---- nodarium rules ----


def show_rules(args: Namespace) -> int:
    screen = Screen()
    book = find_game(args.game).rulebook
    if args.id:
        show_rule(screen, book.find(args.id))
    else:
        show_book(screen, book)
    return 0


def show_book(screen: Screen, book: Rulebook) -> None:
    """The whole text: headings, rules, and paragraphs between them."""
    for number, block in enumerate(re.split(r"\n\n+|\n(?=- )", book.text.strip())):
        if number:
            screen.say()
        rule = RULE.match(block)
        if rule:
            show_rule(screen, book.rules[rule["id"]])
        elif block.startswith("#"):
            screen.say(block.lstrip("# "), "text strong")
        else:
            screen.beside((), 0, inline(screen, " ".join(block.split())))


def show_chapters(screen: Screen, book: Rulebook) -> None:
    """Which rules there are."""
    chapters: dict[str, list[str]] = {}
    for rule in book.rules.values():
        chapters.setdefault(rule.chapter, []).append(rule.id)
    for chapter, ids in chapters.items():
        screen.say(f"{ids[0]} to {ids[-1]}".ljust(14) + chapter)


def show_rule(screen: Screen, rule: Rule) -> None:
    """The id and, below it, where the rule comes from; beside them its text."""
    sources = [screen.text(source, MARKS.get(source, "text")) for source in rule.sources]
    screen.beside([screen.text(rule.id, "text strong"), *sources], 8, inline(screen, rule.text))


def inline(screen: Screen, text: str) -> Text:
    """A text with the marks that are used in `RULES.md`."""
    written = Text(style=screen.style("text"))
    end = 0
    for found in INLINE.finditer(text):
        written.append(text[end : found.start()])
        kind = found.lastgroup or ""
        inside = found[kind]
        style = MARKS.get(inside.strip("()"), "text strong")
        written.append(inside, "italic" if kind == "slanted" and inside not in MARKS else screen.style(style))
        end = found.end()
    return written.append(text[end:])


def _no_arguments(parser: Parser) -> None:
    pass


def _rules_arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's id, as `nodarium games` lists them")
    parser.add_argument("id", metavar="ID", nargs="?", help="the number of a rule; without one, all are shown")


GAMES = Command("games", "list the games with their options", _no_arguments, list_games, ("",))
RULES = Command(
    "rules", "show the rules of a game, or one rule", _rules_arguments, show_rules, ("{game}", "{game} {rule}")
)
