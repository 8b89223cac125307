"""Encodes the words of a graph: the names of its relations, and nouns for the entities at their ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.ranking.kinds import Kinds, name_vectors
from kgqa_neo4j.plans.ranking.taught import Taught, word_key
from kgqa_neo4j.plans.ranking.vectors import Words, unit
from kgqa_neo4j.plans.schema import RelationFacts
from kgqa_neo4j.question.lexicon import KINDS
from kgqa_neo4j.question.thesaurus import label_senses
from kgqa_neo4j.question.wording import Wording, says_class, stem_match, word_relation

Following = Callable[[Move], Mapping[Move, int]]
Encode = Callable[[Sequence[str]], Vectors]
NOUNS_OF_AN_END = 3
_SHARED_BY = 5.0
_FEW_VALUES = 20.0
_THINGS = frozenset({"work", "event", "organism", "object"})
CLASSES = {"person": ("person", "people", "man", "woman")}


@dataclass(frozen=True, slots=True)
class GraphWords:
    """The words of one graph, computed once. Relation number r has the ends 2r (subject) and 2r + 1 (object).

    * `variants` are the vectors of all texts for all relations; `owner` is the relation of each, ascending, `long`
      whether it has several words.
    * `nouns` are nouns for the entities at each end, with `noun_vectors` (ends, nouns, dimension) and `noun_weights`
      (ends, nouns); `kinds` (ends, kinds) the probability of each kind there; `names` (ends, dimension) the mean
      vector of some names there, zero if there are none.
    * `sentences` (ends, styles, dimension): a step that arrives at the end, as a sentence about X; of unit length and
      centred on `middle` (dimension,), their mean.
    * `senses` are the thesaurus senses of relation names, by number; `sense_shares` (relations, senses) their shares.
    * `label_shares` (relations, label words) is the share of each word in a label; `label_places` are the indices of
      the label words, relation by relation, starting at `label_starts` (relations,).
    * `classes` (relations,): whether the name means that the relation leads to the class of an entity.
    * `usual` (ends, ends) is the share of the entities at one end that are also at the other. `fans` are (fan in, fan
      out). `taught` are the learned words, by `word_key`.
    """

    relations: tuple[str, ...]
    number: Mapping[str, int]
    wordings: tuple[Wording, ...]
    variants: Vectors
    owner: np.ndarray
    long: np.ndarray
    nouns: tuple[tuple[str, ...], ...]
    noun_vectors: Vectors
    noun_weights: Vectors
    kinds: Vectors
    names: Vectors
    sentences: Vectors
    middle: Vectors
    senses: Mapping[str, int]
    sense_shares: Vectors
    label_words: tuple[str, ...]
    label_vectors: Vectors
    label_shares: Vectors
    label_places: np.ndarray
    label_starts: np.ndarray
    classes: np.ndarray
    usual: Vectors
    counts: Vectors
    fans: Vectors
    taught: Mapping[str, tuple[Taught, ...]] = field(default_factory=dict)

    def end(self, move: Move) -> int:
        """Return the number of the end at which a step arrives."""
        return 2 * self.number[move.relation] + move.outward

    def names_object(self, number: int, *texts: str) -> bool:
        """Whether texts that stand for a relation name the entity at its object end."""
        for text in texts:
            for taught in self.taught.get(word_key(text), ()):
                if taught.number == number:
                    return taught.outward
        return self.wordings[number].names_object


def word_graph(
    facts: Mapping[str, RelationFacts],
    following: Following,
    words: Words,
    kinds_of: Kinds,
    encode: Encode,
) -> GraphWords:
    """Compute the words of a graph."""
    relations = tuple(sorted(facts))
    number = {relation: place for place, relation in enumerate(relations)}
    wordings = tuple(word_relation(relation, facts[relation].name) for relation in relations)
    texts = [(place, text) for place, wording in enumerate(wordings) for text in wording.variants]
    variants = words.of([text for _, text in texts])
    shares = _shares(relations, number, facts, following)
    phrases = words.of([wording.phrase for wording in wordings])
    kinds, names = _things(relations, facts, kinds_of, words, encode)
    classes = [some for one in relations for some in (facts[one].subject_classes, facts[one].object_classes)]
    noun_texts, noun_weights = _nouns(wordings, phrases, shares, kinds, words, classes)
    flat = words.of([noun for nouns in noun_texts for noun in nouns])
    sentences = step_sentences(wordings, noun_texts)
    styles = len(sentences[0]) if sentences else 0
    encoded = encode([text for some in sentences for text in some])
    middle = encoded.mean(axis=0)
    label_words = tuple(sorted({word for wording in wordings for word in wording.content}))
    number_of = {word: place for place, word in enumerate(label_words)}
    contents = [[number_of[word] for word in wording.content] for wording in wordings]
    lengths = np.array([len(content) for content in contents], int)
    label_places = np.concatenate([np.array(content, int) for content in contents])
    label_shares = np.zeros((len(relations), len(label_words)), np.float32)
    label_shares[np.repeat(np.arange(len(relations)), lengths), label_places] = 1.0 / np.repeat(
        lengths, lengths
    )
    senses, sense_shares = _senses(wordings)
    return GraphWords(
        relations,
        number,
        wordings,
        variants,
        np.array([place for place, _ in texts]),
        np.array([" " in text for _, text in texts]),
        noun_texts,
        flat.reshape(len(noun_texts), NOUNS_OF_AN_END, -1),
        noun_weights,
        kinds,
        names,
        unit(encoded - middle).reshape(len(noun_texts), styles, -1),
        middle,
        senses,
        sense_shares,
        label_words,
        words.of(label_words),
        label_shares,
        label_places,
        np.cumsum(lengths) - lengths,
        np.array([says_class(wording.text) for wording in wordings]),
        shares,
        np.array([facts[relation].count for relation in relations], np.float32),
        np.array([[facts[relation].fan_in, facts[relation].fan_out] for relation in relations], np.float32),
    )


def _senses(wordings: Sequence[Wording]) -> tuple[dict[str, int], Vectors]:
    """Return the senses of labels, numbered, and the share of each in each label, (labels, senses)."""
    found = [label_senses(wording.phrase, wording.content) for wording in wordings]
    numbers = {
        sense: place for place, sense in enumerate(dict.fromkeys(sense for some in found for sense in some))
    }
    shares = np.zeros((len(wordings), len(numbers)), np.float32)
    for row, some in enumerate(found):
        for sense, share in some.items():
            shares[row, numbers[sense]] = share
    return numbers, shares


def _shares(
    relations: Sequence[str],
    number: Mapping[str, int],
    facts: Mapping[str, RelationFacts],
    following: Following,
) -> Vectors:
    """Return (ends, ends): the share of the entities at one end that are also at the other, at most 1."""
    shares = np.zeros((2 * len(relations), 2 * len(relations)), np.float32)
    for relation in relations:
        for outward in (False, True):
            end = 2 * number[relation] + outward
            fan = facts[relation].fan_in if outward else facts[relation].fan_out
            size = max(1.0, facts[relation].count / max(fan, 1.0))
            for move, count in following(Move(relation, outward)).items():
                if move.relation in number:
                    shares[end, 2 * number[move.relation] + (not move.outward)] = min(1.0, count / size)
            shares[end, end] = 1.0
    return shares


def _things(
    relations: Sequence[str],
    facts: Mapping[str, RelationFacts],
    kinds_of: Kinds,
    words: Words,
    encode: Encode,
) -> tuple[Vectors, Vectors]:
    """Return the kind probabilities of each end, (ends, kinds), and its mean name vector, (ends, dimension)."""
    rows, means = [], []
    for relation in relations:
        fact = facts[relation]
        ends = ((fact.subjects, fact.subject_type, fact.fan_out), (fact.objects, fact.object_type, fact.fan_in))
        for names, datatype, fan in ends:
            vectors = name_vectors(names, encode)
            row = _literal(datatype) if datatype in ("time", "number") else kinds_of.of(vectors)
            # A few values shared by many entities are categories, even if they look like works, events or objects.
            few = fan >= _SHARED_BY and fact.count / fan <= _FEW_VALUES
            if few and list(KINDS)[int(row.argmax())] in _THINGS:
                row = _literal("kind")
            rows.append(row)
            means.append(words.centred(vectors).mean(axis=0) if names else np.zeros(words.dimension))
    return np.stack(rows), unit(np.stack(means))


def _literal(datatype: str) -> Vectors:
    return np.array([1.0 if kind == datatype else 0.0 for kind in KINDS], np.float32)


def _nouns(
    wordings: Sequence[Wording],
    phrases: Vectors,
    shares: Vectors,
    kinds: Vectors,
    words: Words,
    classes: Sequence[Sequence[str]],
) -> tuple[tuple[tuple[str, ...], ...], Vectors]:
    """Return nouns for the entities at each end: their classes, else by the relations there and the kind of names."""
    # Most nouns for persons name a role or a profession, which only relations can express.
    lexicon = [(noun, place) for place, kind in enumerate(KINDS) for noun in CLASSES.get(kind, KINDS[kind])]
    vectors = words.of([noun for noun, _ in lexicon])
    kind_of = np.array([place for _, place in lexicon])
    texts: list[tuple[str, ...]] = []
    for end, share in enumerate(shares):
        # Relations that leave an entity show what it is; those that arrive at it show only its role.
        attached = [place for place in range(len(wordings)) if share[2 * place] > 0]
        about = sum((share[2 * p] * phrases[p] for p in attached), np.zeros(phrases.shape[1], np.float32))
        similarity = vectors @ unit(about) + 2.0 * kinds[end][kind_of]
        # The name of an attribute is not a noun for its owner.
        attributes = {word for p in attached if share[2 * p] > 0.05 for word in wordings[p].content}
        free = np.array([not any(stem_match(noun, word) > 0 for word in attributes) for noun, _ in lexicon])
        best = np.argsort(-similarity + 10.0 * ~free, kind="stable")[:NOUNS_OF_AN_END]
        own = wordings[end // 2].context[-1:] if end % 2 == 0 else ()
        texts.append(tuple([*classes[end], *own, *(lexicon[place][0] for place in best)][:NOUNS_OF_AN_END]))
    return tuple(texts), np.tile(np.array([1.0, 0.9, 0.8], np.float32), (len(texts), 1))


def step_sentences(wordings: Sequence[Wording], nouns: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Return for each end, numbered as in `GraphWords`, sentences about X for the step that arrives there."""
    found: list[tuple[str, ...]] = []
    for end in range(2 * len(wordings)):
        wording, outward = wordings[end // 2], end % 2 == 1
        noun, phrase = nouns[end][0], wording.phrase
        if outward == wording.names_object:
            found.append((f"{phrase} of X", f"what is the {phrase} of X", f"X {wording.text} which {noun}"))
        else:
            found.append(
                (f"{noun} {phrase} X", f"which {noun} has X as {phrase}", f"which {noun} {wording.text} X")
            )
    return found
