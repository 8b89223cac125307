"""Small property graphs, attached for questions."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.attached.test_asking import Ask
from tests.conftest import AttachedThere


def asked_fixture(*statements: str, settings: Mapping[str, object] | None = None) -> Any:
    """Return a fixture that asks the graph of some statements by `plans`, to be bound to the name it is asked by.

    Answers are not proved, which saves a statement each.
    """

    @pytest.fixture
    def ask(attached_there: AttachedThere) -> Ask:
        graph = attached_there(*statements, settings={"plans.proved": 0, **(settings or {})})
        return lambda question: graph.ask(question, method="plans")

    return ask
