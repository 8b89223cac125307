"""The options of a Wikidata load."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kgqa_neo4j.loaders.base import LoaderOption
from kgqa_neo4j.loaders.files import LineFile
from kgqa_neo4j.loaders.wikidata.documents import is_id
from kgqa_neo4j.loaders.wikidata.naming import Languages
from kgqa_neo4j.model.errors import InputError

OPTIONS = (
    LoaderOption("languages", "Languages of names and texts, preferred first, such as en,de; default en."),
    LoaderOption("properties", "Load only statements with these properties, such as P31,P569."),
    LoaderOption("classes", "Load only instances of these classes and their subclasses, such as Q5."),
    LoaderOption("sitelinked", "Load only entities with a page in Wikipedia or a sister project.", flag=True),
    LoaderOption("ids", "Load only these entities: Q42,Q5, or a file with one id per line."),
    LoaderOption("hops", "With --ids: also load what is at most this many statements away."),
    LoaderOption("limit", "Load at most this many entities."),
    LoaderOption("ranks", "best (default): only the best-ranked statements; all: all but deprecated ones."),
    LoaderOption("external_ids", "Also load identifiers in other databases.", flag=True),
    LoaderOption(
        "property_labels", "A file of property labels (id, tab, label), or a JSON dump of properties."
    ),
    LoaderOption(
        "one_pass", "Read the file only once, without looking up names first; see the documentation.", flag=True
    ),
)
_CLASS_OR_ID = re.compile(r"[,\s]+")
_EXPECTED = {"properties": "P569", "classes": "Q5", "ids": "Q42"}


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one load; empty sets and zeros impose no restriction."""

    languages: Languages
    properties: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    sitelinked: bool = False
    ids: frozenset[str] = frozenset()
    hops: int = 0
    limit: int = 0
    every_rank: bool = False
    external_ids: bool = False
    property_labels: Path | None = None
    one_pass: bool = False

    @property
    def key(self) -> str:
        """Eight hex digits that depend on everything that affects what is loaded.

        Raises:
            InputError: the file of property labels cannot be read.
        """
        parts = (
            self.languages.wanted,
            sorted(self.properties),
            sorted(self.classes),
            self.sitelinked,
            sorted(self.ids),
            self.hops,
            self.limit,
            self.every_rank,
            self.external_ids,
            LineFile(self.property_labels).key() if self.property_labels else "",
            self.one_pass,
        )
        return hashlib.blake2b(repr(parts).encode(), digest_size=4).hexdigest()

    @classmethod
    def read(cls, given: Mapping[str, str | bool | None]) -> Options:
        """Parse the options given on the command line.

        Raises:
            InputError: an option is invalid.
        """
        ranks = str(given.get("ranks") or "best")
        if ranks not in ("best", "all"):
            raise InputError(f"--ranks {ranks}: not `best` or `all`", hint="use `best` in most cases")
        options = cls(
            languages=Languages(_languages(str(given.get("languages") or "en"))),
            properties=_listed("properties", given),
            classes=_listed("classes", given),
            sitelinked=bool(given.get("sitelinked")),
            ids=_listed("ids", given),
            hops=_number("hops", given),
            limit=_number("limit", given),
            every_rank=ranks == "all",
            external_ids=bool(given.get("external_ids")),
            property_labels=Path(str(given["property_labels"])) if given.get("property_labels") else None,
            one_pass=bool(given.get("one_pass")),
        )
        if options.hops and not options.ids:
            raise InputError("--hops needs --ids", hint="name the entities to start from with --ids")
        return options

    @property
    def needs_look(self) -> str:
        """The option that needs more than one pass over the file; "" if none does."""
        return "--classes" if self.classes else "--hops" if self.hops else ""


def _languages(text: str) -> list[str]:
    languages = [one for one in _CLASS_OR_ID.split(text.strip().lower()) if one]
    bad = next((one for one in languages if not re.fullmatch(r"[a-z][a-z0-9-]{1,30}", one)), "")
    if bad or not languages:
        raise InputError(
            f"--languages {text}: {bad!r} is not a language code", hint="give codes such as `en,de`"
        )
    return languages


def _number(name: str, given: Mapping[str, str | bool | None]) -> int:
    text = str(given.get(name) or "0")
    if not text.isdecimal():
        raise InputError(f"--{name} {text}: not a whole number", hint="give a number such as 2")
    return int(text)


def _listed(name: str, given: Mapping[str, str | bool | None]) -> frozenset[str]:
    text = str(given.get(name) or "").strip()
    if not text:
        return frozenset()
    parts = [one for one in _CLASS_OR_ID.split(text) if one]
    if not all(_id(one) for one in parts) and Path(text).is_file():
        lines = (line or b"" for line in LineFile(Path(text)).lines())
        parts = [one for line in lines for one in _CLASS_OR_ID.split(line.decode(errors="replace")) if one]
    bad = next((one for one in parts if not _id(one)), "")
    if bad or not parts:
        raise InputError(
            f"--{name}: {bad or text!r} is neither an id nor a file", hint=f"write ids as {_EXPECTED[name]}"
        )
    return frozenset(_id(one) for one in parts)


def _id(text: str) -> str:
    """Return the id in a text, with or without a prefix or IRI; "" if there is none."""
    last = text.strip("<>\ufeff").rpartition("/")[2].removeprefix("wd:").removeprefix("wdt:")
    return last if is_id(last) else ""
