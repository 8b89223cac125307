"""Linking on an attached graph: topics are nodes named in the question, or property values that occur in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from kgqa_neo4j.attached.model import FoundValue
from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.linking.base import Candidate, Linking, Mention
from kgqa_neo4j.methods.adaptive.attached_names import AttachedNames, HeldValue
from kgqa_neo4j.methods.common.attached_answers import AttachedParts
from kgqa_neo4j.model.errors import NoSuchTopic
from kgqa_neo4j.settings import LinkingSettings

# Values considered per mention, and the score penalty of a value that names no node.
_LOOKED_UP, _UNNAMED = 3, 0.2


class AttachedLinker:
    """Links the mentions of stored values that the reader of plans spots in the question."""

    def __init__(self, parts: AttachedParts, embedder: Embedder, settings: LinkingSettings) -> None:
        self._parts = parts
        self._embedder = embedder
        self._settings = settings
        self._names = AttachedNames(parts.schema)

    def link(self, question: str, topics: Sequence[str] = ()) -> Linking:
        """Link a question; see `Linker.link`.

        Raises:
            NoSuchTopic: an explicit topic is not in the graph; the hint lists the nearest values.
            DatabaseError: or a subclass: the graph cannot be queried.
        """
        linking = Linking(question, np.asarray(self._embedder.encode([question])[0], np.float32))
        if topics:
            for topic in topics:
                linking.topics.extend(self._outright(topic))
            return linking
        spotted = self._parts.reader.spotted(question)
        for spot in spotted.spots:
            if spot.values:
                start, end = spotted.tokens[spot.first].start, spotted.tokens[spot.last - 1].end
                mention = Mention(question[start:end], start, end, "value")
                linking.topics.extend(self._candidates(mention, spot.values))
        linking.candidates.extend(linking.topics)
        return linking

    def _outright(self, topic: str) -> list[Candidate]:
        values = self._parts.values.find(topic, _LOOKED_UP * 4)
        exact = [one for one in values if one.similarity >= 0.98]
        found = self._candidates(Mention(topic, 0, 0, "topic"), exact, match="topic")
        if not found:
            nearest = ", ".join(dict.fromkeys(one.value for one in values[:3]))
            hint = f"did you mean {nearest}?" if nearest else "name a node by one of its values"
            raise NoSuchTopic(f"the graph has no node or value {topic!r}", hint=hint)
        return found

    def _candidates(self, mention: Mention, values: Iterable[FoundValue], match: str = "") -> list[Candidate]:
        """Return the candidates of a mention, best first, at most `linking.top_k`."""
        found: list[Candidate] = []
        ranked = sorted(values, key=lambda one: (not self._names.is_named(one), -one.similarity, -one.count))
        for one in ranked[:_LOOKED_UP]:
            held = HeldValue(one.label, one.property, one.value)
            how = match or ("exact" if one.similarity >= 0.98 else "fuzzy")
            if not self._names.is_named(one):
                if not one.on_relationship and not found:
                    score = max(0.0, one.similarity - _UNNAMED)
                    found.append(Candidate(held.entity, mention, how, 0.0, score))
                continue
            nodes = self._names.bearers(self._parts.graph, held, self._settings.top_k)
            known = {candidate.entity.id for candidate in found}
            found += [
                Candidate(node, mention, how, 0.0, one.similarity) for node in nodes if node.id not in known
            ]
        return found[: self._settings.top_k]
