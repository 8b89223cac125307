"""Who does what to whom in a property graph: followers, authors behind what they wrote, names that are sentences."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
CREATE (ann:User {handle: 'ann_bee', reputation: 40, is_moderator: true}),
  (bo:User {handle: 'bo_crumb', reputation: 90, is_moderator: false}),
  (cy:User {handle: 'cy_dough', reputation: 15, is_moderator: false}),
  (bo)-[:FOLLOWS]->(ann), (cy)-[:FOLLOWS]->(ann), (ann)-[:FOLLOWS]->(cy), (cy)-[:FOLLOWS]->(bo),
  (salt:Riddle {title: 'Is bread without salt any good?', posed_on: date('2021-04-02'), is_closed: true,
    close_reason: 'solved'}),
  (yeast:Riddle {title: 'How do I keep wild yeast alive in a very cold kitchen over the long winter?',
    posed_on: date('2019-05-06'), is_closed: false}),
  (ann)-[:POSED]->(salt), (bo)-[:POSED]->(yeast),
  (r1:Reply {reply_id: 2019, body: 'Only toasted.', score: 3}), (r2:Reply {reply_id: 2, body: 'Never.', score: -4}),
  (r3:Reply {reply_id: 3, body: 'Near the boiler.', score: 8}),
  (r1)-[:SETTLES]->(salt), (r2)-[:SETTLES]->(salt), (r3)-[:SETTLES]->(yeast),
  (bo)-[:GAVE]->(r1), (cy)-[:GAVE]->(r2), (cy)-[:GAVE]->(r3),
  (:Note {written: '2020-01-01', likes: 3})-[:UNDER]->(r3), (n:Note {written: '2020-01-02', likes: 1})-[:UNDER]->(r1),
  (ann)-[:WROTE]->(n),
  (crust:Badge {name: 'Golden Crust'}), (whisk:Badge {name: 'Tin Whisk'}),
  (ann)-[:EARNED {earned_on: date('2020-02-03'), times: 2}]->(crust),
  (bo)-[:EARNED {earned_on: date('2021-07-08'), times: 5}]->(whisk)
"""


asked = asked_fixture(_GRAPH, settings={"ask.min_confidence": 0.0})


def test_a_name_may_be_a_sentence(asked: Ask) -> None:
    expected = {
        "Who posed Is bread without salt any good?": [["ann_bee"]],
        "Who posed the riddle How do I keep wild yeast alive in a very cold kitchen over the long winter?": [
            ["bo_crumb"]
        ],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_followers_are_those_who_follow(asked: Ask) -> None:
    expected = {
        "How many followers does ann_bee have?": [["2"]],
        "Who are ann_bee's followers?": [["bo_crumb"], ["cy_dough"]],
        "Which users does cy_dough follow?": [["ann_bee"], ["bo_crumb"]],
        "How many users does ann_bee follow?": [["1"]],
        "Who has the most followers?": [["ann_bee"]],
        "which user has the most followers": [["ann_bee"]],
        "who is followed by the people that bo_crumb follows": [["cy_dough"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_who_did_something_is_a_person(asked: Ask) -> None:
    expected = {
        "Who has settled something that ann_bee posed?": [["bo_crumb"], ["cy_dough"]],
        "Who has left notes on replies given by bo_crumb?": [["ann_bee"]],
        "Which people have given at least two replies?": [["cy_dough"]],
        "How many members are on the site?": [["3"]],
        "who has a better reputation, ann_bee or bo_crumb?": [["bo_crumb"]],
    }
    assert {question: told(asked(question)) for question in expected} == expected


def test_what_is_so_and_when_it_was(asked: Ask) -> None:
    expected = {
        "What badges have our moderators won?": [["Golden Crust"]],
        "number of riddles that are still open": [["1"]],
        "what was posed in 2019": [
            ["How do I keep wild yeast alive in a very cold kitchen over the long winter?"]
        ],
        "on what day did ann_bee get the Golden Crust badge": [["2020-02-03"]],
        "When did bo_crumb get the Tin Whisk badge?": [["2021-07-08"]],
        "What does the worst scoring reply say?": [["Never."]],
        "For each closed riddle give me the title, who posed it and why it was closed": [
            ["Is bread without salt any good?", "ann_bee", "solved"]
        ],
    }
    assert {question: told(asked(question)) for question in expected} == expected
