from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loaders.base import Described, Fact, Item, Source
from kgqa_neo4j.loading import Loading, graph_hash, load, removal
from kgqa_neo4j.loading.sources import LoadedSource, chosen, counted, sources
from kgqa_neo4j.model.errors import ConfigError, InputError
from kgqa_neo4j.model.graph import Entity, Relation, Triple
from kgqa_neo4j.store import health
from kgqa_neo4j.store.driver import Database
from tests.loading.conftest import DIMENSION
from tests.loading.test_rows import ListSource

Cypher = Callable[..., list[dict[str, Any]]]
EVERYTHING = (
    "MATCH (n:Entity|Relation) OPTIONAL MATCH (n)-[r]->(o) "
    "RETURN labels(n) AS labels, properties(n) AS n, type(r) AS type, properties(r) AS r, o.id AS o "
    "ORDER BY n.id, type, o, r.id, r.direction"
)
A = "Ada|knows|Bob\nAda|lives_in|Rome\nBob|lives_in|Rome\nBob|born|1990-01-02\n"
B = "Ada|knows|Bob\nEve|knows|Ada\nEve|owns|Cat\nRome|in|Italy\nEve|born|1990-01-02\n"


@pytest.fixture
def load_file(loading: Callable[..., Loading], tmp_path: Path) -> Callable[..., None]:
    def run(name: str, text: str, prefix: str = "t", embed: str = "none") -> None:
        file = tmp_path / name
        file.write_text(text)
        load(loading(embed=embed), LOADERS.get("triples").open(str(file), {"prefix": prefix}))

    return run


def test_a_graph_is_the_same_after_a_second_source_came_and_went(
    load_file: Callable[..., None], loading: Callable[..., Loading], database: Database, cypher: Cypher
) -> None:
    load_file("a.txt", A, embed="triples")
    before, hashed = cypher(EVERYTHING), graph_hash(database)
    load_file("b.txt", B, embed="triples")
    assert graph_hash(database) != hashed
    done = removal.remove(loading(), ["b.txt"])
    assert (done.removed_triples, done.removed_entities) == (4, 3)
    assert graph_hash(database) == hashed
    assert cypher(EVERYTHING) == before
    assert health.check_ready(database, model="hash", dimension=DIMENSION, normalised=True)
    assert [one.source for one in sources(database)] == ["a.txt"]


def test_the_first_source_goes_as_well_and_what_it_shared_stays(
    load_file: Callable[..., None], loading: Callable[..., Loading], database: Database
) -> None:
    load_file("b.txt", B)
    alone = graph_hash(database)
    removal.remove(loading(), None)
    load_file("a.txt", A)
    load_file("b.txt", B)
    removal.remove(loading(), ["a.txt"])
    assert graph_hash(database) == alone
    load_file("a.txt", A)
    removal.remove(loading(), ["b.txt"])
    removal.remove(loading(), ["a.txt"])
    assert database.read("graph_counts")[0] == {"entities": 0, "relations": 0, "triples": 0, "mediators": 0}


def test_three_sources_share_a_triple_until_the_last_goes(
    load_file: Callable[..., None], loading: Callable[..., Loading], database: Database
) -> None:
    for name in ("a", "b", "c"):
        load_file(name, f"Ada|knows|Bob\nAda|in|{name} town\n")
    for name, left in (("b", 3), ("a", 2), ("c", 0)):
        removal.remove(loading(), [name])
        assert database.read("graph_counts")[0]["triples"] == left


def test_what_is_loaded_again_belongs_to_its_source_again(
    load_file: Callable[..., None], loading: Callable[..., Loading], database: Database
) -> None:
    load_file("a.txt", A)
    hashed = graph_hash(database)
    for _ in range(2):
        load_file("b.txt", B)
        load_file("b.txt", B)
        removal.remove(loading(), ["b.txt"])
    assert graph_hash(database) == hashed


def test_nothing_is_left_of_a_graph_whose_sources_are_gone(
    load_file: Callable[..., None], loading: Callable[..., Loading], database: Database, cypher: Cypher
) -> None:
    load_file("a.txt", A)
    load_file("b.txt", B, prefix="u")
    removal.remove(loading(), None)
    assert cypher("MATCH (n) RETURN count(n) AS n") == [{"n": 0}]
    # The next graph may be of another model, and its first source bears no marks again.
    load_file("a.txt", A)
    assert cypher("MATCH ()-[r]->() WHERE r.loads IS NOT NULL RETURN count(r) AS n") == [{"n": 0}]


class Killed(Exception):
    pass


