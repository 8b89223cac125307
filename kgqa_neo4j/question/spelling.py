"""British and American spellings: "centre" and "center"."""

from __future__ import annotations

import re

_RULES = (
    (re.compile(r"(?<=\w\w)tre(s?)$"), r"ter\1"),
    (re.compile(r"(?<=\w\w[^aeiou])our(s|ed|ing|ite|ites|able)?$"), r"or\1"),
    (re.compile(r"(?<=\w\w\w)is(e|es|ed|ing|er|ers|ation|ations)$"), r"iz\1"),
    (re.compile(r"(?<=\w\w)ys(e|es|ed|ing)$"), r"yz\1"),
    (re.compile(r"(?<=\w\w[aeiou])ll(ed|ing|er|ers)$"), r"l\1"),
    (re.compile(r"(?<=\w\w)ogue(s?)$"), r"og\1"),
    (re.compile(r"(?<=gr)amme(s?)$"), r"am\1"),
    (re.compile(r"^(of|def)fence(s?)$"), r"\1fense\2"),
    (re.compile(r"^licence(s?)$"), r"license\1"),
    (re.compile(r"^grey(s?)$"), r"gray\1"),
    (re.compile(r"^tyre(s?)$"), r"tire\1"),
    (re.compile(r"^cheque(s?)$"), r"check\1"),
)


def american(word: str) -> str:
    """Return the American spelling of a lower-case word.

    Other words may change too ("rolled" gives "roled"), so compare only words that both passed through here.
    """
    for pattern, instead in _RULES:
        word = pattern.sub(instead, word)
    return word
