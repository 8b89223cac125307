"""The resident memory of processes over time: sampled in a thread, summarised, and drawn as a plot."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil

_EVERY_S = 1.0

Find = Callable[[], psutil.Process | None]
"""Returns the process to measure, None if there is none at the moment."""


class MemoryCurve:
    """Samples the resident memory of some processes every second while the context is open.

    A process that ends is looked up again; `pids` holds all that were found, by name.
    """

    def __init__(self, processes: Mapping[str, Find]) -> None:
        self._find = processes
        self._found: dict[str, psutil.Process] = {}
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)
        self.began = time.monotonic()
        self.pids: dict[str, list[int]] = {name: [] for name in processes}
        self.samples: dict[str, list[tuple[float, float]]] = {name: [] for name in processes}

    def __enter__(self) -> Self:
        self.began = time.monotonic()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def figures(self, name: str) -> dict[str, float]:
        """Return megabytes at a tenth of the time and at the end, the most, and the growth over the second half.

        Empty if there are fewer than two samples.
        """
        samples = self.samples[name]
        if len(samples) < 2:
            return {}
        late = samples[len(samples) // 2 :]
        times, sizes = zip(*(late if len(late) > 1 else samples), strict=True)
        growth = statistics.linear_regression([at / 60 for at in times], sizes).slope
        return {
            "tenth_mb": round(samples[len(samples) // 10][1]),
            "end_mb": round(samples[-1][1]),
            "most_mb": round(max(size for _, size in samples)),
            "growth_mb_per_minute": round(growth, 1),
        }

    def draw(self, file: Path, marks: Sequence[tuple[float, float]], meaning: str) -> None:
        """Draw the curves into an SVG or PNG file, with shaded intervals (seconds from the start) and their meaning."""
        import matplotlib
        from matplotlib.figure import Figure

        # Not pyplot, which would require a window system. A fixed salt and no date make the output reproducible.
        with matplotlib.rc_context({"svg.hashsalt": "kgqa", "svg.fonttype": "none"}):
            figure = Figure(figsize=(8, 4), layout="constrained")
            axes = figure.subplots()
            for name, samples in self.samples.items():
                axes.plot([at for at, _ in samples], [size for _, size in samples], label=name)
            for place, (begin, end) in enumerate(marks):
                axes.axvspan(begin, end, color="tab:red", alpha=0.15, lw=0, label="" if place else meaning)
                axes.axvline(begin, color="tab:red", lw=1)
            axes.set_xlabel("seconds")
            axes.set_ylabel("resident memory (MB)")
            axes.set_ylim(bottom=0)
            axes.grid(axis="y", alpha=0.3)
            axes.legend(loc="lower right")
            figure.savefig(file, dpi=150, metadata={"Date": None} if file.suffix == ".svg" else {})

    def _sample(self) -> None:
        while not self._ended.is_set():
            for name, find in self._find.items():
                if (size := self._size(name, find)) is not None:
                    self.samples[name].append((time.monotonic() - self.began, size))
            self._ended.wait(_EVERY_S)

    def _size(self, name: str, find: Find) -> float | None:
        try:
            process = self._found.get(name)
            if process is None or not process.is_running():
                process = find()
                if process is None:
                    return None
                self._found[name] = process
                self.pids[name].append(process.pid)
            return float(process.memory_info().rss) / 1e6
        except psutil.Error:
            # It ended just now.
            self._found.pop(name, None)
            return None
