"""Search the values of an attached graph by text: an index in the workspace, which finds nodes by misspelled names.

It is an SQLite file with every distinct value under its normalized text, and the trigrams of those that have letters.
Each thread has its own connection, so look-ups may run concurrently.
"""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from collections.abc import Collection, Iterable
from pathlib import Path

from kgqa_neo4j.attached.model import FoundValue
from kgqa_neo4j.attached.similarity import text_similarity
from kgqa_neo4j.attached.text import normalised
from kgqa_neo4j.model.errors import KgqaError

LEAST = 0.55
"""Minimum similarity of found values."""

_GRAM = 3
# Maximum number of trigrams in a search, the rarest ones, and of texts that contain them, all together.
_MOST_GRAMS, _MOST_TEXTS = 14, 60_000
_CANDIDATES = 300
_PREFIXED = 50
# Number of texts looked up per statement.
_AT_ONCE = 400
# Similarity of texts that differ only in case or accents.
_FOLDED = 0.98
_POSSESSIVE = re.compile(r"['\u2019]s?$")
_ENDS = " \t\n.,;:!?\"'()[]{}\u201c\u201d\u2018\u2019"


class ValueIndex:
    """Finds stored values by text. Read-only; `value_index.build_value_index` writes the file."""

    def __init__(self, file: Path) -> None:
        """Open an index.

        Raises:
            KgqaError: there is no index, or it cannot be read.
        """
        self.file = file
        self._local = threading.local()
        try:
            rows = (
                self._connection().execute("SELECT id, owner, property, on_relationship FROM slots").fetchall()
            )
            self.about: dict[str, str] = dict(self._connection().execute("SELECT name, value FROM about"))
        except sqlite3.Error as error:
            raise KgqaError(
                f"the value index {file} cannot be read: {error}", hint="rebuild it: `kgqa attach --refresh`"
            ) from error
        self._slots = {row[0]: (str(row[1]), str(row[2]), bool(row[3])) for row in rows}

    @property
    def fingerprint(self) -> object:
        """The counts of the graph when the index was built."""
        return json.loads(self.about.get("fingerprint", "null"))

    def __len__(self) -> int:
        """The number of distinct pairs of value and property."""
        return int(self._connection().execute("SELECT count(*) FROM found").fetchone()[0])

    def exact(self, texts: Iterable[str]) -> dict[str, list[FoundValue]]:
        """Return the values that equal texts, ignoring case, accents, blanks and surrounding punctuation.

        Numbers are found with any thousands separator. Texts without a value are not in the result; the values of the
        others are ordered by similarity, then by count.
        """
        forms = {text: _forms(text) for text in texts}
        stored = self._stored({form for of_one in forms.values() for form in of_one})
        found = {}
        for text, of_one in forms.items():
            values = [value for form in of_one for value in stored.get(form, ())]
            if values:
                found[text] = _ordered(self._found(row, 1.0 if row[1] == text else _FOLDED) for row in values)
        return found

    def find(
        self, text: str, limit: int = 10, labels: Collection[str] | None = None, least: float = LEAST
    ) -> list[FoundValue]:
        """Return the values most similar to a text: equal ones, then those that share words, prefixes or most letters.

        Args:
            text: as in the question: possibly misspelled, shortened, in another case.
            limit: maximum number of values.
            labels: restricts the values to these labels or relationship types.
            least: minimum similarity.
        """
        asked = normalised(text)
        best: dict[str, float] = dict.fromkeys(_forms(text), 1.0)
        for candidate in self._candidates(asked):
            score = text_similarity(asked, candidate)
            if score >= least:
                best[candidate] = max(score, best.get(candidate, 0.0))
        chosen = sorted(best, key=lambda form: -best[form])[:_AT_ONCE]
        found = []
        for form, rows in self._stored(chosen).items():
            for row in rows:
                score = best[form] if row[1] == text or best[form] < 1.0 else _FOLDED
                found.append(self._found(row, score))
        kept = [one for one in found if labels is None or one.label in labels]
        return _ordered(kept)[:limit]

    def _candidates(self, asked: str) -> list[str]:
        connection = self._connection()
        if not asked:
            return []
        starts = [asked]
        if " " in asked and not any(map(str.isalpha, asked)):
            # A group of digits may be missing, and texts without letters have no trigrams.
            starts.append(asked.split()[0] + " ")
        candidates: list[str] = []
        for start in starts:
            prefixed = connection.execute(
                "SELECT DISTINCT norm FROM found WHERE norm >= ? AND norm < ? LIMIT ?",
                (start, start + "\U0010ffff", _PREFIXED),
            )
            candidates += [str(row[0]) for row in prefixed]
        if query := self._query(asked):
            rows = connection.execute(
                "SELECT norm FROM grams WHERE grams MATCH ? ORDER BY rank LIMIT ?", (query, _CANDIDATES)
            )
            candidates += [str(row[0]) for row in rows]
        return candidates

    def _query(self, asked: str) -> str:
        """Return the full-text query for the rarest trigrams of a text; "" if none of them occurs."""
        grams = {asked[at : at + _GRAM] for at in range(len(asked) - _GRAM + 1)}
        marks = ",".join("?" * len(grams))
        rows = self._connection().execute(
            f"SELECT term, doc FROM gram_counts WHERE term IN ({marks}) ORDER BY doc", sorted(grams)
        )
        chosen: list[str] = []
        texts = 0
        for term, count in rows:
            if len(chosen) >= _MOST_GRAMS or (chosen and texts + count > _MOST_TEXTS):
                break
            chosen.append('"' + str(term).replace('"', '""') + '"')
            texts += count
        return " OR ".join(chosen)

    def _stored(self, forms: Collection[str]) -> dict[str, list[tuple[int, str, int]]]:
        """Return slot, value and count of everything stored under normalized texts."""
        wanted = sorted(form for form in forms if form)
        found: dict[str, list[tuple[int, str, int]]] = {}
        for at in range(0, len(wanted), _AT_ONCE):
            part = wanted[at : at + _AT_ONCE]
            rows = self._connection().execute(
                f"SELECT norm, slot, value, count FROM found WHERE norm IN ({','.join('?' * len(part))})", part
            )
            for norm, slot, value, count in rows:
                found.setdefault(norm, []).append((slot, value, count))
        return found

    def _found(self, row: tuple[int, str, int], score: float) -> FoundValue:
        owner, name, on_relationship = self._slots[row[0]]
        return FoundValue(owner, name, row[1], row[2], round(score, 4), on_relationship)

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            uri = f"{self.file.absolute().as_uri()}?mode=ro"
            connection = self._local.connection = sqlite3.connect(uri, uri=True)
        return connection

    def close(self) -> None:
        """Close the connection of this thread."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is not None:
            connection.close()
            self._local.connection = None


def _forms(text: str) -> list[str]:
    """Return the normalized texts under which the value may be stored, the likeliest first."""
    whole = normalised(text)
    bare = whole.strip(_ENDS)
    forms = [whole, bare, _POSSESSIVE.sub("", bare)]
    if "," in bare and (digits := bare.replace(",", "")).replace(".", "", 1).isdecimal():
        forms.append(digits)
    if " " in bare:
        # Codes are written as one word: "at risk" is `at_risk`.
        forms += [bare.replace(" ", "_"), bare.replace(" ", "-")]
    return list(dict.fromkeys(form for form in forms if form))


def _ordered(found: Iterable[FoundValue]) -> list[FoundValue]:
    unique: dict[tuple[str, str, str], FoundValue] = {}
    for one in found:
        key = (one.label, one.property, one.value)
        if key not in unique or unique[key].similarity < one.similarity:
            unique[key] = one
    return sorted(
        unique.values(), key=lambda one: (-one.similarity, -one.count, one.label, one.property, one.value)
    )
