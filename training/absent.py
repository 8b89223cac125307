"""Generate questions that an attached graph cannot answer: the target is hidden, or exists only in other graphs."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.attached.text import name_words
from kgqa_neo4j.question.wording import stem
from kgqa_neo4j.question_sets.cypher import CypherQuestion

# A property or a relationship type in a gold statement.
_NAMED = re.compile(r"\.(\w+)|\[\w*:(\w+)")
# Number of parts hidden, one at a time, and of questions about contents of other graphs.
_HIDDEN, _FOREIGN = 14, 27
_OF_PROPERTIES = (
    "what is the {} of {}?", "{} of {}", "which {label} have the highest {}", "how many {label} have a {}?",
    "average {} of {label}",
)  # fmt: skip
_OF_TYPES = ("who {} {}?", "which {label} {} {}?", "how many {label} {} something?")


def hidden_parts(
    questions: Sequence[CypherQuestion], schema: PropertyGraphSchema, seed: int
) -> Iterator[tuple[str, list[CypherQuestion]]]:
    """Yield corrections that each hide a part of a schema, with the questions whose gold statements use it.

    Each question occurs once. The properties that name nodes are never hidden.
    """
    properties = {one.name for label in schema.labels for one in label.properties}
    properties |= {one.name for kind in schema.types for one in kind.properties}
    properties -= {name for label in schema.labels for name in label.naming[:1]}
    about: dict[tuple[str, str], list[CypherQuestion]] = {}
    for question in questions:
        for name, kind in sorted(set(_NAMED.findall(question.cypher))):
            if name in properties or kind in schema.type:
                about.setdefault((name, kind), []).append(question)
    parts, seen = sorted(about), set[str]()
    random.Random(seed).shuffle(parts)
    for name, kind in parts[:_HIDDEN]:
        left = [one for one in about[name, kind] if one.question not in seen]
        seen |= {one.question for one in left}
        if left:
            yield _hiding(schema, name, kind), left


def _hiding(schema: PropertyGraphSchema, name: str, kind: str) -> str:
    """Return a corrections file that hides a relationship type, or a property wherever it occurs."""
    if kind:
        return f'[types."{kind}"]\nhidden = true\n'
    sections = [f'labels."{one.name}"' for one in schema.labels if name in {own.name for own in one.properties}]
    sections += [f'types."{one.name}"' for one in schema.types if name in {own.name for own in one.properties}]
    return "".join(f'[{section}.properties."{name}"]\nhidden = true\n' for section in sections)


def foreign_questions(
    schema: PropertyGraphSchema, others: Sequence[PropertyGraphSchema], seed: int
) -> list[str]:
    """Return questions about properties and types of other graphs whose names share no word with a schema.

    Args:
        schema: the schema of the graph that is asked.
        others: the schemas of other graphs.
        seed: the seed of the random choices.
    """
    draw = random.Random(seed)
    own = {stem(word) for words in _said(schema).values() for said in words for word in said.split()}
    lacking: Mapping[str, list[str]] = {
        of: [
            said
            for other in others
            for said in _said(other)[of]
            if not own & {stem(word) for word in said.split()}
        ]
        for of in ("properties", "types")
    }
    names = [
        text
        for label in schema.labels
        for one in label.properties
        if one.name in label.naming[:1]
        for text in one.samples
    ]
    labels = [f"{' '.join(name_words(one.name))}s" for one in schema.labels]
    found = []
    for place in range(_FOREIGN):
        of, forms = ("types", _OF_TYPES) if place % 3 == 0 else ("properties", _OF_PROPERTIES)
        form = forms[place // 3 % len(forms)]
        found.append(form.format(draw.choice(lacking[of]), draw.choice(names), label=draw.choice(labels)))
    return list(dict.fromkeys(found))


def _said(schema: PropertyGraphSchema) -> dict[str, list[str]]:
    """Return the names of the labels, properties and types of a schema, in words."""
    return {
        "properties": [" ".join(name_words(one.name)) for label in schema.labels for one in label.properties],
        "types": [" ".join(name_words(one.name)) for one in schema.types],
        "labels": [" ".join(name_words(one.name)) for one in schema.labels],
    }
