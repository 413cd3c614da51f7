"""The numbered rules of a game, read from its `RULES.md`.

A rule is a list item `- **N-12 (book)** text`, with further lines indented; its sources are book, ruling or data. The
items of the chapter In short have no numbers: they say what the game is about.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

from nodarium.core.errors import BadOption

RULE = re.compile(r"^- \*\*(?P<id>[A-Z]-\d+)(?: \((?P<sources>[^)]*)\))?\*\* (?P<text>.*(?:\n  .*)*)", re.MULTILINE)
ITEM = re.compile(r"^- (.*(?:\n  .*)*)", re.MULTILINE)
SUMMARY_CHAPTER = "In short"


@dataclass(frozen=True)
class Rule:
    id: str
    sources: tuple[str, ...]
    text: str
    chapter: str


@dataclass(frozen=True)
class Rulebook:
    text: str
    rules: dict[str, Rule]
    summary: tuple[str, ...]  # goal, turn and end in a few sentences

    def find(self, rule_id: str) -> Rule:
        """The rule with an id, in capitals or not."""
        rule = self.rules.get(rule_id.upper())
        if rule is None:
            near = get_close_matches(rule_id.upper(), self.rules, 1)
            hint = f"did you mean {near[0]}?" if near else f"they run from {min(self.rules)} on."
            raise BadOption(f"There is no rule {rule_id}: {hint}")
        return rule


def read_rulebook(text: str) -> Rulebook:
    """The rules of a `RULES.md`, in their order."""
    rules: dict[str, Rule] = {}
    short: tuple[str, ...] = ()
    chapters = re.split(r"^## ", text, flags=re.MULTILINE)
    for chapter in chapters:
        title = chapter.partition("\n")[0].strip()
        if title == SUMMARY_CHAPTER:
            short = tuple([" ".join(item.split()) for item in ITEM.findall(chapter)])
        for found in RULE.finditer(chapter):
            sources = tuple(part.strip() for part in (found["sources"] or "").split(",") if part.strip())
            body = " ".join(line.strip() for line in found["text"].splitlines())
            assert found["id"] not in rules, f"rule {found['id']} is there twice"
            rules[found["id"]] = Rule(found["id"], sources, body, title)
    return Rulebook(text, rules, short)
