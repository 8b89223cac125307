"""Read the public graphs and question sets, in their published formats, for fitting and measuring rankers."""

from __future__ import annotations

import csv
import gzip
import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.natural import DATA, FILES
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.plan import Path as Steps
from kgqa_neo4j.question.masking import MASK, mask
from training.memory_graph import MemoryGraph


@dataclass(frozen=True, slots=True)
class Example:
    """A masked question, its topic, its gold answers, and the gold path if the set has it."""

    masked: str
    topic: str
    answers: frozenset[str]
    path: Steps | None = None


@dataclass(slots=True)
class Collection:
    """A graph with its question sets; plans have up to `hops` steps."""

    name: str
    triples: list[tuple[str, str, str]]
    names: dict[str, str]
    hops: int
    sets: dict[str, list[Example]] = field(default_factory=dict)
    graph: MemoryGraph = field(init=False)

    def __post_init__(self) -> None:
        self.graph = MemoryGraph(self.triples, self.names)

    def names_at(self, relation: str, side: int) -> list[str]:
        """Return the distinct names of the subjects (`side` 0) or objects (1) of a relation."""
        ends = dict.fromkeys(triple[2 * side] for triple in self.triples if triple[1] == relation)
        return [self.names.get(one, one) for one in ends]


def load(name: str, root: Path) -> Collection:
    """Read one collection from the data folder."""
    return COLLECTIONS[name](root)


