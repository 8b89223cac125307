"""Measure the disk space of an installation: this package with its requirements, and what each extra adds.

    python -m benchmarks.install_size [--most 12] [--json]

Counts the installed files of each distribution in this environment (without compiled Python), following the
requirements that apply here. An extra's row shows what it adds to an installation without it.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from benchmarks.harness import Parser, report

NAME = "kgqa-neo4j"
_MB = 1_000_000


def closure(name: str, extras: Iterable[str] = ()) -> set[str]:
    """Return the names of a distribution with some extras, and of all its requirements on this platform."""
    found: set[str] = set()
    waiting = [(canonicalize_name(name), frozenset(extras))]
    seen = set(waiting)
    while waiting:
        current, wanted = waiting.pop()
        try:
            requires = distribution(current).requires or []
        except PackageNotFoundError:
            continue
        found.add(current)
        for text in requires:
            needed = Requirement(text)
            if needed.marker is None or any(needed.marker.evaluate({"extra": one}) for one in ("", *wanted)):
                entry = (canonicalize_name(needed.name), frozenset(needed.extras))
                if entry not in seen:
                    seen.add(entry)
                    waiting.append(entry)
    return found


def size(name: str) -> int:
    """Return the total size of a distribution's files, in bytes."""
    return sum(_bytes(distribution(name)))


def _bytes(one: Distribution) -> Iterable[int]:
    for file in one.files or ():
        path = Path(str(one.locate_file(file)))
        if path.suffix != ".pyc" and path.is_file():
            yield path.stat().st_size


def main() -> None:
    """Report the total, the largest distributions, and the extras."""
    parser = Parser(__doc__, "--json")
    parser.add_argument("--most", type=int, default=12, help="distributions listed; default %(default)s")
    arguments = parser.parse_args()
    base = closure(NAME)
    sizes = {one: size(one) for one in base}
    rows = [{"what": "everything", "distributions": len(base), "MB": round(sum(sizes.values()) / _MB)}]
    largest = sorted(sizes, key=lambda one: -sizes[one])[: arguments.most]
    rows += [{"what": one, "distributions": 1, "MB": round(sizes[one] / _MB)} for one in largest]
    extras = distribution(NAME).metadata.get_all("Provides-Extra") or []
    for extra in extras:
        if extra != "dev":
            more = closure(NAME, [extra]) - base
            taken = round(sum(map(size, more)) / _MB)
            rows.append({"what": f"with [{extra}], more", "distributions": len(more), "MB": taken})
    report(rows, arguments)


if __name__ == "__main__":
    main()
