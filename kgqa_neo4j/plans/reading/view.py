"""A graph as the question reader sees it: what words may stand for, and which steps follow each other."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from functools import cached_property, lru_cache

import numpy as np

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.plans.language.execution import value_kind
from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.plans.ranking.graph_words import GraphWords
from kgqa_neo4j.plans.ranking.matching import relation_logits
from kgqa_neo4j.plans.ranking.vectors import Words, sigmoid, unit
from kgqa_neo4j.plans.reading.costs import SURE
from kgqa_neo4j.plans.schema import Around, Schema
from kgqa_neo4j.question.kinship import BACK, SEX_NAMES, Role, role_of
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS, KINDS
from kgqa_neo4j.question.units import is_lasting
from kgqa_neo4j.question.wording import LEADING, is_participle, says_class, stem, stem_match

Named = Callable[[str], Sequence[str]]
"""Returns the ids of the entities with a name."""
# Maximum number of objects of a categorical relation, in total and per triple.
_FEW, _SHARED = 200, 0.8
_PERSON, _PLACE, _ORGANISATION = (list(KINDS).index(kind) for kind in ("person", "place", "organisation"))
# Minimum mean number of members of a group.
_SEVERAL = 1.5
# Minimum difference between the shares of two dates that come with the other date, to tell which is earlier.
_UNENDED = 0.05
_TRUTHS = frozenset({"yes", "no", "true", "false"})
_NUMBERS = frozenset({"number", "plain number"})
_TIMES = frozenset({"time", "year"})
_DERIVATION = re.compile(r"(\w{4,}?)(?:enc(?:y|ies|es?)|anc(?:y|ies|es?)|ments?|ations?|itions?|ees?|als?)")
# Chance that a noun stands for a relation named by the verb that it is derived from.
_DERIVED = 0.9
# Minimum certainty that two words are forms of one word.
_FORM = 0.95
# Minimum share of the entities with one step that have another one, for that to characterize their kind.
_MOSTLY = 0.75
# Maximum number of words of questions kept with the relations that they are in the names of.
_MOST_WORDS = 2000
# Share of an entity's steps that others must have to be of its kind; share of a class that counts as most of it.
_HALF = 0.5


class GraphView:
    """What reading needs to know of one graph. Caches what it has looked up.

    A step is a `Move`; a class relation says what something is ("instance of"), and its objects are classes.
    """

    def __init__(
        self, schema: Schema, words: GraphWords, vectors: Words, encoder: Embedder, named: Named
    ) -> None:
        self.schema = schema
        self.words = words
        self._vectors = vectors
        self._encoder = encoder
        self.named = named
        self._saying = lru_cache(maxsize=_MOST_WORDS)(self._relations_saying)
        self._kinds: dict[Move, str] = {}
        self._available: dict[Move, dict[Move, float]] = {}

    @property
    def relations(self) -> tuple[str, ...]:
        """The ids of all relations, in the order of the columns of `chances`."""
        return self.words.relations

    def chances(self, texts: Sequence[str], several: Sequence[bool] | None = None) -> Vectors:
        """Return the chance that each text stands for each relation, (texts, relations).

        `several`: which texts join two words of a question.
        """
        if not texts:
            return np.zeros((0, len(self.relations)), np.float32)
        pairs = np.array(several if several is not None else [False] * len(texts), bool)
        found = sigmoid(relation_logits(texts, pairs, self.words, self._vectors))
        for row, text in zip(found, texts, strict=True):
            if root := _root(text):
                # "Dependencies" are what something depends on.
                said = [any(stem(one) == root for one in wording.content) for wording in self.words.wordings]
                np.maximum(row, np.where(said, _DERIVED, 0.0), out=row)
        return np.asarray(found, np.float32)

    def kind(self, move: Move) -> str:
        """Return the kind of value that a step leads to; see `value_kind`."""
        if move not in self._kinds:
            self._kinds[move] = value_kind(self.schema, move)
        return self._kinds[move]

    def is_time(self, move: Move) -> bool:
        """Return whether a step leads to dates or years."""
        return self.kind(move) in _TIMES

    def is_number(self, move: Move) -> bool:
        """Return whether a step leads to numbers."""
        return self.kind(move) in _NUMBERS

    def is_lasting(self, move: Move) -> bool:
        """Return whether the name of a step's relation says how long something lasts: `minutes`."""
        return is_lasting(self.words.wordings[self.words.number[move.relation]].label)

    def is_amount(self, move: Move) -> bool:
        """Return whether a step leads to numbers, with no negative one among the samples."""
        facts = self.schema.relations().get(move.relation)
        return (
            self.is_number(move) and facts is not None and not any(one.startswith("-") for one in facts.objects)
        )

    def is_truth(self, move: Move) -> bool:
        """Return whether a step leads to truth values."""
        if self.kind(move) == "boolean":
            return True
        facts = self.schema.relations()[move.relation]
        names = {name.casefold() for name in (facts.objects if move.outward else facts.subjects)}
        return bool(names) and names <= _TRUTHS

    def says_truth(self, chances: Vectors) -> bool:
        """Return whether a word, by its `chances` (relations,), surely stands for a relation to truth values."""
        number = int(np.argmax(chances)) if len(chances) else -1
        return number >= 0 and chances[number] >= SURE and self.is_truth(Move(self.relations[number], True))

    def is_value(self, move: Move) -> bool:
        """Return whether a step leads to literals rather than entities."""
        return self.is_time(move) or self.is_number(move) or self.is_truth(move)

    def is_categorical(self, relation: str) -> bool:
        """Return whether a relation has few objects, each shared by many subjects."""
        facts = self.schema.relations()[relation]
        few = self.size(Move(relation, True))
        return few <= _FEW and few <= max(2.0, facts.count * _SHARED)

    def size(self, move: Move) -> float:
        """Return the approximate number of entities that a step arrives at in the whole graph."""
        facts = self.schema.relations().get(move.relation)
        if facts is None:
            return 0.0
        return max(1.0, facts.count / max(1.0, facts.fan_in if move.outward else facts.fan_out))

    def available(self, move: Move) -> Mapping[Move, float]:
        """Return the steps that may follow a step, with the share of the entities there that have each."""
        if move not in self._available:
            size = self.size(move)
            found = {then: min(1.0, count / size) for then, count in self.schema.following(move).items()}
            found[move.back] = 1.0
            self._available[move] = {
                then: share for then, share in found.items() if then.relation in self.words.number
            }
        return self._available[move]

    def share(self, move: Move, entity: str, then: Move) -> float:
        """Return the share of the ends of a step, from one entity or any (""), that have another step."""
        if not entity:
            return self.available(move).get(then, 0.0)
        if then == move.back:
            return 1.0
        first = self.around(entity).get(move)
        second = first.second.get(then) if first else None
        return second.places / max(1, first.ends) if first and second else 0.0

    def available_from(self, entity: str, move: Move) -> tuple[Move, ...]:
        """Return the steps that may follow a step from an entity."""
        first = self.around(entity).get(move)
        return tuple(then for then in first.second if then.relation in self.words.number) if first else ()

    def kin(self, entity: str, move: Move) -> bool:
        """Return whether an entity, or others of its kind, have a step."""
        around = self.around(entity)
        own = [one for one in around if one.relation not in self.class_relations]
        # Outgoing steps say more about the kind of an entity than incoming ones.
        own = [one for one in own if one.outward] or own
        like = sum(self.available(one.back).get(move, 0.0) > 0.0 for one in own)
        return move in around or like > len(own) * _HALF

    def of_members(self, named: str) -> list[Set[Move]]:
        """Return the steps that the members of a class have, for each class relation."""
        around = self.around(named)
        members = (around.get(Move(relation, False)) for relation in self.class_relations)
        return [one.second.keys() for one in members if one is not None]

    def is_like(self, entity: str, named: str) -> bool:
        """Return whether an entity is of a class and has no steps but those that the members of the class have."""
        around, own = self.around(named), self.around(entity)
        told = {move for move in own if move.relation not in self.class_relations}
        return any(
            told <= members.second.keys()
            for relation in self.class_relations
            if Move(relation, True) in own and (members := around.get(Move(relation, False))) is not None
        )

    def said_by(self, word: str, number: int) -> bool:
        """Return whether a word is a form of a word in the name of a relation."""
        return number in self._saying(word)

    def _relations_saying(self, word: str) -> Set[int]:
        """Return the numbers of the relations whose names have a form of a word."""
        return {number for one, some in self.labelled.items() if self.forms(word, one) for number in some}

    @cached_property
    def labelled(self) -> Mapping[str, Set[int]]:
        """The words in the names of relations, with the numbers of these relations."""
        found: dict[str, set[int]] = defaultdict(set)
        for number, wording in enumerate(self.words.wordings):
            for word in wording.label:
                found[word].add(number)
        return found

    def names(self, noun: str, number: int, others: Sequence[str]) -> bool:
        """Return whether a noun is in the name of a relation, and other words of the question cover those next to it.

        An airport is no `airport code` and no `home airport`, unless other words of the question say the rest.
        Participles and function words need not be covered.
        """
        label = self.words.wordings[number].label
        last = noun.split()[-1] if noun else noun
        for before, word, behind in zip(("", *label), label, (*label[1:], ""), strict=False):
            if self.forms(last, word):
                beside = [
                    one for one in (before, behind) if one and one not in FUNCTION_WORDS and one not in LEADING
                ]
                unsaid = [one for one in beside if not is_participle(one)]
                if all(any(self.forms(other, one) for other in others) for one in unsaid):
                    return True
        return False

    def ends_in(self, number: int, named: str) -> bool:
        """Return whether most members of a class are at the end of a relation that the relation's name denotes."""
        back = Move(self.relations[number], not self.words.wordings[number].names_object)
        return any(
            (first := self.around(named).get(Move(relation, False))) is not None
            and (second := first.second.get(back)) is not None
            and second.places >= _HALF * first.ends
            for relation in self.class_relations
        )

    def says_relation(self, word: str) -> bool:
        """Return whether a word is a form of a word in the name of any relation."""
        return bool(self._saying(word))

    def is_relation(self, name: str) -> bool:
        """Return whether some relation has this name, with the words in any order: "cause of death"."""
        said = set(name.split()) - FUNCTION_WORDS
        return any(set(wording.content) == said for wording in self.words.wordings)

    def forms(self, word: str, other: str) -> bool:
        """Return whether two words are forms of one word."""
        return stem_match(word.lower(), other) >= _FORM

    def fan(self, move: Move) -> float:
        """Return the mean number of entities that a step leads to."""
        facts = self.schema.relations()[move.relation]
        return facts.fan_out if move.outward else facts.fan_in

    def person(self, move: Move) -> float:
        """Return the share of persons among the entities where a step arrives, by their names."""
        return float(self.words.kinds[self.words.end(move)][_PERSON])

    def place(self, move: Move) -> float:
        """Return the share of places and organisations among the entities where a step arrives, by their names."""
        kinds = self.words.kinds[self.words.end(move)]
        return float(kinds[_PLACE] + kinds[_ORGANISATION])

    def leading_kind(self, move: Move) -> str:
        """Return the most common kind (of `KINDS`) of the entities where a step arrives, by their names."""
        return list(KINDS)[int(np.argmax(self.words.kinds[self.words.end(move)]))]

    def group_like(self, move: Move) -> float:
        """Return how likely a step leads to a group, by the share of organisations there.

        0 if few entities share one, and for class relations.
        """
        if move.relation in self.class_relations or self.fan(move.back) < _SEVERAL:
            return 0.0
        return 0.01 + float(self.words.kinds[self.words.end(move)][_ORGANISATION])

    def meet(self, one: Move, other: Move) -> bool:
        """Return whether two steps may arrive at the same entities."""
        return self.overlap(one, other) > 0.0

    def overlap(self, one: Move, other: Move) -> float:
        """Return the share of the entities where one step arrives that another step arrives at too."""
        return 1.0 if one == other else self.available(one).get(other.back, 0.0)

    def kin_steps(self, role: Role) -> Path | None:
        """Return a path from a person to those in a role, such as their parents; None if the graph has none."""
        return next(iter(self.kin_ways(role)), None)

    def kin_ways(self, role: Role) -> tuple[Path, ...]:
        """Return the paths from a person to those in a role, by each relation that leads there: `father`, `mother`."""
        ways: list[Path] = []
        for relation, facts in self.schema.relations().items():
            led = role_of(facts.name)
            if led == role:
                ways.append((Move(relation, True),))
            if led is not None and BACK[led] == role:
                ways.append((Move(relation, False),))
        if role == "sibling" and not ways:
            ways = [(*way, *(move.back for move in reversed(way))) for way in self.kin_ways("parent")]
        return tuple(ways)

    def sex(self, name: str) -> tuple[Path, str] | None:
        """Return the path to a person's sex, and the entity for the sex of that name; None if the graph has none."""
        for relation, facts in self.schema.relations().items():
            if facts.name.lower().replace("_", " ") in SEX_NAMES and name in {
                one.lower() for one in facts.objects
            }:
                for ident in self.named(name):
                    if Move(relation, False) in self.around(ident):
                        return (Move(relation, True),), ident
        return None

    def earlier(self, first: Move, last: Move) -> bool:
        """Return whether the dates of one relation are mostly before those of another.

        What has not ended has only a beginning. This decides where the samples hardly differ.
        """
        one, other = (sorted(self.schema.relations()[move.relation].objects) for move in (first, last))
        if not (one and other):
            return False
        middle, later = one[len(one) // 2], other[len(other) // 2]
        ended = self.available(first.back).get(last, 0.0)
        begun = self.available(last.back).get(first, 0.0)
        overlap = one[0] <= later <= one[-1] or other[0] <= middle <= other[-1]
        return ended < begun if overlap and abs(begun - ended) > _UNENDED else middle <= later

    def around(self, entity: str) -> Around:
        """Return the first two steps around an entity."""
        return self.schema.around(entity)

    def same_kind(self, move: Move) -> list[tuple[Move, float]]:
        """Return the steps that nearly all entities with `move` have, the most widespread first.

        They characterize the kind of these entities: what has a date of discharge has a ward and a physician.
        """
        found = [
            (then, self.size(then.back))
            for then, share in self.available(move.back).items()
            if share >= _MOSTLY and then.outward and then.relation not in self.class_relations
        ]
        return sorted(found, key=lambda item: -item[1])

    def encoded(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of texts, of unit length, (texts, dimension)."""
        return unit(self._encoder.encode(texts))

    @cached_property
    def ends(self) -> tuple[Move, ...]:
        """The steps that arrive at entities and not at values, each an end of a relation."""
        moves = [Move(relation, outward) for relation in self.relations for outward in (False, True)]
        return tuple(move for move in moves if not self.is_value(move))

    @cached_property
    def class_relations(self) -> tuple[str, ...]:
        """The class relations: their names say that they lead to what something is ("instance of")."""
        facts = self.schema.relations()
        return tuple(
            relation
            for relation in self.relations
            if says_class(facts[relation].name) and self.size(Move(relation, True)) > 0
        )


def _root(noun: str) -> str:
    """Return the stem of the verb that a noun is derived from: "depend" of "dependencies"; "" for other words."""
    match = _DERIVATION.fullmatch(noun.lower())
    return stem(match[1]) if match else ""
