from kgqa_neo4j.evaluation.matching import contains_any, either_contains, named_in
from kgqa_neo4j.linking.resolution import resolve
from kgqa_neo4j.store.driver import Database


def test_a_gold_string_is_an_id_a_bare_id_a_name_or_an_alias(graph: Database) -> None:
    wanted = {
        "t:ada": {"t:ada"},
        "m.01": {"u:m.01"},
        "Kismet": {"t:kismet1", "t:kismet2"},
        "Countess of Lovelace": {"t:ada"},
        'The "Big\\ Quote" +(x)': {"t:quote"},
        "Charles Babbage": set(),
    }
    assert resolve(graph, wanted, ["t", "u"]) == wanted


def test_a_literal_match_wins_and_case_is_kept(graph: Database) -> None:
    wanted = {
        "Comedy": {"t:Comedy"},
        "united_kingdom": {"t:united_kingdom"},
        "united kingdom": {"t:united_kingdom"},
        "Grace_Hopper": {"u:m.01"},
        "KISMET": set(),
    }
    assert resolve(graph, wanted) == wanted


TEXTS: list[tuple[str, list[set[str]]]] = [
    ("Ada Lovelace", [{"t:ada"}]),
    ("It was written by Grace Hopper and Ada Lovelace.", [{"u:m.01"}, {"t:ada"}]),
    ("1. Grace Hopper\n2. the countess of lovelace", [{"u:m.01"}, {"t:ada"}]),
    ("The film is Lock, Stock and Two Barrels.", [{"t:lock"}]),
    ("It", [{"t:It"}]),
    ("It is not known who wrote it", []),
    ("a comedy, probably", [{"t:comedy"}]),
    ("some comedy, probably", []),
    ("Kismet is by Ada Lovelace, Ada Lovelace, ADA LOVELACE", [{"t:ada"}]),
    ("In 1984", [{"t:1984"}]),
    ("", []),
    ('"; \\ OR * ~ [TO] AND NOT', []),
]


def test_a_text_names_entities_in_its_order_apart_from_those_asked_about(graph: Database) -> None:
    found = {text: named_in(graph, text, "who wrote Kismet?") for text, _ in TEXTS}
    assert found == dict(TEXTS)


def test_the_loose_measure_takes_whole_words_only() -> None:
    assert contains_any("Surely Ada  Lovelace!", ["ada lovelace"])
    assert not contains_any("Adam", ["Ada"])
    assert not contains_any("anything", ["", "!"])


def test_the_looser_measure_also_takes_an_item_that_is_part_of_a_gold_answer() -> None:
    assert either_contains("Surely Ada Lovelace!", ["Ada Lovelace"])
    assert either_contains("1. the Countess\n2. someone else", ["Countess of Lovelace"])
    assert not either_contains("a long text that names Ada", ["Ada Lovelace"])
    assert not either_contains("Love", ["Ada Lovelace"])
    assert not either_contains("", ["Ada Lovelace"]) and not either_contains("1., !", ["the Ada"])
