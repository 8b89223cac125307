"""Read WordNet's files: similarity of words, and the nouns of synsets with sense ranks and counts."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

_FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
# Similarity of lemmas in one synset, and of lemmas in synsets it points to, by the pointer's symbol.
_SYNONYM = 1.0
_POINTED = {"+": 0.8, "=": 0.9, "\\": 0.9, "@": 0.6, "~": 0.6, "&": 0.5, "^": 0.5, "$": 0.5}
# Symbol of the pointer from an instance, such as a town, to its class.
_INSTANCE = "@i"
# Weights of the senses of a word, most usual first; later senses are ignored.
_SENSES = (1.0, 0.85, 0.7)
_ENDINGS = (
    ("ies", "y"), ("es", "e"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", "e"), ("ed", ""),
    ("ing", "e"), ("ing", ""), ("en", "e"), ("men", "man"),
)  # fmt: skip


class Synset(NamedTuple):
    """The lemmas of a synset, and its pointers: symbol and key of the target."""

    lemmas: tuple[str, ...]
    pointers: tuple[tuple[str, tuple[str, str]], ...]


class WordNet:
    """The database in a folder with `data.noun`, `index.noun` and so on."""

    def __init__(self, folder: Path) -> None:
        self._synsets: dict[tuple[str, str], Synset] = {}
        self._senses: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self._irregular: dict[str, list[str]] = defaultdict(list)
        for part, name in _FILES.items():
            for line in _lines(folder / f"data.{name}"):
                self._synsets[part, line[0]] = _synset(line)
            for line in _lines(folder / f"index.{name}"):
                keys = line[-int(line[2]) :]
                self._senses[_plain(line[0])] += [(part, key) for key in keys[: len(_SENSES)]]
            if (folder / f"{name}.exc").exists():
                for line in _lines(folder / f"{name}.exc"):
                    self._irregular[_plain(line[0])] += map(_plain, line[1:])
        self.similarity = cache(self._similarity)
        self._related = cache(self._near)

    def _similarity(self, one: str, other: str) -> float:
        """Return 1 for synonyms and forms of one word, less for other related words, else 0."""
        ones, others = self._lemmas(one), self._lemmas(other)
        if one == other or ones & others:
            return 1.0
        ways = ((ones, others), (others, ones))
        return max(
            (self._related(a).get(b, 0.0) for some, rest in ways for a in some for b in rest), default=0.0
        )

    def _lemmas(self, word: str) -> frozenset[str]:
        forms = [word, *self._irregular.get(word, ())]
        forms += [word.removesuffix(end) + instead for end, instead in _ENDINGS if word.endswith(end)]
        return frozenset(form for form in forms if form in self._senses)

    def _near(self, lemma: str) -> dict[str, float]:
        found: dict[str, float] = defaultdict(float)
        by_part: dict[str, int] = defaultdict(int)
        for key in self._senses[lemma]:
            share = _SENSES[by_part[key[0]]]
            by_part[key[0]] += 1
            synset = self._synsets[key]
            near = [(word, _SYNONYM) for word in synset.lemmas]
            near += [
                (word, _POINTED[sign])
                for sign, target in synset.pointers
                if sign in _POINTED
                for word in self._synsets[target].lemmas
            ]
            for word, worth in near:
                found[word] = max(found[word], share * worth)
        return dict(found)


def _lines(path: Path) -> list[list[str]]:
    lines = path.read_text("utf-8").splitlines()
    return [line.split(" | ")[0].split() for line in lines if not line.startswith("  ")]


def _synset(line: list[str]) -> Synset:
    count = int(line[3], 16)
    lemmas = tuple(_plain(line[4 + 2 * place]) for place in range(count))
    start = 5 + 2 * count
    pointers = [line[start + 4 * place : start + 4 * place + 3] for place in range(int(line[start - 1]))]
    return Synset(lemmas, tuple((sign, (part.replace("s", "a"), key)) for sign, key, part in pointers))


def _plain(lemma: str) -> str:
    return lemma.split("(")[0].replace("_", " ").lower()


def noun_synsets(folder: Path) -> dict[str, tuple[str, ...]]:
    """Return the lemmas of each noun synset with their capitals, without synsets of instances such as towns."""
    found = {}
    for line in _lines(folder / "data.noun"):
        synset = _synset(line)
        if all(sign != _INSTANCE for sign, _ in synset.pointers):
            found[line[0]] = tuple(line[4 + 2 * place].replace("_", " ") for place in range(len(synset.lemmas)))
    return found


def noun_ranks(folder: Path) -> dict[tuple[str, str], int]:
    """Return by lemma and synset the rank of that sense among the noun's senses; 1 is the most usual."""
    found = {}
    for line in _lines(folder / "index.noun"):
        for rank, key in enumerate(line[-int(line[2]) :], 1):
            found[_plain(line[0]), key] = rank
    return found


def said_counts(folder: Path) -> dict[tuple[str, str], int]:
    """Return by lemma and synset the number of occurrences in sense-tagged texts."""
    lines = (line.split() for line in (folder / "index.sense").read_text("utf-8").splitlines())
    return {(_plain(sense.split("%")[0]), key): int(count) for sense, key, _, count in lines}
