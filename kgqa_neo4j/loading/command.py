"""The work of `kgqa load`, from settings to a summary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa_neo4j.embedding import create
from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loaders.base import GraphLoader, Source
from kgqa_neo4j.loading import removal
from kgqa_neo4j.loading.connection import PATIENCE, PATIENCE_ELSEWHERE, Connection
from kgqa_neo4j.loading.coverage import coverage
from kgqa_neo4j.loading.pipeline import Loading, fill, load, reembed
from kgqa_neo4j.loading.removal import Removed
from kgqa_neo4j.loading.running import announced
from kgqa_neo4j.loading.sources import LoadedSource, counted
from kgqa_neo4j.loading.stages import Stages, Tell
from kgqa_neo4j.loading.summary import Summary
from kgqa_neo4j.model.errors import EmptyGraph
from kgqa_neo4j.settings import Configuration
from kgqa_neo4j.store import server_config
from kgqa_neo4j.store.connect import (
    connect,
    endpoint_of,
    managed_server,
    require_own_graph,
    require_store,
)
from kgqa_neo4j.store.driver import Database

if TYPE_CHECKING:
    from kgqa_neo4j.loading.bulk import FileBuilder
    from kgqa_neo4j.loading.spark.parsing import SparkParser

# Multiple of `neo4j.timeout` for statements, more than for a question: on a busy machine, a batch of thousands of rows
# into a server that has just started takes more than a minute.
STATEMENT_PATIENCE = 10.0


def load_source(
    configuration: Configuration,
    loader: str,
    path: str,
    options: Mapping[str, str | bool | None],
    questions: Sequence[Path] = (),
    *,
    quiet: bool = False,
    bulk: bool = False,
    replace: bool = False,
    engine: str = "local",
    live: bool = False,
) -> Summary:
    """Load `path` with a registered loader; see `kgqa_neo4j.loading.load`.

    Args:
        configuration: the workspace's settings.
        loader: name of a registered loader.
        path: the source.
        options: the loader's options.
        questions: question files whose coverage is added to the summary.
        quiet: show no progress.
        bulk: use Neo4j's import tool; see `kgqa_neo4j.loading.bulk`.
        replace: allow a bulk load to replace the existing graph.
        engine: what parses and gathers a bulk load: ``local``, or ``spark``; see `kgqa_neo4j.loading.spark`.
        live: let Spark write into the running database, beside what it holds, instead of building a new store.

    Raises:
        ConfigError: there is no such loader, a bulk load would replace a graph, or Spark cannot be used.
    """
    if engine == "spark":
        from kgqa_neo4j.loading.spark.file_building import SparkFileBuilder
        from kgqa_neo4j.loading.spark.opening import opened
        from kgqa_neo4j.loading.spark.vectors import entity_vectors

        require_own_graph(configuration)
        with opened(configuration, LOADERS.get(loader), path, options) as (source, parser):
            if live:
                return _live(configuration, source, questions, quiet, loader, parser)
            builder = SparkFileBuilder(parser, entity_vectors(configuration.settings))
            return _bulk(configuration, source, questions, quiet, loader, replace, builder)
    source, configuration = _opened(configuration, loader, path, options)
    if bulk:
        return _bulk(configuration, source, questions, quiet, loader, replace)
    return _run(configuration, lambda loading: load(loading, source), source.name, questions, quiet, loader)


def _bulk(
    configuration: Configuration,
    source: Source,
    questions: Sequence[Path],
    quiet: bool,
    loader: str,
    replace: bool,
    builder: FileBuilder | None = None,
) -> Summary:
    from kgqa_neo4j.loading.bulk import Target, bulk_load

    own = not configuration.settings.neo4j.uri
    memory = server_config.memory_for(configuration.settings.server.memory_mb)
    target = Target(managed_server(configuration) if own else None, memory, replace)
    return _run(
        configuration,
        lambda loading: bulk_load(loading, source, target, builder),
        source.name,
        questions,
        quiet,
        loader,
    )


def _live(
    configuration: Configuration,
    source: Source,
    questions: Sequence[Path],
    quiet: bool,
    loader: str,
    parser: SparkParser,
) -> Summary:
    from kgqa_neo4j.loading.spark.live import live_load
    from kgqa_neo4j.loading.spark.writing_tasks import Target

    settings = configuration.settings
    target = Target(
        endpoint_of(configuration),
        batch_size=settings.load.batch_size,
        timeout=STATEMENT_PATIENCE * settings.neo4j.timeout,
        connect_timeout=settings.neo4j.connect_timeout,
    )
    return _run(
        configuration,
        lambda loading: live_load(loading, source, parser, target),
        source.name,
        questions,
        quiet,
        loader,
    )


def _opened(
    configuration: Configuration, loader: str, path: str, options: Mapping[str, str | bool | None]
) -> tuple[Source, Configuration]:
    """Return the source, and the settings of the workspace that it goes into."""
    kind = LOADERS.get(loader)
    if isinstance(kind, GraphLoader):
        return kind.open_attached(configuration, options)
    require_own_graph(configuration)
    return kind.open(path, options), configuration


def reembed_graph(
    configuration: Configuration, questions: Sequence[Path] = (), *, quiet: bool = False
) -> Summary:
    """Remake all vectors, up to the configured level or else the graph's own; see `reembed`."""
    require_own_graph(configuration)
    given = configuration.origin("load.embed") != "default"
    level = configuration.settings.load.embed if given else None
    return _run(configuration, lambda loading: reembed(loading, level), "new vectors", questions, quiet)


