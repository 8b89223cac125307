import pytest
from llama_cpp.llama_grammar import LlamaGrammar

from kgqa_neo4j.methods.adaptive.pseudo_query import (
    MAX_PATTERNS,
    Pattern,
    PseudoQueryError,
    depth,
    grammar,
    parse,
)


def hops(text: str, *linked: str) -> int:
    return depth(parse(text), linked or ("e1",))


def test_a_chain_is_as_deep_as_it_is_long() -> None:
    assert hops("(e1)-[bought]->(a), (a)-[founded by]->(b), (b)-[born in]->(c)") == 3


def test_a_chain_may_be_written_in_one_piece() -> None:
    assert hops("MATCH (e1)-[:bought]->(a)-[founded by]->(b)") == 2


def test_arrows_may_point_either_way() -> None:
    assert parse("(a)<-[founded]-(e1)") == [Pattern("e1", "founded", "a")]
    assert hops("(a)-[flows through]->(e1), (a)-[source]->(b)") == 2


def test_a_star_of_three_patterns_is_one_hop() -> None:
    assert hops("(e1)-[x]->(a), (e1)-[y]->(b), (e1)-[z]->(c)") == 1


def test_a_cycle_ends_where_it_closes() -> None:
    assert hops("(e1)-[x]->(a), (a)-[y]->(b), (b)-[z]->(e1)") == 2
    assert hops("(e1)-[x]->(e1)") == 1


def test_patterns_that_no_linked_entity_touches_do_not_count() -> None:
    assert hops("(a)-[x]->(b), (b)-[y]->(c), (e1)-[z]->(d)") == 1
    assert hops("(a)-[x]->(b), (b)-[y]->(c)") == 0


def test_a_chain_ends_before_the_next_linked_entity() -> None:
    assert hops("(a)-[x]->(e1), (a)-[x]->(e2)", "e1", "e2") == 1
    assert hops("(e1)-[x]->(e2)", "e1", "e2") == 1


def test_the_longest_chain_counts_not_the_first() -> None:
    assert hops("(e1)-[x]->(a), (e1)-[y]->(b), (b)-[z]->(a)") == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I cannot help with that.",
        "(e1)",
        "(e1)-[x]->",
        "(e1)-[]->(a)",
        "(e1)-[x]->(a) and so on",
        "(e1)-[x]->(a),, (a)-[y]->(b)",
        "(Kismet (1944))-[x]->(a)",
        "MATCH (n) DETACH DELETE n",
        "(e1)-[x]->(a) RETURN a",
        "(e1)" + "-[x]->(a)" * (MAX_PATTERNS + 1),
        "(e1)-[x]->(a);DROP",
        "\x00\ud800",
    ],
)
def test_whatever_is_no_pseudo_query_is_refused(text: str) -> None:
    with pytest.raises(PseudoQueryError):
        parse(text)


def test_the_search_for_the_longest_chain_is_bounded() -> None:
    nodes = ["e1", *"abcd"]
    every = ", ".join(f"({one})-[x]->({other})" for one in nodes for other in nodes if one < other)
    assert hops(every) == 4


@pytest.mark.parametrize(("entities", "max_hops"), [(1, 1), (1, 3), (3, 3), (9, 8)])
def test_the_grammar_is_one_that_llama_cpp_accepts(entities: int, max_hops: int) -> None:
    text = grammar(entities, max_hops)
    LlamaGrammar.from_string(text, verbose=False)
    assert f'"(e{entities})"' in text and f'"(e{entities + 1})"' not in text
