"""The two roles of the language model in `iquest`: their prompts, and the parsing of their replies.

See docs/methods/iquest.md, steps 1, 4 and 6. The guiding role writes sub-questions; the answering role
answers them, judges whether the answers suffice, and writes the answer. Each function makes one call.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgqa_neo4j.llm.grammar import list_of, one_of
from kgqa_neo4j.methods.common.calls import Calls, Sampling
from kgqa_neo4j.methods.common.generation import named_in, offered_names
from kgqa_neo4j.methods.common.question_run import OnText
from kgqa_neo4j.methods.common.sub_answers import MAX_NAMES, not_in
from kgqa_neo4j.methods.common.verbalization import Verbalised, verbalise_triples
from kgqa_neo4j.methods.iquest.neighbours import Neighbour
from kgqa_neo4j.model.graph import Entity, fold
from kgqa_neo4j.settings import IquestSettings

NONE = "none"
OWN = "own knowledge:"
MAX_QUESTION = 200
MAX_OWN = 120
_GUIDE_TOKENS = 64
_WORDS = r"[^\n?]{3,160}"
_NO_MORE = re.compile(r"\W*(none|no (further|more|other|additional))\b", re.IGNORECASE)
_ECHO = re.compile(r"main question\s*:|known so far\s*:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Guidance:
    """The guiding role's reply: a sub-question, or `done`; `problem` says why it was unusable."""

    question: str = ""
    done: bool = False
    problem: str = ""
    reply: str = ""


@dataclass(frozen=True, slots=True)
class SubAnswer:
    """A sub-question with its answer: `entities` of the evidence, or `own`, the model's own words.

    Neither means that nothing was found. `reply` is the model's reply, `problem` says what was wrong with it,
    and `unoffered` counts the names that did not fit into the reply's grammar.
    """

    question: str
    entities: tuple[Entity, ...] = ()
    own: str = ""
    reply: str = ""
    problem: str = ""
    unoffered: int = 0

    @property
    def text(self) -> str:
        """The answer as shown in the context; empty if nothing was found."""
        return "; ".join(dict.fromkeys(entity.name for entity in self.entities)) or self.own


def guide(calls: Calls, question: str, context: Sequence[SubAnswer], avoid: str = "") -> Guidance:
    """Ask for the next sub-question; `avoid` is one that must not be asked again.

    Raises:
        ContextOverflow, ModelTimeout, ModelUnavailable.
    """
    note = "\n" + calls.phrase("iquest_repeated", question=avoid) if avoid else ""
    ending = f'"{NONE}" | ' if context else ""
    reply = calls.complete(
        "iquest_guide",
        {"question": question, "context": tell(context), "note": note},
        sampling=Sampling(max_tokens=_GUIDE_TOKENS),
        grammar=f'root ::= {ending}{_WORDS} "?"\n',
    )
    return _guidance(reply)


