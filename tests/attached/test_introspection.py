import pytest

from kgqa_neo4j.attached import counts, introspection
from kgqa_neo4j.attached.introspection import read_schema
from kgqa_neo4j.attached.model import Connection, Property, PropertyGraphSchema, ValueType
from kgqa_neo4j.model.errors import DatabaseError
from kgqa_neo4j.store.driver import Database
from tests.attached.conftest import Cypher


def properties(schema: PropertyGraphSchema, label: str) -> dict[str, Property]:
    return {one.name: one for one in schema.label[label].properties}


def test_labels_have_counts_parents_and_names(bank: Database) -> None:
    schema = read_schema(bank)
    assert {one.name: one.count for one in schema.labels} == {"Customer": 60, "Flagged": 5, "Bank Account": 20}
    assert schema.label["Flagged"].parents == ("Customer",)
    assert schema.label["Customer"].parents == ()
    assert schema.label["Customer"].naming == ("fullName", "customerId")
    assert schema.label["Bank Account"].naming == ("accountNumber",)


def test_values_are_recognised_by_what_they_mean(bank: Database) -> None:
    found = properties(read_schema(bank), "Customer")
    meant = {name: (one.type, one.format) for name, one in found.items()}
    assert meant == {
        "customerId": (ValueType.NUMBER, ""),
        "fullName": (ValueType.TEXT, ""),
        "phone": (ValueType.TEXT, ""),
        "joined": (ValueType.DATE, "%m/%d/%Y"),
        "balance": (ValueType.NUMBER, ""),
        "active": (ValueType.BOOLEAN, ""),
        "zip": (ValueType.TEXT, ""),
        "seen": (ValueType.DATETIME, "epoch_ms"),
    }
    assert found["balance"].stored == ("STRING",)
    assert sorted(found["active"].values) == ["no", "yes"]
    assert found["customerId"].unique and not found["fullName"].unique


def test_vectors_and_labels_of_tools_are_left_out_by_name(bank: Database) -> None:
    schema = read_schema(bank)
    assert "embedding" not in properties(schema, "Customer")
    assert "label _Tool_" in schema.left_out
    assert "property Customer.embedding: a vector" in schema.left_out


def test_relationships_have_connections_properties_and_symmetry(bank: Database) -> None:
    schema = read_schema(bank)
    owns = schema.type["OWNS"]
    assert Connection("Customer", "OWNS", "Bank Account", 20) in owns.connections
    assert Connection("Flagged", "OWNS", "Bank Account", 5) in owns.connections
    assert {one.name: one.type for one in owns.properties} == {
        "since": ValueType.NUMBER,
        "note": ValueType.TEXT,
    }
    assert schema.type["PARTNER"].symmetric
    assert not schema.type["REFERRED"].symmetric


def test_a_user_without_the_servers_statistics_reads_the_same_schema(
    bank: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = read_schema(bank)
    read = bank.read

    def refused(name: str, /, **parameters: object) -> list[dict[str, object]]:
        if name == "attached_statistics":
            raise DatabaseError("not permitted")
        return read(name, **parameters)

    monkeypatch.setattr(bank, "read", refused)
    assert counts.read_counts(bank).sources["Flagged", "OWNS"] == 5
    restricted = read_schema(bank)
    assert (restricted.labels, restricted.types) == (whole.labels, whole.types)


def test_a_large_graph_is_sampled_and_misses_neither_a_rare_property_nor_a_rare_end(
    bank: Database, cypher: Cypher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(introspection, "SAMPLE", 10)
    monkeypatch.setattr("kgqa_neo4j.attached.connections.EXACT", 12)
    cypher("MATCH (c:Customer {customerId: 60}) SET c.nickname = 'Bo'")
    cypher("MATCH (c:Customer {customerId: 60}) CREATE (c)-[:OWNS]->(:Car {plate: 'B 12'})")
    schema = read_schema(bank)
    assert properties(schema, "Customer")["nickname"].present == pytest.approx(1 / 60, abs=1e-4)
    assert "Car" in {one.target for one in schema.type["OWNS"].connections}
    assert {one.target for one in schema.type["OWNS"].connections} >= {"Bank Account", "Car"}


def test_labels_can_be_chosen(bank: Database) -> None:
    assert set(read_schema(bank, include=["Customer"]).label) == {"Customer"}
    left = read_schema(bank, exclude=["Bank Account"])
    assert set(left.label) == {"Customer", "Flagged"}
    assert "OWNS" not in left.type
