"""From a question to ranked queries: the pieces that its words stand for, joined by what the graph has between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.plans.language.query import Branch, Form, Pattern, Query
from kgqa_neo4j.plans.plan import Move, Path, Plan
from kgqa_neo4j.plans.reading.alike import Alike
from kgqa_neo4j.plans.reading.asked import AskedQuestion, asks_by, qualified_name, unknown_name
from kgqa_neo4j.plans.reading.comparisons import Comparisons
from kgqa_neo4j.plans.reading.costs import HEAD, MAY_MEAN, MEANS, SURE, WHERE, WHO
from kgqa_neo4j.plans.reading.denial import denies
from kgqa_neo4j.plans.reading.entities import Entities
from kgqa_neo4j.plans.reading.full_chains import FullChains
from kgqa_neo4j.plans.reading.kinds import Kinds
from kgqa_neo4j.plans.reading.lasting import with_no_end
from kgqa_neo4j.plans.reading.mentions import NamedSpan
from kgqa_neo4j.plans.reading.mutual import Mutual
from kgqa_neo4j.plans.reading.names import Names
from kgqa_neo4j.plans.reading.outcomes import Outcomes
from kgqa_neo4j.plans.reading.parser import Parser
from kgqa_neo4j.plans.reading.paths import Paths
from kgqa_neo4j.plans.reading.properties import Properties
from kgqa_neo4j.plans.reading.sizes import THAN, compares
from kgqa_neo4j.plans.reading.spans import Spans
from kgqa_neo4j.plans.reading.state import State
from kgqa_neo4j.plans.reading.told_of import places_told, told_of
from kgqa_neo4j.plans.reading.universals import Universals
from kgqa_neo4j.plans.reading.values import Values
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.breakdowns import as_groups
from kgqa_neo4j.question.denied_states import denying_states
from kgqa_neo4j.question.idioms import without_idiom
from kgqa_neo4j.question.kinship import relatives, shared_by, shared_in
from kgqa_neo4j.question.masking import MASK
from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.operators import negates
from kgqa_neo4j.question.relative_dates import with_dates

# "What does the doctor who treats X specialise in": the class says of whom, not what is asked for.
_OF_A_CLASS = re.compile(
    r"^\W*(?:what|where|when|how)\b(?: [a-z]+)? (?:do|does|did|was|were|is|are) the [a-z]+s? "
    r"(?:who|that|which|whose|of)\b"
)
_OR_A = re.compile(r"\bor (?:an? |the )?\S+\s*[?.!]*\s*$")
_ALIKE_IN = re.compile(r"\bthe same [a-z ]+ as §\d|\bfellow\b")
_WHERE_THEY = re.compile(r"\bwhere (?:they|he|she|it) (?:was|were|is|are)\b")
# What each path of a query costs, so that of two that say the same the shorter one is taken.
_PATH_COST = 0.01
# What it costs to leave out a negation: more than any word.
_UNDENIED = 2.0
# Share of a word from which on it counts as unexplained.
_UNEXPLAINED = 0.55
# Of what was found, how much is looked at to tell of what class it is.
_LOOKED_AT = 3
_TOP = re.compile(r"\b(?:top|bottom) (?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)\b")
# Ways at most by which two may be in one event.
_EVENTS = 6
# Queries kept of one question.
_KEPT = 20
# Chance from which the word that asks stands for a relation, for another plan than the best to be meant.
_SURELY = 0.9


@dataclass(frozen=True, slots=True)
class Proposal:
    """A query that a question may mean: how well, and which of its words nothing explains.

    `missing` is how much of the question is unexplained, in words; `unknown` the part of it that is whole words.
    """

    query: Query
    score: float
    unexplained: tuple[str, ...]
    missing: float
    cost: float
    unknown: float = 0.0


@dataclass(frozen=True, slots=True)
class Reading:
    """What a question may mean: the best queries first.

    `chain`: it asks for nothing but what one named entity leads to, which plans of chains are ranked for.
    `operates`: it counts, compares, negates or the like, so that a chain of steps is no answer to it.
    """

    proposals: tuple[Proposal, ...] = ()
    chain: bool = False
    operates: bool = False


class Reader:
    """Reads questions about one graph. Safe to use from several threads."""

    def __init__(self, names: Names, view: GraphView, spacy_model: str) -> None:
        self._view = view
        self._parser = Parser(names, view, spacy_model)
        kinds = Kinds(view)
        self._paths = Paths(names, view, kinds)
        self._values = Values(view, self._paths)
        self._entities = Entities(view, self._parser, self._paths, self._values, kinds)
        self._properties = Properties(view, self._paths)
        self._alike = Alike(view, self._paths, self._entities)
        self._comparisons = Comparisons(view, self._paths, self._entities)
        self._spans = Spans(view, self._paths, self._entities, self._values)
        self._universals = Universals(view, self._paths, self._entities, self._values, self._properties)
        self._mutual = Mutual(view)
        self._outcomes = Outcomes(view, self._paths, self._values)
        self._full_chains = FullChains(view)

    def read(self, linking: Linking) -> Reading:
        """Return the queries that a question may mean; none where nothing fits, or where it asks for a chain of steps.

        Raises:
            DatabaseError: or one of its kinds: the graph cannot be looked at.
            ModelNotFound, ModelUnreadable: the spaCy pipeline cannot be used.
        """
        return self.reading_of(self.asked(linking))

    def reading_of(self, asked: AskedQuestion, *, chains: bool = False) -> Reading:
        """Return the queries that a question taken apart may mean; see `read`.

        `chains`: also where it asks for a chain of steps.
        """
        kin = [known for word in asked.words if not word.certain and (known := relatives(word.text))]
        operates = asked.ops.any or asked.ops.counts or asked.ops.whether
        operates = operates or any(len(roles) > 1 or sex for roles, sex in kin)
        if not chains and self._is_chain(asked):
            return Reading(chain=True)
        return Reading(tuple(self._proposals(asked)[:_KEPT]), False, operates)

    def with_events(self, asked: AskedQuestion, reading: Reading) -> Reading:
        """Return the queries with those for what two named entities are both in, which joins them as well as any step.

        "Has X ever been a member of Y", where a membership has a person and a band.
        """
        named = [word.entity.options[0].id for word in asked.words if word.certain and word.entity]
        if len(named) < 2 or not reading.proposals:
            return reading
        one, other = named[:2]
        best = reading.proposals[0]
        paths = [
            (move, onward)
            for move, first in self._view.around(one).items()
            for onward in first.second
            if not move.outward
            and onward.outward
            and move.relation != onward.relation
            and onward.relation not in self._view.class_relations
            and onward.back in self._view.around(other)
        ]
        queries = [
            Query(Pattern((one,), branches=(Branch(path, Pattern(entities=(other,))),)), form=Form.EXISTS)
            for path in paths[:_EVENTS]
        ]
        others = tuple(proposal for proposal in reading.proposals[1:] if proposal.query not in queries)
        more = tuple(replace(best, query=query) for query in queries if query != best.query)
        return replace(reading, proposals=(best, *others, *more))

    def asked(self, linking: Linking) -> AskedQuestion:
        """Return a question taken apart; see `read` for what is raised."""
        return self._parser.asked(linking)

    def in_words_of_graph(self, question: str) -> str:
        """Return a question with idioms, denied states, periods and groups said by what the graph has a word for.

        "What does Ada's father do" asks for his occupation, "unresolved" is "not resolved", "last year" is 2025, and
        "incidents by service" are those per service.
        """
        question = as_groups(question, self._parser.says_class, self._parser.says_class)
        dated = with_dates(question, date.today(), self._parser.knows)
        return denying_states(without_idiom(dated, self._view.is_relation), self._parser.knows)

    def again(self, asked: AskedQuestion) -> AskedQuestion:
        """Return a question with what its words may stand for now, after the words of the graph have changed."""
        return self._parser.again(asked)

    def without_apposition(self, form: str, topic: str) -> str:
        """Return a question with its topic masked, without the topic's own class beside it: "the X department"."""
        around = self._view.around(topic)
        names = {
            name.lower()
            for relation in self._view.class_relations
            if Move(relation, True) in around
            for name in self._view.schema.relations()[relation].objects
        }
        beside = re.search(rf"\b{MASK} (?P<after>[a-z]+)\b|\bthe (?P<before>[a-z]+) {MASK}\b", form)
        if beside is None or (beside["after"] or beside["before"]).lower() not in names:
            return form
        return form[: beside.start()] + MASK + form[beside.end() :]

    def asks_for_others(self, asked: AskedQuestion, found: Sequence[str]) -> bool:
        """Return whether a class right behind "which" asks, and none of what was found is one of it."""
        if asked.ops.counts or not found:
            return False
        named = next((word.entity for word in asked.words if word.entity and asks_by(asked, word)), None)
        if named is None or not self._parser.is_class(named):
            return False
        return not any(self._view.is_like(one, named.options[0].id) for one in found[:_LOOKED_AT])

    def unknown_name(self, asked: AskedQuestion) -> str:
        """Return a word of a name that the graph lacks, before the class of what it names; "" where there is none."""
        return unknown_name(asked, self._parser.is_class)

    def qualified_name(self, asked: AskedQuestion) -> tuple[NamedSpan, NamedSpan] | None:
        """Return a name and the one right behind it that may only say which of that name: "Duluth, Minnesota"."""
        return qualified_name(asked, self._parser.is_class)

    def named_by_word(self, asked: AskedQuestion) -> NamedSpan | None:
        """Return a word in lower case taken for a name that stands for a relation as well: "where did X go to college".

        None where it is all that the question names.
        """
        named = [
            word.entity
            for word in asked.words
            if word.entity and (word.certain or not self._parser.is_class(word.entity))
        ]
        common = [one for one in named if one.text.islower() and " " not in one.text]
        if len(named) < 2 or not common:
            return None
        chances = self._view.chances([one.text for one in common]).max(axis=1, initial=0.0)
        return next((one for one, chance in zip(common, chances, strict=True) if chance >= MEANS), None)

    @property
    def knows_classes(self) -> bool:
        """Whether the graph says what its things are, so that a noun for a kind of them should be in it."""
        return bool(self._view.class_relations)

    def all_of(self, query: Query) -> Pattern | None:
        """Return all of the class that a query chooses from, or all that have anything where it names none."""
        classes = self._view.class_relations
        kinds = [one for one in query.pattern.branches if one.path and one.path[0].relation in classes]
        return Pattern(branches=tuple(kinds)) if not query.pattern.entities else None

    def says(self, asked: AskedQuestion, plan: Plan) -> bool:
        """Return whether words of a question stand for each of the several steps of a plan, another one for each."""
        steps = [move.relation for chain in plan.chains for move in chain.path]
        if len(steps) < 2 or not all(step in self._view.words.number for step in steps):
            return False
        taken: set[int] = set()
        for step in steps:
            row = asked.chances[:, self._view.words.number[step]]
            free = [place for place in np.argsort(-row) if row[place] >= MEANS and int(place) not in taken]
            if not free:
                return False
            taken.add(int(free[0]))
        return True

    def asks_for(self, asked: AskedQuestion, plan: Plan) -> bool:
        """Return whether the noun behind "which" may stand for the last step of a plan, if less well than others."""
        ends = [chain.path[-1].relation for chain in plan.chains if chain.path]
        numbers = [self._view.words.number[one] for one in ends if one in self._view.words.number]
        return any(
            asks_by(asked, word) and float(asked.chances[place, numbers].max(initial=0.0)) >= MEANS
            for place, word in enumerate(asked.words)
        )

    def says_all(self, asked: AskedQuestion, plan: Plan, *, surely: bool = False) -> bool:
        """Return whether a plan of one chain says all of a question, or `surely` does; see `FullChains.says_all`."""
        chain = plan.chains[0]
        least = _SURELY if surely else SURE
        return len(plan.chains) == 1 and self._full_chains.says_all(asked, chain.topic, chain.path, least)

    def leaves_word(self, asked: AskedQuestion, plan: Plan) -> bool:
        """Return whether a plan of one chain leaves out a noun or a verb that surely stands for a relation."""
        return len(plan.chains) == 1 and self._full_chains.leaves_word(asked, plan.chains[0].path)

    def may_have(self, topic: str, step: Move) -> bool:
        """Return whether an entity or others of its kind have a step."""
        return step.relation in self._view.words.number and self._view.kin(topic, step)

    def lies_beside(self, asked: AskedQuestion, topic: str, path: Path) -> bool:
        """Return whether a path leads to what its topic itself lacks, over steps that no word of the question says.

        "When is the exam for X" is not asked about the exam of what X requires; others like X have an exam.
        """
        if len(path) < 2 or not all(move.relation in self._view.words.number for move in path):
            return False
        *over, last = path
        lacking = [
            move
            for move in (last, last.back)
            if move not in self._view.around(topic) and self._view.kin(topic, move)
        ]
        # The word that says the last step says no other.
        words = [place for place in range(len(asked.words)) if place != self._paths.place_for(asked, last)]
        return (
            self._paths.word_for(asked, last) >= SURE
            and all(self._paths.word_for(asked, move, words) < MEANS for move in over)
            and bool(lacking)
            and not any(move.relation == last.relation for move in self._view.around(topic))
        )

    def _is_chain(self, asked: AskedQuestion) -> bool:
        ops = asked.ops
        named = [word for word in asked.words if word.entity]
        if ops.whether and (any(len(group) > 1 for group in asked.groups) or _OR_A.search(asked.masked)):
            # "Is X a man or a woman" asks which.
            return True
        if ops.any or ops.whether or ops.counts or sum(word.certain for word in named) != 1:
            return False
        if _ALIKE_IN.search(asked.masked):
            return False
        first = next((word for word in asked.words if word.weight >= HEAD), None)
        of_class = _OF_A_CLASS.match(asked.masked) is not None
        for place, word in enumerate(asked.words):
            if word.entity and not word.certain and word is first and not of_class:
                return False
            if word.entity and not word.certain and not self._parser.is_class(word.entity):
                return False
            if not word.certain and (
                self._view.says_truth(asked.chances[place]) or self._says_mutual(asked, place)
            ):
                return False
        # Relatives of relatives are steps of a chain; what nobody else is asked of is looked up here.
        kin = [
            word for word in asked.words if not word.certain and (relatives(word.text) or shared_by(word.text))
        ]
        shared = {noun for word in asked.words if not word.certain for noun in shared_by(word.text)}
        shared |= set(shared_in(asked.masked)) if shared else set()
        others = [
            word
            for word in asked.words
            if not word.certain and word.weight >= HEAD and word.text != "great" and word.text not in shared
        ]
        return not kin or len(others) > 1 or asked.wh in ("where", "when")

    def _says_mutual(self, asked: AskedQuestion, place: int) -> bool:
        """Return whether a word, the only one that means something, names a relation that holds both ways."""
        number = int(np.argmax(asked.chances[place])) if asked.chances.shape[1] else -1
        others = [word for at, word in enumerate(asked.words) if at != place and not word.certain]
        return (
            number >= 0
            and asked.chances[place, number] >= SURE
            and not any(word.weight >= HEAD for word in others)
            and self._mutual.holds_both_ways(self._view.relations[number])
        )

    def _proposals(self, asked: AskedQuestion) -> list[Proposal]:
        found: dict[Query, Proposal] = {}
        nouns = [singular_of(bound.noun[-1]) for bound in asked.ops.numbers if bound.noun]
        counts = any(map(self._parser.names_category, nouns))
        told = places_told(asked)
        for read, state, bonus in self._queries(asked):
            query = told_of(asked, told, self._mutual.either_way(read), self._view)
            explained = np.array(state.explained) if state.explained else asked.none()
            missing = asked.weights * (1.0 - np.minimum(explained, 1.0))
            words = tuple(
                w.text for w, m in zip(asked.words, missing, strict=True) if m > _UNEXPLAINED * w.weight > 0.1
            )
            left = float(missing.sum()) + self._undenied(asked, query) + self._unmeasured(asked, query)
            left += self._uncompared(asked, query, counts)
            score = state.value(asked.weights) + bonus - left - _PATH_COST * len(query.paths)
            unknown = float(asked.weights[1.0 - np.minimum(explained, 1.0) > _UNEXPLAINED].sum())
            one = Proposal(query, score, words, left, state.cost - bonus, unknown)
            if query not in found or found[query].score < score:
                found[query] = one
        return sorted(found.values(), key=lambda one: -one.score)

    def _undenied(self, asked: AskedQuestion, query: Query) -> float:
        """Return what it costs to answer what is denied as if it were said: nothing where a relation's name denies."""
        if not asked.ops.negations or denies(query):
            return 0.0
        relations = self._view.schema.relations()
        names = [
            relations[move.relation].name for path in query.paths for move in path if move.relation in relations
        ]
        return 0.0 if any(map(negates, names)) else _UNDENIED

    def _uncompared(self, asked: AskedQuestion, query: Query, counts: bool) -> float:
        """Return what it costs to compare nothing, to take no first ones, or to compare a value of a thing.

        "More than 3 defenders" are as many of what the graph calls a defender: it `counts` these.
        """
        if THAN.search(asked.masked) and not compares(query):
            return _UNDENIED
        if _TOP.search(asked.masked) and query.order is None:
            return _UNDENIED
        if _WHERE_THEY.search(asked.masked) and not query.compared:
            return _UNDENIED
        held = [one for one in query.pattern.branches if one.count is None and compares(Query(one.pattern))]
        return _UNDENIED if held and counts else 0.0

    def _unmeasured(self, asked: AskedQuestion, query: Query) -> float:
        """Return how much of what a superlative names is not what it is measured by: "the highest rating"."""
        said = asked.ops.superlative
        if (
            said is None
            or not said.counted
            or not said.phrases
            or query.order is None
            or query.order.measure.count
        ):
            return 0.0
        numbers = [self._view.words.number.get(move.relation) for move in query.order.measure.path]
        chances = self._view.chances(list(said.phrases)).max(axis=0, initial=0.0)
        best = max((float(chances[number]) for number in numbers if number is not None), default=0.0)
        return 1.0 - best if best < MAY_MEAN else 0.0

    def _queries(self, asked: AskedQuestion) -> Iterator[tuple[Query, State, float]]:
        ops = asked.ops
        if ops.superlative and ops.superlative.among:
            yield from self._comparisons.among(asked, ops.superlative)
            return
        if ops.comparative:
            yield from self._comparisons.compared(asked)
            return
        if ops.span:
            yield from self._spans.between_dates(asked)
            return
        if (ops.alls or ops.onlys) and not ops.whether:
            # What is so of some is no answer to what is so of all.
            yield from self._universals.of_all(asked)
            return
        yield from self._alike.reflexive(asked)
        yield from self._comparisons.rivals(asked)
        for state in self._entities.bases(asked):
            yield from self._operated(asked, state)

    def _operated(self, asked: AskedQuestion, state: State) -> Iterator[tuple[Query, State, float]]:
        """Yield what the question does with the entities of a state."""
        ops = asked.ops
        held: list[tuple[State, float]] = [(state, 0.0)]
        for number in ops.numbers:
            held = [
                (after, bonus + more)
                for before, bonus in held
                for after, more in self._values.with_number(asked, before, number)
            ]
        for told in ops.dates:
            held = [
                (after, bonus + more)
                for before, bonus in held
                for after, more in self._values.with_date(asked, before, told)
            ]
        for one, bonus in held:
            one = self._properties.with_properties(asked, with_no_end(asked, one, self._view, self._paths))
            one = self._properties.with_kind(one)
            firsts = [branch.path[0] for branch in one.branches if branch.path]
            arrivals = [move.back for move in firsts] or [end.move for end in one.ends]
            if asked.wh in ("who", "whose") and arrivals:
                # "Who" asks for persons.
                bonus += WHO * float(np.mean([self._view.person(move) for move in arrivals]))
            if asked.wh == "where" and firsts:
                bonus += WHERE * float(np.mean([self._view.place(move.back) for move in firsts]))
            yield from self._outcomes.asked_for(asked, one, bonus)
