"""Partial triples, the decomposition of a question: ``{Norway, capital, city#1}``.

See docs/methods/pdrr.md, step 3. An end is a name or an unknown (a word with a number); a shared unknown joins partial
triples. For a parallel question the first line names the operation on their results, such as ``operation: rank max``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kgqa_neo4j.llm.cleaning import unfenced
from kgqa_neo4j.llm.grammar import literal
from kgqa_neo4j.model.graph import fold, verbalise

# Longer text is neither a name nor a relation; the model failed to stop.
MAX_NAME, MAX_RELATION = 200, 120

_UNKNOWN = re.compile(r"[^\W\d_][\w'-]*(?: [\w'-]+){0,3}#\d{1,2}")
_BULLET = re.compile(r"^(?:\d+[.)]|[-*])\s+")
_OPERATION = re.compile(r"operation\s*:\s*(.*)", re.IGNORECASE)
_BETWEEN = re.compile(r"\}\s*[,;]?\s*\{")


class DecompositionError(ValueError):
    """The text is not a list of partial triples; the message says why."""


class Operation(StrEnum):
    """The operation on the results of a parallel question's partial triples."""

    INTERSECT = "intersect"
    COMPARE_MAX = "compare max"
    COMPARE_MIN = "compare min"
    RANK_MAX = "rank max"
    RANK_MIN = "rank min"

    @property
    def compares(self) -> bool:
        """Whether named entities are compared by a value."""
        return self in (Operation.COMPARE_MAX, Operation.COMPARE_MIN)

    @property
    def ranks(self) -> bool:
        """Whether the entities of an unknown are ranked by a value."""
        return self in (Operation.RANK_MAX, Operation.RANK_MIN)

    @property
    def largest(self) -> bool:
        """Whether the largest or latest value wins, as opposed to the smallest or earliest."""
        return self in (Operation.COMPARE_MAX, Operation.RANK_MAX)


@dataclass(frozen=True, slots=True)
class Term:
    """One end of a partial triple, as written: a name, or an unknown such as ``city#1``."""

    text: str
    unknown: bool = False

    @property
    def word(self) -> str:
        """The term as text: an unknown without its number."""
        return self.text.rpartition("#")[0] if self.unknown else self.text


@dataclass(frozen=True, slots=True)
class PartialTriple:
    """A fact to look up, with one or both ends unknown."""

    subject: Term
    relation: str
    object: Term

    def __str__(self) -> str:
        return f"{{{self.subject.text}, {self.relation}, {self.object.text}}}"

    @property
    def ends(self) -> tuple[Term, Term]:
        """The subject and the object."""
        return self.subject, self.object

    @property
    def text(self) -> str:
        """The verbalised partial triple, which is compared with verbalised triples."""
        return verbalise(self.subject.word, self.relation, self.object.word)

    def other(self, end: Term) -> Term:
        """Return the end that is not `end`."""
        return self.object if end == self.subject else self.subject


@dataclass(frozen=True, slots=True)
class Decomposition:
    """Distinct partial triples in order, and the operation if the reply names a valid one."""

    triples: tuple[PartialTriple, ...]
    operation: Operation | None = None


def parse(text: str, names: Collection[str] = ()) -> Decomposition:
    """Parse a reply that consists of a decomposition and nothing else.

    A name may contain commas. `names` are names even if they look like an unknown.

    Raises:
        DecompositionError: there is any other line, a malformed triple or one without an unknown, or no triple.
    """
    known = {fold(name) for name in names}
    triples: list[PartialTriple] = []
    operation = None
    for line in filter(None, (_BULLET.sub("", line.strip()) for line in unfenced(text).splitlines())):
        if found := _OPERATION.fullmatch(line):
            wanted = " ".join(found[1].casefold().split())
            operation = next((one for one in Operation if one == wanted), operation)
        elif line[0] == "{" and line[-1] == "}":
            triples += [_triple(part, known) for part in _BETWEEN.split(line[1:-1])]
        else:
            raise DecompositionError(f"no partial triple: {line[:60]!r}")
    if not triples:
        raise DecompositionError("there is no partial triple")
    return Decomposition(tuple(dict.fromkeys(triples)), operation)


def _triple(text: str, names: Collection[str]) -> PartialTriple:
    """Parse the text between the braces."""
    parts = [" ".join(part.split()) for part in text.split(",")]
    if len(parts) < 3 or not all(parts):
        raise DecompositionError(f"not three parts: {text[:60]!r}")
    # Extra commas belong to the name, since neither the unknown at the other end nor the relation contains any.
    if _is_unknown(parts[0], names):
        subject, relation, object_ = parts[0], parts[1], ", ".join(parts[2:])
    else:
        subject, relation, object_ = ", ".join(parts[:-2]), parts[-2], parts[-1]
    if max(len(subject), len(object_)) > MAX_NAME or len(relation) > MAX_RELATION:
        raise DecompositionError(f"too long: {text[:60]!r}")
    ends = [Term(end, _is_unknown(end, names)) for end in (subject, object_)]
    if ends[0] == ends[1] or not any(end.unknown for end in ends):
        raise DecompositionError(f"nothing is unknown: {text[:60]!r}")
    return PartialTriple(ends[0], relation, ends[1])


def _is_unknown(text: str, names: Collection[str]) -> bool:
    return bool(_UNKNOWN.fullmatch(text)) and fold(text) not in names


def single(name: str, words: str) -> Decomposition:
    """Return the fallback for an unusable decomposition: all words in one triple."""
    relation = " ".join(words.split())[:MAX_RELATION] or "is"
    return Decomposition((PartialTriple(Term(name), relation, Term("answer#1", unknown=True)),))


def grammar(names: Sequence[str], most: int, *, parallel: bool) -> str:
    """Return the GBNF grammar of decompositions into at most `most` partial triples.

    The first one has a name: in a chain, one of `names` if there are any. Further triples of a chain only have
    unknowns; those of a parallel question may have any name.
    """
    offered = " | ".join(literal(name) for name in dict.fromkeys(names))
    free = 'free ::= part (" " part){0,9}\npart ::= [^ {}#,\\n]{1,24}\n'
    known = " | ".join(filter(None, [offered, "free" if parallel or not offered else ""]))
    further = (
        'first | "{" unknown ", " relation ", " unknown "}"'
        if parallel
        else ('"{" unknown ", " relation ", " unknown "}"')
    )
    operations = " | ".join(literal(one) for one in Operation)
    opening = f'"operation: " ({operations}) "\\n" ' if parallel else ""
    return (
        f'root ::= {opening}first ("\\n" next){{0,{most - 1}}}\n'
        'first ::= "{" known ", " relation ", " unknown "}" | "{" unknown ", " relation ", " known "}"\n'
        f"next ::= {further}\n"
        f"known ::= {known}\n"
        'unknown ::= word (" " word){0,1} "#" [1-9]\n'
        'relation ::= word (" " word){0,4}\n'
        "word ::= [a-z] [a-z]{1,15}\n" + (free if "free" in known.split() else "")
    )
