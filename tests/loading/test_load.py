from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j.embedding import Vectors
from kgqa_neo4j.loading import Loading, graph_hash, reembed
from kgqa_neo4j.loading.pipeline import fill
from kgqa_neo4j.model.errors import TooManyBadLines, WrongDimension
from kgqa_neo4j.model.graph import triple_id
from kgqa_neo4j.store import health, schema
from kgqa_neo4j.store.driver import Database
from tests.loading.conftest import DIMENSION, HashEmbedder, LoadText

Cypher = Callable[..., list[dict[str, Any]]]

FILMS = "Kismet|directed_by|William_Dieterle\nKismet|has_tag|fate\nPortrait|directed_by|William_Dieterle\n"


def test_the_graph_is_as_documented(load_text: LoadText, cypher: Cypher) -> None:
    load_text(FILMS)
    (triple,) = cypher(
        "MATCH (s:Entity {id: 't:Kismet'})-[r:directed_by]->(o:Entity) "
        "RETURN properties(s) AS s, properties(r) AS r, properties(o) AS o"
    )
    assert triple["s"].pop("embedding")
    assert triple["s"] == {"id": "t:Kismet", "name": "Kismet", "keys": ["kismet"]}
    assert len(triple["r"].pop("embedding")) == DIMENSION
    assert triple["r"] == {
        "id": triple_id("t:Kismet", "directed_by", "t:William_Dieterle"),
        "source": "t:Kismet",
        "target": "t:William_Dieterle",
        "type": "directed_by",
        "text": "(Kismet, directed by, William Dieterle)",
    }
    assert triple["o"]["name"] == "William_Dieterle"
    assert triple["o"]["aliases"] == ["William Dieterle"]
    assert triple["o"]["keys"] == ["william dieterle"]
    relations = cypher("MATCH (p:Relation) RETURN p.id AS id, p.name AS name, p.count AS count ORDER BY id")
    assert relations == [
        {"id": "directed_by", "name": "directed by", "count": 2},
        {"id": "has_tag", "name": "has tag", "count": 1},
    ]


def test_what_is_embedded_says_what_each_thing_is(load_text: LoadText, embedder: HashEmbedder) -> None:
    load_text(FILMS)
    assert set(embedder.texts) == {
        "directed by",
        "has tag",
        "(Kismet, directed by, William Dieterle)",
        "(Kismet, has tag, fate)",
        "(Portrait, directed by, William Dieterle)",
        "fate: has tag Kismet",
        "Portrait: directed by William Dieterle",
        *(text for text in embedder.texts if text.startswith(("Kismet: ", "William Dieterle: directed by "))),
    }
    assert len(embedder.texts) == len(set(embedder.texts)) == 9


def test_steps_between_relations_count_entities_not_pairs(load_text: LoadText, cypher: Cypher) -> None:
    hub = "".join(f"film {number}|directed_by|hub\n" for number in range(50))
    load_text(f"{hub}hub|born_in|town\nfilm 1|made_in|town\n")
    rows = cypher(
        "MATCH (a:Relation)-[f:FOLLOWED_BY]->(b:Relation) "
        "RETURN a.id AS a, f.direction AS d, b.id AS b, f.count AS n"
    )
    steps = {(row["a"], row["d"], row["b"]): row["n"] for row in rows}
    assert steps == {
        ("directed_by", "out-out", "born_in"): 1,
        ("directed_by", "out-in", "directed_by"): 1,
        ("directed_by", "in-out", "made_in"): 1,
        ("made_in", "in-out", "directed_by"): 1,
        ("made_in", "out-in", "born_in"): 1,
        ("born_in", "in-in", "directed_by"): 1,
        ("born_in", "out-in", "made_in"): 1,
    }


@pytest.mark.usefixtures("bare_database")
def test_every_index_is_online_and_the_graph_is_ready(load_text: LoadText, database: Database) -> None:
    summary = load_text(FILMS)
    assert health.check_ready(database, model="hash", dimension=DIMENSION, normalised=True)
    assert set(summary.indexes) <= {state.name for state in health.index_states(database)}
    assert schema.triple_index_types(database) == {"directed_by", "has_tag"}


