"""Stores what was learned about one attached graph, as sets of pairs and words in a file of the workspace."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from filelock import FileLock, Timeout

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.model.errors import InputError, KgqaError
from kgqa_neo4j.plans.attached.learning.forms import Aspect, Option
from kgqa_neo4j.plans.attached.learning.meanings import elements_of, is_known, keys_in
from kgqa_neo4j.plans.language.parsing import parse_query
from kgqa_neo4j.plans.language.query import Query

VERSION = 1
# Seconds to wait for another process that is learning: hundreds of pairs take minutes.
_PATIENCE_S = 600.0


class FormSeen(msgspec.Struct, frozen=True):
    """Evidence of one pair for an open aspect: the `options` that give the right answer, and the `usual` one, which is
    used without learning. `context` and `label` are those of `Open`."""

    aspect: Aspect
    context: str
    label: str
    options: tuple[Option, ...]
    usual: Option


class LearnedPair(msgspec.Struct, frozen=True):
    """A learned question, with the `query` that gives its answer, in text form; "" if none is known.

    * `by` is what explained it, `reason` why nothing did; `place` is its place in the source.
    * `forms` is its evidence for aspects of the form, as far as its answer distinguishes options.
    * `estimate` is the confidence of the best reading before calibration, None if there was no reading; `right` whether
      that reading gives the pair's answer in the forms of `forms`.
    """

    key: str
    question: str
    query: str = ""
    by: str = ""
    reason: str = ""
    place: str = ""
    forms: tuple[FormSeen, ...] = ()
    estimate: float | None = None
    right: bool = False


class WordEvidence(msgspec.Struct, frozen=True):
    """Evidence of one pair for a word: the keys of the elements that it may stand for, none if something else explains
    it; `share` is 1 if nothing else could be meant."""

    keys: tuple[str, ...]
    pair: str
    share: float = 1.0


class TaughtWord(msgspec.Struct, frozen=True):
    """A word or phrase with all evidence for its meaning."""

    word: str
    said: str
    evidence: tuple[WordEvidence, ...] = ()


class LearnedSet(msgspec.Struct, frozen=True):
    """The pairs and words of one set, by key."""

    pairs: dict[str, LearnedPair] = {}
    words: dict[str, TaughtWord] = {}
    learned_at: str = ""


class _Kept(msgspec.Struct):
    version: int = VERSION
    sets: dict[str, LearnedSet] = {}


class Memory:
    """The file with everything learned about one attached graph."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._lock = FileLock(file.with_suffix(".lock"), timeout=_PATIENCE_S)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Lock the file against other processes and threads while the block reads and writes it.

        Raises:
            KgqaError: another process keeps the lock for too long.
        """
        self.file.parent.mkdir(parents=True, exist_ok=True)
        try:
            with self._lock:
                yield
        except Timeout as error:
            raise KgqaError(
                f"{self.file} was locked by another process for {_PATIENCE_S:g} s",
                hint="wait until it is done, or end it",
            ) from error

    def sets(self) -> dict[str, LearnedSet]:
        """Return all sets by name.

        Raises:
            KgqaError: the file cannot be read, or was written by a newer version.
        """
        if not self.file.exists():
            return {}
        try:
            kept = msgspec.json.decode(self.file.read_bytes(), type=_Kept)
        except (OSError, msgspec.MsgspecError) as error:
            raise KgqaError(
                f"learned questions cannot be read: {self.file}: {error}",
                hint="remove the file and learn again",
            ) from error
        if kept.version > VERSION:
            raise KgqaError(
                f"{self.file} was written by a newer version of kgqa", hint="upgrade kgqa, or remove the file"
            )
        return kept.sets

    def keep(self, name: str, learned: LearnedSet) -> None:
        """Store a set, replacing the one with the same name.

        Raises:
            KgqaError: see `sets`.
        """
        stamped = msgspec.structs.replace(learned, learned_at=datetime.now(UTC).isoformat(timespec="seconds"))
        with self.alone():
            self._write({**self.sets(), name: stamped})

    def forget(self, names: Sequence[str]) -> tuple[int, int]:
        """Remove sets; return the numbers of question templates and pairs that they had.

        Raises:
            InputError: there is no set with that name.
            KgqaError: see `sets`.
        """
        with self.alone():
            known = self.sets()
            for name in names:
                if name not in known:
                    raise InputError(
                        f"no set is called {name!r}",
                        hint=f"known sets: {', '.join(known)}" if known else "no set was learned yet",
                    )
            gone = [known[name] for name in names]
            self._write({name: one for name, one in known.items() if name not in names})
        forms = sum(bool(pair.query) for one in gone for pair in one.pairs.values())
        return forms, sum(len(one.pairs) for one in gone)

    def prune(self, schema: PropertyGraphSchema) -> list[str]:
        """Remove what refers to elements that the schema no longer has; return one line of text per removal.

        Raises:
            KgqaError: see `sets`.
        """
        elements = set(elements_of(schema))
        told: list[str] = []
        with self.alone():
            kept = {name: _left(one, name, elements, told.append) for name, one in self.sets().items()}
            if told:
                self._write(kept)
        return told

    def _write(self, sets: Mapping[str, LearnedSet]) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        temporary = self.file.with_suffix(".tmp")
        temporary.write_bytes(msgspec.json.format(msgspec.json.encode(_Kept(VERSION, dict(sets)))))
        temporary.replace(self.file)


def query_in(text: str) -> Query | None:
    """Parse a stored query; None if there is none, or it can no longer be parsed."""
    if not text:
        return None
    try:
        return parse_query(text)
    except InputError:
        return None


def _left(learned: LearnedSet, name: str, elements: set[str], tell: Callable[[str], None]) -> LearnedSet:
    pairs: dict[str, LearnedPair] = {}
    for key, pair in learned.pairs.items():
        query = query_in(pair.query)
        gone = _gone(keys_in(query), elements) if query else []
        if pair.query and (query is None or gone):
            tell(f"{name}: forgot {pair.question!r}: the graph no longer has {', '.join(gone) or 'its query'}")
        else:
            pairs[key] = pair
    words: dict[str, TaughtWord] = {}
    for key, word in learned.words.items():
        gone = _gone((one for each in word.evidence for one in each.keys), elements)
        if not gone:
            words[key] = word
            continue
        evidence = tuple(
            msgspec.structs.replace(one, keys=tuple(each for each in one.keys if is_known(each, elements)))
            for one in word.evidence
        )
        left = tuple(one for one, was in zip(evidence, word.evidence, strict=True) if one.keys or not was.keys)
        tell(f"{name}: forgot the meaning of {word.said!r}: the graph no longer has {', '.join(gone)}")
        if any(one.keys for one in left):
            words[key] = msgspec.structs.replace(word, evidence=left)
    return msgspec.structs.replace(learned, pairs=pairs, words=words)


def _gone(keys: Iterable[str], elements: set[str]) -> list[str]:
    return sorted({key for key in keys if not is_known(key, elements)})
