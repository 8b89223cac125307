"""Triple vectors created on demand, for graphs at level `lazy`, and stored in the graph."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import islice
from weakref import WeakKeyDictionary

from neo4j.vector import Vector

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.model.answer import Step
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.store.driver import Database, Run
from kgqa_neo4j.store.health import LAZY, known_info

log = logging.getLogger(__name__)

# Vectors encoded and stored per transaction. Bounds the loss on interruption and the time that a load has to wait.
_BATCH = 1024
# Triples whose texts are read by one statement.
_AT_ONCE = 4000
# Vectors kept in memory for a graph that cannot be written to: some 30 MB.
_MOST_KEPT = 20_000

_kept: WeakKeyDictionary[Database, dict[str, Vectors]] = WeakKeyDictionary()


class LazyVectors:
    """Creates the missing triple vectors for one question, if the graph is at level `lazy`.

    Vectors are stored in the graph, batch by batch, so each is created only once. If two processes create the same
    vector, they store the same value. If the graph cannot be written to, vectors are kept in memory for the lifetime
    of the connection, and callers must use what `around` returns in place of stored vectors.

    Args:
        graph: the database.
        embedder: the encoder of the graph's vectors.
        most: maximum number of triples to encode; once it is reached, `steps` says so.
    """

    def __init__(self, graph: Database, embedder: Embedder, most: int) -> None:
        self.steps: list[Step] = []
        self._graph = graph
        self._embedder = embedder
        self._most = self._left = most
        self._writes = not graph.read_only and graph not in _kept

    @cached_property
    def active(self) -> bool:
        """Whether the graph is at level `lazy`."""
        return known_info(self._graph).embed_level == LAZY

    def around(self, ids: Sequence[str], hub_cap: int) -> dict[str, Vector]:
        """Create the missing vectors of the triples at some entities, in the order of the entities.

        Args:
            ids: the entities.
            hub_cap: maximum triples per entity and direction.

        Returns:
            The vectors that could not be stored, by element id.

        Raises:
            DatabaseError: or a subclass: the graph cannot be read.
        """
        if not self.active or not ids:
            return {}
        # One more than can be encoded, to detect that the bound is reached.
        most = self._left + len(_kept.get(self._graph, ())) + 1
        rows = self._graph.read("bare_triples", ids=list(ids), hub_cap=hub_cap, most=most)
        made = self.of({row["element"]: row["text"] for row in rows})
        return {} if self._writes else {id_: Vector.from_numpy(vector) for id_, vector in made.items()}

    def of_elements(self, elements: Sequence[str]) -> dict[str, Vectors]:
        """Return new vectors for those triples among `elements` that have none, each of shape (dimension,).

        Raises:
            DatabaseError: or a subclass: the graph cannot be read.
        """
        if not self.active:
            return {}
        texts: dict[str, str] = {}
        for start in range(0, len(elements), _AT_ONCE):
            rows = self._graph.read("triple_texts", elements=list(elements[start : start + _AT_ONCE]))
            texts.update((row["element"], row["text"]) for row in rows)
        return self.of(texts)

    def of(self, texts: Mapping[str, str]) -> dict[str, Vectors]:
        """Return vectors for triples without one, by element id; none for triples beyond the bound.

        `texts` maps element ids to the triples' texts.
        """
        if not self.active:
            return {}
        kept = _kept.get(self._graph, {})
        found = {element: kept[element] for element in texts if element in kept}
        missing = [element for element in texts if element not in found]
        if len(missing) > self._left:
            self._say_bound()
        missing = missing[: self._left]
        self._left -= len(missing)
        for start in range(0, len(missing), _BATCH):
            some = missing[start : start + _BATCH]
            distinct = list(dict.fromkeys(texts[element] for element in some))
            by_text = dict(zip(distinct, self._embedder.encode(distinct), strict=True))
            made = {element: by_text[texts[element]] for element in some}
            self._store(made)
            found.update(made)
        return found

    def _store(self, made: Mapping[str, Vectors]) -> None:
        rows = [{"element": element, "vector": Vector.from_numpy(vector)} for element, vector in made.items()]

        def together(run: Run) -> None:
            run("load_lock")
            run("embed_triples_of_model", rows=rows, model=self._embedder.model)

        if self._writes:
            try:
                self._graph.transact(together)
            except KgqaError as error:
                # A read-only user, a full disk, a busy server: the answer does not depend on it.
                log.info("vectors of triples are not stored: %s", error.message)
                self._writes = False
        if not self._writes:
            kept = _kept.setdefault(self._graph, {})
            kept.update(made)
            for element in list(islice(kept, max(0, len(kept) - _MOST_KEPT))):
                kept.pop(element, None)

    def _say_bound(self) -> None:
        if not self.steps:
            summary = (
                f"vectors of triples are made as they are needed, {self._most:,} for a question "
                "(retrieval.lazy_limit): other triples were not compared this time"
            )
            self.steps.append(Step("cut", summary, {"encoded": self._most}))
