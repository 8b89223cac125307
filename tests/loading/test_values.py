"""Values in one's own triples, as plans see them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loading import Loading, load
from kgqa_neo4j.plans.compiling import Limits
from kgqa_neo4j.plans.execution import Executor
from kgqa_neo4j.plans.text import parse_plan
from kgqa_neo4j.plans.typed import identified
from kgqa_neo4j.store.driver import Database

STAFF = """subject,relation,object
Ada,works_at,Acme
Bob,works_at,Acme
Eve,works_at,Acme
Ada,hire_date,2019-05-01
Bob,hire_date,2022-02-03
Eve,hire_date,2023
Ada,height_m,1.70
Bob,height_m,1.85
Eve,height_m,1.9
Ada,remote,yes
Bob,remote,no
Eve,remote,yes
"""


@pytest.fixture
def answers(loading: Callable[..., Loading], database: Database, tmp_path: Path) -> Callable[..., list[str]]:
    def run(plan: str, **options: bool) -> list[str]:
        (tmp_path / "staff.csv").write_text(STAFF)
        load(loading(embed="none"), LOADERS.get("triples").open(str(tmp_path / "staff.csv"), options))
        result = Executor(database, Limits(10_000, 100, 10)).execute(identified(database, parse_plan(plan)))
        return sorted(one.name for one in result.entities)

    return run


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        ("[staff:Acme] <-works_at- where -hire_date-> > 2021", ["Bob", "Eve"]),
        ("[staff:Acme] <-works_at- where -hire_date-> < 2022-01-01", ["Ada"]),
        ("[staff:Acme] <-works_at- where -height_m-> >= 1.85", ["Bob", "Eve"]),
        ("[staff:Acme] <-works_at- max by -height_m->", ["Eve"]),
        ("[staff:Acme] <-works_at- min by -hire_date->", ["Ada"]),
        ("[staff:Ada] -height_m->", ["1.7 m"]),
    ],
)
def test_plans_compare_values_after_a_plain_load(
    answers: Callable[..., list[str]], plan: str, expected: list[str]
) -> None:
    assert answers(plan) == expected


def test_values_have_native_types_in_the_graph(
    answers: Callable[..., list[str]], cypher: Callable[..., list[dict[str, object]]]
) -> None:
    answers("[staff:Ada] -height_m->")
    rows = cypher(
        "MATCH (v:Value) RETURN v.datatype AS kind, valueType(v.value) AS type, count(*) AS n ORDER BY kind"
    )
    assert [(row["kind"], row["type"], row["n"]) for row in rows] == [
        ("boolean", "BOOLEAN NOT NULL", 2),
        ("number", "FLOAT NOT NULL", 3),
        ("time", "DATE NOT NULL", 3),
    ]


def test_names_stay_names_where_that_is_wanted(
    answers: Callable[..., list[str]], cypher: Callable[..., list[dict[str, object]]]
) -> None:
    answers("[staff:Ada] -height_m->", no_typed=True)
    assert cypher("MATCH (v:Value) RETURN count(v) AS n") == [{"n": 0}]
