"""How long a property graph of millions of nodes takes to be imported, attached, indexed and asked.

    python -m benchmarks.large_property_graph [--nodes 5000000] [--folder large-property-graph] [--keep]

Persons, companies, products and cities are made by rule, each node with a name of its own, and four relationships for
each node; the default has 5 M names, 5 M ids and 20 M relationships. They are imported by `kgqa attach --import`'s own
path, the schema is read, the index of values is built, and questions about random nodes are asked by `plans`: without
an index in the graph, then with one on the names, which its owner would have. A fifth of the names is misspelt. Prints
one JSON object: seconds, peak memory of this process in MB, bytes on disk, milliseconds a question. `right` counts the
answers that are what the rule says, of the questions where that is `known`. A misspelt name is often another one that
is stored, as the names are short and many. `--ask` asks the graph that `--keep` left behind, and makes nothing.
"""

from __future__ import annotations

import csv
import io
import json
import random
import shutil
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from neo4j import GraphDatabase

from benchmarks.harness import Parser, machine, percentiles, warmed
from kgqa_neo4j.attached.workspace import attach
from kgqa_neo4j.methods.asking import ask, open_resources
from kgqa_neo4j.methods.plans.method import Plans
from kgqa_neo4j.settings import Attachment, Configuration, load_configuration
from kgqa_neo4j.store.connect import managed_server
from kgqa_neo4j.store.foreign_store import import_set
from kgqa_neo4j.store.server_config import memory_for

_ONSETS = (
    "b",
    "br",
    "d",
    "dr",
    "f",
    "g",
    "h",
    "k",
    "l",
    "m",
    "n",
    "p",
    "r",
    "s",
    "st",
    "t",
    "tr",
    "v",
    "w",
    "z",
)
_VOWELS = ("a", "e", "i", "o", "u", "ai", "ea", "ou")
_CODAS = ("l", "n", "r", "s", "th", "nd", "rk", "m", "x", "lt")
_SYLLABLES = [onset + vowel + coda for onset in _ONSETS for vowel in _VOWELS for coda in _CODAS]
_FIRST = 800
_SECTORS = ("energy", "retail", "software", "shipping", "mining", "health", "media", "farming")
_INDEXED = ("Person", "Company", "Product", "City")


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many nodes of each label there are."""

    persons: int
    companies: int
    products: int
    cities: int

    @classmethod
    def of(cls, nodes: int) -> Sizes:
        """Share out a number of nodes."""
        companies, products, cities = nodes // 5, nodes // 5, max(10, nodes // 500)
        return cls(nodes - companies - products - cities, companies, products, cities)


def name(number: int, salt: int) -> str:
    """Return two words that no other number has with this salt, such as "Brailt Stondfeath"."""
    first = _SYLLABLES[(number * 7 + salt) % _FIRST]
    rest, last = number // _FIRST, ""
    while rest or not last:
        last += _SYLLABLES[(rest + 13 * salt) % len(_SYLLABLES)]
        rest //= len(_SYLLABLES)
    return f"{first.capitalize()} {last.capitalize()}"


def person(number: int) -> str:
    """Return the name of a person."""
    return name(number, 1)


def company(number: int) -> str:
    """Return the name of a company."""
    return f"{name(number, 2)} Ltd"


def product(number: int) -> str:
    """Return the name of a product."""
    return f"{name(number, 3)} {number % 97 + 100}"


def city(number: int) -> str:
    """Return the name of a city."""
    return f"{_SYLLABLES[number % len(_SYLLABLES)].capitalize()}{_SYLLABLES[number // len(_SYLLABLES)]}ville"


def employer(number: int, sizes: Sizes) -> int:
    """Return for whom a person works."""
    return number * 7919 % sizes.companies


def seat(number: int, sizes: Sizes) -> int:
    """Return the city where a company is."""
    return number * 31 % sizes.cities


def maker(number: int, sizes: Sizes) -> int:
    """Return the company that makes a product."""
    return number * 101 % sizes.companies


def tables(sizes: Sizes) -> Iterator[tuple[str, Sequence[str], Iterator[Sequence[object]]]]:
    """Yield name, header and rows of each file of the import set."""
    persons, companies = range(sizes.persons), range(sizes.companies)
    yield (
        "persons.nodes.csv",
        ("id:ID(P)", "name", "born:int", ":LABEL"),
        ((n, person(n), 1930 + n % 75, "Person") for n in persons),
    )
    yield (
        "companies.nodes.csv",
        ("id:ID(C)", "name", "founded:int", "sector", ":LABEL"),
        ((n, company(n), 1900 + n % 120, _SECTORS[n % len(_SECTORS)], "Company") for n in companies),
    )
    yield (
        "products.nodes.csv",
        ("id:ID(Q)", "name", "price:double", ":LABEL"),
        ((n, product(n), 5 + n % 4000 / 2, "Product") for n in range(sizes.products)),
    )
    yield (
        "cities.nodes.csv",
        ("id:ID(T)", "name", "population:int", ":LABEL"),
        ((n, city(n), 1000 + n * 37 % 900_000, "City") for n in range(sizes.cities)),
    )
    yield (
        "works.relationships.csv",
        (":START_ID(P)", "since:int", ":END_ID(C)", ":TYPE"),
        ((n, 1990 + n % 35, employer(n, sizes), "WORKS_FOR") for n in persons),
    )
    total = 4 * (sizes.persons + sizes.companies + sizes.products + sizes.cities)
    bought = sizes.persons * 2
    known = total - sizes.persons - sizes.companies - sizes.products - bought
    yield (
        "knows.relationships.csv",
        (":START_ID(P)", ":END_ID(P)", ":TYPE"),
        ((n % sizes.persons, (n * 17 + n // sizes.persons + 1) % sizes.persons, "KNOWS") for n in range(known)),
    )
    yield (
        "bought.relationships.csv",
        (":START_ID(P)", "year:int", ":END_ID(Q)", ":TYPE"),
        ((n % sizes.persons, 2010 + n % 15, n * 13 % sizes.products, "BOUGHT") for n in range(bought)),
    )
    yield (
        "seats.relationships.csv",
        (":START_ID(C)", ":END_ID(T)", ":TYPE"),
        ((n, seat(n, sizes), "LOCATED_IN") for n in companies),
    )
    yield (
        "makes.relationships.csv",
        (":START_ID(C)", ":END_ID(Q)", ":TYPE"),
        ((maker(n, sizes), n, "MAKES") for n in range(sizes.products)),
    )


def write_set(file: Path, sizes: Sizes) -> None:
    """Write the import set as a ZIP of CSV files, row by row."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for entry, header, rows in tables(sizes):
            with archive.open(entry, "w", force_zip64=True) as raw, io.TextIOWrapper(raw, "utf-8") as text:
                writer = csv.writer(text)
                writer.writerow(header)
                writer.writerows(rows)


