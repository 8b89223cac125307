"""Joined facts: relationships between the parts that a mediator joins, so that they are one hop apart."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.mediators import Joined, Part, joined_facts
from kgqa_neo4j.loading.stages import RunningStage
from kgqa_neo4j.store.driver import Database, Row, Run

PAGE = 5000
# Facts per transaction: many, as each relation takes a statement, but bounded by the transaction's memory.
BATCH = 5000
# A nameless node with more facts is an entity whose name is missing. Freebase's mediators have a dozen parts at
# most, and the number of joined facts grows with the square of that.
MOST_FACTS = 40


@dataclass(slots=True)
class Joins:
    """The result: newly marked mediators, nodes with too many facts for one, joined facts written."""

    marked: int = 0
    bigger: int = 0
    facts: int = 0
    relations: dict[str, str] = field(default_factory=dict)


def join_facts(connection: Connection, prefix: str, stage: RunningStage) -> Joins:
    """Mark the mediators among the entities of a prefix, and write the facts that they join.

    Idempotent. A mediator that has got a name since is unmarked.

    Raises:
        DatabaseError: the server refused, or stayed away longer than the connection's patience.
    """
    done = Joins()
    _mark(connection, prefix, done)
    done.relations = {row["id"]: row["name"] for row in _read(connection, "joined_names")}
    after, until = f"{prefix}:", f"{prefix};"
    # A batch is written while the next page is read: what is written touches no mediator.
    with ThreadPoolExecutor(1, "kgqa-joined") as writer:
        written: list[Future[int]] = []
        batch: list[Joined] = []
        while True:
            (page,) = _read(connection, "joined_parts", after=after, until=until, size=PAGE)
            if page["last"] is None:
                break
            after = page["last"]
            for mediator in page["mediators"]:
                # A fact between two mediators joins no named parts.
                parts = [_part(row) for row in mediator["parts"] if not row["mediator"]]
                batch += joined_facts(mediator["id"], parts, done.relations)
                if len(batch) >= BATCH:
                    written.append(writer.submit(_write, connection, batch))
                    batch = []
                    if len(written) > 1:
                        done.facts += written.pop(0).result()
            stage.add(len(page["mediators"]))
            stage.show(stage.items, max(done.marked, stage.items))
        written.append(writer.submit(_write, connection, batch))
        done.facts += sum(one.result() for one in written)
    return done


def _mark(connection: Connection, prefix: str, done: Joins) -> None:
    into, out_of = _leading_to_nameless(connection)
    after, until = f"{prefix}:", f"{prefix};"
    connection.run(lambda database: database.write("joined_unmark", after=after, until=until))
    while True:

        def mark(database: Database, after: str = after) -> Row:
            return database.write(
                "joined_mark", after=after, until=until, size=PAGE, most=MOST_FACTS, into=into, out_of=out_of
            )[0]

        page = connection.run(mark)
        if page["last"] is None:
            return
        after = page["last"]
        done.marked += page["marked"]
        done.bigger += page["bigger"]


def _leading_to_nameless(connection: Connection) -> tuple[list[str], list[str]]:
    """Return the relations with mostly nameless objects, and those with mostly nameless subjects."""
    into, out_of = [], []
    for row in connection.run(lambda database: list(database.stream("joined_shares"))):
        into += [row["relation"]] if 2 * row["objects"] > row["triples"] else []
        out_of += [row["relation"]] if 2 * row["subjects"] > row["triples"] else []
    return into, out_of


def _write(connection: Connection, batch: list[Joined]) -> int:
    """Write the missing joined facts; return the number of all."""
    relations: dict[str, Row] = {}
    triples: dict[str, list[Row]] = {}
    for one in batch:
        relation = one.relation
        relations.setdefault(relation.id, {"id": relation.id, "name": relation.name, "description": None})
        triples.setdefault(relation.id, []).append(one.row)

    def together(run: Run) -> None:
        run("load_lock")
        known = {row["id"] for row in run("load_known", rows=[one.row for one in batch])}
        run("load_relations", rows=list(relations.values()))
        for relation, rows in sorted(triples.items()):
            if missing := [row for row in rows if row["id"] not in known]:
                run("load_triples", type=relation, rows=missing)

    if batch:
        connection.run(lambda database: database.transact(together))
    return len(batch)


def _part(row: Row) -> Part:
    return Part(
        row["relation"],
        row["outward"],
        row["id"],
        row["name"],
        row["datatype"] or "",
        row["value"],
        row["precision"] or "",
    )


def _read(connection: Connection, name: str, **parameters: object) -> list[Row]:
    return connection.run(lambda database: database.read(name, **parameters))
