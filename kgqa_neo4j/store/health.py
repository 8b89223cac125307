"""Checks that a graph is ready for questions: loaded, indexes online, vectors from the same model."""

from __future__ import annotations

from dataclasses import dataclass

from kgqa_neo4j.model import errors
from kgqa_neo4j.model.single_flight import SingleFlight
from kgqa_neo4j.store.driver import Database

# The level of vectors at which those of triples are computed on demand.
LAZY = "lazy"

# Indexes that a graph must have, by its level of vectors; each level includes the previous ones.
_ALWAYS = ("entity_id", "entity_name", "entity_names", "entity_keys")
_BY_LEVEL = {
    "none": (),
    "relations": ("relation_embedding",),
    "entities": ("relation_embedding", "entity_embedding"),
    LAZY: ("relation_embedding", "entity_embedding"),
    "triples": ("relation_embedding", "entity_embedding"),
}


@dataclass(frozen=True, slots=True)
class GraphInfo:
    """The graph's record of itself; the model is empty if there are no vectors."""

    embedding_model: str
    embedding_dimension: int
    embedding_normalised: bool
    embed_level: str
    triple_index: str
    loaded_at: str


@dataclass(frozen=True, slots=True)
class IndexState:
    """An index: `state` is ONLINE, POPULATING or FAILED; `dimension` is 0 if it has no vectors."""

    name: str
    state: str
    percent: float
    dimension: int


class _Check(SingleFlight[GraphInfo]):
    """A graph found ready is not checked again on the same connection, which would slow down each question."""


def check_ready(database: Database, *, model: str, dimension: int, normalised: bool) -> GraphInfo:
    """Return the graph's record, after checking that questions with this model can be asked.

    Args:
        database: the connection; the result is cached for its lifetime.
        model: name of the encoder for questions.
        dimension: length of its vectors.
        normalised: whether they have length one.

    Raises:
        EmptyGraph: nothing was loaded, or the load has not finished.
        IndexPopulating: an index is missing, failed or not populated yet.
        WrongDimension: the graph's vectors are from another model, or made in another way.
    """

    def checked() -> GraphInfo:
        found = graph_info(database)
        check_indexes(found, index_states(database))
        return found

    check: _Check = database.caches.setdefault(_Check, _Check())
    info = check.get(checked)
    check_model(info, model=model, dimension=dimension, normalised=normalised)
    return info


def known_info(database: Database) -> GraphInfo:
    """Return the record that `check_ready` found, or the current one if there was no check.

    Raises:
        EmptyGraph: there is none, or the graph has no entities or is being cleared.
    """
    check: _Check | None = database.caches.get(_Check)
    return (check and check.made) or graph_info(database)


def graph_info(database: Database) -> GraphInfo:
    """Return the graph's record of itself.

    Raises:
        EmptyGraph: there is none, or the graph has no entities or is being cleared.
    """
    rows = database.read("graph_ready")
    if not rows or not rows[0]["has_entities"]:
        raise errors.EmptyGraph(
            f"nothing is loaded in {database.endpoint.uri}, database {database.endpoint.database!r}",
            hint="load one: `kgqa load metaqa PATH`, `kgqa load triples FILE`, or `kgqa load sample`",
        )
    row = rows[0]
    return GraphInfo(
        embedding_model=row["embedding_model"] or "",
        embedding_dimension=row["embedding_dimension"] or 0,
        embedding_normalised=bool(row["embedding_normalised"]),
        embed_level=row["embed_level"] or "none",
        triple_index=row["triple_index"] or "",
        loaded_at=row["loaded_at"] or "",
    )


def index_states(database: Database) -> list[IndexState]:
    """Return all indexes of the database."""
    return [
        IndexState(row["name"], row["state"], float(row["percent"] or 0.0), int(row["dimension"] or 0))
        for row in database.read("show_indexes")
    ]


def required_indexes(info: GraphInfo) -> list[str]:
    """Return the names of the indexes that questions on this graph need."""
    triples = [info.triple_index] if info.embed_level == "triples" and info.triple_index else []
    return [*_ALWAYS, *_BY_LEVEL.get(info.embed_level, ()), *triples]


def check_indexes(info: GraphInfo, states: list[IndexState]) -> None:
    """Check that all necessary indexes are online.

    Raises:
        IndexPopulating: one is not; the message has its name and progress.
        WrongDimension: a vector index has another dimension than the graph's vectors.
    """
    known = {state.name: state for state in states}
    for name in required_indexes(info):
        state = known.get(name)
        if state is None:
            raise errors.IndexPopulating(
                f"the index {name!r} is missing", hint="run `kgqa load` again to create it"
            )
        if state.state == "FAILED":
            raise errors.IndexPopulating(
                f"the index {name!r} failed to build", hint="see `kgqa db logs`, then run `kgqa load` again"
            )
        if state.state != "ONLINE":
            raise errors.IndexPopulating(
                f"the index {name!r} is still being filled ({state.percent:.0f} %)",
                hint="wait until it is done and ask again; `kgqa doctor` shows its progress",
            )
        if state.dimension and info.embedding_dimension and state.dimension != info.embedding_dimension:
            raise errors.WrongDimension(
                f"the index {name!r} has {state.dimension} dimensions, "
                f"but the graph's vectors have {info.embedding_dimension}",
                hint="embed the graph again with `kgqa load --reembed`",
            )


def check_model(info: GraphInfo, *, model: str, dimension: int, normalised: bool) -> None:
    """Check that questions are embedded like the graph.

    Raises:
        WrongDimension: they are not; the hint has the command to re-embed the graph.
    """
    if info.embed_level == "none":
        return
    graph = (info.embedding_model, info.embedding_dimension, info.embedding_normalised)
    if graph != (model, dimension, normalised):
        raise errors.WrongDimension(
            f"the graph was embedded with {_described(*graph)}, the question with "
            f"{_described(model, dimension, normalised)}: their similarities are meaningless",
            hint="embed the graph again with `kgqa load --reembed`, "
            f"or ask with its model: `kgqa config set embedding.model {info.embedding_model}`",
        )


def _described(model: str, dimension: int, normalised: bool) -> str:
    return f"{model} ({dimension} dimensions, {'' if normalised else 'not '}normalised)"
