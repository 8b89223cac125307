"""Names that people say in part, and things that have a code and a description for a name."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
UNWIND [['44054006', 'Diabetes'], ['195967001', 'Asthma'], ['271737000', 'Anemia (disorder)']] AS row
CREATE (:Condition {code: row[0], description: row[1]})
WITH collect(1) AS done
UNWIND [['855332', 'Warfarin Sodium 5 MG Oral Tablet'], ['314076', 'lisinopril 10 MG Oral Tablet'],
  ['316049', 'Hydrochlorothiazide 25 MG'], ['310798', 'Hydrochlorothiazide 50 MG']] AS row
CREATE (:Drug {code: row[0], description: row[1]})
WITH collect(1) AS done
UNWIND [['Ann Lee', ['Diabetes', 'Anemia (disorder)'], ['855332'], 'Leeds', '1 High St', 'Hull', date('1980-05-06')],
  ['Bo Ray', ['Asthma'], ['314076'], 'Hull', '2 Low Rd', 'Bern', date('1975-01-02')],
  ['Cy Roth', ['Diabetes'], ['314076', '316049'], 'Leeds', '3 Elm Way', 'Leeds', date('1961-09-10')]] AS row
CREATE (p:Patient {name: row[0], city: row[3], address: row[4], birthplace: row[5], birthDate: row[6]})
FOREACH (text IN row[1] | MERGE (c:Condition {description: text}) CREATE (p)-[:HAS_CONDITION]->(c))
FOREACH (code IN row[2] | MERGE (d:Drug {code: code}) CREATE (p)-[:TAKES_DRUG]->(d))
"""

clinic = asked_fixture(_GRAPH)


def test_things_with_a_code_are_called_by_their_description(clinic: Ask) -> None:
    assert sorted(told(clinic("which conditions does Ann Lee have?"))) == [["Anemia (disorder)"], ["Diabetes"]]
    assert told(clinic("which condition do most patients have?")) == [["Diabetes"]]


def test_a_name_is_found_by_what_only_it_begins_with(clinic: Ask) -> None:
    assert told(clinic("which patients take warfarin?")) == [["Ann Lee"]]
    assert told(clinic("which patients have been put on warfarin?")) == [["Ann Lee"]]
    assert sorted(told(clinic("who takes lisinopril?"))) == [["Bo Ray"], ["Cy Roth"]]
    assert told(clinic("patients with anemia")) == [["Ann Lee"]]


def test_verbs_before_a_value_and_words_for_the_first_ask_for_no_property(clinic: Ask) -> None:
    assert sorted(told(clinic("patients living in Leeds"))) == [["Ann Lee"], ["Cy Roth"]]
    assert told(clinic("who was born first?")) == [["Cy Roth"]]