def misspelt(text: str, chance: random.Random) -> str:
    """Return a text with two neighbouring letters of a word exchanged."""
    at = chance.randrange(1, len(text.split()[0]) - 1)
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def questions(sizes: Sizes, count: int, seed: int) -> list[tuple[str, str]]:
    """Return questions about random nodes, each with the one name that answers it, "" where that is not known."""
    chance = random.Random(seed)
    forms: Sequence[Callable[[int, int, int, Callable[[str], str]], tuple[str, str]]] = (
        lambda p, c, q, say: (f"Which company does {say(person(p))} work for?", company(employer(p, sizes))),
        lambda p, c, q, say: (f"In which city is {say(company(c))} located?", city(seat(c, sizes))),
        lambda p, c, q, say: (f"Which company makes {say(product(q))}?", company(maker(q, sizes))),
        lambda p, c, q, say: (f"How many people work for {say(company(c))}?", ""),
        lambda p, c, q, say: (f"Which products did {say(person(p))} buy after 2015?", ""),
        lambda p, c, q, say: (f"When was {say(person(p))} born?", str(1930 + p % 75)),
        lambda p, c, q, say: (f"Who works for {say(company(c))} and was born before 1950?", ""),
    )
    found = []
    for place in range(count):
        p, c, q = (chance.randrange(size) for size in (sizes.persons, sizes.companies, sizes.products))
        said: Callable[[str], str] = (lambda text: misspelt(text, chance)) if is_misspelt(place) else str
        found.append(forms[place % len(forms)](p, c, q, said))
    return found


