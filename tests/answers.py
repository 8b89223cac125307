"""Answers made by hand, over a graph that `write` puts into a database."""

from datetime import date

from kgqa_neo4j.model.answer import Answer, Evidence, LlmUsage, ScoredEntity, Seconds, Statement, Status, Step
from kgqa_neo4j.model.graph import Entity, Relation, Triple
from kgqa_neo4j.store import schema
from kgqa_neo4j.store.driver import Database

HOSTILE = '</script><script>alert("x")</script><img src=x onerror=alert(1)>@@rows@@\x1b]0;title\x07\u202e'
TOPIC = Entity("t:Kismet", "Kismet")
PERSON = Entity("t:Ada", "Ada Lovelace")
STRANGE = Entity("t:strange", HOSTILE)
WRITTEN, LIKED = Relation("written_by", "written by"), Relation("liked `by", "liked `by")
TRIPLES = [Triple(TOPIC, WRITTEN, PERSON), Triple(STRANGE, LIKED, TOPIC)]


def age(born: str) -> int:
    """Return how old somebody is today who was born on a day, in ISO form."""
    day, today = date.fromisoformat(born), date.today()
    return today.year - day.year - ((today.month, today.day) < (day.month, day.day))


def made_answer() -> Answer:
    """An answer with everything in it, hostile names included."""
    return Answer(
        "who wrote Kismet?",
        "adaptive",
        Status.ANSWERED,
        "Ada Lovelace",
        entities=[ScoredEntity(PERSON.id, PERSON.name, 0.9)],
        candidates=[ScoredEntity(STRANGE.id, STRANGE.name, 0.1)],
        topics=[ScoredEntity(TOPIC.id, TOPIC.name, 1.0)],
        evidence=[Evidence(triple, 0.5, 1) for triple in TRIPLES],
        steps=[Step("linking", f"linked {HOSTILE}", {"k": 1})],
        statements=[Statement("explore_hop", {"ids": [TOPIC.id]}, 2, 0.001)],
        llm=LlmUsage("tiny", "cpu", 2, 10, 3),
        seconds=Seconds(total=0.5),
    )


def write(database: Database) -> None:
    """Write the triples of `made_answer` as a load would."""
    schema.create_constraints(database)
    entities = [TOPIC, PERSON, STRANGE]
    rows = [{"id": e.id, "name": e.name, "aliases": [], "keys": []} for e in entities]
    typed: dict[str, object] = {"labels": [], "properties": {}, "times": {}}
    database.write("load_entities", rows=[{**row, **typed} for row in rows])
    for triple in TRIPLES:
        row = {"id": triple.id, "source": triple.subject.id, "target": triple.object.id, "text": triple.text}
        database.write("load_triples", type=triple.relation.id, rows=[{**row, "qualifiers": {}, "times": {}}])
