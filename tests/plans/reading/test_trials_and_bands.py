"""Classes called by their last word, states as values, who is in one event, and names that only qualify."""

import pytest

from kgqa_neo4j import KnowledgeGraph
from tests.plans.reading.graphs import names, triples_fixture

TRIPLES = """
HARBOR 1|type|ClinicalTrial
HARBOR 1|trialStatus|completed
HARBOR 1|phase|Phase 3
HARBOR 1|enrollment|120
HARBOR 1|completionDate|2020-05-01
HARBOR 2|type|ClinicalTrial
HARBOR 2|trialStatus|recruiting
HARBOR 2|phase|Phase 3
HARBOR 2|enrollment|400
HARBOR 3|type|ClinicalTrial
HARBOR 3|trialStatus|recruiting
HARBOR 3|phase|Phase 2
HARBOR 3|enrollment|60
Tresilimab|type|DrugCandidate
Tresilimab|developmentStatus|in development
Tresilimab|modality|small molecule
Lurrikast|type|DrugCandidate
Lurrikast|developmentStatus|marketed
Lurrikast|modality|small molecule
Dorvaxin|type|DrugCandidate
Dorvaxin|developmentStatus|in development
Dorvaxin|modality|antibody
Ada Vane|type|musician
Bo Lind|type|musician
Nine Mile Ferry|type|band
Static Orchard|type|band
Velvet Turnstile|type|band
Ada Vane|sings in|Static Orchard
Bo Lind|sings in|Nine Mile Ferry
lineup spell 1|type|lineup spell
lineup spell 1|spell of|Ada Vane
lineup spell 1|spell with|Nine Mile Ferry
Gig One|type|gig
Gig One|headlined by|Static Orchard
Gig One|supported by|Velvet Turnstile
Gig One|tickets sold|1400
Gig One|held at|Lantern House
Gig Two|type|gig
Gig Two|headlined by|Nine Mile Ferry
Gig Two|held at|Saltwick Bandstand
Lantern House|type|venue
Lantern House|capacity|300
Saltwick Bandstand|type|venue
Saltwick Bandstand|capacity|900
Tarn|type|town
Tarn|population|9000
Brack|type|town
Brack|population|7000
Ellery|type|town
Ellery|population|4000
Saltwick|type|town
Saltwick|population|1000
"""


graph = triples_fixture(TRIPLES)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # `ClinicalTrial`, whatever `trialStatus` tells of trials.
        ("How many trials are currently recruiting?", ["2"]),
        ("What is the largest trial by number of participants?", ["HARBOR 2"]),
        # A value, though `completionDate` has a form of the word.
        ("How many patients were there in the completed Phase 3 trials?", ["120"]),
        ("Which small molecules are in development?", ["Tresilimab"]),
        ("Which holds more people, Lantern House or Saltwick Bandstand?", ["Saltwick Bandstand"]),
        ("three most populous towns, largest first", ["Brack", "Ellery", "Tarn"]),
        ("Has Ada Vane ever been a member of Nine Mile Ferry?", ["yes"]),
        ("Has Bo Lind ever been a member of Static Orchard?", ["no"]),
        ("Did Velvet Turnstile ever support Static Orchard at a gig?", ["yes"]),
        # Part of a name, and no word of English.
        ("which band does lind sing in?", ["Nine Mile Ferry"]),
    ],
)
def test_questions_are_answered(graph: KnowledgeGraph, question: str, expected: list[str]) -> None:
    assert sorted(names(graph.ask(question))) == expected


def test_who_was_supported_did_not_support(graph: KnowledgeGraph) -> None:
    question = "Did Static Orchard ever support Velvet Turnstile at a gig?"
    assert names(graph.ask(question)) != ["yes"]


def test_tickets_sold_are_no_price(graph: KnowledgeGraph) -> None:
    assert not names(graph.ask("How much did a ticket for Gig One cost?"))
