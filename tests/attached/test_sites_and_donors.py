"""Sites, invoices and donors: what is due, what each has, and what the graph says nothing of."""

import pytest

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, is_unsure, told

_GRAPH = """
CREATE (gwen:Person {name: 'Gwen Ash', trade: 'mason'}), (hugo:Person {name: 'Hugo Beck', trade: 'roofer'}),
  (iris:Person {name: 'Iris Cole', trade: 'mason'}),
  (mill:Project {title: 'Mill Lofts', status: 'on_hold', started_on: date('2024-03-12'),
    due_on: date('2024-09-01'), finished_on: date('2024-08-20')}),
  (pier:Project {title: 'Pier Cafe', status: 'completed', started_on: date('2023-06-01'),
    due_on: date('2024-01-10'), finished_on: date('2024-02-02')}),
  (barn:Project {title: 'Barn House', status: 'planned', started_on: date('2024-06-02'), due_on: date('2025-01-10')}),
  (orla:Client {client_name: 'Orla Homes', city: 'Hull'}), (dock:Client {client_name: 'Dock Trust', city: 'York'}),
  (one:Invoice {invoice_no: 'N-1', amount: 1500, paid: true, due_on: '2024-03-01', paid_on: '2024-03-09'}),
  (two:Invoice {invoice_no: 'N-2', amount: 2400, paid: true, due_on: '2024-05-01', paid_on: '2024-04-28'}),
  (three:Invoice {invoice_no: 'N-3', amount: 800, paid: false, due_on: '2024-06-01'}),
  (four:Invoice {invoice_no: 'N-4', amount: 2100, paid: false, due_on: '2024-07-01'}),
  (crane:Equipment {eq_name: 'Crane C1', in_service: true}), (drill:Equipment {eq_name: 'Drill D2', in_service: false}),
  (brick:Material {name: 'red brick'}), (slate:Material {name: 'grey slate'}),
  (mill)-[:FOR_CLIENT]->(orla), (barn)-[:FOR_CLIENT]->(orla), (pier)-[:FOR_CLIENT]->(dock),
  (one)-[:BILLED_TO]->(orla), (two)-[:BILLED_TO]->(dock), (three)-[:BILLED_TO]->(dock), (four)-[:BILLED_TO]->(orla),
  (gwen)-[:MANAGES]->(mill), (gwen)-[:MANAGES]->(pier), (hugo)-[:MANAGES]->(barn),
  (hugo)-[:REPORTS_TO]->(gwen), (iris)-[:REPORTS_TO]->(gwen), (gwen)-[:REPORTS_TO]->(iris),
  (iris)-[:WORKS_ON {role: 'labourer'}]->(mill), (hugo)-[:WORKS_ON {role: 'foreman'}]->(mill),
  (mill)-[:USES]->(crane), (pier)-[:USES]->(drill),
  (mill)-[:CONSUMES {qty: 100, unit_cost: 2}]->(brick), (mill)-[:CONSUMES {qty: 40, unit_cost: 5}]->(slate)
"""


asked = asked_fixture(_GRAPH, settings={"ask.min_confidence": 0.0})


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which invoices were over $2,000?", [["N-2"], ["N-4"]]),
        ("sum of the unpaid invoices", [["2900"]]),
        ("how much are the unpaid invoices in total?", [["2900"]]),
        ("What equipment is out of service?", [["Drill D2"]]),
        ("Look up the invoices that got paid after their due date, please", [["N-1"]]),
        ("Which invoices were paid late?", [["N-1"]]),
        ("Which invoices were paid on time?", [["N-2"]]),
        ("which projects finished late", [["Pier Cafe"]]),
        ("projects that started in spring 2024", [["Mill Lofts"]]),
        ("For which clients has Gwen Ash been the project manager?", [["Dock Trust"], ["Orla Homes"]]),
        ("Hugo Beck: which projects is he working on?", [["Mill Lofts"]]),
        ("Could you find out who manages the projects for Dock Trust?", [["Gwen Ash"]]),
        ("invoices by client", [["Dock Trust", "2"], ["Orla Homes", "2"]]),
        ("break down the invoices by client", [["Dock Trust", "2"], ["Orla Homes", "2"]]),
        ("projects managed by each person",
         [["Gwen Ash", "Mill Lofts"], ["Gwen Ash", "Pier Cafe"], ["Hugo Beck", "Barn House"]]),
        ("How many people report to each manager?", [["Gwen Ash", "2"], ["Iris Cole", "1"]]),
        ("who runs the Pier Cafe job", [["Gwen Ash"]]),
        ("clients we have had at least two projects for, with how many", [["Orla Homes", "2"]]),
    ],
)  # fmt: skip
def test_a_question_is_answered_as_it_is_meant(asked: Ask, question: str, rows: list[list[str]]) -> None:
    assert told(asked(question)) == rows


@pytest.mark.parametrize(
    "question",
    [
        # All people, whatever they belong to.
        "Which of our people belong to a union?",
        "how many accidents did we have with clients last year",
        # Neither a price of one nor a number of them is what all cost.
        "What did the materials for Mill Lofts cost us in total?",
        "which projects were not finished on time",
    ],
)
def test_what_only_leaves_out_what_is_asked_is_no_answer(asked: Ask, question: str) -> None:
    assert is_unsure(asked(question), 0.6)
