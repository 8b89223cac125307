"""Vectors of entities from a cluster: those of a load on one machine, encoded once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from kgqa_neo4j.embedding import create
from kgqa_neo4j.embedding.base import cosine
from kgqa_neo4j.embedding.model_folders import locate
from kgqa_neo4j.linking.lookup import EntityIndex
from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loading import Connection, Loading, Stages, Summary, load
from kgqa_neo4j.loading.bulk import Target, bulk_load
from kgqa_neo4j.loading.info import read_record
from kgqa_neo4j.model.errors import SparkFailed
from kgqa_neo4j.settings import EmbeddingSettings, LoadSettings, load_configuration
from kgqa_neo4j.store import health
from kgqa_neo4j.store.connect import connect, managed_server
from kgqa_neo4j.store.driver import Database, Endpoint
from kgqa_neo4j.store.server_config import memory_for
from tests.loading.spark.conftest import spark_rows
from tests.loading.spark.test_same_graph import NS
from tests.loading.test_joined import MARRIAGE, NAMED
from tests.recording import Recording

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# CTranslate2 for any number of texts: OpenVINO, which computes in bfloat16, would differ by more than is allowed here.
ENCODER = EmbeddingSettings(backend="ctranslate2")
OPTIONS: dict[str, str | bool | None] = {"prefix": "f", "delimiter": "|"}
FILMS = "".join(
    f"Film_{one:02}|directed_by|Person_{one % 9}\nFilm_{one:02}|has_genre|Genre_{one}\nScore_{one}|wrote|Tune_{one}\n"
    for one in range(40)
)
# Two equal lines, a triple from an entity to itself, a value, and a name with quotes.
OTHERS = 'Kismet|directed_by|"Bill" Dieterle\n' * 2 + "Ouroboros|eats|Ouroboros\nTune_1|length|12.5\n"
ENTITIES = """
MATCH (e:Entity)
RETURN e.id AS id, e.embedding AS vector, valueType(e.embedding) AS type, COUNT { (e)--() } AS degree
"""


def entities(endpoint: Endpoint) -> dict[str, dict[str, Any]]:
    import neo4j

    auth = (endpoint.username, endpoint.password)
    with neo4j.GraphDatabase.driver(endpoint.uri, auth=auth) as driver:
        return {row["id"]: row.data() for row in driver.execute_query(ENTITIES).records}


def fail(*_: object) -> None:
    raise KeyboardInterrupt


def test_entities_get_the_vectors_of_a_load_on_one_machine_and_only_once(
    tmp_path: Path, spark: SparkSession, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kgqa_neo4j.loading.spark import vectors
    from kgqa_neo4j.loading.spark.file_building import SparkFileBuilder
    from kgqa_neo4j.loading.spark.gathering import Gathering
    from kgqa_neo4j.loading.spark.opening import opened_in
    from kgqa_neo4j.loading.spark.staging import Staging

    file = tmp_path / "films.txt"
    file.write_text(FILMS + OTHERS, "utf-8")
    embedder = Recording(create(ENCODER))
    settings = LoadSettings(embed="entities")

    def loading(connection: Connection, name: str) -> Loading:
        return Loading(connection, lambda: embedder, settings, tmp_path / name, Stages(quiet=True))

    connection = Connection(lambda: Database(database.endpoint))
    load(loading(connection, "local"), LOADERS.get("triples").open(str(file), OPTIONS))
    local, recorded = entities(database.endpoint), connection.run(read_record)
    connection.close()

    configuration = load_configuration(tmp_path / "workspace")
    target = Target(managed_server(configuration), memory_for(700))
    connection = Connection(lambda: connect(configuration))

    def by_spark() -> Summary:
        staging = Staging(spark, str(tmp_path / "stages"), tmp_path)
        source, parser = opened_in(staging, LOADERS.get("triples"), str(file), OPTIONS)
        builder = SparkFileBuilder(parser, vectors.EntityVectors(ENCODER))
        return bulk_load(loading(connection, "workspace"), source, target, builder)

    try:
        with monkeypatch.context() as broken:
            broken.setattr(Gathering, "write_entities", fail)
            with pytest.raises(KeyboardInterrupt):
                by_spark()
        embedder.texts.clear()
        monkeypatch.setattr(vectors, "on_entities", fail)
        summary = by_spark()

        # Those of the relations; there was nothing left to do for entities.
        assert sorted(embedder.texts) == ["directed by", "eats", "has genre", "length", "wrote"]
        made = [stage.items for stage in summary.stages if stage.name == "vectors of entities"]
        assert made == [len(local), 0]
        assert connection.run(read_record) == recorded
        found = entities(connection.run(lambda there: there.endpoint))
        assert found.keys() == local.keys()
        assert {one["type"] for one in found.values()} == {one["type"] for one in local.values()}
        # As 32-bit floats, which a list of 64-bit floats would not be exactly.
        numbers = np.array([one["vector"] for one in found.values()])
        assert np.array_equal(numbers, numbers.astype(np.float32))
        # Which facts describe an entity depends on the order of relationships in the store, unless there is one.
        described = [id_ for id_, one in local.items() if one["degree"] == 1]
        assert len(described) > len(local) / 2
        for id_ in described:
            ours, theirs = (np.array(some[id_]["vector"], np.float32) for some in (found, local))
            assert cosine(ours, theirs) > 0.9999, id_
        (expected,) = embedder.encode(["Film 07: has genre Genre 7, directed by Person 7"])
        assert cosine(np.array(found["f:Film_07"]["vector"], np.float32), expected) > 0.9999

        with connect(configuration) as there:
            health.check_ready(
                there, model=embedder.model, dimension=embedder.dimension, normalised=embedder.normalised
            )
            question = "what did Bill Dieterle direct?"
            (nearest,) = EntityIndex(there, embedder).nearest([question], embedder.encode([question])[0])
            assert {one.entity.name for one, _ in nearest[:2]} == {"Kismet", '"Bill" Dieterle'}
    finally:
        connection.close()
        managed_server(configuration).stop()


def test_what_may_change_after_the_import_is_left_to_it_and_a_missing_encoder_is_named(
    tmp_path: Path, spark: SparkSession
) -> None:
    from kgqa_neo4j.loading.spark.vectors import EntityVectors

    about = [
        ("m.barack", "common.topic.description", '"44th president"@en'),
        ("m.chicago", "common.topic.description", '"a city in Illinois"@en'),
        # A mediator, whatever is said about it.
        ("m.x1", "common.topic.description", '"a marriage"@en'),
    ]
    terms = [(s, p, o if o.startswith('"') else f"<{NS}{o}>") for s, p, o in [*NAMED, *about, *MARRIAGE]]
    file = tmp_path / "dump.nt"
    file.write_text("".join(f"<{NS}{s}>\t<{NS}{p}>\t{o}\t.\n" for s, p, o in sorted(terms)))
    folder = tmp_path / "encoder"
    folder.symlink_to(locate("packaged").path)
    vectors = EntityVectors(EmbeddingSettings(model=str(folder), backend="ctranslate2"))
    # Before the folder goes, since the driver needs it as well.
    assert vectors.model["embedding_dimension"] == 384
    folder.unlink()
    with pytest.raises(SparkFailed, match=rf"the encoder cannot be used on a worker: .*{folder}"):
        spark_rows(spark, tmp_path / "spark", "freebase", file, vectors=vectors)
    folder.symlink_to(locate("packaged").path)
    found = spark_rows(spark, tmp_path / "spark", "freebase", file, vectors=vectors)
    named = {
        name for name in ("barack", "chicago", "marriage", "x1") for node in found.nodes if f".{name}'" in node
    }
    assert named == {"barack", "chicago", "marriage", "x1"}
    encoded = [node for node in found.nodes if "'embedding'" in node]
    assert len(encoded) == 2
    assert all("Barack Obama" in node or "Chicago" in node for node in encoded)
