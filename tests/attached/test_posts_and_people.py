"""Questions about what people write and who does what to whom by it, and nouns that a graph calls otherwise."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_POSTS = (
    """UNWIND [['annl', 'Ann Lee', 40, true], ['bobk', 'Bob Kay', 900, false], ['cyd', 'Cyd Orr', 70, true],
  ['dora', 'Dora Fox', 15, false], ['eli', 'Eli Poe', 8, false], ['fay', 'Fay Dunn', 30, false],
  ['gus', 'Gus Orr', 5, false], ['hal', 'Hal Ives', 3, false], ['ivy', 'Ivy Nash', 60, false],
  ['jo', 'Jo March', 20, false]] AS row
CREATE (:User {screen_name: row[0], name: row[1], followers: row[2], verified: row[3]})""",
    """MATCH (u:User {screen_name: 'annl'}) SET u:Me""",
    """UNWIND [['annl', 'bobk'], ['bobk', 'annl'], ['cyd', 'annl'], ['cyd', 'bobk'], ['dora', 'cyd'], ['eli', 'dora'],
  ['dora', 'eli']] AS row
MATCH (a:User {screen_name: row[0]}), (b:User {screen_name: row[1]}) CREATE (a)-[:FOLLOWS]->(b)""",
    """UNWIND [['annl', 1, 'Puffins on the cliff', '2021-05-01'], ['bobk', 2, 'Look at these puffins', '2021-06-11'],
  ['cyd', 3, 'Rain again', '2021-10-02'], ['dora', 4, 'Nice one', '2021-10-09'],
  ['eli', 5, 'Agreed', '2020-06-03']] AS row
MATCH (u:User {screen_name: row[0]})
CREATE (u)-[:POSTED]->(:Post {id: row[1], text: row[2], created_at: date(row[3])})""",
    """MATCH (a:Post {id: 2}), (b:Post {id: 1}) CREATE (a)-[:REPLY_TO]->(b)""",
    """MATCH (a:Post {id: 4}), (b:Post {id: 3}) CREATE (a)-[:REPLY_TO]->(b)""",
    """MATCH (a:Post {id: 5}), (b:User {screen_name: 'annl'}) CREATE (a)-[:MENTIONS]->(b)""",
)

_FIRMS = """
CREATE (ja:Country {name: 'Japan'}), (us:Country {name: 'United States', iso: 'US'}),
  (nl:Country {name: 'Netherlands'}),
  (osaka:City {name: 'Osaka'})-[:IN_COUNTRY]->(ja), (boston:City {name: 'Boston'})-[:IN_COUNTRY]->(us),
  (delft:City {name: 'Delft'})-[:IN_COUNTRY]->(nl),
  (soft:Category {name: 'Software Companies'}), (bank:Category {name: 'Banks'}),
  (ann:Person {name: 'Ann Lee'}), (bob:Person {name: 'Bob Kay'}),
  (ono:Organization {name: 'Ono', nbrEmployees: 120, founded: '1994-03-02', revenue: 9.5, isPublic: true}),
  (ono)-[:IN_CITY]->(osaka),
  (quill:Organization {name: 'Quill', nbrEmployees: 80, founded: '1988-01-05', revenue: 4.0, isPublic: false}),
  (quill)-[:IN_CITY]->(boston),
  (vos:Organization {name: 'Vos', nbrEmployees: 300, founded: '2001-07-19', revenue: 7.0, isPublic: true}),
  (vos)-[:IN_CITY]->(delft),
  (ono)-[:HAS_CATEGORY]->(soft), (quill)-[:HAS_CATEGORY]->(soft), (vos)-[:HAS_CATEGORY]->(bank),
  (ono)-[:HAS_CEO]->(ann), (quill)-[:HAS_CEO]->(bob), (vos)-[:HAS_CEO]->(bob),
  (:Article {title: 'Robots on every desk'})-[:MENTIONS]->(ono), (:Article {title: 'Banks look up'})-[:MENTIONS]->(vos)
