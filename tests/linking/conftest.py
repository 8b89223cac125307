"""A small real graph whose names are hard to link, loaded the way a user's file is."""

from collections.abc import Iterator
from pathlib import Path

import neo4j
import pytest

from kgqa_neo4j.embedding import create as create_embedder
from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.linking import create
from kgqa_neo4j.linking.base import Linker
from kgqa_neo4j.loading.command import load_source
from kgqa_neo4j.settings import Configuration, Settings, load_configuration
from kgqa_neo4j.store.driver import Database, Endpoint
from tests.conftest import empty, strip

TRIPLES = [
    ("Marie Curie", "won award", "Nobel Prize in Physics"),
    ("Marie Curie", "field of work", "Chemistry"),
    ("Marie Curie", "married to", "Pierre Curie"),
    ("Pierre Curie", "won award", "Nobel Prize in Physics"),
    ("Albert Einstein", "won award", "Nobel Prize in Physics"),
    ("Albert Einstein", "field of work", "chemistry"),
    ("Ludwig_van_Beethoven", "composed", "Für Elise"),
    ("AC/DC", "released", "Who Made Who"),
    ("Horton Hears a Who!", "published by", "Random House"),
    ('"Weird Al" Yankovic', "released", "Straight Outta Lynwood"),
    (r"C:\Program (x86)", "is a", "folder"),
    ("What? -- [REC]: *2* + ~3~ && (x || y) ^ {z}", "is a", "film"),
    (r"""What's "this"? -- (a): *2* + ~3~ && x || y ^ {z} \ /""", "is a", "film"),
    ("[REC]", "is a", "film"),
    ("What", "is a", "film"),
    ("Who", "is a", "band"),
    ("126", "is a", "number"),
    ("NOT", "is a", "gate"),
    ("8½", "is a", "film"),
    ("千と千尋の神隠し", "is a", "film"),
    ("Arnold Schwarzenegger", "born in", "Thal"),
    ("Conan", "is a", "film"),
    ("Springfield", "located in", "Illinois"),
    ("Metformin", "treats", "Diabetes"),
]
# Two entities of one name, as another source may bring them.
NAMESAKES = [("Springfield", "located in", "Ohio"), ("Springfield", "mayor", "Warren Copeland")]


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return create_embedder(Settings().embedding)


@pytest.fixture(scope="module")
def names_database(
    endpoint: Endpoint, cypher_session: neo4j.Session, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Database]:
    empty(cypher_session)
    strip(cypher_session)
    folder = tmp_path_factory.mktemp("names")
    environment = {
        "NEO4J_URI": endpoint.uri,
        "NEO4J_USERNAME": endpoint.username,
        "NEO4J_PASSWORD": endpoint.password,
        "KGQA_LOAD_EMBED": "entities",
    }
    configuration = load_configuration(folder / "workspace", environment=environment)
    for prefix, triples in (("a", TRIPLES), ("b", NAMESAKES)):
        file = folder / f"{prefix}.tsv"
        file.write_text("".join("\t".join(triple) + "\n" for triple in triples), "utf-8")
        _load(file, prefix, configuration)
    with Database(endpoint) as connected:
        yield connected


def _load(file: Path, prefix: str, configuration: Configuration) -> None:
    load_source(configuration, "triples", str(file), {"prefix": prefix, "delimiter": "tab"}, quiet=True)


@pytest.fixture(scope="module")
def linker(names_database: Database, embedder: Embedder) -> Linker:
    return create(Settings(), names_database, embedder)
