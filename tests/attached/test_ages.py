"""Ages, which graphs tell by dates of birth and of death."""

from tests.answers import age
from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
UNWIND [['Ada Byron', date('1985-12-03'), null, 'Berlin'], ['Ben Okri', date('1990-02-15'), null, 'Lagos'],
  ['Cleo Park', date('1919-07-21'), date('2001-07-20'), 'Seoul']] AS row
CREATE (p:Painter {name: row[0], birthDate: row[1], birthplace: row[3]})
SET p.deathDate = row[2]
WITH collect(p) AS painters
UNWIND painters AS p
CREATE (p)-[:PAINTED]->(:Picture {title: 'The ' + p.birthplace, year: 2000}),
  (p)-[:PAINTED]->(:Picture {title: 'Old ' + p.birthplace, year: 1999})
"""

painters = asked_fixture(_GRAPH)


def test_those_alive_are_as_old_as_they_are_today(painters: Ask) -> None:
    ada, ben = age("1985-12-03"), age("1990-02-15")
    assert told(painters("How old is Ada Byron?")) == [[str(ada)]]
    assert told(painters("how old is the painter of Old Lagos")) == [[str(ben)]]
    assert told(painters("how old is the youngest painter?")) == [[str(ben)]]
    # Each once, whatever they painted.
    assert told(painters("what is the average age of painters who painted a picture?")) == [
        [f"{(ada + ben) / 2:g}"]
    ]


def test_those_dead_are_as_old_as_they_became(painters: Ask) -> None:
    assert told(painters("how old was Cleo Park when she died?")) == [["81"]]
    assert told(painters("How old is Cleo Park?")) == [["81"]]
    assert told(painters("average age at death")) == [["81"]]


def test_dates_of_a_life_are_called_by_verbs_and_by_nouns(painters: Ask) -> None:
    assert told(painters("what is Ben Okri's birthday?")) == [["1990-02-15"]]
    assert told(painters("when was the oldest painter born?")) == [["1919-07-21"]]
    assert told(painters("year of death of Cleo Park")) == [["2001"]]


def test_ages_of_groups_and_of_other_days_are_not_answered_by_others(painters: Ask) -> None:
    for question in ("average age per birthplace", "how old was Ada Byron when she painted Old Berlin?"):
        assert not painters(question).entities
