"""A question about a property graph with one choice of what its constants hold, and the query put together of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kgqa_neo4j.attached.model import Property, PropertyGraphSchema
from kgqa_neo4j.plans.language.query import Compared, DatePart, FactTest, Summary, ValueTest
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.binding import Filter
from kgqa_neo4j.plans.reading.labelled.joining import Joiner, Said, Variable
from kgqa_neo4j.plans.reading.labelled.operating import Doing, Sign
from kgqa_neo4j.plans.reading.labelled.pieces import Spot, Token
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, Named


@dataclass(frozen=True, slots=True)
class Asked:
    """The tokens and spots of a question, what is done with them, and one choice of what the constants hold.

    Whoever puts the query together speaks of a spot by its place among `spots`, and of a token by its place.
    """

    tokens: Sequence[Token]
    spots: Sequence[Spot]
    filters: Sequence[Filter]
    doing: Doing

    def at(self, sign: Sign) -> int:
        """Return the token that a sign begins in."""
        return next((place for place, one in enumerate(self.tokens) if one.end > sign.start), 0)

    def behind(self, sign: Sign, places: Sequence[int], most: int) -> int | None:
        """Return the first of some spots behind a sign, at most so many tokens away."""
        at = self.at(sign)
        after = [one for one in places if self.tokens[self.spots[one].first].start >= sign.start]
        return next((one for one in sorted(after) if self.spots[one].first - at <= most), None)

    def returned(self, at: int) -> bool:
        """Return whether a token stands behind words that ask for more columns."""
        token = self.tokens[at]
        return any(
            sign.end <= token.start and not sign.text.strip().startswith("and the")
            for sign in self.doing.returns
        )


@dataclass(slots=True)
class Out:
    """A column to be: where it is said, of which variable, which property or fact, and what is made of it; or how many
    nodes there are by the step `counted`. Of a date it is the period `part`. `nodes` that are counted count once each,
    in however many ways the pattern fits them."""

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
    """A node that a clause ties a named one to, and the types that its verb names."""

    noun: Variable
    kinds: frozenset[str]


@dataclass(slots=True)
class Sketch:
    """A query while it is put together.

    `labels`, `properties`: what spots are, by their place; `said`: the types that words name, and how well.
    `doubled`: types that a word names which is a label here, so that walking them would say it twice.
    `variables`, `order`: the nodes, by label and as they came up; `needed`: types that have to be walked;
    `facts`: what holds of a relationship of a type; `counted`: how many there are of a variable, by its `id`.
    `outs`, `sorting`: the columns, and the one that rows are sorted by, downwards or not, and how many are kept.
    `having`: how many there have to be for a row, which is not shown.
    `compared`: how the `root` stands to named nodes of its label.
    `chosen`: the node that is one of several named ones, joined by "or".
    `ties`: what clauses tie named nodes to, `flows`: by which type they give or get, by the places of their spots.
    `hidden`: whether what rows are sorted by is not shown: values sorted by how often there is each.
    `once`: whether rows that are alike are one.
    `split`: properties of which values are named side by side, so that there is a row for each.
    `guessed`: whether no word says what is asked for.
    `score`: what speaks for the query; `used`: the tokens that it explains.
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
    outs: list[Out] = field(default_factory=list)
    having: list[tuple[Out, ValueTest]] = field(default_factory=list)
    sorting: tuple[Out, bool, int] | None = None
    root: Variable | None = None
    compared: list[Compared] = field(default_factory=list)
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
        """Return the variable of a label, a new one where there is none or it has to be `fresh`."""
        known = self.variables.setdefault(label, [])
        if not known or fresh:
            known.append(Variable(label, place))
            self.order.append(known[-1])
        return known[-1] if fresh else known[0]

    def party(self, label: str, spot: int, place: int, fresh: bool = False) -> Variable:
        """Return the variable of what a spot calls, other than one that has another part in a flow."""
        part = self.flows.get(spot, "")
        if not part:
            others = any(one.part for one in self.variables.get(label, ()))
            return self.variable(label, place, fresh or others)
        known = next((one for one in self.variables.get(label, ()) if one.part in ("", part)), None)
        variable = self.variable(label, place, fresh=True) if fresh or known is None else known
        variable.part = part
        return variable

    def drop(self, place: int) -> None:
        """Take a label back, with the variable that it has, unless another spot names it too."""
        label = self.labels.pop(place).element.name
        if all(named.element.name != label for named in self.labels.values()):
            dropped = self.variables.pop(label, [])
            self.order = [one for one in self.order if one not in dropped]

    def owner(self, element: Element) -> Variable | None:
        """Return the variable that a property is of; None for a property of relationships."""
        return self.variable(element.owner, 0) if element.kind is Kind.PROPERTY else None

    def said_of(self, kind: str) -> float:
        """Return how well words name a type, 0 where none does."""
        return max((score for score, _ in self.said.get(kind, ())), default=0.0)

    def step(self, joiner: Joiner, start: str, end: str) -> Move | None:
        """Return the step from nodes of one label to those of another, of several the one that is said or commoner."""
        ranked = [
            (self.said_of(move.relation), count, move)
            for move, label, count in joiner.steps_of(start)
            if label == end
        ]
        return max(ranked, key=lambda one: one[:2], default=(0.0, 0, None))[2]

    def need(self, kind: str, place: int = 0) -> None:
        """Have a type walked, whatever else joins the variables; it is said at a `place`."""
        if kind not in self.needed:
            self.needed.append(kind)
        self.said.setdefault(kind, []).append((0.9, place))

    def show(self, place: int, variable: Variable) -> None:
        """Add a column of nodes unless there is one, or something is made of them."""
        if not any(one.variable is variable and (one.element is None or one.summary) for one in self.outs):
            self.outs.append(Out(place, variable, None))

    def note(self, spot: Spot) -> None:
        """Take the tokens of a spot as explained."""
        self.used.update(range(spot.first, spot.last))


def property_of(schema: PropertyGraphSchema, element: Element) -> Property:
    """Return what a schema has of a property of nodes or relationships."""
    owner = schema.label[element.owner] if element.kind is Kind.PROPERTY else schema.type[element.owner]
    return next(one for one in owner.properties if one.name == element.name)
