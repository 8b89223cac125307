"""Learning from a few questions about an attached graph does no harm to its other questions."""

from pathlib import Path

import pytest

from benchmarks.attached_learning import compared
from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.settings import Configuration, load_configuration
from tests.attached.test_asking import told
from tests.conftest import AttachOwn

DATA = Path(__file__).parents[1] / "data" / "property"
ASKED = (
    ("Who works for Orbital?", [["Ada Byron"], ["Ben Okri"]]),
    ("What is the industry of Nimbus?", [["weather"]]),
    ("Which companies were founded after 2010?", [["Nimbus"]]),
    ("How many employees worked on Apollo?", [["2"]]),
    ("Which project has the highest budget?", [["Apollo"]]),
    ("Which employees worked on more than one project?", [["Ada Byron"]]),
    ("For each company, how many employees work for it?", [["Nimbus", "2"], ["Orbital", "2"]]),
)


@pytest.mark.slow
@pytest.mark.server
@pytest.mark.model
def test_no_question_about_the_marina_turns_wrong_after_twenty_pairs(attach_own: AttachOwn) -> None:
    statements = [one for one in (DATA / "marina.cypher").read_text("utf-8").split(";\n") if one.strip()]
    settings = {"ask.min_confidence": 0.0, "ask.method": "plans"}
    configuration = load_configuration(attach_own(*statements).workspace, settings)
    found = compared(configuration, DATA / "marina.jsonl", 20, 20, 0)
    assert found.report.learned.explained >= 14
    assert found.lost == []


@pytest.mark.server
@pytest.mark.model
def test_no_question_about_a_firm_turns_wrong_after_twenty_pairs(firm: Configuration) -> None:
    names = ("Ada Byron", "Ben Okri", "Cleo Park", "Dan Mora")
    cities = ("Berlin", "Lagos", "Seoul", "Berlin")
    heights = ("1,720", "1,850", "1,640", "1,780")
    budgets = (("Apollo", "120000"), ("Borealis", "80000"), ("Cirrus", "45000.5"))
    pairs = [
        *((f"Which town does {name} live in?", [city]) for name, city in zip(names, cities, strict=True)),
        *((f"How tall is {name}?", [height]) for name, height in zip(names, heights, strict=True)),
        *((f"How much money did {name} get?", [budget]) for name, budget in budgets),
        *((f"What is the quux of {name}?", [budget]) for name, budget in budgets),
        ("Who laboured on Cirrus?", ["Cleo Park"]),
        ("Who laboured on Borealis?", ["Ada Byron"]),
        ("Who toils for Nimbus?", ["Cleo Park", "Dan Mora"]),
        ("Who toils for Orbital?", ["Ada Byron", "Ben Okri"]),
        ("Which firm is in weather?", ["Nimbus"]),
        ("Which firm is in space?", ["Orbital"]),
    ]
    assert len(pairs) == 20
    with KnowledgeGraph.open(firm.workspace) as graph:
        graph.learn(pairs)
        for question, rows in ASKED:
            assert told(graph.ask(question, method="plans")) == rows, question