def lines(path: Path) -> Iterator[str]:
    """Yield the lines of a gzip file without line ends."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield line.rstrip("\n")


def _triple(line: str, separator: str) -> tuple[str, str, str]:
    subject, relation, value = line.split(separator)
    return subject, relation, value


def _shuffled(examples: list[Example]) -> list[Example]:
    random.Random(0).shuffle(examples)
    return examples


def mask_name(question: str, name: str) -> str:
    """Mask a name, or the longest run of its words that occurs in the question."""
    whole = mask(question, [name])
    if whole != question:
        return whole
    words = re.findall(r"\w+", name)
    for length in range(len(words), 0, -1):
        for start in range(len(words) - length + 1):
            run = words[start : start + length]
            pattern = r"(?<!\w)" + r"\W+".join(map(re.escape, run)) + r"(?!\w)"
            if (length > 1 or len(run[0]) > 3) and re.search(pattern, question, re.IGNORECASE):
                return re.sub(pattern, MASK, question, count=1, flags=re.IGNORECASE)
    return question


def _metaqa(root: Path) -> Collection:
    folder = root / "metaqa"
    triples = [_triple(line, "|") for line in lines(folder / "kb.txt.gz")]
    found = Collection("metaqa", triples, {}, 3)
    for hops in (1, 2, 3):
        for split in ("dev", "test"):
            examples = []
            for line in lines(folder / f"{hops}-hop/qa_{split}.txt.gz"):
                question, gold = line.split("\t")
                topic = re.search(r"\[(.*?)\]", question)
                assert topic
                masked = question.replace(topic[0], MASK)
                examples.append(Example(masked, topic[1], frozenset(gold.split("|"))))
            found.sets[f"metaqa-{split}-{hops}"] = _shuffled(examples)
    return found


def _pathquestion(hops: int) -> Callable[[Path], Collection]:
    def read(root: Path) -> Collection:
        folder = root / "pathquestion"
        triples = [_triple(line, "\t") for line in lines(folder / f"{hops}H-kb.txt.gz")]
        names = {node: node.replace("_", " ") for triple in triples for node in (triple[0], triple[2])}
        examples = []
        for line in lines(folder / f"PQ-{hops}H.txt.gz"):
            question, gold, walk = line.split("\t")
            parts = walk.split("#")
            masked = re.sub(rf"(?<!\S){re.escape(parts[0].lower())}(?!\w)", MASK, question.lower())
            path = tuple(Move(relation) for relation in parts[1 : 2 * hops : 2])
            answers = frozenset(gold[gold.index("(") + 1 : -2].split("/"))
            examples.append(Example(masked, parts[0], answers, path))
        name = f"pathquestion-{hops}"
        return Collection(name, triples, names, 3, {name: _shuffled(examples)})

    return read


def _freebase(root: Path) -> Collection:
    folder, prefix = root / "freebase", "<http://rdf.freebase.com/ns/"
    names: dict[str, str] = {}
    triples = []
    for line in lines(folder / "fb15k237.nt.gz"):
        subject, relation, value = (part.removeprefix(prefix) for part in line.split("\t")[:3])
        subject, relation = subject.rstrip(">"), relation.rstrip(">")
        if relation == "type.object.name":
            names[subject] = json.loads(value[: value.rindex('"') + 1])
        else:
            triples.append((subject, relation, value.rstrip(">")))
    nameless = {node for triple in triples for node in (triple[0], triple[2]) if node not in names}
    into, out, plain = defaultdict(list), defaultdict(list), []
    for subject, relation, value in triples:
        if value in nameless:
            into[value].append((subject, relation))
        elif subject in nameless:
            out[subject].append((relation, value))
        else:
            plain.append((subject, relation, value))
    for node in sorted(into):
        for subject, first in into[node]:
            plain += [(subject, f"{first}..{second}", value) for second, value in out[node] if value != subject]
    by_name = defaultdict(set)
    for node, name in names.items():
        by_name[name].add(node)
    found = Collection("freebase", plain, names, 2)
    for file, ids in (("webquestions", False), ("simplequestions", True)):
        examples = []
        for line in lines(folder / f"{file}.jsonl.gz"):
            row = json.loads(line)
            gold = {f"m.{answer.split('/')[-1]}" for answer in row["answers"]} if ids else set()
            if not ids:
                # An answer without a node of that name is kept, so that it counts as missed.
                gold = {node for answer in row["answers"] for node in by_name.get(answer, {answer})}
            topic = f"m.{row['topic'].split('/')[-1]}"
            examples.append(Example(mask_name(row["question"], row["topic_name"]), topic, frozenset(gold)))
        found.sets[file] = _shuffled(examples)
    return found


def _wikidata(root: Path) -> Collection:
    folder = root / "wikidata"
    names: dict[str, str] = {}
    triples = []
    entity, direct = "<http://www.wikidata.org/entity/", "<http://www.wikidata.org/prop/direct/"
    for line in lines(folder / "simplequestions-truthy.nt.gz"):
        subject, relation, value = line.removesuffix(" .").split(" ", 2)
        subject = subject.removeprefix(entity).rstrip(">")
        if relation.endswith("rdf-schema#label>"):
            names[subject] = json.loads(value[: value.rindex('"') + 1])
        elif relation.startswith(direct) and value.startswith(entity):
            triples.append(
                (subject, relation.removeprefix(direct).rstrip(">"), value.removeprefix(entity).rstrip(">"))
            )
    labelled = [(one, names[relation], other) for one, relation, other in triples]
    found = Collection("wikidata", labelled, names, 2)
    for split in ("train", "dev"):
        rows = map(json.loads, lines(folder / f"simplequestions-{split}.jsonl.gz"))
        plain = map(json.loads, lines(folder / f"simplequestions-{split}-plain.jsonl.gz"))
        examples = []
        for row, answered in zip(rows, plain, strict=True):
            path = (Move(row["property_label"], not row["inverse"]),)
            answers = frozenset(answer.removeprefix("wd:") for answer in answered["answers"])
            examples.append(
                Example(mask_name(row["question"], row["topic_label"]), row["topic"], answers, path)
            )
        found.sets[f"wikidata-{split}"] = _shuffled(examples)
    return found


# Labels of the properties in PAT-Questions, whose files contain only their ids.
_PAT = {
    "P6": "head of government",
    "P17": "country",
    "P19": "place of birth",
    "P26": "spouse",
    "P27": "country of citizenship",
    "P35": "head of state",
    "P39": "position held",
    "P54": "member of sports team",
    "P69": "educated at",
    "P102": "member of political party",
    "P108": "employer",
    "P112": "founded by",
    "P115": "home venue",
    "P127": "owned by",
    "P159": "headquarters location",
    "P169": "chief executive officer",
    "P286": "head coach",
    "P488": "chairperson",
    "P1037": "director / manager",
    "P1365": "replaces",
}


def _pat(root: Path) -> Collection:
    folder = root / "wikidata" / "pat-2021"
    names: dict[str, str] = {}
    triples = []
    for number, line in enumerate(lines(folder / "facts.tsv.gz")):
        if number:
            subject, subject_name, relation, value, value_name, _ = line.split("\t")
            names[subject], names[value] = subject_name, value_name
            triples.append((subject, _PAT[relation], value))
    found = Collection("pat", triples, names, 3)
    for file in ("singlehop", "multihop"):
        examples = []
        for line in lines(folder / f"{file}.jsonl.gz"):
            row = json.loads(line)
            path = tuple(Move(_PAT[relation]) for relation in row["relations"])
            answers = frozenset(str(answer.get("ID")) for answer in row["answer annotations"])
            masked = row["template"].replace("{subject}", MASK)
            examples.append(Example(masked, row["subject"]["subject"], answers, path))
        found.sets[f"pat-{file}"] = _shuffled(examples)
    return found


def _natural(name: str) -> Callable[[Path], Collection]:
    def read(_root: Path) -> Collection:
        examples = []
        for row in _natural_rows():
            if row["graph"] == name and row["kind"] in _CHAINS and len(row["topics"]) == 1:
                (topic,) = row["topics"]
                answers = frozenset(map(str, row["answers"]))
                examples.append(Example(mask_name(row["question"], topic), topic, answers))
        return Collection(name, list(_plain_triples(FILES[name])), {}, 3, {name: _shuffled(examples)})

    return read


@cache
def _natural_rows() -> list[dict[str, Any]]:
    """Return the natural questions that may be tuned on."""
    files = sorted(DATA.glob("dev*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]


def _plain_triples(file: Path) -> Iterator[tuple[str, str, str]]:
    with file.open(encoding="utf-8", newline="") as text:
        rows = (
            csv.reader(text) if file.suffix == ".csv" else csv.reader(text, "excel-tab", quoting=csv.QUOTE_NONE)
        )
        for number, row in enumerate(rows):
            if len(row) >= 3 and (number or file.suffix != ".csv"):
                yield row[0].strip(), row[1].strip(), row[2].strip()


_PLAIN = (".csv", ".tsv")
# Kinds of natural questions that can be answered by a chain of steps from the topic.
_CHAINS = frozenset({"one-hop", "reverse", "multi-hop"})
NATURAL = tuple(sorted({row["graph"] for row in _natural_rows() if FILES[row["graph"]].suffix in _PLAIN}))
"""Names of the graphs of the natural questions that may be tuned on, except those in RDF files."""

COLLECTIONS: dict[str, Callable[[Path], Collection]] = {
    "pathquestion-2": _pathquestion(2),
    "pathquestion-3": _pathquestion(3),
    "pat": _pat,
    "wikidata": _wikidata,
    "freebase": _freebase,
    "metaqa": _metaqa,
    **{name: _natural(name) for name in NATURAL},
}
EVALUATION_ONLY = frozenset({"metaqa"})
"""Collections that must not be used for fitting the packaged weights."""
