"""Graphs as registers keep them: companies that no label says, codes, lists in text, nodes that share their names."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_REGISTER = """
UNWIND [['Kite Holdings Ltd', 'Malta', '03-JAN-2001', 'Active', 'Malta;Cyprus', 'Standard', 901],
  ['Orb Trading S.A.', 'Panama', '14-MAY-1999', 'Struck off', 'Panama', 'Standard', 902],
  ['Pole Overseas Inc.', 'Malta', '20-OCT-2011', 'Active', 'Cyprus', 'Trust', 903],
  ['Rill Invest Limited', 'Samoa', '02-FEB-2005', 'Active', 'Samoa', null, 904]] AS row
CREATE (:Entity {name: row[0], jurisdiction: row[1], incorporation_date: row[2], status: row[3], countries: row[4],
  company_type: row[5], internal_id: row[6]})
WITH collect(1) AS done
UNWIND [['Ann Lee', 'F', 'Malta', 11], ['Bo Ray', 'M', 'Malta;Panama', 12], ['Cy Roth', 'M', 'Panama', 99]] AS row
CREATE (:Officer {name: row[0], gender: row[1], countries: row[2], internal_id: row[3]})
WITH collect(1) AS done
UNWIND [['Ann Lee', 'Kite Holdings Ltd', 'director of'], ['Ann Lee', 'Orb Trading S.A.', 'shareholder of'],
  ['Ann Lee', 'Rill Invest Limited', 'director of'], ['Bo Ray', 'Kite Holdings Ltd', 'shareholder of'],
  ['Cy Roth', 'Pole Overseas Inc.', 'director of'], ['Bo Ray', 'Pole Overseas Inc.', 'director of']] AS row
MATCH (o:Officer {name: row[0]}), (e:Entity {name: row[1]})
CREATE (o)-[:officer_of {link: row[2]}]->(e)
"""

_RACKS = """
UNWIND [['DC1', 'R-1', 'M-1', 'Debian', 5432], ['DC1', 'R-1', 'M-2', 'Debian', 5432],
  ['DC2', 'R-2', 'M-3', 'RHEL', 22], ['DC1', 'R-3', 'M-4', 'Debian', 5432], ['DC2', 'R-2', 'M-5', 'RHEL', 443]] AS row
MERGE (d:DataCenter {name: row[0]})
MERGE (r:Rack {name: row[1]}) ON CREATE SET r.rack = toInteger(right(row[1], 1))
MERGE (d)-[:CONTAINS]->(r)
CREATE (m:Machine {name: row[2], id: toInteger(right(row[2], 1)), rack: row[1]})<-[:HOLDS]-(r)
CREATE (m)-[:RUNS]->(:OS {name: row[3]})
CREATE (m)-[:EXPOSES]->(:Port {port: row[4]})
WITH collect(1) AS done
MATCH (m:Machine {name: 'M-1'}) CREATE (m)-[:RUNS]->(:Application {name: 'shop'})
WITH collect(1) AS done
MATCH (m:Machine {name: 'M-2'}) CREATE (m)-[:RUNS]->(:Service {name: 'mail'})
"""

_CASES = """
UNWIND [[4711, 'F', ['Nausea', 'Vomiting'], 'Acme'], [4712, 'M', ['Nausea'], 'Acme'], [4713, 'M', ['Rash'], 'Bolt'],
  [4714, null, ['Vomiting'], 'Acme']] AS row
CREATE (c:Case {caseId: row[0], gender: row[1], year: 2020 + row[0] % 3})
MERGE (m:Manufacturer {name: row[3]})
CREATE (m)-[:REGISTERED]->(c)
WITH c, row
UNWIND row[2] AS reaction
MERGE (r:Reaction {description: reaction})
CREATE (c)-[:HAS_REACTION]->(r)
"""

_PAYMENTS = """
UNWIND [['Ann Lee', '555-1', 'Sun Travel', true], ['Ann Lee', '555-1', 'Iron Gate', false],
  ['Bo Ray', '555-1', 'Iron Gate', true],
  ['Cy Roth', '555-2', 'Iron Gate', true], ['Di Moor', '555-3', 'Sun Travel', false]] AS row