def test_a_loaded_file_changes_nothing(load_text: LoadText, cypher: Cypher, embedder: HashEmbedder) -> None:
    everything = (
        "MATCH (n) OPTIONAL MATCH (n)-[r]->() RETURN properties(n) AS n, properties(r) AS r, type(r) AS t"
    )
    assert not load_text(FILMS).unchanged
    before, embedded = cypher(everything), len(embedder.texts)
    again = load_text(FILMS)
    assert again.unchanged
    assert (again.new_triples, again.lines, again.stages) == (0, 3, [])
    assert cypher(everything) == before
    assert len(embedder.texts) == embedded


@pytest.mark.usefixtures("bare_database")
def test_a_loaded_file_mends_a_lost_index(load_text: LoadText, database: Database) -> None:
    load_text(FILMS)
    schema.drop_index(database, "entity_names")
    load_text(FILMS)
    assert "entity_names" in {state.name for state in health.index_states(database)}


def test_a_changed_file_is_a_new_load(load_text: LoadText) -> None:
    load_text(FILMS)
    more = load_text(FILMS + "Kismet|release_year|1944\n")
    assert (more.unchanged, more.new_triples, more.triples) == (False, 1, 4)


@pytest.mark.usefixtures("bare_database")
def test_new_types_get_a_new_index_and_the_old_one_goes(load_text: LoadText, database: Database) -> None:
    load_text(FILMS)
    before = set(schema.triple_indexes(database))
    load_text("a|`; hostile` type|b\n", prefix="u")
    assert schema.triple_index_types(database) == {"directed_by", "has_tag", "`; hostile` type"}
    assert len(schema.triple_indexes(database)) == 1
    assert set(schema.triple_indexes(database)).isdisjoint(before)


def test_prefixes_keep_sources_apart_and_one_prefix_joins_them(load_text: LoadText) -> None:
    load_text("a|r|b\n", prefix="one")
    assert load_text("a|r|c\n", prefix="one").entities == 3
    assert load_text("a|r|b\n", prefix="two").entities == 5


@pytest.mark.parametrize(("level", "vectors"), [("none", 0), ("relations", 2), ("entities", 6), ("triples", 9)])
def test_the_level_says_what_gets_a_vector(
    load_text: LoadText, cypher: Cypher, level: str, vectors: int
) -> None:
    summary = load_text(FILMS, embed=level)
    count = "COUNT { (n) WHERE n.embedding IS NOT NULL } + COUNT { ()-[r]->() WHERE r.embedding IS NOT NULL }"
    assert cypher(f"RETURN {count} AS n") == [{"n": vectors}]
    assert summary.embed_level == level


def test_a_higher_level_adds_only_what_is_missing(load_text: LoadText, embedder: HashEmbedder) -> None:
    load_text(FILMS, embed="entities")
    assert len(embedder.texts) == 6
    load_text(FILMS, embed="triples")
    assert len(embedder.texts) == 9


def test_bad_lines_are_kept_and_the_rest_is_loaded(load_text: LoadText) -> None:
    summary = load_text(b"a|r|b\nbad\nc|r|\xff\nd|r|e\n")
    assert (summary.triples, summary.rejected, summary.lines) == (2, 2, 4)
    assert Path(summary.rejects_file).read_text("utf-8").splitlines() == [
        "facts.txt:2\t1 columns instead of 3\tbad",
        r"facts.txt:3\tnot UTF-8 at byte 5\tc|r|\\xff".replace(r"\t", "\t"),
    ]


def test_strict_stops_at_the_first_bad_line_and_keeps_what_came_before(
    load_text: LoadText, database: Database
) -> None:
    with pytest.raises(TooManyBadLines, match=r"facts\.txt:3: 1 columns"):
        load_text("a|r|b\nc|r|d\nbad\ne|r|f\n", max_errors=0)
    assert database.read("graph_counts")[0]["triples"] == 2
    summary = load_text("a|r|b\nc|r|d\nbad\ne|r|f\n")
    assert (summary.resumed_after_line, summary.triples, summary.rejected) == (2, 3, 1)


