"""A bicycle workshop: what is in stock, what took how long, and states that a word denies."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
CREATE (dov:Mechanic {name: 'Dov Katz', certified: true}), (ines:Mechanic {name: 'Ines Faro', certified: false}),
  (one:Repair {code: 'R-1', status: 'done', received: date('2026-03-02'), finished: date('2026-03-05')}),
  (two:Repair {code: 'R-2', status: 'open', received: date('2026-05-02')}),
  (four:Repair {code: 'R-4', status: 'done', received: date('2026-04-01'), finished: date('2026-04-15')}),
  (pad:Part {name: 'Brake Pad', stock: 12}), (chain:Part {name: 'Chain', stock: 0}),
  (bell:Part {name: 'Bell', stock: 3}),
  (one)-[:DONE_BY {hours: 1.5}]->(dov), (four)-[:DONE_BY {hours: 3}]->(ines),
  (one)-[:USED {quantity: 2}]->(pad), (four)-[:USED {quantity: 1}]->(chain)
"""


asked = asked_fixture(_GRAPH)


def test_what_is_in_stock_is_more_than_none(asked: Ask) -> None:
    expected = {
        "is the chain in stock?": [["no"]],
        "is the bell in stock?": [["yes"]],
        "which parts are in stock?": [["Bell"], ["Brake Pad"]],
        "which parts are out of stock?": [["Chain"]],
        "how many brake pads are in stock?": [["12"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_what_took_the_longest_is_not_what_began_first(asked: Ask) -> None:
    assert told(asked("which repair took the longest?")) != [["R-1"]]


def test_what_a_word_denies_is_the_opposite(asked: Ask) -> None:
    assert told(asked("which mechanics are uncertified?")) == [["Ines Faro"]]
    assert told(asked("which repairs are unfinished?")) == [["R-2"]]
