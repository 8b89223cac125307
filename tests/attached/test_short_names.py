"""Graphs whose labels and properties are called by short forms: `Mchn`, `cust_nm`, `stk_qty`."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
CREATE (saw:Mchn {code: 'M-01', mchn_nm: 'Table Saw', unit_px: 40.0, stk_qty: 0, srvcd: false, rtg: 4.1}),
  (drill:Mchn {code: 'M-02', mchn_nm: 'Rock Drill', unit_px: 65.5, stk_qty: 7, srvcd: true, rtg: 4.8}),
  (pump:Mchn {code: 'M-03', mchn_nm: 'Mud Pump', unit_px: 52.0, stk_qty: 2, srvcd: true, rtg: 3.2}),
  (leeds:Brnch {brnch_nm: 'Leeds Depot', cty: 'Leeds'}), (york:Brnch {brnch_nm: 'York Depot', cty: 'York'}),
  (saw)-[:KPT_AT]->(leeds), (drill)-[:KPT_AT]->(york), (pump)-[:KPT_AT]->(york),
  (ann:Cust {cust_nm: 'Ann Lee', vip: true}), (bo:Cust {cust_nm: 'Bo Dahl', vip: false}),
  (ann)-[:PLCD]->(one:Ord {ord_no: 'R-100', tot: 80.0, ord_dt: date('2024-02-01')}),
  (ann)-[:PLCD]->(two:Ord {ord_no: 'R-101', tot: 65.5, ord_dt: date('2024-03-01')}),
  (bo)-[:PLCD]->(three:Ord {ord_no: 'R-102', tot: 52.0, ord_dt: date('2024-03-09')}),
  (one)-[:CONT {qty: 2}]->(saw), (two)-[:CONT {qty: 1}]->(drill), (three)-[:CONT {qty: 1}]->(pump)
"""


asked = asked_fixture(_GRAPH)


def test_short_forms_are_read_as_the_words_of_the_question(asked: Ask) -> None:
    expected = {
        "Which machines are kept in York?": [["Mud Pump"], ["Rock Drill"]],
        "which machines are out of stock?": [["Table Saw"]],
        "Could you give me the unserviced machines?": [["Table Saw"]],
        "the best rated machine": [["Rock Drill"]],
        "What's the most expensive thing?": [["Rock Drill"]],
        "Which machines has Ann Lee ordered?": [["Rock Drill"], ["Table Saw"]],
        "total value of Ann Lee's orders": [["145.5"]],
        "How many branches are there?": [["2"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected
