"""Bulk loads on a managed server of these tests' own, compared with loads by transactions."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import neo4j
import numpy as np
import pytest

from kgqa_neo4j.loaders import LOADERS, stored
from kgqa_neo4j.loaders.base import Described, Fact, Item, Source
from kgqa_neo4j.loaders.wikidata import truthy
from kgqa_neo4j.loading import Connection, Loading, Stages, Summary, load
from kgqa_neo4j.loading.bulk import Target, bulk_load, disk, parallel_parsing, prepare
from kgqa_neo4j.loading.bulk.columns import ENTITY_COLUMNS, SEPARATOR, TRIPLE_COLUMNS, VECTOR_COLUMN
from kgqa_neo4j.loading.bulk.files import Files, write_header
from kgqa_neo4j.loading.bulk.load import BuiltFiles, FileBuilder
from kgqa_neo4j.loading.bulk.parallel_parsing import Parsing
from kgqa_neo4j.loading.info import model_properties, read_record
from kgqa_neo4j.loading.rejects import Rejects
from kgqa_neo4j.model.errors import ConfigError, InputError, NotEnoughDisk, ServerError, TooManyBadLines
from kgqa_neo4j.model.graph import Entity, Relation, Triple
from kgqa_neo4j.model.literals import Time, boolean_value, number_value, place_value, text_value, time_value
from kgqa_neo4j.settings import Configuration, LoadSettings, load_configuration
from kgqa_neo4j.store import health, import_tool
from kgqa_neo4j.store import store_swap as replacement
from kgqa_neo4j.store.connect import connect, managed_server
from kgqa_neo4j.store.driver import Database
from kgqa_neo4j.store.managed import ManagedServer
from kgqa_neo4j.store.server_config import memory_for
from tests.loading.conftest import DIMENSION, HashEmbedder
from tests.loading.test_rows import ListSource

Cypher = Callable[..., list[dict[str, Any]]]

FILMS = "Kismet|directed_by|William_Dieterle\nKismet|has_tag|fate\nPortrait|directed_by|William_Dieterle\n"
HOSTILE = (
    'a "quoted" name',
    "commas, and; semicolons",
    "back\\slash \\n",
    " blanks around ",
    "two\nlines",
    "a\rreturn",
    "tab\there",
    "'; DROP`",
    "ünïcode 名前 🎬",
    '"',
    ",",
)


@pytest.fixture(scope="module")
def configuration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Configuration]:
    found = load_configuration(tmp_path_factory.mktemp("bulk") / "workspace")
    yield found
    managed_server(found).stop()


@pytest.fixture
def server(configuration: Configuration) -> ManagedServer:
    return managed_server(configuration)


class Bulk:
    """Bulk loads into one managed server, with an encoder that costs nothing."""

    def __init__(self, configuration: Configuration, server: ManagedServer) -> None:
        self.server = server
        self.workspace = configuration.workspace
        self.connection = Connection(lambda: connect(configuration))

    def load(self, source: Source, *, replace: bool = True, own: bool = True, **settings: object) -> Summary:
        target = Target(self.server if own else None, memory_for(700), replace)
        return bulk_load(self.loading(**settings), source, target)

    def loading(self, **settings: object) -> Loading:
        chosen = LoadSettings.model_validate({"embed": "none", **settings})
        return Loading(self.connection, HashEmbedder, chosen, self.workspace, Stages(quiet=True))

    def ask(self, query: str) -> list[dict[str, Any]]:
        endpoint = self.server.start()
        auth = (endpoint.username, endpoint.password)
        with neo4j.GraphDatabase.driver(endpoint.uri, auth=auth) as driver:
            return [row.data() for row in driver.execute_query(query).records]


@pytest.fixture
def bulk_loads(configuration: Configuration, server: ManagedServer) -> Iterator[Bulk]:
    loads = Bulk(configuration, server)
    yield loads
    loads.connection.close()


@pytest.fixture
def text_source(tmp_path: Path) -> Callable[..., Source]:
    def make(text: str | bytes, name: str = "facts.txt") -> Source:
        file = tmp_path / name
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return LOADERS.get("triples").open(str(file), {"prefix": "t", "delimiter": "|"})

    return make


_SHOWN = (
    "[key IN keys({0}) WHERE key <> 'embedding' | [key, valueType({0}[key]), CASE WHEN valueType({0}[key]) "
    "STARTS WITH 'LIST' THEN [one IN {0}[key] | toString(one)] ELSE toString({0}[key]) END]]"
)
NODES = f"MATCH (n:Entity|Relation) RETURN labels(n) AS labels, {_SHOWN.format('n')} AS properties"
TRIPLES = (
    "MATCH (s)-[r]->(o) WHERE s:Entity OR s:Relation "
    f"RETURN s.id AS s, type(r) AS type, o.id AS o, {_SHOWN.format('r')} AS properties"
)


def graph(ask: Cypher) -> list[str]:
    """Return every node and relationship with labels, types and values, in an order."""
    return sorted(
        repr({key: sorted(value) if isinstance(value, list) else value for key, value in row.items()})
        for query in (NODES, TRIPLES)
        for row in ask(query)
    )


def rich_items() -> list[Item]:
    """Return items of every kind that a source may yield, with names that break naive files."""
    held = Relation("P39", "position held", "a post, or\nan office")
    born, height = Relation("P569", "date of birth"), Relation("P2048", "height")
    items: list[Item] = []
    for line, name in enumerate(HOSTILE, 1):
        entity = Entity(f"x:{name}", name, (f"{name} too",), labels=("Person",) * (line % 2))
        items.append(Fact(line, Triple(entity, Relation("it's `odd`", "odd"), Entity("x:hub", "hub"))))
        year = Time(1900 + line, precision="year")
        known = {"start_time": year, "rank": "best, really", "part": 1.5, "of": ["a", 'b"'], "flag": True}
        items.append(Fact(line, Triple(entity, held, Entity("x:post", ""), known, f"s{line}")))
        items.append(
            Fact(line, Triple(entity, held, Entity("x:post", ""), {"rank": f"rank\n{line}"}, f"t{line}"))
        )
        items.append(Fact(line, Triple(entity, born, time_value(Time(-43 + line * 7000, 3, 15)))))
    person = Entity("x:hub", "hub")
    for value in (
        number_value(Decimal("1.850"), "metre", "wd:Q11573"),
        number_value(Decimal(12)),
        place_value(51.5, -0.12),
        text_value("a text\nof two lines", "en"),
        boolean_value(True),
        time_value(Time(1801, precision="century")),
    ):
        items += [Fact(100, Triple(person, height, value))] * 2
    items.append(Described(101, Entity("x:post", "the Post", ("Post", "P, o; s"), "an office", ("Office",))))
    items.append(Described(102, Entity("x:lonely", "nobody's")))
    items.append(Described(103, Relation("P39", "office held", "described", ('holds, as "office"', "post"))))
    items.append(Described(104, Relation("P999", "without triples")))
    items.append(Described(105, Entity("x:post", "the Post of old", (), "an office")))
    return items


def test_a_bulk_load_makes_the_graph_that_transactions_make(
    bulk_loads: Bulk, database: Database, cypher: Cypher, tmp_path: Path
) -> None:
    source = ListSource(*rich_items())
    connection = Connection(lambda: database)
    settings = LoadSettings(embed="none", batch_size=7)
    load(Loading(connection, HashEmbedder, settings, tmp_path, Stages(quiet=True)), source)
    summary = bulk_loads.load(source)
    wanted, found = graph(cypher), graph(bulk_loads.ask)
    assert len(wanted) > 50
    assert set(found) ^ set(wanted) == set()
    assert found == wanted
    counts = database.read("graph_counts")[0]
    assert (summary.entities, summary.triples) == (counts["entities"], counts["triples"])
    (row,) = bulk_loads.ask("MATCH (l:Load) RETURN l.stage AS stage, l.done AS done, l.started_at.year AS year")
    assert (row["stage"], row["done"]) == ("done", True)
    assert row["year"] >= 2026
    names = {index.name for index in health.index_states(bulk_loads.connection.run(lambda one: one))}
    assert {"entity_id", "entity_name", "entity_names", "entity_keys"} <= names


def test_lines_are_parsed_in_processes_and_repeated_ones_stay_single(
    bulk_loads: Bulk, text_source: Callable[..., Source], load_text: Any, cypher: Cypher, monkeypatch: Any
) -> None:
    monkeypatch.setattr(parallel_parsing, "BLOCK_LINES", 40)
    lines = [f"film {number % 150}|directed_by|maker {number % 5}" for number in range(300)]
    text = "\n".join([*lines, "bad line", "a|b", *(f"film {number}|in|hub" for number in range(150))])
    load_text(text, embed="none")
    summary = bulk_loads.load(text_source(text))
    assert graph(bulk_loads.ask) == graph(cypher)
    assert (summary.triples, summary.new_triples, summary.rejected) == (300, 300, 2)
    rejects = Path(summary.rejects_file)
    assert [line.split("\t")[0] for line in rejects.read_text().splitlines()] == [
        "facts.txt:301",
        "facts.txt:302",
    ]
    assert not list((bulk_loads.workspace / "bulk").iterdir())


def test_lines_that_are_no_three_plain_names_mean_what_they_mean_to_transactions(
    bulk_loads: Bulk, text_source: Callable[..., Source], load_text: Any, cypher: Cypher, monkeypatch: Any
) -> None:
    monkeypatch.setattr(parallel_parsing, "BLOCK_LINES", 8)
    lines = [
        "\ufeffKismet|directed_by|William_Dieterle",
        'a "quoted", name|has tag|, "x"',
        "!!!|directed_by|?",
        "名前|監督|ünïcode 🎬",
        " blanks |around| them ",
        "too|few",
        "one|too|many|parts",
        "a|\u3000|b",
        "NUL\0|in|it",
        "carriage\r|return|in it",
        "ends in one|of|them\r",
        "\ufeffno mark|within|the file",
        "",
        "'; DROP|`x`|$(y)",
        "back\\slash \\n|of|{b}",
        "_|of|__",
        f"{'z' * 3000}|of|long names",
        f"{'z' * 4001}|of|longer names",
        "film|released|1944-05-06",
        "other film|released|1990",
        " tower |height_m| 324.5 ",
        "tower|open|yes",
    ]
    # Whole blocks of lines that were there before, and one with a line in it that is not UTF-8.
    text = "\n".join(lines * 3).encode() + b"\nb\xffd|of|x\n" + "\n".join(lines[1:5]).encode()
    load_text(text, embed="none")
    summary = bulk_loads.load(text_source(text))
    assert graph(bulk_loads.ask) == graph(cypher)
    assert (summary.triples, summary.rejected) == (17, 16)


def test_a_dump_whose_names_stand_in_lines_of_their_own_is_parsed_in_processes(
    bulk_loads: Bulk, loading: Any, cypher: Cypher, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(parallel_parsing, "BLOCK_LINES", 3)
    ns = "http://rdf.freebase.com/ns/"
    told = [
        ("film.film.directed_by", "type.object.name", '"Directed by"@en'),
        ("m.1", "type.object.name", '"Kismet"@en'),
        ("m.1", "film.film.directed_by", "m.2"),
        ("m.1", "type.object.type", "film.film"),
        ("m.1", "film.film.genre", "film.film"),
        ("m.1", "common.topic.alias", '"Kismet, the film"@en'),
        ("m.2", "type.object.name", '"William Dieterle"@en'),
        ("m.2", "film.director.film", "m.3"),
        ("m.3", "film.performance.actor", "m.4"),
        ("m.3", "film.performance.film", "m.1"),
        ("m.4", "type.object.name", '"Ronald Colman"@en'),
        ("m.1", "film.film.initial_release_date", f'"1944-08-22"^^<{ns}type.datetime>'),
        ("m.1", "film.film.initial_release_date", '"1944-13-22"^^<http://www.w3.org/2001/XMLSchema#date>'),
        ("film.film", "type.object.name", '"Film"@en'),
    ]
    lines = []
    for subject, predicate, object_ in told:
        term = object_ if object_.startswith('"') else f"<{ns}{object_}>"
        lines.append(f"<{ns}{subject}>\t<{ns}{predicate}>\t{term}\t.")
    file = tmp_path / "dump.nt"
    file.write_text("\n".join([*lines, "no triple"]), "utf-8")
    load(loading(embed="none"), LOADERS.get("freebase").open(str(file), {}))
    summary = bulk_loads.load(LOADERS.get("freebase").open(str(file), {}))
    assert graph(bulk_loads.ask) == graph(cypher)
    assert (summary.entities, summary.mediators, summary.rejected) == (6, 1, 2)
    assert bulk_loads.ask("MATCH (n:Entity {id: 'fb:film.film'}) RETURN n.name AS name") == [{"name": "Film"}]


def test_triples_of_wikidata_are_parsed_in_processes_an_entity_at_once(
    bulk_loads: Bulk, loading: Any, cypher: Cypher, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(parallel_parsing, "BLOCK_LINES", 2)
    monkeypatch.setattr(truthy, "PIECE", 200)
    entity, direct = "<http://www.wikidata.org/entity/", "<http://www.wikidata.org/prop/direct/"
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    lines = [f'{entity}P31> {label} "instance of, here"@en .', f"{entity}Q5> {label} .", ""]
    for number in range(10, 40):
        lines += [
            f'{entity}Q{number}> {label} "thing {number}"@en .',
            f"{entity}Q{number}> {direct}P31> {entity}Q{number % 4 + 10}> .",
            f'{entity}Q{number}> {direct}P1476> "a text\\nof two lines"@en .',
            f"{entity}Q{number}> {direct}P31> {entity}Q5 .",
            f"{entity}Q{number}> {direct}P22> _:nobody{number} .",
        ]
    file = tmp_path / "truthy.nt"
    file.write_text("\n".join(lines), "utf-8")
    by_lines = load(loading(embed="none"), LOADERS.get("wikidata").open(str(file), {}))
    summary = bulk_loads.load(LOADERS.get("wikidata").open(str(file), {}))
    assert graph(bulk_loads.ask) == graph(cypher)
    assert (summary.triples, summary.rejected) == (by_lines.triples, by_lines.rejected) == (90, 31)
    rejects = [Path(one.rejects_file).read_text("utf-8") for one in (by_lines, summary)]
    assert rejects[0] == rejects[1]
    places = [line.split("\t")[0] for line in rejects[1].splitlines()]
    assert places == [f"truthy.nt:{line}" for line in (2, *range(7, 154, 5))]


@pytest.mark.parametrize("options", [{}, {"domains": "film"}, {"ids": "ids"}])
def test_a_plain_set_with_its_names_is_parsed_in_processes(
    bulk_loads: Bulk, loading: Any, cypher: Cypher, tmp_path: Path, monkeypatch: Any, options: dict[str, str]
) -> None:
    monkeypatch.setattr(parallel_parsing, "BLOCK_LINES", 2)
    monkeypatch.setattr(stored, "HELD", 2)
    lines = [
        "/m/1\t/film/film/directed_by\t/m/2 /m/3",
        "/m/2",
        "m.3\tpeople.person.born\t1944-08-22",
        "m.4\tfilm.performance.film\tm.1",
        "m.4\tfilm.performance.actor\tm.3",
        "m.5\tmusic.artist.album\tm.6",
    ]
    (tmp_path / "ids").write_text("m.1\n")
    (tmp_path / "names").write_text(
        "m.1\tKismet\tThe film\nm.2\n" + "".join(f"m.{n}\tn{n}\n" for n in (2, 3, 5))
    )
    (tmp_path / "set.txt").write_text("\n".join(lines))
    told = {name: str(tmp_path / value) if name == "ids" else value for name, value in options.items()}
    told["names"] = str(tmp_path / "names")
    by_lines = load(loading(embed="none"), LOADERS.get("freebase").open(str(tmp_path / "set.txt"), told))
    summary = bulk_loads.load(LOADERS.get("freebase").open(str(tmp_path / "set.txt"), told))
    assert graph(bulk_loads.ask) == graph(cypher)
    assert (summary.triples, summary.rejected) == (by_lines.triples, by_lines.rejected)
    places = [line.split("\t")[:2] for line in Path(summary.rejects_file).read_text("utf-8").splitlines()]
    assert [place for place, _ in places] == ["set.txt:1", "set.txt:2"]
    assert places[0][1].startswith("names:2: not an id, a tab and a name")


def test_vectors_and_texts_follow_up_to_the_level(bulk_loads: Bulk, text_source: Callable[..., Source]) -> None:
    summary = bulk_loads.load(text_source(FILMS), embed="triples")
    assert summary.embed_level == "triples"
    with connect(load_configuration(bulk_loads.workspace)) as database:
        assert health.check_ready(database, model="hash", dimension=DIMENSION, normalised=True)
    (row,) = bulk_loads.ask("MATCH ()-[r:directed_by|has_tag]->() RETURN count(r.embedding) AS n")
    assert row["n"] == 3


def test_a_graph_is_replaced_only_when_that_is_said(
    bulk_loads: Bulk, text_source: Callable[..., Source], server: ManagedServer
) -> None:
    # With a blank line more it is another file than the one that other tests load.
    bulk_loads.load(text_source(FILMS + "\n", "before.txt"))
    before = graph(bulk_loads.ask)
    with pytest.raises(ConfigError, match=r"4 entities, 3 triples, loaded from before\.txt") as caught:
        bulk_loads.load(text_source("a|r|b\n"), replace=False)
    assert "--replace" in caught.value.hint
    for nothing, reason in (("", "is empty"), ("a|b\n", "every line was rejected")):
        with pytest.raises(InputError, match=reason) as refused:
            bulk_loads.load(text_source(nothing, "nothing.txt"))
        assert "the graph is unchanged" in refused.value.hint
    assert graph(bulk_loads.ask) == before
    assert bulk_loads.load(text_source("a|r|b\n")).triples == 1
    assert bulk_loads.ask("MATCH (n:Load) RETURN count(n) AS n") == [{"n": 1}]
    assert not replacement.is_replaced(server.home)
    assert bulk_loads.load(text_source("a|r|b\n"), replace=False).unchanged


def test_replacing_leaves_a_file_alone_in_the_graph_that_it_shared(
    bulk_loads: Bulk, text_source: Callable[..., Source]
) -> None:
    bulk_loads.load(text_source(FILMS + "\n\n"))
    alone = graph(bulk_loads.ask)
    load(bulk_loads.loading(), text_source("x|y|z\n", "added.txt"))
    shared = graph(bulk_loads.ask)
    assert bulk_loads.load(text_source(FILMS + "\n\n"), replace=False).unchanged
    assert graph(bulk_loads.ask) == shared != alone
    assert bulk_loads.load(text_source(FILMS + "\n\n")).triples == 3
    assert graph(bulk_loads.ask) == alone
    assert bulk_loads.ask("MATCH (n:Load) RETURN n.source AS source") == [{"source": "facts.txt"}]


def test_a_store_that_does_not_start_leaves_the_old_graph(
    bulk_loads: Bulk, text_source: Callable[..., Source], monkeypatch: pytest.MonkeyPatch
) -> None:
    bulk_loads.load(text_source(FILMS))
    before = graph(bulk_loads.ask)

    def ruin(self: object, arguments: Path, data: Path, show: object) -> None:
        store = data / "databases" / "neo4j"
        store.mkdir(parents=True)
        (data / "transactions" / "neo4j").mkdir(parents=True)
        (store / "neostore").write_bytes(b"no store")

    with monkeypatch.context() as patch:
        patch.setattr(import_tool.ImportTool, "run", ruin)
        # The cause stands in the log only.
        with pytest.raises(ServerError, match=r"could not start the database 'neo4j': (?!An error occurred)"):
            bulk_loads.load(text_source("a|r|b\n"))
    assert graph(bulk_loads.ask) == before
    # The store that did not start is not taken for an import that ended.
    assert bulk_loads.load(text_source("a|r|b\n")).triples == 1


def test_a_store_that_lacks_triples_leaves_the_old_graph(
    bulk_loads: Bulk, text_source: Callable[..., Source], monkeypatch: pytest.MonkeyPatch
) -> None:
    bulk_loads.load(text_source(FILMS))
    before = graph(bulk_loads.ask)
    run = import_tool.ImportTool.run

    def lose(self: import_tool.ImportTool, arguments: Path, data: Path, show: Callable[[float], None]) -> None:
        rows = Path(arguments.read_text("utf-8").split(",")[-1].strip().rstrip('"'))
        rows.write_bytes(rows.read_bytes().splitlines(keepends=True)[0])
        run(self, arguments, data, show)

    monkeypatch.setattr(import_tool.ImportTool, "run", lose)
    with pytest.raises(
        ServerError, match="holds 4 entities and 1 triples, but 4 and 2 were imported"
    ) as caught:
        bulk_loads.load(text_source("a|r|b\nc|r|d\n"))
    assert "the graph is as before" in caught.value.hint
    assert graph(bulk_loads.ask) == before


@pytest.mark.parametrize("stage", ["parsed", "prepared", "imported", "put in place"])
def test_a_load_that_is_cut_off_goes_on_after_its_last_stage(
    bulk_loads: Bulk,
    text_source: Callable[..., Source],
    monkeypatch: pytest.MonkeyPatch,
    stage: str,
) -> None:
    text = f"{FILMS}cut|off|{stage}\n"
    where = {
        "parsed": (prepare.Preparation, "run"),
        "prepared": (import_tool.ImportTool, "run"),
        "imported": (ManagedServer, "replace_store"),
        "put in place": (replacement, "forget_replaced"),
    }

    def killed(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(*where[stage], killed)
        with pytest.raises(KeyboardInterrupt):
            bulk_loads.load(text_source(text))
    done = list(where)
    with monkeypatch.context() as patch:
        # What was done before must not be done again.
        if stage != "parsed":
            patch.setattr(prepare.Preparation, "run", killed)
        if done.index(stage) > 1:
            patch.setattr(import_tool.ImportTool, "run", killed)
        assert bulk_loads.load(text_source(text)).triples == 4


def test_what_an_interrupted_preparation_left_is_not_counted_as_used_disk_space(
    bulk_loads: Bulk, text_source: Callable[..., Source], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = text_source(f"{FILMS}interrupted|in|preparation\n")
    left: list[Path] = []
    there: list[bool] = []

    def killed(preparation: prepare.Preparation, show: object) -> None:
        folder = max((bulk_loads.workspace / "bulk").iterdir(), key=lambda one: one.stat().st_mtime_ns)
        left.extend((folder / "work.duckdb", folder / "spill"))
        left[0].write_bytes(b"a database")
        left[1].mkdir()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(prepare.Preparation, "run", killed)
        with pytest.raises(KeyboardInterrupt):
            bulk_loads.load(source)
    monkeypatch.setattr(
        disk, "check_for_segments", lambda *arguments: there.extend(one.exists() for one in left)
    )
    assert bulk_loads.load(source).triples == 4
    assert there
    assert not any(there)


def test_what_an_interrupted_import_left_is_not_counted_as_used_disk_space(
    bulk_loads: Bulk, text_source: Callable[..., Source], server: ManagedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = text_source(f"{FILMS}interrupted|in|import\n")
    there: list[bool] = []

    def killed(tool: object, arguments: Path, data: Path, show: object) -> None:
        (data / "databases" / "neo4j").mkdir(parents=True)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(import_tool.ImportTool, "run", killed)
        with pytest.raises(KeyboardInterrupt):
            bulk_loads.load(source)
    left = replacement.new_data(server.home)
    assert left.exists()
    monkeypatch.setattr(disk, "check_for_store", lambda *arguments: there.append(left.exists()))
    assert bulk_loads.load(source).triples == 4
    assert there == [False]


def test_whole_segments_are_not_parsed_again(
    tmp_path: Path, text_source: Callable[..., Source], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel_parsing, "BLOCK_LINES", 10)
    source = text_source("".join(f"a{number}|r|b{number}\n" for number in range(95)))
    folder = tmp_path / "segments"
    folder.mkdir()

    def parse() -> int:
        with Stages(quiet=True).stage("parsed", "triples") as stage:
            rejects = Rejects(tmp_path / "rejects", "x")
            return sum(segment.triples for segment in Parsing(source, folder, rejects).run(stage))

    assert parse() == 95
    (folder / "000003.json").unlink()
    times = {file.name: file.stat().st_mtime_ns for file in folder.iterdir()}
    assert parse() == 95
    again = {file.name for file in folder.iterdir() if file.stat().st_mtime_ns != times.get(file.name)}
    assert again == {
        f"000003.{kind}"
        for kind in ("json", "plain-triples.csv", "keys.parquet", "plain-entities.parquet", "relations.csv")
    }


def test_a_kill_between_the_renames_leaves_a_whole_store(tmp_path: Path) -> None:
    home = tmp_path
    for name in ("data/databases/neo4j", "data/databases/system", "data/dbms", "data.new/databases/neo4j"):
        (home / name).mkdir(parents=True)
    (home / "data/databases/neo4j/old").touch()
    replacement.put_in_place(home, "neo4j")
    assert replacement.is_replaced(home)
    assert (home / "data/databases/system").exists()
    assert not (home / "data/databases/neo4j/old").exists()
    (home / "data").rename(home / "data.new")
    replacement.recover(home)
    assert (home / "data/dbms").exists()
    shutil.rmtree(home / "data")
    replacement.recover(home)
    assert (home / "data/databases/neo4j/old").exists()


class FilesWithVectors(FileBuilder):
    """Makes the files of a triple between two entities, of which the first has a vector."""

    def __init__(self, model: str) -> None:
        self._embedder = HashEmbedder(model)
        self.calls = 0

    @property
    def model(self) -> dict[str, Any]:
        return model_properties(self._embedder)

    def make(self, source: Source, folder: Path, stages: Stages, rejects: Rejects) -> BuiltFiles:
        self.calls += 1
        nodes, triples = folder / "nodes.csv", folder / "triples.csv"
        vector = SEPARATOR.join(["0.1", "1.0E-9", *["-0.25"] * (DIMENSION - 2)])
        nodes.write_text(f"t:x,x,,x,,Entity,{vector}\nt:z,z,,z,,Entity,\n")
        triples.write_text('1,t:x,t:z,y,1f,t:x,t:z,y,"(x, y, z)"\n')
        header = write_header(folder, "nodes", (*ENTITY_COLUMNS, VECTOR_COLUMN))
        files = Files([[header, str(nodes)]], [[write_header(folder, "triples", TRIPLE_COLUMNS), str(triples)]])
        files.entities, files.triples, files.model = 2, 1, self.model
        return BuiltFiles(files, 1, 1)

    def clear(self) -> None:
        """There is nothing else."""


def test_vectors_in_the_files_are_stored_as_others_are_and_only_missing_ones_made(
    bulk_loads: Bulk, text_source: Callable[..., Source]
) -> None:
    def load_with(builder: FilesWithVectors, *, own: bool) -> Summary:
        loading = replace(bulk_loads.loading(embed="entities"), embedder=lambda: embedder)
        target = Target(bulk_loads.server if own else None, memory_for(700), replace=True)
        return bulk_load(loading, text_source("x|y|z\n"), target, builder)

    embedder = HashEmbedder()
    earlier, builder = FilesWithVectors("another"), FilesWithVectors("hash")
    load_with(earlier, own=False)
    for _ in range(2):
        load_with(builder, own=False)
    # Files with vectors of another encoder are made again, others are kept.
    assert (earlier.calls, builder.calls) == (1, 1)
    load_with(builder, own=True)
    assert builder.calls == 1
    assert embedder.texts == ["z: y x"]
    x, z = bulk_loads.ask(
        "MATCH (e:Entity) RETURN e.embedding AS vector, valueType(e.embedding) AS type ORDER BY e.id"
    )
    assert x["vector"] == np.array([0.1, 1e-9, *[-0.25] * (DIMENSION - 2)], np.float32).tolist()
    assert (x["type"], len(x["vector"])) == (z["type"], len(z["vector"]))
    record = bulk_loads.connection.run(read_record)
    assert (record.embedding_model, record.embedding_dimension, record.embed_level) == (
        "hash",
        DIMENSION,
        "entities",
    )
    assert record.embedding_normalised is True


def test_a_server_of_the_users_own_gets_files_and_the_command(
    bulk_loads: Bulk, text_source: Callable[..., Source]
) -> None:
    bulk_loads.load(text_source("x|y|z\n", "else.txt"))
    before = graph(bulk_loads.ask)
    summary = bulk_loads.load(text_source(FILMS), own=False)
    assert summary.triples == 3
    command, _, arguments = summary.import_command.partition(" @")
    assert command == "neo4j-admin database import full neo4j"
    said = Path(arguments).read_text()
    assert "--overwrite-destination=true" in said
    assert all(
        Path(name).exists()
        for part in said.split('"')
        for name in part.partition("=")[2].split(",")[:1]
        if name.startswith("/")
    )
    assert graph(bulk_loads.ask) == before


def test_a_disk_that_is_too_small_is_told_before_anything_changes(
    bulk_loads: Bulk, text_source: Callable[..., Source], monkeypatch: pytest.MonkeyPatch
) -> None:
    bulk_loads.load(text_source(FILMS))
    before = graph(bulk_loads.ask)
    monkeypatch.setattr(shutil, "disk_usage", lambda place: type("Usage", (), {"free": 1 << 20}))
    with pytest.raises(NotEnoughDisk, match=r"about 0\.3 GB of disk space in .*; only 0\.0 GB are free"):
        bulk_loads.load(text_source("a|r|b\n"))
    assert graph(bulk_loads.ask) == before


def test_a_damaged_source_changes_nothing(bulk_loads: Bulk, text_source: Callable[..., Source]) -> None:
    bulk_loads.load(text_source(FILMS))
    before = graph(bulk_loads.ask)
    packed = gzip.compress("".join(f"a{number}|r|b{number}\n" for number in range(5000)).encode())
    with pytest.raises(InputError, match="is cut short near byte") as caught:
        bulk_loads.load(text_source(packed[:-3000], "cut.txt.gz"))
    assert "nothing was imported" in caught.value.hint
    with pytest.raises(TooManyBadLines, match=r"facts\.txt:2"):
        bulk_loads.load(text_source("a|r|b\nbad\n"), max_errors=0)
    assert graph(bulk_loads.ask) == before
