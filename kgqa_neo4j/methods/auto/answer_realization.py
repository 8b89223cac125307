"""Answer realization: the language model puts a known answer into a sentence, which is checked.

The sentence is accepted only if it contains every name unchanged, no other entity of the evidence, no word from outside
the question and the plan's relations, and nearly all words of the question: a small model tends to omit or add words
that change the meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from kgqa_neo4j.methods.common.calls import Calls, Sampling
from kgqa_neo4j.model.graph import fold
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS
from kgqa_neo4j.question.masking import mask
from kgqa_neo4j.question.wording import stem, words

MAX_NAMES = 3
"""Maximum number of names in a sentence; longer answers are listed, without a call."""
_MAX_LENGTH = 60
_MAX_TOKENS = 48
# Words of the question that a sentence may leave out: "year" or "language" is clear from the answer itself.
_LEFT_OUT = 1


def can_be_phrased(names: Sequence[str]) -> bool:
    """Whether an answer of these names is short enough for a sentence."""
    return 0 < len(names) <= MAX_NAMES and all(
        0 < len(name) <= _MAX_LENGTH and "\n" not in name for name in names
    )


def phrase(
    calls: Calls, question: str, names: Sequence[str], others: Iterable[str], relations: Iterable[str]
) -> tuple[str, str]:
    """Return the model's sentence and "", or "" and the reason why its reply was rejected.

    Args:
        calls: the model.
        question: the question.
        names: names of the answers, all of which the sentence must contain.
        others: names of the other entities of the evidence, which it may contain only if the question does.
        relations: names of the relations that led to the answers, whose words it may use.

    Raises:
        ContextOverflow, ModelTimeout, ModelUnavailable.
    """
    reply = calls.complete(
        "phrase",
        {"question": question, "answer": "; ".join(names)},
        sampling=Sampling(temperature=0.0, max_tokens=_MAX_TOKENS, stop=["\n"]),
    ).strip()
    complaint = unfaithful(reply, question, names, others, relations)
    return ("", complaint) if complaint else (reply, "")


def unfaithful(
    sentence: str, question: str, names: Sequence[str], others: Iterable[str], relations: Iterable[str]
) -> str:
    """Return what a sentence adds or omits; "" if it is faithful to the answer."""
    if missing := [name for name in names if not _has(sentence, name, exactly=True)]:
        return f"it does not name {missing[0]}"
    rest = _without(sentence, names)
    for name in others:
        if _has(rest, name) and not _has(question, name):
            return f"it names {name}"
    asked, said = _content([question]), _content([rest])
    if added := sorted(said.keys() - asked.keys() - _content(relations).keys()):
        return f"it adds {said[added[0]]!r}"
    left_out = sorted(asked.keys() - said.keys() - _content(names).keys())
    if len(left_out) > _LEFT_OUT:
        return f"it leaves out {', '.join(repr(asked[one]) for one in left_out)}"
    return ""


def _has(text: str, name: str, *, exactly: bool = False) -> bool:
    """Whether a name occurs in a text as whole words, ignoring case unless `exactly`."""
    where, what = (text, name) if exactly else (fold(text), fold(name))
    return bool(what.strip()) and re.search(rf"(?<!\w){re.escape(what)}(?!\w)", where) is not None


def _without(text: str, names: Sequence[str]) -> str:
    return mask(fold(text), map(fold, names), " ")


def _content(texts: Iterable[str]) -> dict[str, str]:
    """Return the content words, by stem."""
    found = {word for text in texts for word in words(fold(text))}
    return {stem(word): word for word in sorted(found - FUNCTION_WORDS)}
