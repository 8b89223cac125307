"""Whether the graph can be asked: loaded, indexes online, vectors of the model that asks."""

from __future__ import annotations

from dataclasses import dataclass
from weakref import WeakKeyDictionary

from kgqa_neo4j.model import errors
from kgqa_neo4j.store.driver import Database

# The level of vectors at which those of triples are made when a question needs them.
LAZY = "lazy"

# Which indexes a graph must have, by how far it was embedded; each level includes the ones before.
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
    """What the graph says about itself; the model is empty when nothing was embedded."""

    embedding_model: str
    embedding_dimension: int
    embedding_normalised: bool
    embed_level: str
    triple_index: str
    loaded_at: str


@dataclass(frozen=True, slots=True)
class IndexState:
    """One index: `state` is ONLINE, POPULATING or FAILED; `dimension` is 0 when it holds no vectors."""

    name: str
    state: str
    percent: float
    dimension: int


# A graph seen to be ready stays so for the life of a connection; asking again would cost each question.
_seen: WeakKeyDictionary[Database, GraphInfo] = WeakKeyDictionary()


def check_ready(database: Database, *, model: str, dimension: int, normalised: bool) -> GraphInfo:
    """Return what the graph says about itself, having made sure that this model can ask it.

    Args:
        database: the connection; what was found is remembered as long as it lives.
        model: name of the encoder that embeds the questions.
        dimension: length of its vectors.
        normalised: whether they have length one.

    Raises:
        EmptyGraph: nothing was loaded, or the load has not come to its end.
        IndexPopulating: an index is missing, failed or not filled yet.
        WrongDimension: the graph was embedded by another model, or in another way.
    """
    info = _seen.get(database)
    if info is None:
        info = graph_info(database)
        check_indexes(info, index_states(database))
        _seen[database] = info
    check_model(info, model=model, dimension=dimension, normalised=normalised)
    return info


def known_info(database: Database) -> GraphInfo:
    """Return what `check_ready` found, or what the graph says now if it was not checked.

    Raises:
        EmptyGraph: it says nothing, or holds no entity, or is being cleared.
    """
    return _seen.get(database) or graph_info(database)


def graph_info(database: Database) -> GraphInfo:
    """Return what the graph says about itself.

    Raises:
        EmptyGraph: it says nothing, or holds no entity, or is being cleared.
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
    """Return every index of the database with its state."""
    return [
        IndexState(row["name"], row["state"], float(row["percent"] or 0.0), int(row["dimension"] or 0))
        for row in database.read("show_indexes")
    ]


def required_indexes(info: GraphInfo) -> list[str]:
    """Return the names of the indexes that asking this graph needs."""
    triples = [info.triple_index] if info.embed_level == "triples" and info.triple_index else []
    return [*_ALWAYS, *_BY_LEVEL.get(info.embed_level, ()), *triples]


def check_indexes(info: GraphInfo, states: list[IndexState]) -> None:
    """Make sure that every index that is needed is online.

    Raises:
        IndexPopulating: one is not; the message says which, and how far it is.
        WrongDimension: a vector index is of another dimension than the graph's vectors.
    """
    known = {state.name: state for state in states}
    for name in required_indexes(info):
        state = known.get(name)
        if state is None:
            raise errors.IndexPopulating(
                f"the index {name!r} is missing", hint="run `kgqa load` again: it goes on where it stopped"
            )
        if state.state == "FAILED":
            raise errors.IndexPopulating(
                f"the index {name!r} failed to build", hint="see `kgqa db logs`, then run `kgqa load` again"
            )
        if state.state != "ONLINE":
            raise errors.IndexPopulating(
                f"the index {name!r} is still being filled ({state.percent:.0f} %)",
                hint="wait until it is done and ask again; `kgqa doctor` shows how far it is",
            )
        if state.dimension and info.embedding_dimension and state.dimension != info.embedding_dimension:
            raise errors.WrongDimension(
                f"the index {name!r} is for vectors of {state.dimension} numbers, "
                f"the graph's have {info.embedding_dimension}",
                hint="embed the graph again with `kgqa load --reembed`",
            )


def check_model(info: GraphInfo, *, model: str, dimension: int, normalised: bool) -> None:
    """Make sure that questions are embedded as the graph was.

    Raises:
        WrongDimension: they are not; the hint names the command that embeds the graph again.
    """
    if info.embed_level == "none":
        return
    graph = (info.embedding_model, info.embedding_dimension, info.embedding_normalised)
    if graph != (model, dimension, normalised):
        raise errors.WrongDimension(
            f"the graph was embedded with {_described(*graph)}, the question with "
            f"{_described(model, dimension, normalised)}: their similarities mean nothing",
            hint="embed the graph again with `kgqa load --reembed`, "
            f"or ask with its model: `kgqa config set embedding.model {info.embedding_model}`",
        )


def _described(model: str, dimension: int, normalised: bool) -> str:
    return f"{model} ({dimension} dimensions, {'' if normalised else 'not '}normalised)"
