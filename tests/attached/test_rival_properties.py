"""Two properties of one thing, kinds of things, and people who are called otherwise."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
UNWIND [['Alba', 5, 9, 'Drama'], ['Brisk', 8, 3, 'Horror'], ['Coda', 2, 2, 'Drama']] AS row
MERGE (g:Genre {name: row[3]})
CREATE (:Movie {title: row[0], budget: row[1], revenue: row[2], imdbStars: 10 - row[1],
  moods: CASE row[3] WHEN 'Drama' THEN ['slow', 'sad'] ELSE ['sad'] END})-[:IN_GENRE]->(g)
WITH collect(1) AS done
UNWIND [['Ann Lee', 'Alba'], ['Bo Ray', 'Alba'], ['Bo Ray', 'Brisk']] AS row
MATCH (m:Movie {title: row[1]})
MERGE (u:User {name: row[0]})
CREATE (u)-[:RATED {stars: 4}]->(m)
WITH collect(1) AS done
MATCH (u:User {name: 'Bo Ray'}), (g:Genre {name: 'Horror'})
CREATE (u)-[:RATED {stars: 2}]->(:Series {name: 'Dusk Lane'})-[:IN_GENRE]->(g)
WITH collect(1) AS done
MATCH (m:Movie {title: 'Coda'})
CREATE (:Person {name: 'Cy Roth'})-[:DIRECTED]->(m)
WITH collect(1) AS done
MATCH (a:User {name: 'Ann Lee'}), (b:User {name: 'Bo Ray'})
CREATE (a)-[:HAS_PLAN]->(:Plan {code: 'basic'}),
  (b)-[:HAS_PLAN]->(:Plan {code: 'family'})-[:INCLUDES]->(:Perk {name: 'Downloads'})
"""


asked = asked_fixture(_GRAPH)


def test_what_people_say_of_films_is_read(asked: Ask) -> None:
    expected = {
        "Which movies have a revenue below their budget?": [["Brisk"]],
        "movies whose revenue exceeds the budget": [["Alba"]],
        "What sort of movie is Brisk?": [["Horror"]],
        "How many people rated Alba?": [["2"]],
        "Which movies has nobody rated?": [["Coda"]],
        "Do we have any horror movies?": [["Brisk"]],
        "I mean the number of movies": [["3"]],
        "Which movies got two or more ratings?": [["Alba"]],
        "What is the average stars of Alba?": [["4"]],
        "movies with no ratings": [["Coda"]],
        "How many movies are there for each mood?": [["sad", "3"], ["slow", "2"]],
        "What is the most common mood of movies?": [["sad"]],
        "top 2 movies by number of ratings": [["Alba"], ["Brisk"]],
        "How many users are on the family plan?": [["1"]],
        "List the genre name and revenue of every movie": [
            ["Alba", "Drama", "9"],
            ["Brisk", "Horror", "3"],
            ["Coda", "Drama", "2"],
        ],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_what_no_word_names_may_be_of_several_labels(asked: Ask) -> None:
    expected = {
        "What did Bo Ray rate?": [["Alba"], ["Brisk"], ["Dusk Lane"]],
        "Which movies did Bo Ray rate?": [["Alba"], ["Brisk"]],
        "show me everything that Bo Ray rated": [["Alba"], ["Brisk"], ["Dusk Lane"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_what_is_lacking_at_the_end_of_a_way_is_lacking_on_all_of_it(asked: Ask) -> None:
    expected = {
        "Which users have no perks?": [["Ann Lee"]],
        "users without the perk on any of their plans": [["Ann Lee"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected
    step = next(step for step in asked("Which users have no perks?").steps if step.kind == "execution")
    assert "NOT EXISTS { MATCH (u)-[:HAS_PLAN]->(:Plan)-[:INCLUDES]->(:Perk) }" in step.data["cypher"]
