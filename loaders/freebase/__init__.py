"""Loader for Freebase: its RDF dump or a part of it, or triples of ids with a file of names."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from kgqa_neo4j.loaders.base import LoaderOption, Source
from kgqa_neo4j.loaders.files import LineFile, StandardInput, open_lines
from kgqa_neo4j.loaders.freebase.dump import DumpFile
from kgqa_neo4j.loaders.freebase.plain import Names, PlainFile, is_plain, read_names
from kgqa_neo4j.loaders.freebase.predicates import Predicates
from kgqa_neo4j.loaders.freebase.selection import Select, around, everything, mentioned_only, read_ids
from kgqa_neo4j.model.errors import InputError

MAX_LINE = 1 << 20
LANGUAGES = "en"
HOPS = 1
# Number of lines from which to distinguish a dump from a plain set.
SAMPLE = 20


class FreebaseLoader:
    """Freebase, from a file or standard input."""

    help = """Load Freebase: its RDF dump, a part of it, or lines of mid, relation, mid.

    \b
    FILE may be plain, .gz, .bz2 or .zst; `-` reads standard input:
      kgqa load freebase freebase-rdf-latest.gz --embed relations
      kgqa load freebase dump.nt.gz --domains film,people,award
      kgqa load freebase dump.nt.gz --ids topics.txt --hops 2
      kgqa load freebase train.txt --names names.tsv
    """
    needs_path = True
    options = (
        LoaderOption("languages", f"Languages of names and texts, preferred first; default {LANGUAGES}."),
        LoaderOption("domains", "Load only facts of these domains, such as film,people."),
        LoaderOption("ids", "Load only what is near the ids in this file, one per line."),
        LoaderOption("hops", f"With --ids: number of hops around them; default {HOPS}."),
        LoaderOption("keep", "Administrative predicates to load anyway, or prefixes of them."),
        LoaderOption(
            "names", "For lines of mid, relation, mid: a file with a mid, a tab and a name on each line."
        ),
    )

    def open(self, path: str, options: Mapping[str, str | bool | None]) -> Source:
        """Open a dump or a plain set, distinguished by their first lines.

        Raises:
            InputError: there is no such file, or options conflict.
        """
        given = {name: str(value) for name, value in options.items() if value}
        hops = _hops(given)
        if path == "-" and ("domains" in given or "ids" in given):
            raise InputError(
                "--domains and --ids read the source several times, but standard input can be read only once",
                hint="save it to a file first",
            )
        file = StandardInput(max_line=MAX_LINE) if path == "-" else open_lines(path, MAX_LINE)
        select: Select = mentioned_only if "domains" in given else everything
        ids: frozenset[str] = frozenset()
        if "ids" in given:
            ids = read_ids(Path(given["ids"]))
            select = around(ids, hops)
        predicates = Predicates(_listed(given, "domains"), _listed(given, "keep"))
        languages = _listed(given, "languages") or (LANGUAGES,)
        key = _key(file, given, ids)
        if "names" in given or not _is_dump(file):
            names = read_names(Path(given["names"])) if "names" in given else Names()
            return PlainFile(file, predicates, names, key, select)
        return DumpFile(file, predicates, languages, key, select)


def _listed(given: Mapping[str, str], name: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in given.get(name, "").split(",") if part.strip())


def _hops(given: Mapping[str, str]) -> int:
    text = given.get("hops", "")
    if text and "ids" not in given:
        raise InputError("--hops needs --ids", hint="add --ids FILE")
    if text and not (text.isdecimal() and int(text) > 0):
        raise InputError(
            f"--hops is a number of hops, 1 or more, not {text!r}", hint="give a number such as --hops 2"
        )
    return int(text or HOPS)


def _is_dump(file: LineFile) -> bool:
    """Whether the first lines look like RDF rather than like a plain set, by majority."""
    sample = [line.removeprefix(b"\xef\xbb\xbf").lstrip() for line in file.first(SAMPLE)]
    triples = sum(line.startswith((b"<", b"#")) for line in sample)
    return triples >= sum(map(is_plain, sample)) and (triples > 0 or not sample)


def _key(file: LineFile, given: Mapping[str, str], ids: frozenset[str]) -> str:
    """Return a key for the content: of the same file, other options select other content."""
    options = {name: value for name, value in given.items() if name not in ("ids", "names")}
    if "names" in given:
        options["names"] = LineFile(Path(given["names"])).key()
    if not options and not ids:
        return file.key()
    chosen = json.dumps([sorted(options.items()), sorted(ids)])
    return f"{file.key()}-{hashlib.blake2b(chosen.encode(), digest_size=4).hexdigest()}"


loader = FreebaseLoader()
