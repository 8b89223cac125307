"""How fast the encoder's backends are, and how near their vectors are to the original's.

    python benchmarks/embedding_backends.py --kb PATH/TO/kb.txt --questions PATH/TO/qa_dev.txt

Takes random triples, verbalised, and random questions, their brackets stripped. Back ends take
turns, round by round, so that a busy machine slows all of them alike; the best round counts. CPU
seconds hardly depend on what else runs. Overlap is the share of a question's 30 nearest triples
by the reference (torch) that are also among its 30 nearest by the backend.
sentence-transformers' own ONNX and OpenVINO backends take part where optimum is installed.
"""

from __future__ import annotations

import argparse
import gzip
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from kgqa_neo4j.embedding import Vectors, create
from kgqa_neo4j.embedding.models import PACKAGED, locate
from kgqa_neo4j.settings import EmbeddingSettings

Encode = Callable[[Sequence[str]], Vectors]
OWN = ("torch", "ctranslate2", "ctranslate2-int8", "openvino")
OTHERS = {"sentence-transformers-onnx": "onnx", "sentence-transformers-openvino": "openvino"}
NEEDED = {"onnx": "onnxruntime", "openvino": "openvino"}
NEAREST = 30


@dataclass
class Timing:
    """Best wall and CPU seconds of a backend, and its vectors."""

    encode: Encode
    start: float
    wall: float = float("inf")
    cpu: float = float("inf")
    vectors: Vectors = field(default_factory=lambda: np.empty((0, 0), np.float32))


def read(path: Path) -> list[str]:
    """Return the lines of a plain or gzipped file."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as stream:
        return [line.rstrip("\n") for line in stream]


def other(model: str, backend: str) -> Encode:
    """Return sentence-transformers' own ONNX or OpenVINO backend."""
    from sentence_transformers import SentenceTransformer

    network = SentenceTransformer(str(locate(model).path), backend=backend)  # type: ignore[arg-type]
    return lambda texts: np.asarray(network.encode(list(texts), batch_size=64, show_progress_bar=False))


def available(model: str, wanted: Sequence[str]) -> tuple[dict[str, Timing], list[str]]:
    """Start every backend; return those that run, and the names of those that are not installed."""
    running: dict[str, Timing] = {}
    missing = []
    for name in wanted:
        begun = time.perf_counter()
        encode: Encode
        if name in OWN:
            encode = create(EmbeddingSettings(model=model, backend=name)).encode
        elif find_spec("optimum") and find_spec(NEEDED[OTHERS[name]]):
            encode = other(model, OTHERS[name])
        else:
            missing.append(name)
            continue
        encode(["a first text"])
        running[name] = Timing(encode, time.perf_counter() - begun)
    return running, missing


def measure(running: dict[str, Timing], texts: Sequence[str], rounds: int) -> None:
    """Encode `texts` with every backend in turn, `rounds` times."""
    for _ in range(rounds):
        for timing in running.values():
            wall, cpu = time.perf_counter(), time.process_time()
            timing.encode(texts)
            timing.wall = min(timing.wall, time.perf_counter() - wall)
            timing.cpu = min(timing.cpu, time.process_time() - cpu)


def overlap(reference: Vectors, vectors: Vectors, questions: int) -> float:
    """Return the mean share of each question's nearest texts that both find; questions come first."""
    both = []
    for ours in (reference, vectors):
        scores = ours[:questions] @ ours[questions:].T
        both.append(np.argpartition(-scores, NEAREST, axis=1)[:, :NEAREST])
    return float(np.mean([len(set(a) & set(b)) / NEAREST for a, b in zip(*both, strict=True)]))


def report(running: dict[str, Timing], missing: list[str], texts: int, questions: int) -> None:
    """Print one row a backend; the first is what the others are compared with."""
    table = Table("backend", "texts/s", "ratio", "texts/CPU s", "ratio", "first vector s", "cosine", "overlap")
    first = next(iter(running.values()))
    for name, timing in running.items():
        table.add_row(
            name,
            f"{texts / timing.wall:,.0f}",
            f"{first.wall / timing.wall:.2f}",
            f"{texts / timing.cpu:,.0f}",
            f"{first.cpu / timing.cpu:.2f}",
            f"{timing.start:.1f}",
            f"{np.mean(np.sum(first.vectors * timing.vectors, axis=1)):.4f}",
            f"{overlap(first.vectors, timing.vectors, questions):.3f}",
        )
    for name in missing:
        table.add_row(name, "not installed")
    Console(width=110).print(table)


def main() -> None:
    """Measure, then compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--kb", type=Path, required=True)
    parser.add_argument("--questions", type=Path, required=True, action="append", help="may be repeated")
    parser.add_argument("--model", default=PACKAGED)
    parser.add_argument("--backends", default=",".join([*OWN, *OTHERS]), help="the first is the reference")
    parser.add_argument("--triples", type=int, default=20_000, help="triples to search among")
    parser.add_argument("--sample", type=int, default=200, help="questions a file")
    parser.add_argument("--timed", type=int, default=1_000, help="triples encoded in one round")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    dice = random.Random(0)
    rows = [line.split("|") for line in read(args.kb)]
    rows = dice.sample(rows, min(args.triples, len(rows)))
    triples = [f"({s}, {relation.replace('_', ' ')}, {o})" for s, relation, o in rows]
    questions = []
    for path in args.questions:
        lines = read(path)
        chosen = dice.sample(lines, min(args.sample, len(lines)))
        questions += [line.split("\t")[0].replace("[", "").replace("]", "") for line in chosen]
    running, missing = available(args.model, args.backends.split(","))
    timed = triples[: args.timed]
    measure(running, timed, args.rounds)
    for timing in running.values():
        timing.vectors = timing.encode(questions + triples)
    report(running, missing, len(timed), len(questions))


if __name__ == "__main__":
    main()
