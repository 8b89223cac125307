"""What a load says that it did."""

import io

from rich.console import Console

from kgqa_neo4j.loading.stages import Stage
from kgqa_neo4j.loading.summary import Summary


def printed(**values: object) -> list[str]:
    out = io.StringIO()
    Summary("my:1", "facts.csv", "my", **values).print(Console(file=out, width=120))  # type: ignore[arg-type]
    return out.getvalue().splitlines()


def test_a_small_load_is_one_line() -> None:
    lines = printed(
        stages=[Stage("rows", "triples", items=1)],
        triples=1,
        new_triples=1,
        entities=2,
        relations=1,
        seconds=1.25,
    )
    assert lines == ["1 triple, 2 entities, 1 relation; 1.2 s"]


def test_further_and_rejected_lines_are_counted() -> None:
    shown = printed(
        triples=5, new_triples=3, entities=4, relations=2, lines=4, rejected=1, rejects_file="bad.tsv"
    )
    assert shown == [
        "5 triples (3 new), 4 entities, 2 relations; 1 of 4 lines rejected; 0.0 s",
        "rejected lines: bad.tsv",
    ]


def test_a_large_load_shows_its_stages() -> None:
    shown = "\n".join(printed(stages=[Stage("rows", "triples", items=200_000, seconds=2.0)], triples=200_000))
    assert "200,000 triples" in shown and "100,000/s" in shown and "MB of memory" in shown
