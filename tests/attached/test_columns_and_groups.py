"""What is asked for beside the first noun, and what rows are made for: pairs, lists, counts and averages of each."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
CREATE (north:Library {name: 'Northside', annualBudget: 900}), (quay:Library {name: 'Quay', annualBudget: 400}),
  (mill:Library {name: 'Millbank', annualBudget: 700}),
  (ada:Reader {fullName: 'Ada Quill', homeTown: 'Brack', email: 'ada@x.example', hobbies: ['chess', 'rowing']}),
  (bo:Reader {fullName: 'Bo Ferris', homeTown: 'Brack', email: 'bo@x.example', hobbies: ['chess']}),
  (cy:Reader {fullName: 'Cy Mortimer', homeTown: 'Dell', email: 'cy@x.example'}),
  (one:Book {title: 'Salt Roads', language: 'French', listPrice: 20, unitCost: 8}),
  (two:Book {title: 'The Lamp', language: 'English', listPrice: 30, unitCost: 9}),
  (three:Book {title: 'Old Rivers', language: 'English', listPrice: 10, unitCost: 5}),
  (ada)-[:MEMBER_OF {role: 'chair', joinedYear: 2001}]->(north),
  (bo)-[:MEMBER_OF {role: 'treasurer', joinedYear: 2010}]->(north),
  (cy)-[:MEMBER_OF {role: 'chair', joinedYear: 2015}]->(quay),
  (ada)-[:RATED {stars: 5}]->(one), (bo)-[:RATED {stars: 3}]->(one),
  (ada)-[:RATED {stars: 4.5}]->(two), (cy)-[:RATED {stars: 2}]->(three),
  (north)-[:HAS {copies: 4}]->(one), (north)-[:HAS {copies: 1}]->(two), (quay)-[:HAS {copies: 2}]->(one)
"""


asked = asked_fixture(_GRAPH, settings={"ask.min_confidence": 0.0})


def test_all_that_is_asked_for_is_shown(asked: Ask) -> None:
    expected = {
        "Which readers rated which books?": [
            ["Ada Quill", "Salt Roads"], ["Ada Quill", "The Lamp"], ["Bo Ferris", "Salt Roads"],
            ["Cy Mortimer", "Old Rivers"],
        ],
        "names and home towns of the members of Northside": [["Ada Quill", "Brack"], ["Bo Ferris", "Brack"]],
        "Give me a table of the Northside members with their role and the year they joined": [
            ["Ada Quill", "chair", "2001"], ["Bo Ferris", "treasurer", "2010"],
        ],
        "Title and list price of all English books": [["Old Rivers", "10"], ["The Lamp", "30"]],
    }  # fmt: skip
    assert {question: told(asked(question)) for question in expected} == expected


def test_rows_are_made_for_each(asked: Ask) -> None:
    expected = {
        "books per language": [["English", "2"], ["French", "1"]],
        "readers by home town": [["Brack", "2"], ["Dell", "1"]],
        "How many books are in French and how many in English?": [["English", "2"], ["French", "1"]],
        "average list price, split by French and English": [["English", "20"], ["French", "20"]],
        "average stars per book, highest first": [
            ["Old Rivers", "2"],
            ["Salt Roads", "4"],
            ["The Lamp", "4.5"],
        ],
        "English and French books": [["Old Rivers"], ["Salt Roads"], ["The Lamp"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_what_has_most_is_found_by_what_is_made_of_its_parts(asked: Ask) -> None:
    expected = {
        "Which book has the highest average rating?": [["The Lamp"]],
        "Which town has the most readers?": [["Brack"]],
        "Which library has the most copies?": [["Northside"]],
        "Name the two libraries with the most money per year": [["Millbank"], ["Northside"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_a_superlative_shows_what_has_it_and_who_is_asked_for_besides(asked: Ask) -> None:
    expected = {
        "Who rated the cheapest book?": [["Cy Mortimer"]],
        "What is the cheapest book and who rated it?": [["Old Rivers", "Cy Mortimer"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_what_no_query_says_yet_is_not_answered_by_another(asked: Ask) -> None:
    assert (asked("How many books are in French and why?").confidence or 0.0) < 0.5


def test_how_many_of_a_named_thing_are_there_is_what_their_relationship_says(asked: Ask) -> None:
    assert told(asked("How many Salt Roads are in Northside?")) == [["4"]]


def test_each_value_of_a_list_is_a_row_where_the_question_wants_it_so(asked: Ask) -> None:
    expected = {
        "List the hobbies of Ada Quill one by one": [["chess"], ["rowing"]],
        "What are the hobbies of Ada Quill?": [["chess, rowing"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected
