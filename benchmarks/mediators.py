"""Measure the gain of joining facts over mediators: questions with a gold answer one hop from the topic.

    python -m benchmarks.mediators webquestions-plain.jsonl.gz --workspace DIR

The graph is one loaded with `kgqa load freebase`. "Without" ignores the relationships joined over a mediator; mediators
never count as answers.
"""

from neo4j import GraphDatabase

from benchmarks.harness import Parser, report
from kgqa_neo4j.question_sets.questions import read_questions
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import connect

REACHED = """
CYPHER 25
UNWIND $rows AS row
MATCH (topic:Entity {id: row.topic})
CALL (topic, row) {
  MATCH (topic)-[r]-(end:Entity&!Mediator)
  WHERE ($joined OR r.mediator IS NULL) AND (end.id IN row.answers OR end.name IN row.answers)
  RETURN count(DISTINCT end) AS reached
}
RETURN count(CASE WHEN reached > 0 THEN 1 END) AS questions
"""


def main() -> None:
    """Count such questions in all files."""
    arguments = Parser(__doc__, "questions", "--workspace", "--json").parse_args()
    questions = [one for file in arguments.questions for one in read_questions(file, "jsonl")]
    rows = [{"topic": one.topics[0], "answers": list(one.answer_names)} for one in questions if one.topics]
    with connect(load_configuration(arguments.workspace)) as database:
        endpoint = database.endpoint
    counts = {"questions": len(questions)}
    auth = (endpoint.username, endpoint.password)
    with GraphDatabase.driver(endpoint.uri, auth=auth) as driver, driver.session() as session:
        for name, joined in (("without", False), ("with", True)):
            (row,) = session.run(REACHED, rows=rows, joined=joined).data()
            counts[name] = row["questions"]
    report(counts, arguments)


if __name__ == "__main__":
    main()
