"""Measure llama.cpp on this machine by threads and batch size: the basis for `CHUNK` and the defaults.

    python -m benchmarks.llm_speed [--model packaged] [--threads 1 2] [--batch 32 64 128 256 512]

Reads a prompt of 512 tokens and generates 64, `--repeat` times; the best time counts, to reduce the influence of other
load. Reports a row for each combination.
"""

from __future__ import annotations

import itertools
import os
import time

os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import llama_cpp

from benchmarks.harness import Parser, progress, report
from kgqa_neo4j.llm.weights import find_weights

PROMPT, REPLY = 512, 64


def measure(path: str, threads: int, batch: int, flash: bool, repeat: int) -> tuple[float, float]:
    """Return prompt tokens per second and reply tokens per second."""
    llama = llama_cpp.Llama(
        path,
        n_ctx=1024,
        n_threads=threads,
        n_threads_batch=threads,
        n_batch=batch,
        flash_attn=flash,
        verbose=False,
    )
    prompt = (llama.tokenize(b"the quick brown fox jumps over the lazy dog " * 80))[:PROMPT]
    reading, writing = [], []
    for _ in range(repeat):
        llama.reset()  # type: ignore[no-untyped-call]
        started = time.perf_counter()
        llama.eval(prompt)
        read = time.perf_counter()
        made = sum(1 for _ in itertools.islice(llama.generate(prompt, temp=0.0), REPLY))
        reading.append(len(prompt) / (read - started))
        writing.append(made / (time.perf_counter() - read))
    llama.close()
    return max(reading), max(writing)


def main() -> None:
    """Measure every combination."""
    parser = Parser(__doc__, "--json")
    parser.add_argument("--model", default="packaged")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--batch", type=int, nargs="+", default=[32, 64, 128, 256, 512])
    parser.add_argument("--flash", type=int, nargs="+", default=[0, 1])
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    path = str(find_weights(options.model).path)
    settings = list(itertools.product(options.threads, options.batch, options.flash))
    rows = []
    for threads, batch, flash in progress(settings, "llama.cpp"):
        read, write = measure(path, threads, batch, bool(flash), options.repeat)
        speeds = {"prompt tokens/s": round(read), "reply tokens/s": round(write)}
        rows.append({"threads": threads, "batch": batch, "flash": flash, **speeds})
    report(rows, options)


if __name__ == "__main__":
    main()
