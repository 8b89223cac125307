"""Generation: the answer from the evidence, or from the model alone.

See docs/methods/adaptive.md, steps 5 and 6. Either is one call.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kgqa_neo4j.llm.grammar import one_of
from kgqa_neo4j.methods.common.calls import Calls
from kgqa_neo4j.model.graph import Entity, fold

# Names that a grammar offers; a longer one makes every token slow.
MAX_OPTIONS = 48
MAX_OPTION_LENGTH = 120
# Names in the text of an answer; the rest is counted.
NAMES_IN_TEXT = 10

OnText = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Generated:
    """The model's reply, the entities that it names, in order, and how many names it was not offered."""

    reply: str
    named: list[Entity]
    unoffered: int = 0


def generate(
    calls: Calls,
    question: str,
    evidence: str,
    options: Sequence[Entity],
    constrain: bool,
    on_text: OnText | None,
) -> Generated:
    """Ask the model for the answer from the evidence.

    With `constrain` the reply is one of the options' names. The reply is matched to the options
    either way, since not every backend can be constrained.

    Raises:
        ContextOverflow, ModelTimeout, ModelUnavailable.
    """
    names, more = offered_names(options)
    reply = calls.complete(
        "answer",
        {"question": question, "evidence": evidence},
        grammar=one_of(names) if constrain and names else None,
        on_text=on_text,
    )
    return Generated(reply, named_in(reply, options), more if constrain else 0)


def generate_alone(calls: Calls, question: str, on_text: OnText | None) -> str:
    """Ask the model without any evidence: the fallback, and the method `llm`.

    Raises:
        ContextOverflow, ModelTimeout, ModelUnavailable.
    """
    return calls.complete("alone", {"question": question}, on_text=on_text).strip()


def named_in(text: str, options: Iterable[Entity]) -> list[Entity]:
    """Return the options whose names occur in `text`, in order; of overlapping names the longest.

    Case, width and spacing do not matter. All options that bear a name are named by it.
    """
    bearers: dict[str, list[Entity]] = {}
    for entity in options:
        bearers.setdefault(fold(entity.name), []).append(entity)
    bearers.pop("", None)
    folded = fold(text)
    if folded in bearers:
        return bearers[folded]
    longest_first = sorted(bearers, key=lambda name: (-len(name), name))
    pattern = "|".join(re.escape(name) for name in longest_first)
    found = re.findall(rf"(?<!\w)(?:{pattern})(?!\w)", folded) if pattern else []
    return [entity for name in dict.fromkeys(found) for entity in bearers[name]]


def compose(names: Sequence[str], on_text: OnText | None) -> str:
    """Return the text of an answer that consists of names, and stream it name by name."""
    shown = list(dict.fromkeys(names))
    pieces = [name if place == 0 else f", {name}" for place, name in enumerate(shown[:NAMES_IN_TEXT])]
    if len(shown) > NAMES_IN_TEXT:
        pieces.append(f" and {len(shown) - NAMES_IN_TEXT} more")
    if on_text is not None:
        for piece in pieces:
            on_text(piece)
    return "".join(pieces)


def offered_names(entities: Iterable[Entity]) -> tuple[list[str], int]:
    """Return the names of entities that a grammar offers, and how many more there are than it may."""
    names = list(dict.fromkeys(entity.name for entity in entities if can_be_offered(entity.name)))
    return names[:MAX_OPTIONS], max(0, len(names) - MAX_OPTIONS)


def unoffered(count: int) -> str:
    """Say that a grammar had no room for some names."""
    return f"reply limited to the first {MAX_OPTIONS} names ({count:,} omitted)"


def can_be_offered(name: str) -> bool:
    """Return whether a name can stand in a grammar: some have whole sentences, or nothing but blanks."""
    return 0 < len(name) <= MAX_OPTION_LENGTH and not name.isspace()
