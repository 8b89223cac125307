"""Reads that are shared are asked once; nobody else gets what was kept."""

from kgqa_neo4j.store.driver import Database, recording, sharing_reads


def test_the_same_read_is_asked_once_while_reads_are_shared(sample: Database) -> None:
    with recording() as statements, sharing_reads():
        first = sample.read("relation_types")
        assert first and sample.read("relation_types") == first
        assert sample.read("plan_following", relations=[first[0]["id"]], most=5)
        assert sample.read("plan_following", relations=[first[1]["id"]], most=5)
    assert [one.name for one in statements] == ["relation_types", "plan_following", "plan_following"]


def test_outside_of_it_every_read_sees_the_graph_as_it_is(database: Database) -> None:
    def names() -> list[object]:
        return [row["id"] for row in database.read("relation_types")]

    with sharing_reads():
        before = names()
        database.write(
            "load_relations", rows=[{"id": "t:new", "name": "new", "description": "", "aliases": []}]
        )
        assert names() == before
    assert names() == [*before, "t:new"]
