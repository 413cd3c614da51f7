"""Explains why arguments can't be parsed. This is the only module that reads argparse's error messages."""

from __future__ import annotations

import re

from nodarium.core.message import Message, Text, say

# argparse’s sentences, and the messages that say the same. Groups are arguments.
SENTENCES: dict[str, str] = {
    r"the following arguments are required: (?P<arguments>.*)": "cli-arguments-missing",
    r"expected one argument": "cli-value-missing",
    r"expected at least one argument": "cli-value-missing",
    r"expected (?P<count>\d+) arguments?": "cli-values-missing",
    r"ignored explicit argument (?P<value>.*)": "cli-value-unwanted",
    r"not allowed with argument (?P<other>.*)": "cli-argument-excluded",
    r"invalid choice: (?P<value>.*) \(choose from (?P<choices>.*)\)": "cli-not-a-choice",
}


def explain_argument_error(sentence: str) -> Text:
    found = re.fullmatch(r"argument (?P<argument>[^:]+): (?P<problem>.*)", sentence, re.DOTALL)
    if found:
        return say("cli-argument-problem", argument=found["argument"], problem=_explain(found["problem"]))
    return _explain(sentence)


def _explain(sentence: str) -> Text:
    for pattern, message_id in SENTENCES.items():
        found = re.fullmatch(pattern, sentence, re.DOTALL)
        if found:
            return Message(message_id, {name: text.replace("'", "") for name, text in found.groupdict().items()})
    return sentence if sentence.endswith(".") else f"{sentence}."
