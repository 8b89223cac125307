"""Questions read into ranked queries: what their words stand for, joined by the paths that the graph has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.plans.language.query import Branch, Form, Pattern, Query
from kgqa_neo4j.plans.plan import Move, Path, Plan
from kgqa_neo4j.plans.reading.answer_forms import Outcomes
from kgqa_neo4j.plans.reading.asked import AskedQuestion, asks_by, qualified_name, unknown_name
from kgqa_neo4j.plans.reading.comparisons import Comparisons
from kgqa_neo4j.plans.reading.costs import HEAD, MAY_MEAN, MEANS, SURE, WHERE, WHO
from kgqa_neo4j.plans.reading.denial import denies
from kgqa_neo4j.plans.reading.entities import Entities
from kgqa_neo4j.plans.reading.full_chains import FullChains
from kgqa_neo4j.plans.reading.kinds import Kinds
from kgqa_neo4j.plans.reading.member_attributes import places_told, told_of
from kgqa_neo4j.plans.reading.mentions import NamedSpan
from kgqa_neo4j.plans.reading.mutual import Mutual
from kgqa_neo4j.plans.reading.names import Names
from kgqa_neo4j.plans.reading.ongoing import with_no_end
from kgqa_neo4j.plans.reading.parser import Parser
from kgqa_neo4j.plans.reading.paths import Paths
from kgqa_neo4j.plans.reading.properties import Properties
from kgqa_neo4j.plans.reading.shared_ends import Alike
from kgqa_neo4j.plans.reading.sizes import THAN, compares
from kgqa_neo4j.plans.reading.spans import Spans
from kgqa_neo4j.plans.reading.state import State
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

# "What does the doctor who treats X specialise in": the class is not what is asked for.
_OF_A_CLASS = re.compile(
    r"^\W*(?:what|where|when|how)\b(?: [a-z]+)? (?:do|does|did|was|were|is|are) the [a-z]+s? "
    r"(?:who|that|which|whose|of)\b"
)
_OR_A = re.compile(r"\bor (?:an? |the )?\S+\s*[?.!]*\s*$")
_ALIKE_IN = re.compile(r"\bthe same [a-z ]+ as §\d|\bfellow\b")
_WHERE_THEY = re.compile(r"\bwhere (?:they|he|she|it) (?:was|were|is|are)\b")
# Cost per path of a query, so that the shorter of two equivalent queries wins.
_PATH_COST = 0.01
# Cost of ignoring a negation or a comparison: more than that of any word.
_UNDENIED = 2.0
# Unexplained share of a word from which the word counts as unexplained.
_UNEXPLAINED = 0.55
# Number of entities found whose class is checked.
_LOOKED_AT = 3
_TOP = re.compile(r"\b(?:top|bottom) (?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)\b")
# Maximum number of paths by which two entities may take part in one event.
_EVENTS = 6
# Maximum number of queries kept per question.
_KEPT = 20
# Minimum chance that the first word stands for a relation, for another plan than the best to be meant.
_SURELY = 0.9


@dataclass(frozen=True, slots=True)
class Proposal:
    """A query that a question may mean, with its score and the words that it leaves unexplained.

    `missing` is how much of the question is not expressed, in words; `unknown` counts the unexplained words alone.
    """

    query: Query
    score: float
    unexplained: tuple[str, ...]
    missing: float
    cost: float
    unknown: float = 0.0


@dataclass(frozen=True, slots=True)
class Reading:
    """What a question may mean, the best queries first.

    `chain`: it only asks where a chain of steps from one named entity leads, which is left to the ranked plans.
    `operates`: it counts, compares, negates or the like, so a chain of steps cannot answer it.
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
        """Return the queries that a question may mean; none if nothing fits, or if it asks for a chain of steps.

        Raises:
            DatabaseError: or a subclass: the graph cannot be read.
            ModelNotFound, ModelUnreadable: the spaCy pipeline cannot be used.
        """
        return self.reading_of(self.asked(linking))

    def reading_of(self, asked: AskedQuestion, *, chains: bool = False) -> Reading:
        """Return the queries that a parsed question may mean; see `read`.

        `chains`: read it even if it asks for a chain of steps.
        """
        kin = [known for word in asked.words if not word.certain and (known := relatives(word.text))]
        operates = asked.ops.any or asked.ops.counts or asked.ops.whether
        operates = operates or any(len(roles) > 1 or sex for roles, sex in kin)
        if not chains and self._is_chain(asked):
            return Reading(chain=True)
        return Reading(tuple(self._proposals(asked)[:_KEPT]), False, operates)

    def with_events(self, asked: AskedQuestion, reading: Reading) -> Reading:
        """Return the reading with queries for events that join two named entities, scored like its best query.

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
        """Return a question taken apart; raises the errors of `read`."""
        return self._parser.asked(linking)

    def in_words_of_graph(self, question: str) -> str:
        """Return a question with idioms, denied states, periods and groups reworded in terms of the graph.

        "What does Ada's father do" asks for his occupation, "unresolved" becomes "not resolved", "last year" becomes
        2025, and "incidents by service" become incidents per service.
        """
        question = as_groups(question, self._parser.says_class, self._parser.says_class)
        dated = with_dates(question, date.today(), self._parser.knows)
        return denying_states(without_idiom(dated, self._view.is_relation), self._parser.knows)

    def again(self, asked: AskedQuestion) -> AskedQuestion:
        """Return a question with the chances of its words recomputed, after the words for relations have changed."""
        return self._parser.again(asked)

    def without_apposition(self, form: str, topic: str) -> str:
        """Return a question with its topic masked and without the topic's class next to it: "the X department"."""
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
        """Return whether a class right after "which" names the answers, but nothing that was found belongs to it."""
        if asked.ops.counts or not found:
            return False
        named = next((word.entity for word in asked.words if word.entity and asks_by(asked, word)), None)
        if named is None or not self._parser.is_class(named):
            return False
        return not any(self._view.is_like(one, named.options[0].id) for one in found[:_LOOKED_AT])

    def unknown_name(self, asked: AskedQuestion) -> str:
        """Return the word before the class in a name that the graph lacks; "" without one."""
        return unknown_name(asked, self._parser.is_class)

    def qualified_name(self, asked: AskedQuestion) -> tuple[NamedSpan, NamedSpan] | None:
        """Return a name and the one right after it that may only tell which one is meant: "Duluth, Minnesota"."""
        return qualified_name(asked, self._parser.is_class)

    def named_by_word(self, asked: AskedQuestion) -> NamedSpan | None:
        """Return a common word taken for a name that also stands for a relation: "where did X go to college".

        None if the question names nothing else.
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
        """Whether the graph has classes, so that a noun for some kind of entity should be one of them."""
        return bool(self._view.class_relations)

    def all_of(self, query: Query) -> Pattern | None:
        """Return the pattern of all that a query chooses from: its class, or everything; None if it names entities."""
        classes = self._view.class_relations
        kinds = [one for one in query.pattern.branches if one.path and one.path[0].relation in classes]
        return Pattern(branches=tuple(kinds)) if not query.pattern.entities else None

    def says(self, asked: AskedQuestion, plan: Plan) -> bool:
        """Return whether each of several steps of a plan is expressed by another word of a question."""
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
        """Return whether the noun after "which" may stand for the last step of a plan, even if others fit better."""
        ends = [chain.path[-1].relation for chain in plan.chains if chain.path]
        numbers = [self._view.words.number[one] for one in ends if one in self._view.words.number]
        return any(
            asks_by(asked, word) and float(asked.chances[place, numbers].max(initial=0.0)) >= MEANS
            for place, word in enumerate(asked.words)
        )

    def says_all(self, asked: AskedQuestion, plan: Plan, *, surely: bool = False) -> bool:
        """Return whether a plan of one chain expresses a whole question, with a stricter limit for `surely`."""
        chain = plan.chains[0]
        least = _SURELY if surely else SURE
        return len(plan.chains) == 1 and self._full_chains.says_all(asked, chain.topic, chain.path, least)

    def leaves_word(self, asked: AskedQuestion, plan: Plan) -> bool:
        """Return whether a plan of one chain ignores a noun or verb that surely stands for a relation."""
        return len(plan.chains) == 1 and self._full_chains.leaves_word(asked, plan.chains[0].path)

    def may_have(self, topic: str, step: Move) -> bool:
        """Return whether an entity or others of its kind have a step."""
        return step.relation in self._view.words.number and self._view.kin(topic, step)

    def lies_beside(self, asked: AskedQuestion, topic: str, path: Path) -> bool:
        """Return whether a path leads by silent steps to what the topic itself lacks, but others of its kind have.

        "When is the exam for X" does not ask for the exam of what X requires.
        """
        if len(path) < 2 or not all(move.relation in self._view.words.number for move in path):
            return False
        *over, last = path
        lacking = [
            move
            for move in (last, last.back)
            if move not in self._view.around(topic) and self._view.kin(topic, move)
        ]
        # The word that expresses the last step expresses no other.
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
        # Relatives are read here if nothing else is asked of them; otherwise they are steps of a chain.
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
        """Return whether a word is the only one that carries meaning, and names a symmetric relation."""
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
        """Return the cost of ignoring a negation in a question; 0 if the name of a relation expresses it."""
        if not asked.ops.negations or denies(query):
            return 0.0
        relations = self._view.schema.relations()
        names = [
            relations[move.relation].name for path in query.paths for move in path if move.relation in relations
        ]
        return 0.0 if any(map(negates, names)) else _UNDENIED

    def _uncompared(self, asked: AskedQuestion, query: Query, counts: bool) -> float:
        """Return the cost of ignoring a comparison or a "top 5", or of comparing a value instead of a count.

        `counts`: the noun of a bound names a category of the graph, so "more than 3 defenders" counts these.
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
        """Return how badly the measure of an order fits the noun of a superlative: "the highest rating"."""
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
            # What holds for some does not answer what holds for all.
            yield from self._universals.of_all(asked)
            return
        yield from self._alike.reflexive(asked)
        yield from self._comparisons.rivals(asked)
        for state in self._entities.bases(asked):
            yield from self._operated(asked, state)

    def _operated(self, asked: AskedQuestion, state: State) -> Iterator[tuple[Query, State, float]]:
        """Yield the queries that apply the operations of a question to the entities of a state."""
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
