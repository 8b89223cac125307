"""Time between two dates: "how old was X when Y began", "how long did X take"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from kgqa_neo4j.plans.language.query import (
    Aggregate,
    Branch,
    Function,
    Measure,
    Pattern,
    Query,
    Term,
    Unit,
)
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.asked import AskedQuestion
from kgqa_neo4j.plans.reading.costs import MAY_MEAN, SURE
from kgqa_neo4j.plans.reading.entities import Entities
from kgqa_neo4j.plans.reading.paths import Paths
from kgqa_neo4j.plans.reading.state import State
from kgqa_neo4j.plans.reading.values import Values
from kgqa_neo4j.plans.reading.view import GraphView

# Bonus for a number that says how long something lasts, over the time between two dates.
_LASTS = 1.0


class Spans:
    """Measures the time between two dates, of one entity or of two."""

    def __init__(self, view: GraphView, paths: Paths, entities: Entities, values: Values) -> None:
        self._view = view
        self._paths = paths
        self._entities = entities
        self._values = values

    def between_dates(self, asked: AskedQuestion) -> Iterator[tuple[Query, State, float]]:
        """Yield queries for the time from one date to another, of one entity or of two."""
        entities = [
            (place, word.entity) for place, word in enumerate(asked.words) if word.entity and word.certain
        ]
        if not entities:
            yield from self._average_spans(asked)
            return
        ids = [named.options[0].id for _, named in entities if named]
        explained = asked.none()
        explained[[place for place, _ in entities]] = 1.0
        explained[[place for place, word in enumerate(asked.words) if word.entity and not word.certain]] = 1.0
        state = State(explained=tuple(explained.tolist()), entities=(ids[0],))
        near = [word.text for word in asked.words if not word.certain]
        differ = asked.ops.span == "difference"
        if differ and not near:
            return
        fits = self._is_measure if differ else self._view.is_time
        moves = [(move, share) for move, share in self._paths.measures(State(), near or ["date"], fits)]
        everything = [Move(relation, True) for relation in self._view.relations if fits(Move(relation, True))]
        own = [move for move in everything if move in self._view.around(ids[0])]
        unit = Unit.DAYS if asked.ops.span == "days" else Unit.YEARS
        if len(ids) == 2:
            for move, share in moves:
                if differ and share < MAY_MEAN:
                    continue
                if move in own and move in self._view.around(ids[1]):
                    own_unit = Unit.OWN if self._view.is_number(move) else unit
                    measure = Measure((move,), until=Term((move,), ids[1]), unit=own_unit)
                    query = Query(Pattern(entities=(ids[0],)), aggregate=Aggregate(Function.VALUE, measure))
                    yield query, state.with_explained(self._paths.said(asked, move.relation)), share
            if asked.ops.span == "age":
                yield from self._ages_when(asked, ids, state, moves)
            return
        if differ:
            return
        if asked.ops.span == "days":
            yield from self._lasting(asked, state, ids[0])
        said = dict(moves)
        born = self._view.chances(["date of birth", "born"]).max(axis=0, initial=0.0)
        for first in own:
            for second in own:
                if first == second:
                    continue
                share = said.get(second, 0.0)
                if asked.ops.span == "age":
                    share += float(born[self._view.words.number[first.relation]]) - 0.5
                else:
                    share += said.get(first, 0.0) * 0.5 - float(born[self._view.words.number[first.relation]])
                    share -= float(born[self._view.words.number[second.relation]])
                    share -= 0.0 if self._view.earlier(first, second) else 0.2
                measure = Measure((first,), until=Term((second,)), unit=unit)
                query = Query(Pattern(entities=(ids[0],)), aggregate=Aggregate(Function.VALUE, measure))
                yield (
                    query,
                    state.with_explained(self._paths.said(asked, first.relation, second.relation)),
                    share,
                )

    def _average_spans(self, asked: AskedQuestion) -> Iterator[tuple[Query, State, float]]:
        """Yield queries for the average time between two dates of the members of a class."""
        if asked.ops.span != "days" or asked.ops.aggregate != "average":
            return
        near = [word.text for word in asked.words if not word.certain]
        for state in self._entities.bases(asked):
            for pair, share in self._values.durations(state, near):
                measure = Measure((pair[0],), until=Term((pair[1],)), unit=Unit.DAYS)
                query = Query(
                    Pattern(entities=state.entities, branches=state.branches or (Branch((pair[0],)),))
                )
                after = state.with_explained(self._paths.said(asked, *(move.relation for move in pair)))
                yield replace(query, aggregate=Aggregate(Function.AVERAGE, measure)), after, share

    def _is_measure(self, move: Move) -> bool:
        return self._view.is_number(move) or self._view.is_time(move)

    def _ages_when(
        self, asked: AskedQuestion, ids: Sequence[str], state: State, moves: Sequence[tuple[Move, float]]
    ) -> Iterator[tuple[Query, State, float]]:
        """Yield queries for one entity's age at the date of another: "how old was X when Y was released"."""
        born = self._view.chances(["date of birth", "born"]).max(axis=0, initial=0.0)
        for one, other in permutations(ids):
            for first in self._view.around(one):
                chance = float(born[self._view.words.number[first.relation]]) if first.outward else 0.0
                if chance < SURE or not self._view.is_time(first):
                    continue
                for second, share in moves:
                    if second not in self._view.around(other):
                        continue
                    measure = Measure((first,), until=Term((second,), other), unit=Unit.YEARS)
                    query = Query(Pattern(entities=(one,)), aggregate=Aggregate(Function.VALUE, measure))
                    said = self._paths.said(asked, first.relation, second.relation)
                    yield query, state.with_explained(said), share + chance - 0.5

    def _lasting(self, asked: AskedQuestion, state: State, ident: str) -> Iterator[tuple[Query, State, float]]:
        """Yield queries for how long an entity lasts, if a number says so: "how long is X", by its minutes."""
        for move in self._view.around(ident):
            if move.outward and self._view.is_number(move) and self._view.is_lasting(move):
                query = Query(Pattern(branches=(Branch((move.back,), Pattern(entities=(ident,))),)))
                explained = self._paths.said(asked, move.relation)
                yield query, replace(state.with_explained(explained), entities=()), _LASTS