@pytest.mark.parametrize("statement", ["remove_triples", "remove_told", "remove_relations", "remove_end"])
def test_an_interrupted_removal_goes_on(
    load_file: Callable[..., None],
    loading: Callable[..., Loading],
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    statement: str,
) -> None:
    load_file("a.txt", A)
    hashed = graph_hash(database)
    load_file("b.txt", B)
    real, calls = Database.transact, []

    def transact(self: Database, work: Callable[..., Any]) -> Any:
        def stopping(run: Callable[..., Any]) -> Any:
            def checked(name: str, /, **parameters: Any) -> Any:
                calls.append(name)
                if name == statement and calls.count(name) > (statement == "remove_triples"):
                    raise Killed
                return run(name, **parameters)

            return work(checked)

        return real(self, stopping)

    def write(self: Database, name: str, /, **parameters: Any) -> Any:
        if name == statement:
            raise Killed
        return real_write(self, name, **parameters)

    real_write = Database.write
    with monkeypatch.context() as patch:
        patch.setattr(Database, "transact", transact)
        patch.setattr(Database, "write", write)
        patch.setattr(removal, "PAGE", 2)
        with pytest.raises(Killed):
            removal.remove(loading(), ["b.txt"])
    assert [one.state for one in sources(database)] == ["loaded", "removing"]
    with pytest.raises(ConfigError, match=r"removal of b.txt was interrupted"):
        load_file("b.txt", B)
    removal.remove(loading(), ["b.txt"])
    assert graph_hash(database) == hashed


def listed(name: str, *items: Item) -> Source:
    source = ListSource(*items)
    source.key = name
    return source


def test_names_that_a_source_gave_go_with_it(
    loading: Callable[..., Loading], database: Database, cypher: Cypher
) -> None:
    ada, bob = Entity("x:1", ""), Entity("x:2", "Robert", ("Bob",), "a painter")
    knows = Relation("knows", "knows")
    load(loading(), listed("a", Described(1, bob), Fact(2, Triple(ada, knows, bob))))
    before = cypher(EVERYTHING)
    other = Entity("x:2", "Bob", (), "a singer")
    named = Entity("x:1", "Ada", ("Countess",))
    alone = Entity("x:3", "nobody's friend")
    load(loading(), listed("b", Described(1, named), Described(2, other), Described(3, alone)))
    assert {row["name"] for row in cypher("MATCH (e:Entity) RETURN e.name AS name")} == {
        "Ada",
        "Bob",
        "nobody's friend",
    }
    removal.remove(loading(), [sources(database)[1].id])
    assert cypher(EVERYTHING) == before


def test_what_only_the_removed_source_named_stays_as_long_as_it_has_facts(
    loading: Callable[..., Loading], database: Database, cypher: Cypher
) -> None:
    ada, bob = Entity("x:1", "Ada"), Entity("x:2", "Bob")
    knows = Relation("knows", "knows")
    load(loading(), listed("a", Described(1, ada), Described(2, bob)))
    load(loading(), listed("b", Fact(1, Triple(Entity("x:1", ""), knows, Entity("x:2", "")))))
    removal.remove(loading(), [sources(database)[0].id])
    assert [row["name"] for row in cypher("MATCH (e:Entity) RETURN e.name AS name ORDER BY name")] == [
        "Ada",
        "Bob",
    ]
    removal.remove(loading(), None)
    assert cypher("MATCH (n) RETURN count(n) AS n") == [{"n": 0}]


def test_a_hub_is_taken_away_in_parts(
    load_file: Callable[..., None],
    loading: Callable[..., Loading],
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    load_file("a.txt", A)
    hashed = graph_hash(database)
    load_file("hub.txt", "".join(f"hub|has|part {number}\n" for number in range(300)))
    monkeypatch.setattr(removal, "BATCH", 70)
    assert removal.remove(loading(embed="none"), ["hub.txt"]).removed_triples == 300
    assert graph_hash(database) == hashed


def test_sources_say_what_they_brought(load_file: Callable[..., None], loading: Callable[..., Loading]) -> None:
    load_file("a.txt", A)
    load_file("b.txt", B)
    first, second = counted(loading().connection)
    assert (first.source, first.triples, first.entities, first.state) == ("a.txt", 4, 4, "loaded")
    assert (second.source, second.triples, second.entities) == ("b.txt", 5, 7)


@pytest.mark.parametrize(
    ("name", "message"), [("c.txt", "no source is called"), ("t:", "2 sources are called")]
)
def test_a_source_is_named_by_its_id_or_its_file(
    load_file: Callable[..., None], loading: Callable[..., Loading], database: Database, name: str, message: str
) -> None:
    load_file("a.txt", A)
    load_file("b.txt", B)
    with pytest.raises(InputError, match=message) as caught:
        removal.remove(loading(), [name])
    loaded: Sequence[LoadedSource] = sources(database)
    assert all(one.id in caught.value.hint for one in loaded)
    assert chosen(loaded, loaded[1].id[:10]).source == loaded[1].source


def test_sources_of_an_older_program_are_not_told_apart(
    load_file: Callable[..., None], loading: Callable[..., Loading], cypher: Cypher
) -> None:
    load_file("a.txt", A)
    load_file("b.txt", B)
    cypher("MATCH (l:Load) REMOVE l.number")
    with pytest.raises(ConfigError, match="older version"):
        removal.remove(loading(), ["a.txt"])
    removal.remove(loading(), None)
    assert cypher("MATCH (e:Entity) RETURN count(e) AS n") == [{"n": 0}]