def test_bad_lines_are_bounded(load_text: LoadText) -> None:
    text = "a|r|b\n" + "bad\n" * 3
    assert load_text(text, max_errors=3).rejected == 3
    with pytest.raises(TooManyBadLines, match="more than 2 bad lines"):
        load_text(text + "\n", max_errors=2)


def test_another_model_is_refused_before_any_row(load_text: LoadText, database: Database) -> None:
    load_text(FILMS)
    with pytest.raises(WrongDimension) as caught:
        load_text("x|r|y\n", embedder=HashEmbedder("another"))
    assert "kgqa load --reembed" in caught.value.hint
    assert database.read("graph_counts")[0]["triples"] == 3


class StoppedEmbedder(HashEmbedder):
    """Is interrupted when it is asked for one batch more than it may encode."""

    def __init__(self, batches: int) -> None:
        super().__init__()
        self.left = batches

    def encode(self, texts: Sequence[str]) -> Vectors:
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        return super().encode(texts)


@pytest.mark.parametrize("batches", range(5))
def test_a_load_stopped_among_its_vectors_goes_on_where_it_stopped(
    load_text: LoadText, database: Database, cypher: Cypher, monkeypatch: pytest.MonkeyPatch, batches: int
) -> None:
    monkeypatch.setattr("kgqa_neo4j.loading.vectors.BATCH", 2)
    stopped, again = StoppedEmbedder(batches), HashEmbedder()
    with pytest.raises(KeyboardInterrupt):
        load_text(FILMS, embedder=stopped)
    summary = load_text(FILMS, embedder=again)
    assert (summary.new_triples, summary.embed_level) == (0, "triples")
    assert len(stopped.texts) + len(again.texts) == len({*stopped.texts, *again.texts}) == 9
    assert cypher("MATCH (e:Entity) WHERE e.embedding IS NULL RETURN e.id") == []
    assert cypher("MATCH (:Entity)-[r]->(:Entity) WHERE r.embedding IS NULL RETURN r.id") == []
    assert health.check_ready(database, model="hash", dimension=DIMENSION, normalised=True)
    assert load_text(FILMS).unchanged


def test_missing_vectors_are_made_without_the_source(
    load_text: LoadText, loading: Callable[..., Loading], cypher: Cypher
) -> None:
    load_text(FILMS, embed="lazy")
    missing = "MATCH (:Entity)-[r]->(:Entity) WHERE r.embedding IS NULL RETURN count(r) AS number"
    assert cypher(missing) == [{"number": 3}]
    assert fill(loading(), "triples").embed_level == "triples"
    assert cypher(missing) == [{"number": 0}]
    # A lower level takes nothing away.
    again = fill(loading(), "entities")
    assert again.unchanged and again.embed_level == "triples"


def test_reembedding_replaces_every_vector_and_keeps_the_level(
    load_text: LoadText, loading: Callable[..., Loading], database: Database, cypher: Cypher
) -> None:
    load_text(FILMS, embed="entities")
    vectors = "MATCH (e:Entity) RETURN e.embedding AS v ORDER BY e.id"
    other = HashEmbedder("other")
    other.dimension = DIMENSION
    before = graph_hash(database)
    summary = reembed(loading(other))
    assert (summary.embedding_model, summary.embed_level) == ("other", "entities")
    assert len(other.texts) == 6
    assert graph_hash(database) == before
    assert all(row["v"] for row in cypher(vectors))
    assert health.check_ready(database, model="other", dimension=DIMENSION, normalised=True)
    assert load_text(FILMS, embedder=other, embed="entities").unchanged


def test_the_hash_knows_triples_but_not_their_order(
    load_text: LoadText, database: Database, cypher: Cypher
) -> None:
    load_text(FILMS, embed="none")
    first = graph_hash(database)
    cypher("MATCH (n:Entity) DETACH DELETE n")
    cypher("MATCH (l:Load) DELETE l")
    load_text("\n".join(reversed(FILMS.strip().split("\n"))), embed="none")
    assert graph_hash(database) == first
    cypher("MATCH (a:Entity)-[:has_tag]->(b) CREATE (a)-[:has_tag]->(b)")
    assert graph_hash(database) != first
