"""Matches the words of a question with the words of a graph, as chances that one stands for the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.plans.ranking.graph_words import GraphWords
from kgqa_neo4j.plans.ranking.taught import word_key
from kgqa_neo4j.plans.ranking.vectors import Words, sigmoid, unit
from kgqa_neo4j.question.lexicon import KINDS
from kgqa_neo4j.question.parsing import QuestionForm
from kgqa_neo4j.question.thesaurus import senses
from kgqa_neo4j.question.wording import stem_match

_NEVER = -9.0
# Additional threshold for class nouns: "person" is similar to most words for what persons do.
_NOUN_THRESHOLD = 0.5
_KIND_SHARPNESS = 12.0
_KIND_STARTS = np.cumsum([0, *(len(nouns) for nouns in KINDS.values())])[:-1]
_KIND_NOUNS = [noun for nouns in KINDS.values() for noun in nouns]


@dataclass(frozen=True, slots=True)
class Scale:
    """Weights that turn cosine, common stems and synonyms into the chance that a word stands for a relation or a class.

    The chance is logistic in ``cosine * c + max(stem * s, sense * share) - threshold``, where `share` is that of a
    listed synonym. For a synonym the logit is at least ``listed * (share - 1/2)``, even if the encoder finds the words
    dissimilar. Relations compete for a word by the differences of their logits, times ``sharpness / cosine``.
    """

    cosine: float = 10.0
    stem: float = 3.5
    sense: float = 3.5
    listed: float = 4.0
    threshold: float = 4.5
    sharpness: float = 8.0


DEFAULT_SCALE = Scale()


@dataclass(frozen=True, slots=True)
class Matches:
    """Matches of a question with a graph: chances in [0, 1], except for the cosines `named` and `sentence`.

    `relation` (units, relations): the word stands for the relation. `noun` (units, ends): it is a noun for the entities
    at that end. `named` (units, ends): cosine of the word and the names there. `kind` (units, kinds): it means or asks
    for that kind. `label` (relations,): how much of the relation's label the question expresses. `sentence` (ends,
    styles): cosine of the whole question and the step that arrives at the end, as a sentence; both centred on the mean
    of these sentences.
    """

    relation: Vectors
    noun: Vectors
    named: Vectors
    kind: Vectors
    label: Vectors
    sentence: Vectors


def match(
    form: QuestionForm, question: Vectors, graph: GraphWords, words: Words, scale: Scale = DEFAULT_SCALE
) -> Matches:
    """Match a question with a graph; `question` is the vector of its masked text, shape (dimension,)."""
    single = words.of([one.kind or one.text for one in form.units])
    flat = single @ graph.noun_vectors.reshape(-1, graph.noun_vectors.shape[-1]).T
    nouns = flat.reshape(len(single), *graph.noun_weights.shape) * graph.noun_weights[None]
    noun = sigmoid(scale.cosine * nouns.max(axis=2) - scale.threshold - _NOUN_THRESHOLD)
    for place, one in enumerate(form.units):
        for taught in graph.taught.get(word_key(one.text), ()):
            end = 2 * taught.number + taught.outward
            noun[place, end] = max(noun[place, end], taught.chance)
    return Matches(
        _relations(form, graph, words, scale),
        noun,
        np.asarray(single @ graph.names.T, np.float32),
        _kinds(form, single, words),
        _labels(form, single, graph, scale),
        np.asarray(graph.sentences @ unit(question - graph.middle), np.float32),
    )


def relation_logits(
    texts: Sequence[str], several: np.ndarray, graph: GraphWords, words: Words, scale: Scale = DEFAULT_SCALE
) -> Vectors:
    """Return the logits that texts stand for relations, (texts, relations), before relations compete for a text.

    Args:
        texts: words and short phrases.
        several: which of them consist of two units of a question.
        graph: with the words of the relations.
        words: encodes the texts.
        scale: see `Scale`.
    """
    cosines = words.of(texts) @ graph.variants.T
    # A phrase is better evidence than its words only for relations whose names are phrases too.
    cosines[np.ix_(several, ~graph.long)] = -1.0
    starts = np.searchsorted(graph.owner, np.arange(len(graph.relations)))
    nearest = np.maximum.reduceat(cosines, starts, axis=1) if texts else cosines[:, : len(starts)]
    table = _stems(["" if " " in text else text for text in texts], graph.label_words)
    stems = np.maximum.reduceat(table[:, graph.label_places], graph.label_starts, axis=1)
    listed = _senses(texts, graph)
    sure = np.maximum(scale.stem * stems, scale.sense * listed)
    logits = scale.cosine * nearest + sure - scale.threshold
    logits = np.where(listed > 0, np.maximum(logits, scale.listed * (listed - 0.5)), logits)
    for row, text in enumerate(texts):
        for taught in graph.taught.get(word_key(text), ()):
            learned = np.log(taught.chance / (1.0 - taught.chance))
            logits[row, taught.number] = max(logits[row, taught.number], learned)
    return np.asarray(logits, np.float32)


def _relations(form: QuestionForm, graph: GraphWords, words: Words, scale: Scale) -> Vectors:
    spans = [text for text, _ in form.spans]
    # A phrase of the thesaurus is a single unit.
    several = np.array([len(members) > 1 for _, members in form.spans], bool)
    logits = relation_logits(spans, several, graph, words, scale)
    starts = graph.relations
    by_unit = np.full((len(form.units), len(starts)), _NEVER, np.float32)
    for row, (_, members) in zip(logits, form.spans, strict=True):
        for member in members:
            np.maximum(by_unit[member], row, out=by_unit[member])
    rivals = (by_unit - by_unit.max(axis=1, keepdims=True)) * scale.sharpness / scale.cosine
    return np.asarray(sigmoid(by_unit) * np.exp(rivals), np.float32)


def _senses(spans: Sequence[str], graph: GraphWords) -> Vectors:
    """Return the share by which each span stands for each relation in the thesaurus, (spans, relations)."""
    table = np.zeros((len(spans), len(graph.relations)), np.float32)
    for row, text in zip(table, spans, strict=True):
        for sense, share in senses(text).items():
            if sense in graph.senses:
                np.maximum(row, share * graph.sense_shares[:, graph.senses[sense]], out=row)
    return table


def _kinds(form: QuestionForm, single: Vectors, words: Words) -> Vectors:
    similarity = np.maximum.reduceat(single @ words.of(_KIND_NOUNS).T, _KIND_STARTS, axis=1)
    best = similarity.max(axis=1, keepdims=True)
    chance = np.exp(_KIND_SHARPNESS * (similarity - best))
    chance *= np.clip(best, 0.0, 1.0) / chance.sum(axis=1, keepdims=True)
    for place, one in enumerate(form.units):
        if one.kind:
            chance[place] = [float(kind == one.kind) for kind in KINDS]
    return np.asarray(chance, np.float32)


def _labels(form: QuestionForm, single: Vectors, graph: GraphWords, scale: Scale) -> Vectors:
    if not form.units:
        return np.zeros(len(graph.relations), np.float32)
    stems = _stems([one.kind or one.text for one in form.units], graph.label_words)
    logits = scale.cosine * (single @ graph.label_vectors.T) + scale.stem * stems - scale.threshold
    return np.asarray(graph.label_shares @ sigmoid(logits).max(axis=0), np.float32)


def _stems(texts: list[str], others: tuple[str, ...]) -> Vectors:
    if not texts:
        return np.zeros((0, len(others)), np.float32)
    return np.stack([_stems_of(text, others) for text in texts])


@lru_cache(maxsize=2000)
def _stems_of(text: str, others: tuple[str, ...]) -> Vectors:
    return np.array([stem_match(text, other) if text else 0.0 for other in others], np.float32)
