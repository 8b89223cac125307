import random
from typing import Any

from kgqa_neo4j.methods.common.path_expansion import HubBounds
from kgqa_neo4j.methods.iquest.lookahead.weak_supervision import Hop, best_path, hops_of

FILMS = [
    ("One", "directed_by", "Dee"),
    ("Two", "directed_by", "Dee"),
    ("Three", "directed_by", "Dee"),
    ("One", "starred_actors", "Al"),
    ("Two", "starred_actors", "Al"),
    ("One", "release_year", "1990"),
    ("Two", "release_year", "1990"),
    ("Three", "release_year", "1991"),
]


def ids(*names: str) -> set[str]:
    return {f"t:{name}" for name in names}


def hops(graph: Any, path: tuple[Any, ...], topic: str, *answers: str, width: int = 3) -> list[Hop]:
    draw, bounds = random.Random(0), HubBounds(taken=50, read=1000)
    return hops_of(graph.database, path, ids(topic), ids(*answers), bounds=bounds, width=width, draw=draw)


def test_the_path_is_the_one_whose_ends_agree_with_the_answers(graph: Any) -> None:
    graph.add(*FILMS)
    assert best_path(graph.database, ids("Dee"), ids("One", "Two", "Three"), 50) == (("directed_by", False),)
    years = (("directed_by", False), ("release_year", True))
    assert best_path(graph.database, ids("Dee"), ids("1990", "1991"), 50) == years


def test_an_answer_next_to_the_topic_by_chance_does_not_shorten_the_path(graph: Any) -> None:
    graph.add(*FILMS, ("Four", "directed_by", "Dee"), ("Four", "release_year", "1992"))
    # 1990 is the year of film One itself; that its director's other films have it too is what is asked.
    path = best_path(graph.database, ids("One"), ids("1990", "1991", "1992"), 50)
    assert path == (("directed_by", True), ("directed_by", False), ("release_year", True))


def test_where_two_paths_explain_the_answers_equally_well_none_is_guessed(graph: Any) -> None:
    graph.add(("One", "directed_by", "Dee"), ("One", "written_by", "Dee"))
    assert best_path(graph.database, ids("One"), ids("Dee"), 50) == ()
    assert best_path(graph.database, ids("One"), ids("nobody"), 50) == ()


def test_a_path_does_not_lead_through_a_hub(graph: Any) -> None:
    graph.add(*[(f"film {number}", "release_year", "1999") for number in range(250)])
    assert best_path(graph.database, ids("film 0"), ids("film 1"), 50) == ()


def test_right_are_the_triples_on_walks_to_the_answers(graph: Any) -> None:
    graph.add(*FILMS)
    path = (("directed_by", False), ("release_year", True))
    first, second = hops(graph, path, "Dee", "1991")
    assert set(first.frontier) == ids("Dee") and len(first.right) == 1
    assert set(second.frontier) == ids("Three") and second.frontier["t:Three"] == tuple(first.right)
    assert len(second.right) == 1


def test_the_frontier_is_no_wider_than_asked_for(graph: Any) -> None:
    graph.add(*FILMS)
    path = (("directed_by", False), ("release_year", True))
    for width in (1, 2, 3):
        assert len(hops(graph, path, "Dee", "1990", "1991", width=width)[1].frontier) == width
    assert hops(graph, path, "Dee", "1990", "1991", width=2) == hops(
        graph, path, "Dee", "1990", "1991", width=2
    )


def test_a_walk_does_not_go_straight_back(graph: Any) -> None:
    graph.add(*FILMS)
    path = (("directed_by", True), ("directed_by", False))
    first, second = hops(graph, path, "One", "Two", "Three")
    assert len(first.right) == 1 and len(second.right) == 2 and not first.right & second.right
