"""Loader for Wikidata: the JSON dump, truthy N-Triples, and single entities as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kgqa_neo4j.loaders.files import LineFile, StandardInput, open_lines
from kgqa_neo4j.loaders.wikidata.json_lines import JsonDocument, JsonLines
from kgqa_neo4j.loaders.wikidata.options import OPTIONS, Options
from kgqa_neo4j.loaders.wikidata.reading import BOM, MAX_LINE
from kgqa_neo4j.loaders.wikidata.source import WikidataLines, WikidataSource
from kgqa_neo4j.loaders.wikidata.truthy import Truthy
from kgqa_neo4j.model.errors import InputError

STDIN = "-"
# Number of lines from which to detect the format; some of them may be corrupt.
SAMPLE = 20
Form = type[JsonLines] | type[Truthy]
FORMS: tuple[Form, ...] = (JsonLines, Truthy)


class WikidataLoader:
    """Wikidata, complete or a part of it."""

    help = """Load Wikidata: its JSON dump, its truthy N-Triples, or single entities as JSON.

    \b
    FILE may be plain, .gz, .bz2 or .zst; `-` reads standard input, once:
      kgqa load wikidata latest-all.json.gz --classes Q5 --sitelinked --embed relations
      kgqa load wikidata latest-truthy.nt.bz2 --languages de,en
      curl -sL https://www.wikidata.org/wiki/Special:EntityData/Q42.json | kgqa load wikidata -
    """
    needs_path = True
    options = OPTIONS

    def open(self, path: str, options: Mapping[str, str | bool | None]) -> WikidataSource:
        """Open a file, or standard input for ``-``; its format is detected from its content.

        Raises:
            InputError: there is no such file, its format is not supported, or options conflict.
        """
        chosen = Options.read(options)
        if path == STDIN or chosen.one_pass:
            if chosen.needs_look:
                what = "standard input" if path == STDIN else "one pass"
                raise InputError(
                    f"{chosen.needs_look} needs to read the input more than once, but {what} allows only one pass",
                    hint="give a file instead of `-`, and drop --one-pass",
                )
            chosen = replace(chosen, one_pass=True)
        file = StandardInput(max_line=MAX_LINE) if path == STDIN else open_lines(path, MAX_LINE)
        reader = _reader(file, chosen)
        if not isinstance(reader, JsonDocument) and not (chosen.one_pass or chosen.limit):
            return WikidataLines(reader, chosen)
        return WikidataSource(reader, chosen)


def _reader(file: LineFile, options: Options) -> JsonDocument | JsonLines | Truthy:
    first = [line.removeprefix(BOM).strip() for line in file.first(SAMPLE)]
    if not first:
        return JsonLines(file)
    if _is_pretty(first):
        return JsonDocument(file)
    counted = Counter(_form(line) for line in first)
    form = max(FORMS, key=lambda one: counted[one])
    if 2 * counted[form] < len(first):
        hint = "Turtle and XML are not supported; get latest-all.json.gz or latest-truthy.nt.gz"
        if first[0].startswith(b"["):
            hint = "write each entity of an array on its own line, as `jq -c '.[]'` does"
        raise InputError(f"{file.name}:1: this is neither Wikidata's JSON nor N-Triples", hint=hint)
    if form is Truthy and options.sitelinked and options.one_pass:
        raise InputError(
            "--sitelinked needs to read N-Triples more than once",
            hint="give a file, and drop --one-pass",
        )
    return form(file)


def _form(line: bytes) -> Form | None:
    if line.startswith((b"[", b"{", b"]")):
        return JsonLines
    return Truthy if line.startswith((b"<", b"_:", b"#")) else None


def _is_pretty(first: Sequence[bytes]) -> bool:
    """Whether a JSON text spans several lines: it is not closed on the first, and few others open an object."""
    begin, *rest = first
    if not begin.startswith(b"{") or begin.rstrip(b", ").endswith(b"}"):
        return False
    return 2 * sum(line.startswith(b'{"') for line in rest) < len(rest)


loader = WikidataLoader()