def is_misspelt(place: int) -> bool:
    """Return whether the names of the question at a place are misspelt."""
    return place % 5 == 4


def asked(configuration: Configuration, pairs: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Ask questions by `plans`, and return times and how many were answered, and answered right."""
    method, seconds, answered = Plans(), [], 0
    right: Counter[bool] = Counter()
    resources = open_resources(configuration, method="plans")
    with resources.graph:
        for place, (question, gold) in enumerate(pairs):
            started = time.perf_counter()
            answer = ask(question, resources, configuration, method=method, kept=False)
            seconds.append(time.perf_counter() - started)
            names = [one.name for one in answer.entities]
            answered += bool(names or answer.rows)
            right[is_misspelt(place)] += bool(gold) and names == [gold]
    return {
        "questions": len(pairs),
        "answered": answered,
        **{
            name: {
                "known": sum(bool(gold) and is_misspelt(place) is how for place, (_, gold) in enumerate(pairs)),
                "right": right[how],
            }
            for name, how in (("spelt_as_stored", False), ("misspelt", True))
        },
        **percentiles(warmed(seconds)),
        "worst_ms": round(max(warmed(seconds)) * 1000, 1),
    }


class Stages:
    """Notes when the reading of values begins, from what is reported; shows all of it with its time."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.values_from = 0.0

    def __call__(self, text: str) -> None:
        """Hear of what takes time."""
        print(f"{time.monotonic() - self.started:7.1f} s  {text}", file=sys.stderr)
        if text.startswith("reading the values of") and not self.values_from:
            self.values_from = time.monotonic()


def main() -> None:
    """Make, import, attach and ask the graph."""
    parser = Parser(__doc__, "--seed")
    parser.add_argument("--nodes", type=int, default=5_000_000)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--folder", type=Path, default=Path("large-property-graph"))
    parser.add_argument("--keep", action="store_true", help="leave the workspace and its server's store behind")
    parser.add_argument("--ask", action="store_true", help="only ask the graph that is there")
    arguments = parser.parse_args()
    sizes = Sizes.of(arguments.nodes)
    folder: Path = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    configuration = load_configuration(folder / "workspace", {"engine.use": "off"})
    result: dict[str, Any] = {"nodes": arguments.nodes, "relationships": 4 * arguments.nodes, "seconds": {}}
    seconds = result["seconds"]
    if arguments.ask:
        pairs = questions(sizes, arguments.questions, arguments.seed)
        print(json.dumps({**asked(configuration, pairs), **machine()}, indent=1))
        return
    server = managed_server(configuration)
    try:
        started = time.monotonic()
        write_set(folder / "set.zip", sizes)
        seconds["files"] = time.monotonic() - started
        started = time.monotonic()
        import_set(folder / "set.zip", server, memory_for(configuration.settings.server.memory_mb), Stages())
        (folder / "set.zip").unlink()
        seconds["import"] = time.monotonic() - started
        stages, started = Stages(), time.monotonic()
        attached = attach(configuration, Attachment(name="large", source="set.zip"), stages)
        seconds["schema"] = stages.values_from - started
        seconds["values"] = time.monotonic() - stages.values_from
        result["attaching"] = machine()
        result["values"] = len(attached.values)
        result["index_bytes"] = attached.values.file.stat().st_size
        pairs = questions(sizes, arguments.questions, arguments.seed)
        result["asked"] = asked(load_configuration(folder / "workspace"), pairs)
        endpoint = server.start()
        started = time.monotonic()
        with GraphDatabase.driver(endpoint.uri, auth=(endpoint.username, endpoint.password)) as driver:
            for label in _INDEXED:
                driver.execute_query(f"CREATE INDEX IF NOT EXISTS FOR (n:{label}) ON (n.name)")
            driver.execute_query("CALL db.awaitIndexes(3600)")
        seconds["indexes_of_names"] = time.monotonic() - started
        result["asked_with_indexes"] = asked(load_configuration(folder / "workspace"), pairs)
        result["asking"] = machine()
    finally:
        server.stop()
        if not arguments.keep:
            shutil.rmtree(folder, ignore_errors=True)
    result["seconds"] = {stage: round(value, 1) for stage, value in seconds.items()}
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
