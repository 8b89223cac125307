"""Questions asked during a load: the step that marks the answer as partial, and the error if it is too early."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kgqa_neo4j.loading.running import running_loads
from kgqa_neo4j.model.answer import LOADING, Step
from kgqa_neo4j.model.errors import EmptyGraph, IndexPopulating


def loading_steps(workspace: Path) -> list[Step]:
    """Return one step per running load, stating that the answer is based on what is loaded so far."""
    return [
        Step(
            LOADING,
            f"the graph is still loading, this answer is from what is loaded so far: {one.line()}",
            one.as_json(),
        )
        for one in running_loads(workspace)
    ]


@contextmanager
def explained_by_load(workspace: Path) -> Iterator[None]:
    """Add the progress of a running load to errors about a graph that is not ready.

    Raises:
        EmptyGraph, IndexPopulating: raised within the block.
    """
    try:
        yield
    except (EmptyGraph, IndexPopulating) as error:
        if not (loads := running_loads(workspace)):
            raise
        raise type(error)(
            f"the graph is still loading and cannot be asked yet: {loads[0].line()}",
            hint="wait for its triples and first indexes, which are ready long before the load ends: "
            "`kgqa load --watch` shows the progress",
        ) from error
