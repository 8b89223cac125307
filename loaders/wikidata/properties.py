"""Labels of properties, from the dump, a file, or a packaged table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import msgspec

from kgqa_neo4j.loaders.files import LineFile
from kgqa_neo4j.loaders.wikidata.documents import Head
from kgqa_neo4j.loaders.wikidata.naming import FALLBACK, Languages
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.graph import Relation
from kgqa_neo4j.model.literals import bounded

TABLE = "labels.tsv"
EXTERNAL_ID = "external-id"
# Keys of the graph model for the time of a fact, the same for all sources.
FIXED_KEYS = {"P580": "start_time", "P582": "end_time", "P585": "point_in_time"}
# Properties of every relationship, and those that this loader adds itself.
_OWN = "id source target type text embedding statement rank lower_bound upper_bound calendar julian"
RESERVED = frozenset((*_OWN.split(), *FIXED_KEYS.values()))
MAX_LINE = 1 << 25
_LISTED = re.compile(
    r"<?(?:http://www\.wikidata\.org/entity/)?([PQ]\d+)>?[\t,]\"?([^\t]+?)\"?(?:@\w+)?(?:\t.*)?"
)


@dataclass(slots=True)
class Property:
    """A property; its English label gives the key of qualifiers."""

    label: str
    english: str = ""
    description: str = ""
    datatype: str = ""
    aliases: tuple[str, ...] = ()


class Properties:
    """Labels by id, of properties and of items that are common units of quantities."""

    def __init__(self, languages: Languages) -> None:
        """Start with the packaged table."""
        self._languages = languages
        self._known: dict[str, Property] = {}
        self._items: dict[str, str] = {}
        self._keys: dict[str, str] = {}
        table = resources.files("kgqa_neo4j.loaders.wikidata").joinpath(TABLE).read_text("utf-8")
        for line in table.splitlines():
            if line and not line.startswith("#"):
                id_, label, *datatype = line.split("\t")
                self._listed(id_, label, *datatype)

    def read(self, path: Path) -> None:
        """Add labels from a file of lines with id and label (TAB or comma), or of Wikidata's JSON.

        Raises:
            InputError: there is no such file, it has no labels, or a line in another format.
        """
        file = LineFile(path, max_line=MAX_LINE)
        decoder = msgspec.json.Decoder(Head)
        found = filled = 0
        for line in file.lines():
            try:
                text = _text(line)
                filled += bool(text)
                if text.startswith("{"):
                    found += self.add(decoder.decode(text))
                elif match := _LISTED.fullmatch(text):
                    self._listed(match[1], match[2].strip())
                    found += 1
                elif filled > 1 and text.strip("[]") and not text.startswith("#"):
                    # The first line may be a header.
                    raise ValueError("neither an id with a label nor JSON")
            except (ValueError, RecursionError) as error:
                raise InputError(
                    f"{file.name}:{file.line}: {error}",
                    hint="fix this line of the property labels, or delete it",
                ) from error
        if not found:
            raise InputError(
                f"{file.name} has no properties",
                hint="write one per line: its id (P569), a tab, its label; or give a Wikidata JSON dump",
            )

    def add(self, head: Head) -> bool:
        """Add a property from its own description; return False if it is not a property, or has no name."""
        name = self._languages.name(head) if head.id.startswith("P") else ""
        if not name:
            return False
        english = head.names.get(FALLBACK)
        self._known[head.id] = Property(
            name,
            bounded(english.value) if english else "",
            self._languages.description(head),
            head.datatype,
            self._languages.aliases(head, name),
        )
        return True

    def relation(self, id_: str) -> Relation:
        """Return the relation for a property."""
        known = self._known.get(id_)
        if known is None:
            return Relation(id_, id_)
        return Relation(id_, known.label, known.description, known.aliases)

    def name(self, id_: str) -> str:
        """Return the label of a property or a common unit; "" if unknown."""
        known = self._known.get(id_)
        return known.label if known else self._items.get(id_, "")

    def datatype(self, id_: str) -> str:
        """Return Wikidata's datatype of a property; "" if unknown."""
        known = self._known.get(id_)
        return known.datatype if known else ""

    def key(self, id_: str) -> str:
        """Return the key of a qualifier, as a property of a relationship.

        It never changes once returned, since all facts of a load must agree.
        """
        key = self._keys.get(id_)
        if key is None:
            known = self._known.get(id_)
            key = FIXED_KEYS.get(id_) or _snake(known.english or known.label if known else "")
            key = self._keys[id_] = id_ if not key or (key in RESERVED and id_ not in FIXED_KEYS) else key
        return key

    def _listed(self, id_: str, label: str, datatype: str = "") -> None:
        label = bounded(label)
        if id_.startswith("P"):
            self._known[id_] = Property(label, label, datatype=datatype)
        else:
            self._items[id_] = label


def _text(line: bytes | None) -> str:
    """Return a line of the file, without the comma after an element of an array.

    Raises:
        ValueError: it is too long, or not UTF-8.
    """
    if line is None:
        raise ValueError(f"longer than {MAX_LINE} bytes")
    try:
        return line.strip().rstrip(b",").decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 at byte {error.start + 1}") from error


def _snake(label: str) -> str:
    return "_".join(re.findall(r"\w+", label.replace("_", " ").lower()))
