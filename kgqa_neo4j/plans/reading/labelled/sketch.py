"""Sketches of queries: what has been read so far from a question whose constants are assigned to properties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kgqa_neo4j.attached.model import Property, PropertyGraphSchema
from kgqa_neo4j.plans.language.query import DatePart, FactTest, Summary, TermComparison, ValueTest
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.binding import Filter
from kgqa_neo4j.plans.reading.labelled.joining import Joiner, Said, Variable
from kgqa_neo4j.plans.reading.labelled.operating import Keyword, SpottedOperations
from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, Named


@dataclass(frozen=True, slots=True)
class BoundQuestion:
    """The tokens, spots and operations of a question, and one assignment of its constants to properties (`filters`).

    Modules that build the query refer to spots by their index in `spots`, and to tokens by their index in `tokens`.
    """

    tokens: Sequence[Token]
    spots: Sequence[Spot]
    filters: Sequence[Filter]
    operations: SpottedOperations

    def at(self, keyword: Keyword) -> int:
        """Return the index of the token in which a keyword starts."""
        return next((place for place, one in enumerate(self.tokens) if one.end > keyword.start), 0)

    def behind(self, keyword: Keyword, places: Sequence[int], most: int) -> int | None:
        """Return the first of the spots `places` after a keyword, at most `most` tokens away; None for none."""
        at = self.at(keyword)
        after = [one for one in places if self.tokens[self.spots[one].first].start >= keyword.start]
        return next((one for one in sorted(after) if self.spots[one].first - at <= most), None)

    def returned(self, at: int) -> bool:
        """Return whether a token follows words that request more columns."""
        token = self.tokens[at]
        return any(
            keyword.end <= token.start and not keyword.text.strip().startswith("and the")
            for keyword in self.operations.returns
        )


@dataclass(slots=True)
class SketchColumn:
    """A column of the query: a `variable`, its property or a relationship's (`element`), and how it is aggregated.

    Columns are ordered by `place`, the index of the token that requests them. With `counted`, it is the number of nodes
    at the end of that step; with `part`, the period of a date. With `nodes`, each counted node counts once, in however
    many ways the pattern matches it.
    """

    place: int
    variable: Variable | None
    element: Element | None
    summary: Summary = Summary.EACH
    distinct: bool = False
    counted: Move | None = None
    part: DatePart = DatePart.WHOLE
    nodes: bool = False


@dataclass(frozen=True, slots=True)
class Tie:
    """The node that a clause ties a named one to, and the types that its verb mentions."""

    noun: Variable
    kinds: frozenset[str]


@dataclass(slots=True)
class Sketch:
    """A query under construction.

    `labels`, `properties`: what spots name, by spot index; `said`: the types that words mention.
    `doubled`: types mentioned by a word that is a label here, so that walking them would express it twice.
    `variables`, `order`: the nodes, by label and in order of appearance; `needed`: types that have to be walked.
    `facts`: conditions on relationships, by type; `counted`: required numbers of nodes, by the `id` of the variable.
    `outs`: the columns; `sorting`: the one that rows are sorted by, whether descending, and how many rows are kept.
    `having`: conditions on aggregates that are not shown.
    `compared`: comparisons of what paths from the `root` lead to, with each other or with those of named nodes.
    `chosen`: the variable of alternatives joined by "or".
    `ties`: what clauses tie named nodes to; `flows`: the types by which nodes give or get; both by spot index.
    `hidden`: whether the column that rows are sorted by is not shown.
    `once`: whether equal rows are merged.
    `split`: properties with values that are named side by side, each of which gets a row.
    `guessed`: whether no word names what is returned.
    `score`: the evidence for the query; `used`: the indexes of the tokens that it explains.
    """

    labels: dict[int, Named] = field(default_factory=dict)
    properties: dict[int, Named] = field(default_factory=dict)
    said: dict[str, list[Said]] = field(default_factory=dict)
    doubled: set[str] = field(default_factory=set)
    variables: dict[str, list[Variable]] = field(default_factory=dict)
    order: list[Variable] = field(default_factory=list)
    facts: list[tuple[str, FactTest]] = field(default_factory=list)
    needed: list[str] = field(default_factory=list)
    counted: dict[int, ValueTest] = field(default_factory=dict)
    outs: list[SketchColumn] = field(default_factory=list)
    having: list[tuple[SketchColumn, ValueTest]] = field(default_factory=list)
    sorting: tuple[SketchColumn, bool, int] | None = None
    root: Variable | None = None
    compared: list[TermComparison] = field(default_factory=list)
    ties: dict[int, Tie] = field(default_factory=dict)
    flows: dict[int, str] = field(default_factory=dict)
    hidden: bool = False
    once: bool = False
    split: list[tuple[Variable, Element]] = field(default_factory=list)
    guessed: bool = False
    chosen: Variable | None = None
    score: float = 0.0
    used: set[int] = field(default_factory=set)

    def variable(self, label: str, place: int, fresh: bool = False) -> Variable:
        """Return the variable of a label; a new one if there is none, or if `fresh`."""
        known = self.variables.setdefault(label, [])
        if not known or fresh:
            known.append(Variable(label, place))
            self.order.append(known[-1])
        return known[-1] if fresh else known[0]

    def party(self, label: str, spot: int, place: int, fresh: bool = False) -> Variable:
        """Return the variable of a label that a spot names, other than one that has another part in a flow."""
        part = self.flows.get(spot, "")
        if not part:
            others = any(one.part for one in self.variables.get(label, ()))
            return self.variable(label, place, fresh or others)
        known = next((one for one in self.variables.get(label, ()) if one.part in ("", part)), None)
        variable = self.variable(label, place, fresh=True) if fresh or known is None else known
        variable.part = part
        return variable

    def drop(self, place: int) -> None:
        """Remove the label of a spot, and its variable unless another spot names the same label."""
        label = self.labels.pop(place).element.name
        if all(named.element.name != label for named in self.labels.values()):
            dropped = self.variables.pop(label, [])
            self.order = [one for one in self.order if one not in dropped]

    def owner(self, element: Element) -> Variable | None:
        """Return the variable that owns a property; None for a property of relationships."""
        return self.variable(element.owner, 0) if element.kind is Kind.PROPERTY else None

    def said_of(self, kind: str) -> float:
        """Return the best score of a mention of a type, 0 if there is none."""
        return max((score for score, _ in self.said.get(kind, ())), default=0.0)

    def step(self, joiner: Joiner, start: str, end: str) -> Move | None:
        """Return the step from one label to another, the best mentioned or else the commonest; None for none."""
        ranked = [
            (self.said_of(move.relation), count, move)
            for move, label, count in joiner.steps_of(start)
            if label == end
        ]
        return max(ranked, key=lambda one: one[:2], default=(0.0, 0, None))[2]

    def need(self, kind: str, place: int = 0) -> None:
        """Require that a type is walked, mentioned by the token at `place`."""
        if kind not in self.needed:
            self.needed.append(kind)
        self.said.setdefault(kind, []).append((0.9, place))

    def show(self, place: int, variable: Variable) -> None:
        """Add a column for a node, unless it has one or is aggregated."""
        if not any(one.variable is variable and (one.element is None or one.summary) for one in self.outs):
            self.outs.append(SketchColumn(place, variable, None))

    def note(self, spot: Spot) -> None:
        """Mark the tokens of a spot as explained."""
        self.used.update(range(spot.first, spot.last))


def property_of(schema: PropertyGraphSchema, element: Element) -> Property:
    """Return the schema's entry for a property of nodes or relationships."""
    owner = schema.label[element.owner] if element.kind is Kind.PROPERTY else schema.type[element.owner]
    return next(one for one in owner.properties if one.name == element.name)