def answer_sub_question(
    calls: Calls, question: str, shown: Sequence[Neighbour], settings: IquestSettings, *, own: bool
) -> tuple[SubAnswer, Verbalised]:
    """Ask for the answer to a sub-question from neighbours, best first; return it with the evidence in the prompt.

    With `own` the model may answer from its own knowledge.

    Raises:
        ContextOverflow, ModelTimeout, ModelUnavailable.
    """
    budget = min(settings.evidence_tokens, calls.llm.context // 2)
    told = verbalise_triples([(one.triple, one.outward) for one in shown], budget, calls.llm.count_tokens)
    found = list({one.entity.id: one.entity for one in shown}.values())
    options = not_in(found, question) or found
    rule = calls.phrase("iquest_own_knowledge" if own else "iquest_not_told", own=OWN, none=NONE)
    reply = calls.complete(
        "iquest_answer",
        {
            "question": question,
            "evidence": told.text or "(no facts)",
            "rule": rule,
        },
        sampling=Sampling(max_tokens=settings.max_tokens),
        grammar=_sub_answer_grammar(options, own) if settings.constrain else None,
    ).strip()
    result = _sub_answer(question, reply, options, own)
    return replace(result, unoffered=offered_names(options)[1] if settings.constrain else 0), told


def is_enough(calls: Calls, question: str, context: Sequence[SubAnswer]) -> tuple[bool | None, str]:
    """Ask whether the context suffices; return the verdict (None if neither yes nor no) and the reply.

    Raises:
        ContextOverflow, ModelTimeout, ModelUnavailable.
    """
    reply = calls.complete(
        "iquest_enough",
        {"question": question, "context": tell(context)},
        sampling=Sampling(max_tokens=4),
        grammar=one_of(["yes", "no"]),
    )
    first = re.match(r"\W*(yes|no)\b", fold(reply))
    return (first[1] == "yes" if first else None), reply


def conclude(
    calls: Calls, question: str, context: Sequence[SubAnswer], settings: IquestSettings, on_text: OnText | None
) -> str:
    """Ask for the answer from the question and the context.

    With `settings.constrain` the reply is restricted to the names in the context, provided that the last
    answer came from the graph.

    Raises:
        ContextOverflow, ModelTimeout, ModelUnavailable.
    """
    names = offered(context) if settings.constrain else []
    return calls.complete(
        "iquest_final",
        {"question": question, "context": tell(context)},
        sampling=Sampling(max_tokens=settings.max_tokens),
        grammar=list_of(names, MAX_NAMES) if names else None,
        on_text=None if names else on_text,
    ).strip()


def offered(context: Sequence[SubAnswer]) -> list[str]:
    """Return the names that an answer may consist of, the latest first; none for free text."""
    found = [one for one in reversed(context) if one.text]
    if not found or not found[0].entities:
        return []
    return _names([entity for one in found for entity in one.entities])


def tell(context: Sequence[SubAnswer]) -> str:
    """Return the context as the prompts show it, one pair per line."""
    lines = [
        f"{number}. {one.question} {one.text or '(nothing was found)'}" for number, one in enumerate(context, 1)
    ]
    return "\n" + "\n".join(lines) if lines else "nothing"


def _names(entities: Sequence[Entity]) -> list[str]:
    return offered_names(entities)[0]


def _sub_answer_grammar(options: Sequence[Entity], own: bool) -> str:
    """Return the grammar of a list of names, or of a reply that declines to answer."""
    ways_out = f'"{NONE}"' + (f' | "{OWN} " [^\\n]{{1,{MAX_OWN}}}' if own else "")
    names = _names(options)
    if not names:
        return f"root ::= {ways_out}\n"
    listed = list_of(names, MAX_NAMES).replace("root ::=", "listed ::=", 1)
    return f"root ::= listed | {ways_out}\n{listed}"


def _guidance(reply: str) -> Guidance:
    line = next((line.strip() for line in reply.splitlines() if re.search(r"\w", line)), "")
    if "?" not in line and _NO_MORE.match(line):
        return Guidance(done=True, reply=reply)
    head, mark, _ = line.partition("?")
    problem = ""
    if not line:
        problem = "empty"
    elif _ECHO.search(line) or line[0] in "{[":
        problem = "not a question"
    elif len(head) > MAX_QUESTION:
        problem = "too long"
    return Guidance(problem=problem, reply=reply) if problem else Guidance(head + mark, reply=reply)


def _sub_answer(question: str, reply: str, options: Sequence[Entity], own: bool) -> SubAnswer:
    entities = tuple(named_in(reply, options))
    if entities and not fold(reply).startswith(OWN):
        return SubAnswer(question, entities, reply=reply)
    if not re.search(r"\w", reply):
        return SubAnswer(question, reply=reply, problem="empty")
    if re.sub(r"\W+", "", fold(reply)) == NONE:
        return SubAnswer(question, reply=reply)
    flagged = fold(reply).startswith(OWN)
    words = " ".join((reply.strip()[len(OWN) :] if flagged else reply).split())[:MAX_OWN].strip()
    problem = "" if flagged else "names nothing of the triples"
    if flagged and not own:
        problem = "own knowledge is not asked for"
    elif flagged and not re.search(r"\w", words):
        problem = "own knowledge, and none is told"
    known = own and bool(re.search(r"\w", words)) and re.sub(r"\W+", "", fold(words)) != NONE
    return SubAnswer(question, own=words if known else "", reply=reply, problem=problem)
