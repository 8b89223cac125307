"""Real slices of Wikidata in a real graph."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j.embedding import create as create_embedder
from kgqa_neo4j.linking import create as create_linker
from kgqa_neo4j.loading import Connection, Loading, Stages, Summary
from kgqa_neo4j.loading.pipeline import load as load_graph
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.settings import LoadSettings, Settings
from kgqa_neo4j.store.driver import Database
from tests.loaders.wikidata import (
    Q42,
    SLICE,
    TRUTHY,
    document,
    item,
    load,
    opened,
    said,
    snak,
    time,
    triples,
)

Cypher = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def into_graph(database: Database, tmp_path: Path) -> Iterator[Callable[..., Summary]]:
    connection = Connection(lambda: Database(database.endpoint))

    def no_encoder() -> None:
        raise AssertionError("nothing is to be encoded")

    def run(source: Any, **settings: object) -> Summary:
        chosen = LoadSettings.model_validate({"embed": "none", "batch_size": 300, **settings})
        stages = Stages(quiet=True)
        return load_graph(Loading(connection, no_encoder, chosen, tmp_path / "workspace", stages), source)  # type: ignore[arg-type]

    yield run
    connection.close()


def test_a_slice_of_the_dump_is_all_in_the_graph(into_graph: Callable[..., Summary], cypher: Cypher) -> None:
    expected = triples(load(SLICE))
    summary = into_graph(load(SLICE))
    assert summary.triples == len(expected) == len({triple.id for triple in expected})
    assert summary.rejected == 1
    nodes = {end.id for triple in expected for end in (triple.subject, triple.object)}
    assert summary.entities == len(nodes)
    (born,) = cypher(
        "MATCH (:Entity {id: 'wd:Q23'})-[r:P569]->(v:Value)"
        " RETURN v.name AS name, v.value = date('1732-02-22') AS day"
    )
    assert born == {"name": "1732-02-22", "day": True}
    (start,) = cypher(
        "MATCH (:Entity {name: 'universe'})-[:P580|P571]->(v:Value) WHERE v.year IS NOT NULL"
        " RETURN v.year AS year"
    )
    assert start["year"] < -13_000_000_000
    held = cypher(
        "MATCH (:Entity {id: 'wd:Q23'})-[r:P39]->() WHERE r.start_time <= date('1790-01-01') < r.end_time"
        " RETURN r.start_time.year AS since"
    )
    assert held == [{"since": 1789}]
    assert cypher("MATCH (e:Entity {id: 'wd:Q190'}) RETURN e.no_value AS none") == [{"none": ["P176"]}]
    assert cypher("MATCH (p:Relation {id: 'P569'}) RETURN p.name AS name") == [{"name": "date of birth"}]


def test_loading_twice_and_from_another_format_adds_nothing_that_is_there(
    into_graph: Callable[..., Summary], cypher: Cypher
) -> None:
    first = into_graph(load(Q42))
    again = into_graph(load(Q42))
    assert again.unchanged
    once_more = into_graph(load(Q42, limit="9"))
    assert (once_more.new_triples, once_more.triples) == (0, first.triples)
    into_graph(load(TRUTHY))
    days = cypher("MATCH (:Entity {id: 'wd:Q42'})-[r:P569]->(v) RETURN v.id AS id, r.statement AS statement")
    assert [row["id"] for row in days] == ["time:1952-03-11"]
    assert days[0]["statement"]


def test_a_person_is_linked_rather_than_a_text_that_is_the_same_name(
    into_graph: Callable[..., Summary], database: Database
) -> None:
    into_graph(load(Q42))
    linker = create_linker(Settings(), database, create_embedder(Settings().embedding))
    for question in ("when was Douglas Adams born", "what is Douglas Adams known for"):
        assert [topic.entity.id for topic in linker.link(question).topics] == ["wd:Q42"]
    assert [topic.entity.id for topic in linker.link("who was born on 1952-03-11").topics] == [
        "time:1952-03-11"
    ]


def test_bad_lines_and_odd_values_do_not_stop_a_load(
    into_graph: Callable[..., Summary], cypher: Cypher, tmp_path: Path
) -> None:
    odd = [
        snak("P856", "x" * 9000),
        snak("P1476", {"text": "`) DETACH DELETE n // \u202e\x1b[31m", "language": "en"}, "monolingualtext"),
        snak("P1082", {"amount": "-1e-200", "unit": "1"}, "quantity"),
        time("P571", "-9999999999-00-00T00:00:00Z", 0),
        time("P571", "+0000-01-01T00:00:00Z"),
    ]
    colours = {"labels": {"en": {"language": "en", "value": "Größe `x`; {y}"}}}
    qualified = said(item("P39", "Q1"), snak("P900003", "large"), time("P580", "-0753-04-21T00:00:00Z"))
    documents = [document("Q7", *map(said, odd), qualified, label="seven"), {**document("P900003"), **colours}]
    path = tmp_path / "dump.json"
    opened(path, *documents)
    lines = path.read_bytes().splitlines()
    broken = [
        b"{broken",
        b'{"id": "caf\xe9"}',
        b'{"id": "Q2", "labels": {"en": {"language": "en", "value": "\\u0000"}}}',
    ]
    path.write_bytes(b"\r\n".join([lines[0], *broken, *lines[1:-1]]))
    summary = into_graph(load(path))
    assert (summary.triples, summary.rejected) == (5, 4)
    reasons = Path(summary.rejects_file).read_text()
    assert "dump.json:2\tnot JSON" in reasons
    assert "dump.json:5\tP571 of Q7: there is no year 0" in reasons
    (row,) = cypher(
        "MATCH (:Entity {id: 'wd:Q7'})-[r:P39]->()"
        " RETURN r.größe_x_y AS size, r.start_time < date('0001-01-01') AS old"
    )
    assert row == {"size": "large", "old": True}
    (long,) = cypher("MATCH (v:Value)<-[:P856]-() RETURN size(v.name) AS name, size(v.value) AS value")
    assert long == {"name": 1000, "value": 9000}


def test_a_load_that_was_cut_off_goes_on_between_entities(
    into_graph: Callable[..., Summary], cypher: Cypher, tmp_path: Path
) -> None:
    people = [
        document(f"Q{number}", said(item("P31", "Q5")), said(item("P22", f"Q{number + 1}")), label=f"n{number}")
        for number in range(10, 60)
    ]
    path = tmp_path / "dump.json"
    source = opened(path, *people)
    whole = source.items

    def stopping(after: int = 0) -> Iterator[Any]:
        for one in whole(after):
            if one.line > 31:
                raise InputError("the disk is gone")
            yield one

    source.items = stopping  # type: ignore[method-assign]
    with pytest.raises(InputError, match="the disk is gone"):
        into_graph(source, batch_size=7)
    assert 0 < cypher("MATCH ()-[r]->() WHERE r.source IS NOT NULL RETURN count(r) AS c")[0]["c"] < 100
    summary = into_graph(opened(path, *people), batch_size=7)
    assert summary.resumed_after_line > 20
    assert summary.triples == 100
    assert cypher("MATCH (e:Entity {id: 'wd:Q59'}) RETURN e.name AS name") == [{"name": "n59"}]
