from typing import Any

from kgqa_neo4j.methods.common.path_expansion import HubBounds, follow, partly_read

HUB = [(f"person {number}", "works_at", "Acme") for number in range(12)]


def ends(rows: list[Any]) -> list[str]:
    return [row["name"] for row in rows]


def test_a_relation_is_followed_from_all_entities_in_either_direction(graph: Any) -> None:
    graph.add(*HUB, ("Acme", "located_in", "Oslo"), ("Bolt", "located_in", "Bern"))
    bounds = HubBounds(taken=50, read=50)
    rows, cut = follow(graph.database, ["t:Bolt", "t:Acme"], "located_in", True, bounds, 50)
    assert (sorted(ends(rows)), cut) == (["Bern", "Oslo"], False)
    rows, cut = follow(graph.database, ["t:Acme"], "works_at", False, HubBounds(12, 12), 12)
    assert (len(rows), cut) == (12, False)
    assert follow(graph.database, ["t:Acme"], "works_at", True, bounds, 50) == ([], False)


def test_what_a_bound_leaves_out_is_told(graph: Any) -> None:
    graph.add(*HUB, ("Acme", "located_in", "Oslo"))
    for bounds, most, left in ((HubBounds(5, 50), 50, 5), (HubBounds(50, 4), 50, 4), (HubBounds(50, 50), 3, 3)):
        rows, cut = follow(graph.database, ["t:Acme"], "works_at", False, bounds, most)
        assert (len(rows), cut) == (left, True)


def test_a_relation_that_lies_beyond_what_is_read_of_a_hub_is_no_silent_loss(graph: Any) -> None:
    graph.add(*[("Acme", f"owns_{number}", f"thing {number}") for number in range(12)])
    relations = [f"owns_{number}" for number in range(12)]
    told = [follow(graph.database, ["t:Acme"], one, True, HubBounds(50, 4), 50) for one in relations]
    assert sorted(len(rows) for rows, _ in told) == [0] * 8 + [1] * 4 and all(cut for _, cut in told)


def test_hubs_that_are_partly_read_are_named(graph: Any) -> None:
    graph.add(*HUB, ("Acme", "located_in", "Oslo"))
    told = ["Acme has 13 triples: at most 4 in either direction were read (retrieval.read_cap)"]
    assert partly_read(graph.database, ["t:Oslo", "t:Acme"], 4) == told
    assert partly_read(graph.database, ["t:Oslo", "t:Acme"], 12) == []
