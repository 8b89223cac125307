"""Extract the bundled sample from MetaQA: triples, and questions that they answer completely.

    python -m benchmarks.cut_sample PATH/TO/metaqa --out kgqa_neo4j/sample

PATH/TO/metaqa has the published layout: `kb.txt`, and `N-hop/qa_dev.txt` (or `N-hop/vanilla/qa_dev.txt`) with
`N-hop/qa_dev_qtype.txt`, each plain or gzipped. The output is deterministic for a given input and seed.

A question qualifies if the path named by its type yields exactly the published answers. The sample includes all triples
of each entity that the path leaves, so that answers stay complete and exploring methods see what they would see in the
full graph. Entities with more triples than `--hub` (genres, years, languages) occur only at the end of a path.
"""

from __future__ import annotations

import argparse
import gzip
import random
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from benchmarks.harness import Parser

Triple = tuple[str, str, str]
RELATIONS = {
    "actor": "starred_actors",
    "director": "directed_by",
    "writer": "written_by",
    "genre": "has_genre",
    "language": "in_language",
    "tags": "has_tags",
    "tag": "has_tags",
    "year": "release_year",
    "imdbrating": "has_imdb_rating",
    "imdbvotes": "has_imdb_votes",
}
TOPIC = re.compile(r"\[(.+)\]")


class Graph:
    """Triples indexed by both ends."""

    def __init__(self, triples: Iterable[Triple]) -> None:
        self.touching: dict[str, set[Triple]] = defaultdict(set)
        for triple in triples:
            self.touching[triple[0]].add(triple)
            self.touching[triple[2]].add(triple)

    def step(self, entity: str, relation: str, forward: bool) -> list[str]:
        """Return the other ends of `entity`'s triples of one relation, in one direction."""
        here, there = (0, 2) if forward else (2, 0)
        touching = self.touching.get(entity, ())
        return [triple[there] for triple in touching if triple[1] == relation and triple[here] == entity]


@dataclass(frozen=True)
class Question:
    """A published question line with its path type."""

    line: str
    kind: str

    @property
    def topic(self) -> str:
        """The topic's name, in brackets in the question."""
        found = TOPIC.search(self.line)
        assert found, self.line
        return found[1]

    @property
    def gold(self) -> frozenset[str]:
        """The published answers."""
        return frozenset(self.line.split("\t")[1].split("|"))


def walk(graph: Graph, question: Question) -> tuple[set[str], set[str]]:
    """Follow the question's path; return its answers and the entities it leaves.

    As in the published data, a path never goes straight back to the previous entity, and a two-hop path never ends at
    its topic.
    """
    kinds = question.kind.split("_to_")
    frontier: set[tuple[str, str]] = {(question.topic, "")}
    visited: set[str] = set()
    for here, there in pairwise(kinds):
        forward = here == "movie"
        relation = RELATIONS[there if forward else here]
        visited |= {entity for entity, _ in frontier}
        frontier = {
            (end, entity)
            for entity, previous in frontier
            for end in graph.step(entity, relation, forward)
            if end != previous
        }
    answers = {entity for entity, _ in frontier}
    return (answers - {question.topic} if len(kinds) == 3 else answers), visited


def find(folder: Path, *names: str) -> Path:
    """Return the first of `names` that exists, plain or gzipped."""
    for name in names:
        for path in (folder / name, folder / f"{name}.gz"):
            if path.is_file():
                return path
    raise SystemExit(f"{folder} has none of {', '.join(names)}")


def lines(path: Path) -> list[str]:
    """Return the lines of a plain or gzipped file."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as stream:
        return [line.rstrip("\n") for line in stream]


def closure(graph: Graph, question: Question, hub: int, largest: int) -> set[Triple] | None:
    """Return the triples the question needs, or None if it does not qualify for the sample."""
    answers, visited = walk(graph, question)
    if answers != question.gold or any(len(graph.touching[entity]) > hub for entity in visited):
        return None
    needed = {triple for entity in visited for triple in graph.touching[entity]}
    return needed if len(needed) <= largest else None


def choose(
    graph: Graph, questions: list[Question], kept: set[Triple], args: argparse.Namespace, dice: random.Random
) -> list[Question]:
    """Choose random questions, cycling through the types, one per topic; add their triples to `kept`."""
    pool: dict[str, list[tuple[Question, set[Triple]]]] = defaultdict(list)
    for question in questions:
        needed = closure(graph, question, args.hub, args.largest)
        if needed:
            pool[question.kind].append((question, needed))
    chosen: list[Question] = []
    topics: set[str] = set()
    while len(chosen) < args.questions and any(pool.values()):
        for kind in sorted(pool):
            fresh = [entry for entry in pool[kind] if entry[0].topic not in topics]
            pool[kind] = fresh
            if not fresh or len(chosen) == args.questions:
                continue
            question, needed = dice.choice(fresh)
            chosen.append(question)
            topics.add(question.topic)
            kept |= needed
    return sorted(chosen, key=questions.index)


def main() -> None:
    """Write kb.txt and qa_Nhop.txt with qa_Nhop_qtype.txt."""
    parser = Parser(__doc__)
    parser.add_argument("metaqa", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--split", default="dev")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--questions", type=int, default=40, help="questions a hop")
    parser.add_argument("--hub", type=int, default=60, help="most triples of an entity that is stepped out of")
    parser.add_argument("--largest", type=int, default=150, help="most triples that one question may need")
    args = parser.parse_args()
    dice = random.Random(args.seed)
    rows = (line.split("|") for line in lines(find(args.metaqa, "kb.txt")))
    graph = Graph(sorted({(row[0], row[1], row[2]) for row in rows}))
    kept: set[Triple] = set()
    args.out.mkdir(parents=True, exist_ok=True)
    # Longest first: their triples already cover many of the shorter questions.
    for hop in (3, 2, 1):
        folder = args.metaqa / f"{hop}-hop"
        texts = lines(find(folder, f"qa_{args.split}.txt", f"vanilla/qa_{args.split}.txt"))
        kinds = lines(find(folder, f"qa_{args.split}_qtype.txt"))
        questions = [Question(*pair) for pair in zip(texts, kinds, strict=True)]
        chosen = choose(graph, questions, kept, args, dice)
        print(f"{hop} hops: {len(chosen)} questions, {len(kept)} triples so far")
        for name, values in (("", (q.line for q in chosen)), ("_qtype", (q.kind for q in chosen))):
            (args.out / f"qa_{hop}hop{name}.txt").write_text("".join(f"{v}\n" for v in values), "utf-8")
    (args.out / "kb.txt").write_text("".join(f"{'|'.join(t)}\n" for t in sorted(kept)), "utf-8")


if __name__ == "__main__":
    main()
