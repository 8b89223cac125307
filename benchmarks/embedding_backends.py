"""Compare the encoder's backends: speed, and how closely their vectors match the reference.

    python -m benchmarks.embedding_backends --kb PATH/TO/kb.txt --questions PATH/TO/qa_dev.txt

Encodes random triples as text and random questions without brackets. Backends alternate, round by round, so that a busy
machine slows all of them alike; the best round counts. CPU seconds hardly depend on other load. Overlap is the share of
a question's 30 nearest triples by the reference (torch) that are also among the backend's 30 nearest.
sentence-transformers' own ONNX and OpenVINO backends are included if optimum is installed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from benchmarks.harness import Parser, lines, paired, report
from kgqa_neo4j.embedding import Vectors, create
from kgqa_neo4j.embedding.model_folders import PACKAGED, locate
from kgqa_neo4j.question.masking import without_brackets
from kgqa_neo4j.settings import EmbeddingSettings

Encode = Callable[[Sequence[str]], Vectors]
OWN = ("torch", "ctranslate2", "ctranslate2-int8", "openvino")
OTHERS = {"sentence-transformers-onnx": "onnx", "sentence-transformers-openvino": "openvino"}
NEEDED = {"onnx": "onnxruntime", "openvino": "openvino"}
NEAREST = 30


@dataclass
class Backend:
    """A backend: seconds to start, best wall-clock and CPU seconds of a round, and its vectors."""

    encode: Encode
    start: float
    wall: float = 0.0
    cpu: float = 0.0
    vectors: Vectors = field(default_factory=lambda: np.empty((0, 0), np.float32))


def other(model: str, backend: str) -> Encode:
    """Return sentence-transformers' own ONNX or OpenVINO encoder."""
    from sentence_transformers import SentenceTransformer

    network = SentenceTransformer(str(locate(model).path), backend=backend)  # type: ignore[arg-type]
    return lambda texts: np.asarray(network.encode(list(texts), batch_size=64, show_progress_bar=False))


def available(model: str, wanted: Sequence[str]) -> tuple[dict[str, Backend], list[str]]:
    """Start each backend; return the running ones, and the names of those not installed."""
    running: dict[str, Backend] = {}
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
        running[name] = Backend(encode, time.perf_counter() - begun)
    return running, missing


def overlap(reference: Vectors, vectors: Vectors, questions: int) -> float:
    """Return the mean share of nearest texts that both encoders find; the first rows are the questions."""
    both = []
    for ours in (reference, vectors):
        scores = ours[:questions] @ ours[questions:].T
        both.append(np.argpartition(-scores, NEAREST, axis=1)[:, :NEAREST])
    return float(np.mean([len(set(a) & set(b)) / NEAREST for a, b in zip(*both, strict=True)]))


def rows(
    running: dict[str, Backend], missing: list[str], texts: int, questions: int
) -> list[dict[str, object]]:
    """Return one row per backend; the first is the reference."""
    first = next(iter(running.values()))
    found: list[dict[str, object]] = [
        {
            "backend": name,
            "texts/s": round(texts / one.wall),
            "ratio": round(first.wall / one.wall, 2),
            "texts/CPU s": round(texts / one.cpu),
            "CPU ratio": round(first.cpu / one.cpu, 2),
            "first vector s": round(one.start, 1),
            "cosine": round(float(np.mean(np.sum(first.vectors * one.vectors, axis=1))), 4),
            "overlap": round(overlap(first.vectors, one.vectors, questions), 3),
        }
        for name, one in running.items()
    ]
    found += [{"backend": name, "texts/s": "not installed"} for name in missing]
    return found


def main() -> None:
    """Measure and compare the backends."""
    parser = Parser(__doc__, "--json")
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
    facts = [line.split("|") for line in lines(args.kb)]
    facts = dice.sample(facts, min(args.triples, len(facts)))
    triples = [f"({s}, {relation.replace('_', ' ')}, {o})" for s, relation, o in facts]
    questions = []
    for path in args.questions:
        asked = lines(path)
        chosen = dice.sample(asked, min(args.sample, len(asked)))
        questions += [without_brackets(line.split("\t")[0]) for line in chosen]
    running, missing = available(args.model, args.backends.split(","))
    timed = triples[: args.timed]
    timings = paired({name: partial(one.encode, timed) for name, one in running.items()}, args.rounds)
    for name, one in running.items():
        one.wall, one.cpu = min(timings[name].wall), min(timings[name].cpu)
        one.vectors = one.encode(questions + triples)
    report(rows(running, missing, len(timed), len(questions)), args)


if __name__ == "__main__":
    main()