MERGE (c:Client {name: row[0]})
MERGE (p:Phone {number: row[1]})
MERGE (m:Merchant {name: row[2]})
MERGE (c)-[:HAS_PHONE]->(p)
CREATE (c)-[:PERFORMED]->(:Payment {id: randomUUID(), fraud: row[3]})-[:PAID_TO]->(m)
"""

register, racks, cases = asked_fixture(_REGISTER), asked_fixture(_RACKS), asked_fixture(_CASES)
payments = asked_fixture(_PAYMENTS)


def test_nodes_with_names_of_companies_are_companies(register: Ask) -> None:
    expected = {
        "companies incorporated in Malta": [["Kite Holdings Ltd"], ["Pole Overseas Inc."]],
        "Which companies is Ann Lee a director of?": [["Kite Holdings Ltd"], ["Rill Invest Limited"]],
        "Which companies outside Malta are active?": [["Rill Invest Limited"]],
        "Do Ann Lee and Bo Ray have a company in common?": [["yes"]],
        "Do Ann Lee and Cy Roth have a company in common?": [["no"]],
    }
    assert {question: told(register(question)) for question in expected} == expected


def test_what_only_tells_nodes_apart_is_no_measure(register: Ask) -> None:
    expected = {
        "Which officer is involved in the most companies?": [["Ann Lee"]],
        "Which officers are involved in at least two companies?": [["Ann Lee"], ["Bo Ray"]],
    }
    assert {question: told(register(question)) for question in expected} == expected


def test_items_of_a_list_in_a_text_are_values(register: Ask) -> None:
    expected = {
        "How many officers are from Panama?": [["2"]],
        "Which officers are from Malta?": [["Ann Lee"], ["Bo Ray"]],
    }
    assert {question: told(register(question)) for question in expected} == expected


def test_a_sex_is_said_in_other_words_than_it_is_stored(cases: Ask) -> None:
    assert told(cases("How many cases are about men?")) == [["2"]]
    assert told(cases("Which cases concern women?")) == [["4711"]]


def test_groups_leave_out_what_has_no_value(register: Ask) -> None:
    assert told(register("number of companies per company type")) == [["Standard", "2"], ["Trust", "1"]]


def test_a_noun_before_a_name_is_its_label(racks: Ask) -> None:
    expected = {
        "machines in rack R-2": [["M-3"], ["M-5"]],
        "Which machines are in rack R-1?": [["M-1"], ["M-2"]],
        "list the ports exposed by M-3": [["22"]],
    }
    assert {question: told(racks(question)) for question in expected} == expected


def test_nodes_that_share_their_name_are_one_answer(racks: Ask) -> None:
    expected = {
        "Which operating systems run on machines in DC1?": [["Debian"]],
        "How many machines run each operating system?": [["Debian", "3"], ["RHEL", "2"]],
    }
    assert {question: told(racks(question)) for question in expected} == expected


def test_alternatives_are_compared_by_how_many_they_have(racks: Ask) -> None:
    assert told(racks("Does DC1 or DC2 have more machines?")) == [["DC1"]]


def test_neither_of_two_is_denied(racks: Ask) -> None:
    machines = [["M-3"], ["M-4"], ["M-5"]]
    assert told(racks("Which machines run neither an application nor a service?")) == machines


def test_nodes_have_more_of_something_than_a_named_one(register: Ask) -> None:
    assert told(register("Which officers have more companies than Bo Ray?")) == [["Ann Lee"]]


def test_whether_one_has_more_of_something_than_another(cases: Ask) -> None:
    assert told(cases("Has Acme registered more cases than Bolt?")) == [["yes"]]
    assert told(cases("Has Bolt registered more cases than Acme?")) == [["no"]]


def test_common_words_are_values_where_they_are_stored(cases: Ask) -> None:
    assert told(cases("Which cases involve both nausea and vomiting?")) == [["4711"]]


def test_who_shares_something_is_led_to_the_same_node(payments: Ask) -> None:
    expected = {
        "Who has the same phone as Ann Lee?": [["Bo Ray"]],
        "Do Ann Lee and Bo Ray have the same phone?": [["yes"]],
        "Do Ann Lee and Cy Roth have the same phone?": [["no"]],
    }
    assert {question: told(payments(question)) for question in expected} == expected


def test_two_ends_of_which_each_node_has_one_are_led_to_by_two(payments: Ask) -> None:
    assert told(payments("Who made payments to both Sun Travel and Iron Gate?")) == [["Ann Lee"]]


def test_what_has_the_most_is_shown_without_its_number(payments: Ask) -> None:
    assert told(payments("Which merchant had the most fraudulent payments?")) == [["Iron Gate"]]


def test_people_are_whoever_a_graph_has(payments: Ask) -> None:
    assert told(payments("How many different people made payments to Iron Gate?")) == [["3"]]
