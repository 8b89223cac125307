"""Small graphs whose similarities are plain to see: an encoder that counts shared words."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import neo4j
import numpy as np
import pytest

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.linking.base import Candidate, Linking, Mention
from kgqa_neo4j.llm.base import LLM
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.model.graph import Entity, fold, triple_id, verbalise
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.driver import Database, Endpoint
from tests.conftest import empty
from tests.sharing import Standing


class WordCounts:
    """An encoder: one dimension a word, so that the cosine is the share of words in common."""

    model, backend, dimension, normalised = "word-counts", "test", 64, True

    def __init__(self) -> None:
        self.places: dict[str, int] = {}

    def encode(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            for word in re.findall(r"\w+", text.lower().replace("_", " ")):
                vectors[row, self.places.setdefault(word, len(self.places) % self.dimension)] += 1
        return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9))


class TopicLinker:
    """Links what is given with `topics`, and names of the graph that stand in the question as they are."""

    def __init__(self, entities: dict[str, Entity], embedder: WordCounts) -> None:
        self._entities = entities
        self._embedder = embedder

    def link(self, question: str, topics: Sequence[str] = ()) -> Linking:
        found = [name for name in self._entities if name in (topics or question)]
        candidates = [
            Candidate(self._entities[name], Mention(name, 0, len(name), "test"), "exact", 1.0, 1.0)
            for name in found
        ]
        vector = self._embedder.encode([question])[0]
        return Linking(question, vector, candidates, candidates, [] if found else ["Nearest"])


class Graph:
    """A graph made of (subject, relation, object) names, and the tools that ask it.

    The server is emptied before anything is made or asked, unless the graph that a test begins with stands there.
    """

    def __init__(self, database: Database, session: neo4j.Session, standing: Standing) -> None:
        self._database, self._session, self._standing = database, session, standing
        self._begun = False
        self._words = WordCounts()
        self.embedder = self._words
        self.entities: dict[str, Entity] = {}

    @property
    def database(self) -> Database:
        self._begin()
        return self._database

    @database.setter
    def database(self, other: Database) -> None:
        self._database = other

    def cypher(self, query: str, **parameters: Any) -> list[dict[str, Any]]:
        self._begin()
        return self._session.run(query, parameters).data()

    def _begin(self) -> None:
        if not self._begun:
            self._begun = True
            empty(self._session)

    def make(self, build: Callable[["Graph"], object], recipe: object = None) -> None:
        """Build the graph; equal recipes, or the same function, make the same."""
        if self._begun or self.embedder is not self._words:
            # A graph begun otherwise, or with the vectors of another encoder, is no other test's.
            self._begin()
            build(self)
        elif found := self._standing.found(recipe or build):
            self._begun = True
            entities, places = found
            self.entities.update(entities)
            self._words.places.update(places)
        else:
            self._begin()
            build(self)
            self._standing.keep(recipe or build, (dict(self.entities), dict(self._words.places)))

    def add(self, *triples: tuple[str, str, str], vectors: bool = True) -> None:
        self.make(lambda graph: graph._add(triples, vectors), (triples, vectors))

    def _add(self, triples: tuple[tuple[str, str, str], ...], vectors: bool) -> None:
        names = list(dict.fromkeys(name for subject, _, object_ in triples for name in (subject, object_)))
        relations = list(dict.fromkeys(relation for _, relation, _ in triples))
        self.entities.update({name: Entity(f"t:{name}", name) for name in names})
        self.cypher("CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (e:Entity) REQUIRE e.id IS UNIQUE")
        for label, texts in (("Entity", names), ("Relation", relations)):
            rows = [
                {
                    "id": f"t:{text}" if label == "Entity" else text,
                    "name": text.replace("_", " ") if label == "Relation" else text,
                    "key": fold(text),
                    "vector": vector.tolist() if vectors else None,
                }
                for text, vector in zip(texts, self.embedder.encode(texts), strict=True)
            ]
            self.cypher(
                "UNWIND $rows AS row MERGE (n:$($label) {id: row.id}) "
                "SET n.name = row.name, n.keys = [row.key], n.embedding = row.vector",
                rows=rows,
                label=label,
            )
        texts = [verbalise(*triple) for triple in triples]
        rows = [
            {
                "s": f"t:{subject}",
                "t": relation,
                "o": f"t:{object_}",
                "id": triple_id(f"t:{subject}", relation, f"t:{object_}"),
                "text": text,
                "vector": vector.tolist() if vectors else None,
            }
            for (subject, relation, object_), text, vector in zip(
                triples, texts, self.embedder.encode(texts), strict=True
            )
        ]
        self.cypher(
            "UNWIND $rows AS row MATCH (s:Entity {id: row.s}), (o:Entity {id: row.o}) "
            "MERGE (s)-[r:$(row.t) {id: row.id}]->(o) "
            "SET r.source = row.s, r.target = row.o, r.type = row.t, r.text = row.text, "
            "r.embedding = row.vector",
            rows=rows,
        )
        # The index itself is not made: so few triples are scored one by one.
        self.cypher("MERGE (g:GraphInfo {id: 'graph'}) SET g.triple_index = 'triple_embedding_0'")

    def resources(self, llm: LLM, **settings: object) -> Resources:
        overrides = {name.replace("__", "."): value for name, value in settings.items()}
        resolved = load_configuration(Path("nowhere"), overrides, {}).settings
        return Resources(self.database, self.embedder, TopicLinker(self.entities, self.embedder), llm, resolved)


@pytest.fixture
def graph(endpoint: Endpoint, cypher_session: neo4j.Session, standing: Standing) -> Iterator[Graph]:
    with Database(endpoint) as connected:
        yield Graph(connected, cypher_session, standing)
