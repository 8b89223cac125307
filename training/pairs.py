"""Training data of the sentence encoder: questions with the steps they ask for, each step as sentences."""

from __future__ import annotations

import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.plan import Path as Steps
from kgqa_neo4j.plans.ranking import Ranker
from kgqa_neo4j.plans.ranking.graph_words import step_sentences
from kgqa_neo4j.question.masking import MASK
from kgqa_neo4j.question.wording import word_relation
from training.fitting import chained
from training.sets import Collection, lines, load, mask_name
from training.synthesis import synthesise

GRAPHS = ("pathquestion-2", "pathquestion-3", "pat", "wikidata", "freebase")
CYPHER = ("cypherbench-wording", "bloom", "entity-resolution", "star-wars", "northwind-silver", "movies-silver")
# Sets and splits used for measurement only.
MEASURED_ONLY = frozenset({"wikidata-dev", "test"})
_SAME_PATH, _MADE = 200, 3000
_MADE_SHARES = (2.0, 1.0, 0.5)
# For schemas derived from queries: minimum occurrences of a name, and maximum number of names in a query.
_LEAST_MET, _MOST_NAMES = 3, 4
_LEAST_PRECISION = 0.3
_NAMING = frozenset({"name", "title"})
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_TYPE = re.compile(r"\[\w*:`?(\w+)")
_PROPERTY = re.compile(r"\w+\.(\w+)\b(?!\()")
_MAP = re.compile(r"\(\w*(?::\w+)*\s*\{([^}]*)\}")
_KEY = re.compile(r"(\w+)\s*:")


@dataclass(frozen=True, slots=True)
class Asked:
    """A masked question, the numbers of the steps it asks for, its source, and its topic if known."""

    masked: str
    steps: tuple[int, ...]
    source: str
    topic: str = ""

    @property
    def measured_only(self) -> bool:
        """Whether the question is for measurement only."""
        return bool(MEASURED_ONLY.intersection(self.source.split()))


@dataclass(slots=True)
class Schema:
    """A graph's steps, each as sentences in several styles, and questions about the graph.

    `two_ended`: steps 2r and 2r + 1 are the two directions of one relation. `around`: the steps available at a topic.
    """

    name: str
    family: str
    sentences: list[tuple[str, ...]]
    two_ended: bool
    asked: list[Asked] = field(default_factory=list)
    made: list[Asked] = field(default_factory=list)
    around: dict[str, list[int]] = field(default_factory=dict)


def schemas(root: Path, encoder: Embedder) -> list[Schema]:
    """Return all public schemas in the data folder except MetaQA's."""
    found = [_of_graph(load(name, root), root, encoder) for name in GRAPHS]
    for file in CYPHER:
        rows: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for line in lines(root / "property-graphs" / "questions" / f"{file}.jsonl.gz"):
            row = json.loads(line)
            rows[row.get("graph", file)].append((row["question"], row["cypher"]))
        found += [of_queries(name, file, some) for name, some in rows.items()]
    return found


def _of_graph(collection: Collection, root: Path, encoder: Embedder) -> Schema:
    graph = Ranker(collection.graph, encoder).graph
    schema = Schema(
        collection.name,
        collection.name.split("-")[0],
        step_sentences(graph.wordings, graph.nouns),
        two_ended=True,
    )
    seen: Counter[Steps] = Counter()
    known: set[tuple[str, Steps]] = set()
    for text, path, source, topic in with_paths(collection, root):
        if not path or any(move.relation not in graph.number for move in path) or (text, path) in known:
            continue
        known.add((text, path))
        seen[path] += 1
        if seen[path] <= _SAME_PATH or source in MEASURED_ONLY:
            schema.asked.append(Asked(text, tuple(map(graph.end, path)), source, topic))
            schema.around[topic] = [
                graph.end(move) for move in collection.graph.around(topic) if move.relation in graph.number
            ]
    if collection.name != "pathquestion-2":  # its relations are also those of pathquestion-3
        paths = chained(graph, collection.graph.following, random.Random(0))
        made = synthesise(graph, paths, _MADE, 0, _MADE_SHARES)
        schema.made = [Asked(text, tuple(map(graph.end, path)), "made") for text, path in made]
    return schema


def with_paths(collection: Collection, root: Path) -> Iterator[tuple[str, Steps, str, str]]:
    """Yield (masked question, path, set and split, topic) for the questions about a graph."""
    if collection.name != "freebase":
        for key, examples in collection.sets.items():
            for one in examples:
                yield one.masked, one.path or (), key, one.topic
        return
    for file in ("webquestions", "simplequestions"):
        for line in lines(root / "freebase" / f"{file}.jsonl.gz"):
            row = json.loads(line)
            named = row.get("best_relation") or row["relation"]
            if row.get("relation_precision", 1.0) >= _LEAST_PRECISION:
                relation = named.lstrip("~/").replace("./", "..").replace("/", ".")
                path = (Move(relation, not named.startswith("~")),)
                text = mask_name(row["question"], row["topic_name"])
                yield text, path, f"{file} {row['split']}", f"m.{row['topic'].split('/')[-1]}"


def of_queries(name: str, family: str, rows: Sequence[tuple[str, str]]) -> Schema:
    """Return a schema of the relationship types and properties in queries, as the real schema is not known."""
    named = [(_masked_values(question, query), _names(query)) for question, query in rows]
    met = Counter(one for _, names in named for one in names)
    kept = sorted(one for one, count in met.items() if count >= _LEAST_MET)
    number = {one: place for place, one in enumerate(kept)}
    wordings = [word_relation(one, one) for one in kept]
    sentences: list[tuple[str, ...]] = [
        (f"{one.phrase} of X", f"what is the {one.phrase} of X", f"X {one.text}") for one in wordings
    ]
    schema = Schema(name, family, sentences, two_ended=False)
    for text, names in dict(named).items():
        steps = tuple(sorted(number[one] for one in names if one in number))
        if 0 < len(steps) <= _MOST_NAMES:
            schema.asked.append(Asked(text, steps, family))
    return schema


def _names(query: str) -> frozenset[str]:
    plain = _QUOTED.sub("''", query)
    found = {*_TYPE.findall(plain), *_PROPERTY.findall(plain)}
    found.update(key for some in _MAP.findall(plain) for key in _KEY.findall(some))
    return frozenset(one for one in found if one.casefold() not in _NAMING)


def _masked_values(question: str, query: str) -> str:
    """Mask the texts of the query in the question, longest first."""
    texts = {one or other for one, other in _QUOTED.findall(query)}
    for text in sorted(texts, key=lambda text: (-len(text), text)):
        if len(text) > 1:
            question = re.sub(
                rf"['\"]?(?<!\w){re.escape(text)}(?!\w)['\"]?", MASK, question, flags=re.IGNORECASE
            )
    return question


def texts_of(some: Iterable[Schema]) -> list[str]:
    """Return all distinct texts of some schemas."""
    found: dict[str, None] = {}
    for schema in some:
        found.update(dict.fromkeys(text for step in schema.sentences for text in step))
        found.update(dict.fromkeys(one.masked for one in (*schema.asked, *schema.made)))
    return list(found)
