"""The linker: from a question to the entities that it names, by the graph's own indexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextvars import copy_context
from dataclasses import replace
from functools import cached_property

import numpy as np
from rapidfuzz import fuzz, process

from kgqa_neo4j.embedding.base import Embedder, Vectors, cosines
from kgqa_neo4j.linking import scoring
from kgqa_neo4j.linking.base import Candidate, Linking, Mention
from kgqa_neo4j.linking.candidates import (
    Hit,
    candidate,
    likelihood,
    named_hits,
    nearest_hits,
    resembling_hits,
    spelled_alike,
    worth,
)
from kgqa_neo4j.linking.classes import class_names, class_topic
from kgqa_neo4j.linking.dated_names import written_otherwise
from kgqa_neo4j.linking.lookup import EntityIndex, IndexedEntity
from kgqa_neo4j.linking.parse import parse
from kgqa_neo4j.linking.scoring import Text
from kgqa_neo4j.linking.text import Span, clean, slices, split_brackets, tokens
from kgqa_neo4j.model.errors import IndexPopulating, NoSuchTopic, WrongDimension
from kgqa_neo4j.model.graph import VALUE, fold
from kgqa_neo4j.settings import LinkingSettings
from kgqa_neo4j.store.driver import Database

SUGGESTIONS = 5
# Mentions this likely need no second search for misspelled names.
_SURE = 0.6
# If matches cover less than this share of a name, it is a different name.
_MOST_OF_IT = 0.6
# Mentions below this likelihood, or below this share of the best one's, are dropped.
_LEAST = 0.25
_LEAST_SHARE = 0.55
# Minimum similarity of a misspelled name to be linked, and to be suggested.
_LINKED_SIMILARITY = 0.8
_NEAR_SIMILARITY = 0.75
# One letter too many, too few or wrong in a name of seven.
_WELL_SPELT = 0.85
# How much a misspelling lowers the similarity of a question to the description of the entity.
_LESS_ALIKE = 0.15
# Minimum cosine of a suggested name to a mention. On eleven graphs of tests/data/natural, what is not in the graph has
# no name above 0.66 ("the president of France": "France"); paraphrases start at 0.7.
_NEAR_MEANING = 0.68
_SUGGESTED_FOR = 4
# Factor on candidates of spans that lost to an overlapping one.
_LOST = 0.5
# Matches whose quality differs by less count as equally good.
_AS_GOOD = 0.05
_KEPT_CANDIDATES = 50
# A single word that may name an entity: parts of speech, minimum length, maximum number of entities, match quality.
_NAMING = frozenset({"PROPN", "NOUN", "X", "ADJ"})
_SHORTEST, _FEW, _OF_A_WORD = 4, 3, 0.7


class GraphLinker:
    """Finds the entities that a question names. Thread-safe."""

    def __init__(
        self,
        settings: LinkingSettings,
        database: Database,
        embedder: Embedder,
        is_common: Callable[[str], bool],
    ) -> None:
        self._settings = settings
        self._is_common = is_common
        self._index = EntityIndex(database, embedder)
        self._embedder = embedder
        self._beside = ThreadPoolExecutor(thread_name_prefix="kgqa-linking")

    def link(self, question: str, topics: Sequence[str] = ()) -> Linking:
        """Link `question`; `topics` (ids, names or aliases) or ``[...]`` name entities explicitly.

        Raises:
            NoSuchTopic: an explicitly named topic is not in the graph; the hint gives the most similar names.
            ModelNotFound, ModelUnreadable: the spaCy pipeline cannot be used.
        """
        text, marked = split_brackets(clean(question))
        wanted = [Mention(topic, -1, -1, "argument") for topic in topics]
        wanted += [Mention(span.of(text), span.start, span.end, "brackets") for span in marked]
        if wanted:
            vector = self._encode(text)
            found = self._named_outright(wanted, vector)
            return Linking(text, vector, topics=found, candidates=list(found))
        return self._mentioned(text)

    def _encode(self, text: str) -> Vectors:
        return np.asarray(self._embedder.encode([text])[0], dtype=np.float32)

    def _encode_and_look_up(self, text: str, names: Sequence[str]) -> tuple[Vectors, list[IndexedEntity]]:
        vector = self._encode(text)
        return vector, self._index.named(names, vector)

    def _named_outright(self, wanted: Sequence[Mention], vector: Vectors) -> list[Candidate]:
        # "[REC]" in brackets more likely means the film "[REC]" than a topic "REC".
        forms = {mention: (mention.text, clean(mention.text), f"[{mention.text}]") for mention in wanted}
        names = [form for mention in wanted for form in forms[mention] if form]
        found = self._index.named(names, vector, ids=[mention.text for mention in wanted])
        topics: dict[str, Candidate] = {}
        for mention in wanted:
            same = _same(forms[mention], found)
            if not same:
                raise self._no_such_topic(mention.text, vector)
            for one in same:
                score = worth(1.0, one)
                topics.setdefault(one.entity.id, Candidate(one.entity, mention, "topic", one.similarity, score))
        return list(topics.values())

    def _no_such_topic(self, topic: str, vector: Vectors) -> NoSuchTopic:
        near = self._suggest([topic], self._index.worded([topic], vector), vector)
        hint = f"did you mean {', '.join(near)}?" if near else "see what the graph holds with `kgqa doctor`"
        return NoSuchTopic(f"the graph has no entity {topic!r}", hint=hint)

    def _mentioned(self, text: str) -> Linking:
        found = tokens(text)
        if not any(token.is_word for token in found):
            return Linking(text, self._encode(text))
        spans = slices(found)
        # Parse concurrently: parsing is independent of the encoder and the server, and takes about as long as both.
        forms = {span: (written := span.of(text), *written_otherwise(written)) for span in spans}
        names = [form for some in forms.values() for form in some]
        looking = self._beside.submit(copy_context().run, self._encode_and_look_up, text, names)
        try:
            parsed = parse(text, self._settings.spacy_model)
        finally:
            # Wait on failure too, because the caller may then close the connection.
            wait([looking])
        vector, named = looking.result()
        hits = named_hits(forms, named, scoring.is_cased(parsed.words))
        judged = scoring.read(text, parsed, self._schema, [hit.span for hit in hits])
        sure = [hit.span for hit in hits if likelihood(judged, hit) >= _SURE]
        open_spans = _unresolved(judged, sure)
        suggested: list[IndexedEntity] = []
        if open_spans:
            more, suggested = self._look_again(judged, open_spans, spans, sure, vector)
            hits += more
        linking = self._choose(judged, hits, vector)
        if not (judged.cased or linking.topics):
            rare = self._by_one_word(judged, vector)
            if rare is not None:
                return replace(linking, topics=[rare])
        if all(topic.match not in ("exact", "alias") for topic in linking.topics):
            topic = self._class(judged, vector)
            # Prefer the class to a misspelling of itself (its plural), and to values that resemble "2 million".
            if topic and all(
                one.entity.id == topic.entity.id or VALUE in one.entity.labels for one in linking.topics
            ):
                return replace(linking, topics=[topic])
        if linking.topics or not open_spans:
            return linking
        names = self._suggest([span.of(text) for span in open_spans], suggested, vector)
        return replace(linking, suggestions=names)

    def _look_again(
        self,
        text: Text,
        open_spans: Sequence[Span],
        spans: Sequence[Span],
        sure: Sequence[Span],
        vector: Vectors,
    ) -> tuple[list[Hit], list[IndexedEntity]]:
        """Search for misspelled, partial and paraphrased names in spans that matched nothing."""
        words = [span.of(text.text) for span in open_spans]
        found = self._index.worded(words, vector)
        inside = [span for span in spans if any(one.covers(span) for one in open_spans)]
        names = _names(text)
        hits = resembling_hits(text.text, inside, found, _LINKED_SIMILARITY)
        # For a film that is not in the graph, link neither another one that shares a word of its title nor an entity
        # whose description resembles the title or a text around it.
        hits = [hit for hit in hits if not _is_uncovered_fragment(hit.span, names, sure)]
        named = [hit.span for hit in hits if hit.match == "fuzzy"] + names
        bare = [span for span in open_spans if not any(span.overlaps(one) for one in named)]
        bare = bare[: self._settings.max_mentions]
        hits += nearest_hits(bare, self._nearest([span.of(text.text) for span in bare], vector))
        return hits, found

    def _choose(self, text: Text, hits: Sequence[Hit], vector: Vectors) -> Linking:
        """Choose the mentions, best first and without overlap, and the entities of each."""
        by_span: dict[Span, list[Hit]] = {}
        for hit in hits:
            by_span.setdefault(hit.span, []).append(hit)
        likely = _likelihoods(text, by_span)
        order = sorted(by_span, key=lambda span: (-likely[span], span.start - span.end, span.start))
        chosen: list[Span] = []
        for span in order:
            if not any(span.overlaps(other) for other in chosen):
                chosen.append(span)
        least = max(_LEAST, _LEAST_SHARE * likely[chosen[0]]) if chosen else 0.0
        kept = [span for span in chosen if likely[span] >= least][: self._settings.max_mentions]
        topics: list[Candidate] = []
        rest: list[Candidate] = []
        for span, group in by_span.items():
            ranked = sorted(
                (candidate(text, hit, _source(text, span)) for hit in group),
                key=lambda one: (-one.score, one.entity.id),
            )
            if span in kept:
                topics += [one for one in ranked if self._passes(one)][: self._settings.top_k]
            lost = 1.0 if span in chosen else _LOST
            rest += [replace(one, score=one.score * lost) for one in ranked]
        return Linking(text.text, vector, topics=_best(topics), candidates=_best(rest)[:_KEPT_CANDIDATES])

    def _by_one_word(self, text: Text, vector: Vectors) -> Candidate | None:
        """Return the entity that a single word names in a question without capitals: "where was bach born".

        The word is not a common noun, and few names contain it.
        """
        best: tuple[int, Candidate] | None = None
        for word in text.parse.words:
            if word.pos not in _NAMING or word.stop or word.asked or len(word.text) < _SHORTEST:
                continue
            if self._is_common(word.text):
                continue
            if scoring.is_schema(text, [word]):
                continue
            folded = fold(word.text)
            found = [
                one
                for one in self._index.worded([word.text], vector)
                if VALUE not in one.entity.labels
                and folded != fold(one.entity.name)
                and folded in fold(one.entity.name).split()
            ]
            if not 1 <= len(found) <= _FEW or (best is not None and best[0] <= len(found)):
                continue
            one = max(found, key=lambda one: (one.degree, one.entity.id))
            hit = Hit(word.span, one, one.entity.name, "fulltext", _OF_A_WORD)
            best = len(found), candidate(text, hit, "graph")
        return best[1] if best is not None else None

    def _class(self, text: Text, vector: Vectors) -> Candidate | None:
        """Return the class that a question is about, if it names no entity, not even one that the graph lacks."""
        spans = class_names(text)
        named = [name for names in spans.values() for name in names]
        topic = class_topic(text, spans, self._index.named(named, vector)) if named else None
        if topic is None:
            return None
        span = Span(topic.mention.start, topic.mention.end)
        known = [span, *text.parse.amounts]
        return topic if all(any(one.overlaps(name) for one in known) for name in _names(text)) else None

    def _passes(self, one: Candidate) -> bool:
        """Return whether a candidate passes the similarity threshold.

        An entity whose exact name or alias is in the question always does, whatever its description.
        """
        if one.match in ("exact", "alias"):
            return True
        least = self._settings.threshold
        if one.match == "fuzzy" and spelled_alike(fold(one.mention.text), fold(one.entity.name)) >= _WELL_SPELT:
            least -= _LESS_ALIKE
        return one.similarity >= least

    def _suggest(self, texts: Sequence[str], found: Iterable[IndexedEntity], vector: Vectors) -> list[str]:
        """Return names similar to any of `texts`: in spelling, else in meaning."""
        # Dates and amounts slightly resemble nearly every word, and are rarely misspelled.
        names = list(
            dict.fromkeys(name for one in found if VALUE not in one.entity.labels for name in one.names())
        )
        folded = {name: fold(name) for name in names}
        ranked: dict[str, float] = {}
        for text in texts:
            for _, similarity, name in process.extract(
                fold(text), folded, scorer=fuzz.WRatio, limit=SUGGESTIONS
            ):
                ranked[name] = max(ranked.get(name, 0.0), similarity / 100)
        near = sorted(
            (name for name in ranked if ranked[name] >= _NEAR_SIMILARITY), key=lambda name: -ranked[name]
        )
        return (near or self._near_in_meaning(texts[:_SUGGESTED_FOR], vector))[:SUGGESTIONS]

    def _near_in_meaning(self, texts: Sequence[str], vector: Vectors) -> list[str]:
        """Return names similar in meaning to one of `texts`, most similar first.

        Only names are compared, because descriptions resemble almost any question. Misspelled names that no index finds
        are included.
        """
        groups = self._nearest(texts, vector)
        entities = [one.entity for group in groups for one, _ in group if VALUE not in one.entity.labels]
        names = list(dict.fromkeys(one.name for one in entities))
        if not names:
            return []
        vectors = np.asarray(self._embedder.encode([*names, *texts]), dtype=np.float32)
        near = np.max([cosines(vectors[: len(names)], one) for one in vectors[len(names) :]], axis=0)
        order = sorted(range(len(names)), key=lambda place: -near[place])
        spelled = [
            max(fuzz.ratio(fold(name), fold(text)) for text in texts) >= 100 * _NEAR_SIMILARITY
            for name in names
        ]
        return [names[place] for place in order if near[place] >= _NEAR_MEANING or spelled[place]]

    def _nearest(self, texts: Sequence[str], vector: Vectors) -> list[list[tuple[IndexedEntity, float]]]:
        try:
            return self._index.nearest(texts, vector)
        except (IndexPopulating, WrongDimension):
            # Without entity vectors, or with an index of another model's, only names can be compared.
            return []

    @cached_property
    def _schema(self) -> list[str]:
        return self._index.relation_names()


def _same(forms: Sequence[str], found: Sequence[IndexedEntity]) -> list[IndexedEntity]:
    """Return the entities that a topic means: by id, else by name, else by alias, else by folded name."""
    folded = {fold(form) for form in forms[:2] if form}
    tiers = (
        [one for one in found if one.entity.id == forms[0]],
        *([one for one in found if one.entity.name == form] for form in forms),
        *([one for one in found if form in one.entity.aliases] for form in forms),
        [one for one in found if folded & {fold(name) for name in one.names()}],
    )
    same = next((tier for tier in tiers if tier), [])
    return sorted(same, key=lambda one: (-worth(1.0, one), one.entity.id))


def _unresolved(text: Text, sure: Sequence[Span]) -> list[Span]:
    """Return spans that look like names but matched none; without sure matches, also noun chunks and the text."""
    spans = _names(text)
    if not sure:
        spans += text.parse.chunks
        spans += [Span(text.parse.words[0].span.start, text.parse.words[-1].span.end)]
    open_spans = []
    for span in sorted(set(spans), key=lambda span: (span.start - span.end, span.start)):
        words = [word for word in text.parse.words if span.covers(word.span)]
        if _covered(span, sure) < _MOST_OF_IT and not scoring.is_schema(text, words):
            open_spans.append(span)
    return open_spans


def _covered(span: Span, by: Iterable[Span]) -> float:
    """Return the share of a span that other spans cover; overlaps of these count several times."""
    return sum(span.shared(one) for one in by) / (span.end - span.start)


def _is_uncovered_fragment(span: Span, names: Iterable[Span], sure: Sequence[Span]) -> bool:
    """Return whether a span is a small part of a name that is not covered by others, as "Swedish in Finland" is."""
    known = [span, *(one for one in sure if not one.overlaps(span))]
    return any(name.overlaps(span) and _covered(name, known) < _MOST_OF_IT for name in names)


def _names(text: Text) -> list[Span]:
    """Return the spans that are capitalized like names, or that the entity recognizer found."""
    return [*text.runs, *text.parse.names]


def _likelihoods(text: Text, by_span: dict[Span, list[Hit]]) -> dict[Span, float]:
    """Return how likely each span is meant as a name, at least as likely as any equally good match that it covers."""
    own = {span: max(likelihood(text, hit) for hit in group) for span, group in by_span.items()}
    likely = dict(own)
    best = {span: max(hit.quality for hit in group) for span, group in by_span.items()}
    for span in own:
        inside = [other for other in own if span.covers(other) and best[other] <= best[span] + _AS_GOOD]
        likely[span] = max(own[other] for other in inside)
    return likely


def _source(text: Text, span: Span) -> str:
    """Return what else identified the span as a mention: the entity recognizer, noun chunks, or only the graph."""
    if span in text.parse.names:
        return "ner"
    return "chunk" if span in text.parse.chunks else "graph"


def _best(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return the candidates, best first, each entity once."""
    best: dict[str, Candidate] = {}
    for one in sorted(candidates, key=lambda one: (-one.score, one.entity.id)):
        best.setdefault(one.entity.id, one)
    return list(best.values())