"""

_CUP = """
CREATE (nl:Team {name: 'Netherlands'}), (fr:Team {name: 'France'}),
  (a:Person {name: 'Lieke', dob: date('1992-10-16'), position: 'Forward', caps: 90})-[:REPRESENTS]->(nl),
  (b:Person {name: 'Sari', dob: date('1990-01-30'), position: 'Goalkeeper', caps: 60})-[:REPRESENTS]->(nl),
  (c:Person {name: 'Wendie', dob: date('1990-07-20'), position: 'Defender', caps: 140})-[:REPRESENTS]->(fr),
  (d:Person {name: 'Elodie', dob: date('1985-10-01'), position: 'Goalkeeper', caps: 12})-[:REPRESENTS]->(fr),
  (final:Match {id: 'M1', stage: 'Final'}), (semi:Match {id: 'M2', stage: 'Semi-final'}),
  (nl)-[:PLAYED_IN {score: 2}]->(final), (fr)-[:PLAYED_IN {score: 1}]->(final), (fr)-[:PLAYED_IN {score: 3}]->(semi),
  (a)-[:SCORED_GOAL {minute: 12}]->(final), (c)-[:SCORED_GOAL {minute: 55}]->(semi)
"""

posts, firms, cup = asked_fixture(*_POSTS), asked_fixture(_FIRMS), asked_fixture(_CUP)


def test_people_are_related_by_what_they_post(posts: Ask) -> None:
    expected = {
        "Who has replied to posts by Ann Lee?": [["Bob Kay"]],
        "Who replied to Cyd Orr?": [["Dora Fox"]],
        "Who was mentioned by Eli Poe?": [["Ann Lee"]],
        "Who has mentioned Ann Lee?": [["Eli Poe"]],
        "Who posted on 11 June 2021?": [["Bob Kay"]],
        "who posted about puffins": [["Ann Lee"], ["Bob Kay"]],
    }
    assert {question: told(posts(question)) for question in expected} == expected


def test_a_network_of_followers_has_directions(posts: Ask) -> None:
    expected = {
        "Who does @cyd follow?": [["Ann Lee"], ["Bob Kay"]],
        "Who follows Dora Fox?": [["Eli Poe"]],
        "Who is followed by Eli Poe?": [["Dora Fox"]],
    }
    assert {question: told(posts(question)) for question in expected} == expected


def test_posts_are_called_by_what_they_say_and_users_by_their_names(posts: Ask) -> None:
    expected = {
        "Which posts are from October?": [["Nice one"], ["Rain again"]],
        "which posts are about puffins": [["Look at these puffins"], ["Puffins on the cliff"]],
        "how many verified accounts are there": [["2"]],
        "top two accounts by followers": [["Bob Kay"], ["Cyd Orr"]],
        "How many followers does a verified account have on average?": [["55"]],
    }
    assert {question: told(posts(question)) for question in expected} == expected


def test_adjectives_of_nationality_and_sorts_name_nodes(firms: Ask) -> None:
    expected = {
        "show me all Japanese companies": [["Ono"]],
        "How many US cities are in here?": [["1"]],
        "software firms with fewer than 100 employees": [["Quill"]],
        "how many people work for Ono": [["120"]],
        "Which companies were founded in the nineties?": [["Ono"]],
        "articles about robots": [["Robots on every desk"]],
    }
    assert {question: told(firms(question)) for question in expected} == expected


def test_players_are_persons_and_no_teams(cup: Ask) -> None:
    expected = {
        "how many players do we have for France": [["2"]],
        "Dutch goalkeepers": [["Sari"]],
        "In what minute did Wendie score?": [["55"]],
        "Which players celebrate their birthday in October?": [["Elodie"], ["Lieke"]],
        "total number of caps of all the French players together": [["152"]],
    }
    assert {question: told(cup(question)) for question in expected} == expected
