"""Generation: the answer from the evidence or from the model alone, in one call.

See docs/methods/adaptive.md, steps 5 to 7.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kgqa_neo4j.llm.grammar import one_of
from kgqa_neo4j.methods.common.calls import Calls
from kgqa_neo4j.model.graph import Entity, fold

# Names offered by a grammar; longer grammars slow down every token.
MAX_OPTIONS = 48
MAX_OPTION_LENGTH = 120
# Names in the text of an answer; the others are only counted.
NAMES_IN_TEXT = 10

OnText = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Generated:
    """The model's reply, the entities that it names, in order, and the number of names omitted from its grammar."""

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
    """Generate the answer from the evidence.

    With `constrain` a grammar limits the reply to one of the options' names. The reply is matched with the options
    in any case, since not every backend supports grammars.

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
    """Generate the answer without evidence, for the fallback and the method `llm`.

    Raises:
        ContextOverflow, ModelTimeout, ModelUnavailable.
    """
    return calls.complete("alone", {"question": question}, on_text=on_text).strip()


def named_in(text: str, options: Iterable[Entity]) -> list[Entity]:
    """Return the options whose names occur in `text`, in order; of overlapping names the longest.

    Case, width and spacing are ignored. A name stands for all options that share it.
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
    """Return a list of names as the text of an answer, and stream it name by name."""
    shown = list(dict.fromkeys(names))
    pieces = [name if place == 0 else f", {name}" for place, name in enumerate(shown[:NAMES_IN_TEXT])]
    if len(shown) > NAMES_IN_TEXT:
        pieces.append(f" and {len(shown) - NAMES_IN_TEXT} more")
    if on_text is not None:
        for piece in pieces:
            on_text(piece)
    return "".join(pieces)


def offered_names(entities: Iterable[Entity]) -> tuple[list[str], int]:
    """Return the names for a grammar, and the number of names omitted."""
    names = list(dict.fromkeys(entity.name for entity in entities if can_be_offered(entity.name)))
    return names[:MAX_OPTIONS], max(0, len(names) - MAX_OPTIONS)


def unoffered(count: int) -> str:
    """Return the text of the step for names omitted from a grammar."""
    return f"reply limited to the first {MAX_OPTIONS} names ({count:,} omitted)"


def can_be_offered(name: str) -> bool:
    """Whether a name fits in a grammar; some names are whole sentences, or blank."""
    return 0 < len(name) <= MAX_OPTION_LENGTH and not name.isspace()