def fill_graph(configuration: Configuration, questions: Sequence[Path] = (), *, quiet: bool = False) -> Summary:
    """Make the vectors that the graph lacks, up to the configured level; see `fill`."""
    require_own_graph(configuration)
    require_store(configuration)
    level = configuration.settings.load.embed
    return _run(configuration, lambda loading: fill(loading, level), "missing vectors", questions, quiet)


def list_sources(configuration: Configuration) -> list[LoadedSource]:
    """Return the loaded sources of a workspace, in loading order.

    Raises:
        EmptyGraph: there are none; a server that never existed is not started.
        DatabaseError: the server cannot be queried.
    """
    require_own_graph(configuration)
    require_store(configuration)
    with _loading(configuration, quiet=True) as loading:
        found = counted(loading.connection)
    if not found:
        raise EmptyGraph("nothing is loaded", hint="load a graph first: `kgqa load triples FILE`")
    return found


def remove_sources(
    configuration: Configuration,
    names: Sequence[str] | None,
    forget: Callable[[Database], None],
    *,
    quiet: bool = False,
) -> Removed:
    """Remove sources from the graph of a workspace, None for all; see `removal.remove`.

    Raises:
        EmptyGraph: nothing was ever loaded.
    """
    require_own_graph(configuration)
    require_store(configuration)
    with _loading(configuration, quiet) as loading:
        removed = removal.remove(loading, names, forget)
    if not configuration.settings.neo4j.uri and not (removed.triples or removed.entities):
        managed_server(configuration).mark_empty(True)
    return removed


@contextmanager
def _loading(
    configuration: Configuration, quiet: bool, kind: str = "", tell: Tell | None = None
) -> Iterator[Loading]:
    settings = configuration.settings
    connection = Connection(
        lambda: connect(configuration, patience=STATEMENT_PATIENCE),
        patience=PATIENCE_ELSEWHERE if settings.neo4j.uri else PATIENCE,
    )
    stages = Stages(quiet=quiet, tell=tell)
    try:
        yield Loading(
            connection, lambda: create(settings.embedding), settings.load, configuration.workspace, stages, kind
        )
    finally:
        connection.close()


def _run(
    configuration: Configuration,
    work: Callable[[Loading], Summary],
    source: str,
    questions: Sequence[Path],
    quiet: bool,
    kind: str = "",
) -> Summary:
    workspace = configuration.workspace
    if not configuration.settings.neo4j.uri:
        managed_server(configuration).mark_empty(False)
    with (
        announced(workspace, source) as announcement,
        _loading(configuration, quiet, kind, announcement.progress) as loading,
    ):
        summary = work(loading)
        summary.coverage = [coverage(loading.connection, file) for file in questions]
    return summary
