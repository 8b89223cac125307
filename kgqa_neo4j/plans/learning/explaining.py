"""Finding the query that explains a question's answers, and the meanings of words that let the reader find it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.model.answer import ScoredEntity
from kgqa_neo4j.plans.language.execution import QueryExecutor, QueryResult
from kgqa_neo4j.plans.language.query import Form, Query
from kgqa_neo4j.plans.language.text import query_text
from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.plans.ranking.taught import Lexicon, Meaning, numbered, word_key
from kgqa_neo4j.plans.reading.asked import AskedQuestion
from kgqa_neo4j.plans.reading.choice import as_good, is_known, is_sure
from kgqa_neo4j.plans.reading.costs import HEAD, MAY_MEAN, SURE
from kgqa_neo4j.plans.reading.reader import Reader, Reading
from kgqa_neo4j.plans.reading.view import GraphView

Agrees = Callable[[Sequence[ScoredEntity], Sequence[Sequence[ScoredEntity]]], bool]
"""Returns whether answers, or rows, are those of a pair."""

# Maximum numbers of proposals executed, of words tried, and of relations tried for each word.
_EXECUTED, _WORDS, _RELATIONS = 8, 3, 40
# Chance of a meaning while it is tried: that of a word learned from one question.
_TRIED = 0.87
# If more relations than this explain a pair equally well, it does not show which one a word means.
_MOST_ALIKE = 3
# Weight of a count as evidence: many queries give the same small number.
_NUMBER_SHARE = 0.5
# Weight as evidence of a query that was found without the word.
_CHANCE_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class WordMeaning:
    """A word or phrase as written in the question, and the steps that it may mean; see `Evidence`."""

    said: str
    moves: tuple[Move, ...]
    share: float = 1.0

    @property
    def key(self) -> str:
        """The word's key; see `word_key`."""
        return word_key(self.said)


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of a pair: a query, with the `words` that were unknown before and what they may mean.

    `chain`: the question asks for a chain of steps, which is not explained here. `operates`: it counts, compares or the
    like, so that a chain of steps is no answer. Without a query, `reason` says why none explains the pair.
    """

    query: Query | None = None
    words: tuple[WordMeaning, ...] = ()
    chain: bool = False
    operates: bool = False
    reason: str = ""


class Explainer:
    """Explains pairs about one graph. Not thread-safe.

    Args:
        reader: reads with the words of `view`.
        view: not shared with others, because other meanings of words are tried in it.
        executor: executes queries.
        lexicon: the known meanings of words.
    """

    def __init__(self, reader: Reader, view: GraphView, executor: QueryExecutor, lexicon: Lexicon) -> None:
        self._reader = reader
        self._view = view
        self._executor = executor
        self.lexicon = lexicon
        self._suppose({})

    def know(self, lexicon: Lexicon) -> None:
        """Use these known meanings of words from now on."""
        self.lexicon = lexicon
        self._suppose({})

    def explain(self, question: Linking, agrees: Agrees) -> Explanation:
        """Return the explanation of a pair; `question` is linked, its topics have positions in it.

        Raises:
            DatabaseError: or a subclass: the graph cannot be queried.
            ModelNotFound, ModelUnreadable: the spaCy pipeline cannot be used.
        """
        asked = self._reader.asked(question)
        reading = self._reader.reading_of(asked)
        if reading.chain or not reading.proposals:
            return Explanation(chain=True)
        tried = _Tried(self._executor, agrees)
        if (answering := _answering(reading, tried)) is not None:
            return Explanation(answering, self._by_query(asked, answering), operates=reading.operates)
        if reading.proposals[0].query.form in (Form.EXISTS, Form.NONE):
            reason = "yes or no does not show the relation, and the question is not understood yet"
            return Explanation(operates=True, reason=reason)
        found = self._by_words(asked, tried)
        if found is not None:
            return found
        for one in reading.proposals[:_EXECUTED]:
            if one.query.form is Form.LIST and tried.is_right(one.query):
                return Explanation(one.query, operates=reading.operates)
        return Explanation(operates=reading.operates, reason=self._why(reading))

    def of_chain(self, question: Linking, paths: Sequence[Path]) -> tuple[WordMeaning, ...]:
        """Return the words that may mean the one step that no known word expresses in paths explaining a question."""
        asked = self._reader.asked(question)
        words = self.unclear(asked)
        moves: list[Move] = []
        for path in paths:
            silent = [move for move in path if self._said(asked, words, move) < MAY_MEAN]
            if not silent:
                # The known words already express the whole path.
                return ()
            if len(silent) == 1:
                moves += silent
        return (
            self._meanings(asked, dict.fromkeys(words, tuple(dict.fromkeys(moves)))) if words and moves else ()
        )

    def says_another(self, question: Linking, path: Path) -> tuple[str, str] | None:
        """Return a word that clearly means a relation missing from a path, and that relation; None if the path fits.

        A path fits if some word may mean one of its relations. It also fits if no word has a clear meaning: then the
        pair may show what one means.
        """
        asked = self._reader.asked(question)
        numbers = [self._view.words.number.get(move.relation) for move in path]
        chances = np.array(asked.chances)
        if any(number is not None and chances[:, number].max(initial=0.0) >= MAY_MEAN for number in numbers):
            return None
        reachable = self._reachable(asked)
        for place, word in enumerate(asked.words):
            if word.entity is not None:
                continue
            for number in np.flatnonzero(chances[place] >= SURE):
                if number not in numbers and self._view.relations[number] in reachable:
                    return word.text, self._view.relations[number]
        return None

    def words(self, question: Linking) -> list[str]:
        """Return the words of a question that do not name an entity."""
        return [word.text for word in self._reader.asked(question).words if word.entity is None]

    def _by_query(self, asked: AskedQuestion, query: Query) -> tuple[WordMeaning, ...]:
        """Return the words that may mean the one relation that no known word expresses in a query explaining a pair.

        The query was found without them, so it may be right by chance. A relation to a value that is named by a common
        word, such as "cancelled", needs no word of its own.
        """
        words = self.unclear(asked)
        if not words or query.form is not Form.LIST:
            return ()
        names = _names(asked)
        common = {
            option.id
            for word in asked.words
            if word.entity and not word.certain
            for option in word.entity.options
        }
        going = {branch.path for branch in query.pattern.branches if common & set(branch.pattern.entities)}
        silent = {
            move
            for path in query.paths
            for move in path
            if path not in going
            and move.relation not in self._view.class_relations
            and self._said(asked, words, move) < MAY_MEAN
            and not names & set(self._view.words.wordings[self._view.words.number[move.relation]].content)
        }
        if len({move.relation for move in silent}) != 1:
            return ()
        found = self._meanings(asked, dict.fromkeys(words, tuple(sorted(silent))))
        return tuple(replace(one, share=one.share * _CHANCE_SHARE) for one in found)

    def unclear(self, asked: AskedQuestion) -> list[int]:
        """Return the indices of words without a clear meaning in this graph, the least clear first."""
        own = self._own_chances(asked)
        places = [
            place
            for place, word in enumerate(asked.words)
            if not word.certain
            and word.entity is None
            and not word.name
            and word.weight >= HEAD
            and own[place] < SURE
            and not self._view.says_relation(word.text)
        ]
        return sorted(places, key=lambda place: own[place])[:_WORDS]

    def _own_chances(self, asked: AskedQuestion) -> list[float]:
        """Return the best chance of each word for any relation, disregarding what was learned about it."""
        chances = np.array(asked.chances)
        for place, word in enumerate(asked.words):
            for taught in self._view.words.taught.get(word_key(word.text), ()):
                chances[place, taught.number] = 0.0
        return [float(row.max(initial=0.0)) for row in chances]

    def _said(self, asked: AskedQuestion, without: Sequence[int], move: Move) -> float:
        number = self._view.words.number.get(move.relation)
        if number is None:
            return 0.0
        rows = [place for place in range(len(asked.words)) if place not in without]
        return float(asked.chances[rows, number].max(initial=0.0)) if rows else 0.0

    def _by_words(self, asked: AskedQuestion, tried: _Tried) -> Explanation | None:
        """Return the query that explains a pair once an unclear word means some relation, with all words and meanings
        that do so; None if there are none, or too many to decide."""
        found: dict[int, list[Move]] = {}
        first: Explanation | None = None
        for place in self.unclear(asked):
            for move in self._likely(asked, place):
                meaning = Meaning(move.relation, move.outward, _TRIED)
                self._suppose({word_key(asked.words[place].text): (meaning,)})
                reading = self._reader.reading_of(self._reader.again(asked))
                query = _answering(reading, tried)
                if query is not None and any(move.relation == one.relation for p in query.paths for one in p):
                    found.setdefault(place, []).append(move)
                    first = first or Explanation(query, operates=reading.operates)
        self._suppose({})
        if first is None or max(len({one.relation for one in moves}) for moves in found.values()) > _MOST_ALIKE:
            return None
        meanings = self._meanings(asked, {place: tuple(moves) for place, moves in found.items()})
        if first.query is not None and first.query.form is Form.COUNT:
            meanings = tuple(replace(one, share=one.share * _NUMBER_SHARE) for one in meanings)
        return replace(first, words=meanings)

    def _meanings(self, asked: AskedQuestion, found: dict[int, tuple[Move, ...]]) -> tuple[WordMeaning, ...]:
        """Return the words at some indices with the steps they may mean; two adjacent words are a phrase as well."""
        share = 1.0 / len(found)
        meanings = [WordMeaning(asked.words[place].text, moves, share) for place, moves in found.items()]
        for one, other in pairwise(sorted(found)):
            between = asked.ops.text[asked.words[one].end : asked.words[other].place]
            both = tuple(move for move in found[one] if move in found[other])
            if other == one + 1 and both and len(found) == 2 and len(between.split()) <= 1:
                text = asked.ops.text[asked.words[one].place : asked.words[other].end]
                meanings.append(WordMeaning(" ".join(text.split()), both))
        return tuple(meanings)

    def _likely(self, asked: AskedQuestion, place: int) -> Iterator[Move]:
        """Yield the steps that a word may mean: relations that no other word expresses, the usual direction first."""
        others = [other for other in range(len(asked.words)) if other != place]
        said = asked.chances[others].max(axis=0, initial=0.0) if others else np.zeros(len(self._view.relations))
        reachable = self._reachable(asked)
        # "Birch Ward" itself says that it is a ward.
        names = _names(asked)
        order = sorted(range(len(said)), key=lambda number: -float(asked.chances[place, number]))
        kept = [
            number
            for number in order
            if said[number] < SURE
            and self._view.relations[number] in reachable
            and not names & set(self._view.words.wordings[number].content)
        ]
        for number in kept[:_RELATIONS]:
            usual = self._view.words.wordings[number].names_object
            for outward in (usual, not usual):
                yield Move(self._view.relations[number], outward)

    def _reachable(self, asked: AskedQuestion) -> set[str]:
        """Return the relations within two steps of the entities that a question names; all if it names none."""
        named = [word.entity.options[0].id for word in asked.words if word.entity and word.entity.options]
        if not named or len(self._view.relations) <= _RELATIONS:
            return set(self._view.relations)
        found: set[str] = set()
        for entity in named:
            for move, first in self._view.around(entity).items():
                found |= {move.relation, *(onward.relation for onward in first.second)}
        return found

    @staticmethod
    def _why(reading: Reading) -> str:
        best = reading.proposals[0]
        left = ", ".join(f'"{word}"' for word in best.unexplained)
        unknown = f"; the graph has nothing that {left} could mean" if left else ""
        return f"no reading of it gives these answers; the best is {query_text(best.query)}{unknown}"

    def _suppose(self, meanings: Lexicon) -> None:
        words = self._view.words
        taught = numbered({**self.lexicon, **meanings}, words.number)
        self._view.words = replace(words, taught=taught)


class _Tried:
    """Executes the queries that a question may mean, each once, and compares their answers with those of the pair."""

    def __init__(self, executor: QueryExecutor, agrees: Agrees) -> None:
        self._executor = executor
        self._agrees = agrees
        self._known: dict[Query, bool | None] = {}

    def is_right(self, query: Query) -> bool | None:
        """Return whether a query gives the answers of the pair; None if it gives no answers at all."""
        if query not in self._known:
            result = self._executor.execute(query)
            right = not result.cut and self._agrees(*answers_of(result))
            self._known[query] = right if result.total else None
        return self._known[query]


def _answering(reading: Reading, tried: _Tried) -> Query | None:
    """Return the query that would answer a question with this reading, if its answers are right."""
    if not reading.proposals or not is_known(reading) or not is_sure(reading):
        return None
    for _, one in as_good(reading):
        right = tried.is_right(one.query)
        if right is not None:
            return one.query if right else None
    return None


def _names(asked: AskedQuestion) -> set[str]:
    """Return the words in the names of the entities of a question."""
    return {part for word in asked.words if word.entity for part in word.text.lower().split()}


def answers_of(result: QueryResult) -> tuple[list[ScoredEntity], list[list[ScoredEntity]]]:
    """Return the answers and the rows of a query's result, with every entity scored 1."""
    entities = [ScoredEntity(one.id, one.name, 1.0) for one in result.entities]
    return entities, [[ScoredEntity(cell.id, cell.name, 1.0) for cell in row] for row in result.rows]
