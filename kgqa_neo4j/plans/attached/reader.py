"""Reads questions about an attached graph in two ways, and prefers the reading that explains more of the question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property, partial

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.attached.values import ValueIndex
from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.plans.attached.answer_type_check import REPEATED, mismatch_penalty
from kgqa_neo4j.plans.attached.confidence import ReadingMode
from kgqa_neo4j.plans.attached.learning.lessons import NOTHING, Lessons
from kgqa_neo4j.plans.attached.learning.meanings import TaughtValues, taught_schema, taught_values
from kgqa_neo4j.plans.attached.learning.templates import Templates
from kgqa_neo4j.plans.attached.rewording import Rewording
from kgqa_neo4j.plans.attached.same_steps import grouped_by
from kgqa_neo4j.plans.attached.top_per_group import TopPerGroup, group_of
from kgqa_neo4j.plans.attached.triple_reader import TripleReader
from kgqa_neo4j.plans.attached.truths import asserts, denied_truths
from kgqa_neo4j.plans.attached.unrestricted import always_true, lists_all
from kgqa_neo4j.plans.language.property_terms import PROPERTY
from kgqa_neo4j.plans.language.query import Branch, Pattern, Query, labels_of
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.ages import dated, with_ages
from kgqa_neo4j.plans.reading.averages import with_averages
from kgqa_neo4j.plans.reading.labelled.name_matching import is_agent_noun, is_passive
from kgqa_neo4j.plans.reading.labelled.operating import EXTREMES
from kgqa_neo4j.plans.reading.labelled.reader import LabelledReader
from kgqa_neo4j.plans.reading.labelled.spots import places_of
from kgqa_neo4j.plans.reading.labelled.unexplained import UNDONE, Spotted
from kgqa_neo4j.plans.reading.labelled.unsupported import still_unsupported, unsupported_operations
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind
from kgqa_neo4j.plans.reading.reader import Proposal, Reading
from kgqa_neo4j.plans.reading.shares import share_of
from kgqa_neo4j.question.ages import ages_asked
from kgqa_neo4j.question.averages import with_average
from kgqa_neo4j.question.directions import PREPOSITIONS
from kgqa_neo4j.question.fillers import without_fillers
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS, GENERIC_NOUNS, LIGHT_VERBS
from kgqa_neo4j.question.nouns import is_plural, singular_of
from kgqa_neo4j.question.shares import ShareAsked, share_asked
from kgqa_neo4j.store.driver import Database

# Unexplained words up to which a reading is complete, and how many fewer the triple reader must have to be preferred.
_WHOLE, _FEWER = 0.2, 0.2
# Penalty, in words, for each step that the triple reader's query has more.
_LONGER = 0.1
# Additional penalty for a name that the graph lacks.
_NAME = 1.0
# Penalty for leaving out everything that a question says about the answer.
_UNTOLD = 0.7
# Minimum score of a noun that names a label.
_NAMED = 0.8
# Minimum score of a noun that is the label's own name.
_OWN = 0.95
# Minimum score of a type named by the verb after "who", and words that may stand in between.
_DONE, _HELPING = 0.7, frozenset({"has", "have", "had", "also", "else"})
_EACH = frozenset({"each", "every", "per"})
_COMMON = FUNCTION_WORDS | GENERIC_NOUNS | LIGHT_VERBS


class AttachedReader:
    """Reads questions about one attached graph. Safe to use from several threads.

    The label reader (`LabelledReader`) finds labels, properties and values in the question and joins them. The triple
    reader (`TripleReader`) reads it as a question about triples, and knows more ways of asking.
    """

    def __init__(
        self,
        database: Database,
        schema: PropertyGraphSchema,
        index: ValueIndex,
        encoder: Embedder,
        spacy_model: str,
        weights_file: str = "",
        lessons: Lessons = NOTHING,
    ) -> None:
        """`lessons` are what was learned about the graph; `schema` and `index` do not include them yet."""
        self._lessons = lessons
        schema = taught_schema(schema, lessons.meanings)
        if values := taught_values(schema, lessons.meanings):
            index = TaughtValues(index, values)
        self.schema = schema
        self._templates = Templates(lessons.templates, schema, index)
        self._labelled = LabelledReader(schema, index, encoder)
        self._rewording = Rewording(schema, self._labelled.vocabulary)
        self._leaders = TopPerGroup(self._labelled.joiner)
        self._make_things = partial(
            TripleReader, database, schema, index, encoder, self._labelled.vocabulary, spacy_model, weights_file
        )

    @cached_property
    def _things(self) -> TripleReader:
        """The triple reader, created on first use because it encodes the names of all relations."""
        return self._make_things()

    def _person_share(self, label: str) -> float:
        return self._things.person_share(label)

    def spotted(self, question: str) -> Spotted:
        """Return what the words of a question mean on their own."""
        return self._labelled.spotted(self._rewording.plain(question))

    def readings(self, question: str) -> Iterator[tuple[ReadingMode, Reading]]:
        """Yield the readings of a question, best first, each with the way it was read and its queries.

        A later reading is for the case that no query of the earlier ones has rows. A question that means nothing in the
        graph has no readings. If the question has a learned template, the learned queries come first.

        Raises:
            DatabaseError: or a subclass: the graph cannot be read.
            ModelNotFound, ModelUnreadable: the spaCy pipeline cannot be used.
        """
        recalled = tuple(Proposal(query, 0.0, (), 0.0, 0.0) for query, _ in self._templates.recalled(question))
        if recalled:
            yield ReadingMode.LEARNED, Reading(recalled, operates=True)
        if (beside := self._beside_average(question)).proposals:
            yield ReadingMode.LABELS, beside
            return
        if (aged := self._ages(question)).proposals:
            yield ReadingMode.LABELS, aged
            return
        if (asked := share_asked(question)) and (share := self._share(asked)).proposals:
            yield ReadingMode.LABELS, share
            return
        spotted = self.spotted(question)
        fitted = self._fitting(spotted)
        labelled = fitted(self._labelled.read(spotted))
        if spotted.operations.groups and (best := self._best_of_each(spotted, labelled)).proposals:
            yield ReadingMode.LABELS, best
            return
        whole = bool(labelled.proposals) and _left(labelled) <= _WHOLE
        if whole and labelled.proposals[0].score > 0:
            yield ReadingMode.LABELS, labelled
            labelled, whole = Reading(), False
        things = fitted(
            _in_groups(spotted, self._things.read(spotted)), unsupported=unsupported_operations(spotted)
        )
        found = [
            (ReadingMode.LABELS, labelled),
            (ReadingMode.CHAIN if things.chain else ReadingMode.THINGS, things),
        ]
        found = [one for one in found if one[1].proposals]
        if len(found) > 1 and self._better(spotted, things, labelled, whole):
            found.reverse()
        yield from found

    def _beside_average(self, question: str) -> Reading:
        """Return the queries that compare with the average of all, by the first rewording that is understood."""
        for reworded, number in with_average(question):
            for _, reading in self.readings(reworded):
                found = with_averages(reading, number, _all_labelled)
                if found.proposals and _left(found) <= _WHOLE:
                    return found
        return Reading()

    def _ages(self, question: str) -> Reading:
        """Return the queries for ages, derived from the reading of a question for dates of birth."""
        told = self._rewording
        if told.born is None:
            return Reading()
        asked = ages_asked(without_fillers(question))
        if asked is None or (asked.died and told.died is None):
            return Reading()
        born = Move(PROPERTY + told.born.name)
        died = Move(PROPERTY + told.died.name) if told.died else None
        whose = f" of {asked.whose}" if asked.whose else ""
        for _, reading in self.readings(f"{told.born.name}{whose}"):
            found = with_ages(reading, asked, partial(dated, born=born), born, died, date.today())
            if found.proposals and _left(found) <= _WHOLE:
                return found
        return Reading()

    def _share(self, asked: ShareAsked) -> Reading:
        """Return the queries for a share, by the first readings of its two questions that combine."""
        spot = next(
            (one for one in self.spotted(asked.question).spots if one.of(Kind.PROPERTY, Kind.FACT)), None
        )
        if spot is not None and asked.word in spot.text.lower().split():
            # The graph stores the share itself.
            return Reading()
        _, whole = next(
            self.readings(asked.all or self._first_noun(asked.part)), (ReadingMode.LABELS, Reading())
        )
        shares = (share_of(asked.hundred, part, whole) for _, part in self.readings(asked.part))
        return next((one for one in shares if one.proposals), Reading())

    def _best_of_each(self, spotted: Spotted, labelled: Reading) -> Reading:
        """Return the queries for the first of each group, if asked for and not answered by the reading so far."""
        operations = spotted.operations
        extreme = operations.most is not None or any(one in EXTREMES for _, one, _ in operations.functions)
        done = bool(labelled.proposals) and _left(labelled) < UNDONE
        if done and self._wanted(spotted):
            # "Which film has the highest budget in each genre" asks for films, not for budgets.
            done = not _makes_extremes(labelled.proposals[0].query)
        group = None if done or not extreme else group_of(spotted, self.schema)
        if group is None:
            return Reading()
        _, first = next(self.readings(group.rest), (ReadingMode.LABELS, Reading()))
        return self._leaders.of_each(group, spotted, first)

    def _first_noun(self, question: str) -> str:
        """Return a question up to its first spot: "which actors"."""
        spotted = self.spotted(question)
        last = spotted.spots[0].last if spotted.spots else len(spotted.tokens)
        return question[: spotted.tokens[last - 1].end] if last else question

    def _better(self, spotted: Spotted, things: Reading, labelled: Reading, whole: bool) -> bool:
        """Whether the triple reader explains more, or everything with a positive score and no more steps."""
        ours, theirs = things.proposals[0], labelled.proposals[0]
        said = {one.element.name for spot in spotted.spots for one in spot.of(Kind.LABEL) if one.score >= _OWN}
        if whole and said <= self._touched(theirs.query) and not said <= self._touched(ours.query):
            # "Visits in each country" must reach countries; a query by place does not.
            return False
        longer = max(0, _steps(ours.query) - _steps(theirs.query))
        if ours.missing + _FEWER + _LONGER * longer < theirs.missing:
            return True
        return whole and ours.missing <= _WHOLE and ours.score > 0 and not longer

    def _touched(self, query: Query) -> set[str]:
        """Return the labels of the nodes that a query may visit."""
        kinds = {move.relation for path in query.paths for move in path} & self.schema.type.keys()
        joined = (one for kind in kinds for one in self.schema.type[kind].connections)
        return {end for one in joined for end in (one.source, one.target)} | labels_of(query.pattern)

    def labelled_reading(self, question: str) -> Reading:
        """Return the label reader's queries for a question.

        Raises:
            DatabaseError, ModelNotFound, ModelUnreadable: see `readings`.
        """
        spotted = self.spotted(question)
        return self._fitting(spotted)(self._labelled.read(spotted))

    def _fitting(self, spotted: Spotted) -> Callable[..., Reading]:
        lacking = _NAME * self._unknown_names(spotted)
        return partial(
            self._fitted,
            spotted.question,
            self._wanted(spotted),
            self._doers(spotted),
            denied_truths(spotted),
            lacking,
        )

    def _doers(self, spotted: Spotted) -> frozenset[str]:
        """Return the labels of those who do what the verb after "who" says: "who supplies X" may mean firms."""
        tokens = spotted.tokens
        if not tokens or tokens[0].lower != "who":
            return frozenset()
        first = next((at for at, one in enumerate(tokens[1:], 1) if one.lower not in _HELPING), 1)
        spot = next((one for one in spotted.spots if one.first == first), None)
        kinds = [one.element.name for one in spot.of(Kind.TYPE) if one.score >= _DONE] if spot else []
        # Of a passive type ("inspired by"), the doer is the target.
        return frozenset(
            end.target if is_passive(name) else end.source
            for name in kinds
            for end in self.schema.type[name].connections
        )

    def _fitted(
        self,
        question: str,
        wanted: frozenset[str],
        doers: frozenset[str],
        denied: frozenset[str],
        lacking: float,
        reading: Reading,
        unsupported: Sequence[str] = (),
    ) -> Reading:
        """Return a reading with the penalties of its queries added as unexplained words.

        `unsupported` are words for operations that few queries support.
        """

        def person_share(label: str) -> float:
            return 1.0 if label in doers else self._person_share(label)

        found = []
        for one in reading.proposals:
            against = mismatch_penalty(question, one.query, self.schema, person_share, wanted)
            if against == REPEATED and len(reading.proposals) > 1:
                # The question never asks for what it says itself.
                continue
            if lists_all(one.query) and (one.unexplained or always_true(one.query.pattern, self.schema)):
                against += _UNTOLD
            against += UNDONE * asserts(one.query, denied)
            missing = one.missing + against + lacking + UNDONE * len(still_unsupported(unsupported, one.query))
            found.append(replace(one, missing=missing, score=one.score - against))
        found.sort(key=lambda one: -one.score)
        return self._lessons.in_form(question, replace(reading, proposals=tuple(found)), self.schema)

    def _wanted(self, spotted: Spotted) -> frozenset[str]:
        """Return the labels of the nodes asked for, by the noun after "which" or "how many"."""
        if not spotted.tokens or not spotted.spots:
            return frozenset()
        spot = spotted.spots[0]
        if spotted.operations.counts and all(spotted.operations.taken[: spot.first]):
            return frozenset(one.element.name for one in spot.of(Kind.LABEL))
        labels = [one for one in spot.of(Kind.LABEL) if one.score >= _NAMED]
        if spot.first == 0 and labels and is_plural(spot.text.lower()) and not spotted.operations.groups:
            # "Flights departing from Dublin".
            return frozenset(one.element.name for one in labels)
        if spotted.tokens[0].lower not in ("which", "what") or spot.first != 1:
            return frozenset()
        if labels or spot.of(Kind.PROPERTY, Kind.FACT):
            return frozenset(one.element.name for one in labels)
        word = singular_of(spot.text.lower())
        types = [one.element.name for one in spot.of(Kind.TYPE)] if is_agent_noun(word) else []
        return frozenset(end.source for name in types for end in self.schema.type[name].connections)

    def _unknown_names(self, spotted: Spotted) -> int:
        """Return the number of capitalized words in a question that the graph does not know."""
        known = places_of(spotted.spots)
        return sum(
            one.kind == "word"
            and at > 0
            and at not in known
            and not spotted.operations.taken[at]
            and one.text[:1].isupper()
            and one.lower not in _COMMON
            and not self._labelled.vocabulary.knows(one.lower)
            for at, one in enumerate(spotted.tokens)
        )


def _in_groups(spotted: Spotted, reading: Reading) -> Reading:
    """Return a reading grouped by what the verb before "each" leads to: "report to each manager"."""
    tokens = spotted.tokens
    keyword = next(
        (at for at, one in enumerate(tokens) if one.lower in _EACH and spotted.operations.taken[at]), 0
    )
    end = keyword - (keyword > 0 and tokens[keyword - 1].lower in PREPOSITIONS)
    verb = next((one for one in spotted.spots if one.last in (end, keyword)), None)
    kinds = (
        {one.element.name for one in verb.of(Kind.TYPE) if one.score >= _NAMED} if verb and keyword else set()
    )
    if verb is None or not kinds or verb.of(Kind.LABEL):
        return reading
    found: dict[Query, Proposal] = {}
    for one in reading.proposals:
        query = grouped_by(one.query, kinds)
        found.setdefault(query, replace(one, query=query))
    return replace(reading, proposals=tuple(found.values()))


def _makes_extremes(query: Query) -> bool:
    """Whether a query shows the greatest or the least of several values."""
    return query.table is not None and any(one.summary in EXTREMES for one in query.table.columns)


def _all_labelled(query: Query) -> Pattern | None:
    """Return the pattern of all nodes of a query's label, if the query selects among them only by values and counts.

    None if it requires only that a property exists: the question names that property, but another one was compared.
    """
    pattern = query.pattern
    held = [one for one in pattern.branches if one.path and one.pattern.tests]
    properties = all(one.path[-1].relation.startswith(PROPERTY) for one in held)
    if not pattern.label or not properties or any(map(_is_named_alone, pattern.branches)):
        return None
    return Pattern(label=pattern.label)


def _is_named_alone(branch: Branch) -> bool:
    return branch.is_one_step and branch.pattern.any and branch.path[0].relation.startswith(PROPERTY)


def _steps(query: Query) -> int:
    """Return the number of relationships and properties in the paths of a query."""
    return sum(len(path) for path in query.paths)


def _left(reading: Reading) -> float:
    """Return the number of words that the best query leaves unexplained."""
    return reading.proposals[0].missing
