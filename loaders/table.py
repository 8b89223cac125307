"""Loader for tables: each row is an entity, each other column a relation."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path

from kgqa_neo4j.loaders.base import MAX_KEY, BadLine, Described, Fact, Item, LoaderOption, named_entity
from kgqa_neo4j.loaders.files import FileSource, LineFile, spool_stdin, stem
from kgqa_neo4j.loaders.records import MAX_RECORD, Record, Records, column_key, open_records
from kgqa_neo4j.loaders.stored import Ids
from kgqa_neo4j.loaders.triples import NAMED_DELIMITERS
from kgqa_neo4j.loaders.value_types import ValueType, ValueTypes, said_types
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.graph import Entity, Relation, Triple
from kgqa_neo4j.model.literals import text_value

INSTANCE_OF = Relation("instance_of", "instance of")
# Columns that become the entity's description instead of a relation.
DESCRIPTIONS = ("description", "summary", "abstract", "comment")
# If the id column is called one of these, a column of names is looked for, too.
_IDS = ("id", "key", "code", "uid", "uuid", "nr", "no")
_NAMES = ("name", "label", "title", "full_name")
# In characters; longer texts are text values, not names.
LONGEST_NAME = 200


class TableFile(FileSource):
    """A table; see `kgqa_neo4j.loaders.base.Source`."""

    def __init__(
        self,
        file: LineFile,
        records: Records,
        prefix: str,
        id_column: str,
        *,
        name_column: str = "",
        kind: str = "",
        split: str = "",
        typed: bool = True,
    ) -> None:
        """Infer the value types of the columns in a first pass over the table.

        Args:
            file: the file, for its size and key.
            records: its rows.
            prefix: prefix of the entities' ids.
            id_column: the column that identifies the rows.
            name_column: the column with their names; the id column if empty.
            kind: the class that the rows are instances of; "" for none.
            split: separator of several values in a cell.
            typed: whether dates, numbers and booleans become values.
        """
        super().__init__(file)
        self.prefix = prefix
        self._records, self._id, self._name = records, id_column, name_column or id_column
        self._kind = named_entity(prefix, kind) if kind else None
        self._split = split
        self._relations = {
            name: _relation(name) for name in records.columns if name not in (self._id, self._name)
        }
        self._described = next((name for name, one in self._relations.items() if one.id in DESCRIPTIONS), "")
        self._rows = Ids()
        self._types = self._look(typed)
        self.notes = tuple(said_types(self._types))
        if self._name != self._id:
            self.notes = (f"rows are named by the column {self._name!r}", *self.notes)
        how = json.dumps([id_column, self._name, kind, split, typed], ensure_ascii=False)
        self.key = f"{file.key()}-{hashlib.blake2b(how.encode(), digest_size=4).hexdigest()}"
        self._line = 0

    @property
    def line(self) -> int:
        """Lines read so far."""
        return max(self._line, super().line)

    @property
    def given(self) -> float:
        """Fraction of the items yielded so far, 0 to 1; 1 if unknown."""
        return super().given or 1.0

    def items(self, after: int = 0) -> Iterator[Item]:
        """Yield the items of the rows after line `after`."""
        for row in self._records.rows():
            self._line = row.line if isinstance(row, BadLine) else row[0]
            if self._line > after:
                if isinstance(row, BadLine):
                    yield row
                else:
                    yield from self._row(row)

    def _row(self, row: Record) -> Iterator[Item]:
        line, cells = row
        key = "".join(cells.get(self._id, ())[:1])
        if not key or len(key.encode()) > MAX_KEY:
            reason = "too long to be an id" if key else "empty"
            yield BadLine(line, f"the column {self._id!r} is {reason}", json.dumps(dict(cells)).encode())
            return
        subject = named_entity(self.prefix, key)
        if self._name != self._id or self._described:
            name = " ".join(cells.get(self._name, ())) or key
            description = " ".join(cells.get(self._described, ())) if self._described else ""
            aliases = subject.aliases if name == key else named_entity(self.prefix, name).aliases
            subject = Entity(subject.id, name, aliases, description)
            yield Described(line, subject)
        if self._kind is not None:
            yield Fact(line, Triple(subject, INSTANCE_OF, self._kind))
        for column, relation in self._relations.items():
            if column != self._described:
                for text in self._texts(cells.get(column, ())):
                    yield self._fact(line, subject, column, relation, text)

    def _fact(self, line: int, subject: Entity, column: str, relation: Relation, text: str) -> Item:
        type_ = self._types.get(column)
        value = type_.value(text) if type_ is not None else None
        if value is None and len(text) > LONGEST_NAME:
            value = text_value(text)
        return Fact(line, Triple(subject, relation, value or self._mentioned(text)))

    def _mentioned(self, text: str) -> Entity:
        """Return the entity that a cell names; if it is a row, without a name, since its own row gives that."""
        entity = named_entity(self.prefix, text)
        return Entity(entity.id, "") if self._name != self._id and text in self._rows else entity

    def _texts(self, texts: Sequence[str]) -> Iterator[str]:
        for text in texts:
            if self._split and self._records.separators:
                yield from (part for one in text.split(self._split) if (part := one.strip()))
            else:
                yield text

    def _look(self, typed: bool) -> dict[str, ValueType]:
        types = ValueTypes()
        # Damage is reported when the rows are read.
        with suppress(InputError):
            for row in self._records.rows():
                if isinstance(row, BadLine) or not (key := "".join(row[1].get(self._id, ())[:1])):
                    continue
                if self._name != self._id:
                    self._rows.add(key)
                for column in self._relations:
                    for text in self._texts(row[1].get(column, ())):
                        types.add(key, column, text)
        return types.found() if typed else {}


def _relation(column: str) -> Relation:
    key = column_key(column)
    # A reference to another row is named after what it refers to.
    return Relation(key, key.removesuffix("_id").replace("_", " ") or key)


class TableLoader:
    """A table with one entity per row: CSV, TSV, lines separated by `;` or `|`, JSON lines, Parquet."""

    help = """Load a table: one entity per row, one relation per column.

    \b
    FILE is CSV, TSV, `;` or `|` separated (line 1 names the columns), JSON lines or Parquet:
      kgqa load table people.csv --id name
      kgqa load table films.csv --id title --class film --split '|'
      kgqa load table staff.jsonl --id employee_id --name full_name

    A cell with another row's id becomes a link to that row. Dates, numbers and yes or no become typed
    values, column by column; empty cells are skipped. Each row becomes an instance of the class, which is
    named after the file by default.
    """
    needs_path = True
    options = (
        LoaderOption("id", "Column that identifies the rows; required."),
        LoaderOption("name", "Column with the names; default: the id column."),
        LoaderOption("class", "What the rows are; default: the file name without its extension."),
        LoaderOption("no_class", "Do not record what the rows are.", flag=True),
        LoaderOption("split", "Separator of multiple values in a cell, such as '|'."),
        LoaderOption("prefix", "Prefix of entity ids; default: the file name without its extension."),
        LoaderOption("delimiter", "Column separator; detected by default."),
        LoaderOption("no_typed", "Keep dates, numbers and booleans as names.", flag=True),
    )

    def open(self, path: str, options: Mapping[str, str | bool | None]) -> TableFile:
        """Open a table, or standard input for ``-``.

        Raises:
            InputError: there is no such file, table or column.
        """
        file = LineFile(spool_stdin(), "stdin") if path == "-" else LineFile(Path(path))
        file.max_line = MAX_RECORD
        given = str(options.get("delimiter") or "")
        records = open_records(file, NAMED_DELIMITERS.get(given, given))
        name = "stdin" if path == "-" else stem(file.path)
        id_column = _column(file.name, records, options.get("id"), "--id")
        named = options.get("name")
        name_column = _column(file.name, records, named, "--name") if named else _named(records, id_column)
        return TableFile(
            file,
            records,
            str(options.get("prefix") or name),
            id_column,
            name_column=name_column,
            kind="" if options.get("no_class") else str(options.get("class") or name),
            split=str(options.get("split") or ""),
            typed=not options.get("no_typed"),
        )


def _column(file: str, records: Records, given: str | bool | None, option: str) -> str:
    """Return the column named by an option, ignoring case.

    Raises:
        InputError: there is no such column; the message lists those that exist.
    """
    if not records.columns:
        raise InputError(f"{file} is empty", hint="check how it was created")
    listed = ", ".join(records.columns)
    if not given:
        raise InputError(
            f"{option} is missing; the columns of {file} are: {listed}", hint=f"add {option} COLUMN"
        )
    wanted = str(given).strip()
    by_key = {column_key(name): name for name in reversed(records.columns)}
    if wanted in records.columns:
        return wanted
    if column_key(wanted) in by_key:
        return by_key[column_key(wanted)]
    near = get_close_matches(wanted, records.columns, n=1)
    raise InputError(
        f"{file} has no column {wanted!r}; its columns are: {listed}",
        hint=f"did you mean {option} {near[0]}?" if near else f"name one of them with {option}",
    )


def _named(records: Records, id_column: str) -> str:
    """Return a column of names if the rows have ids of their own, else ""."""
    if column_key(id_column).split("_")[-1] not in _IDS:
        return ""
    by_key = {column_key(name): name for name in reversed(records.columns)}
    return next((by_key[name] for name in _NAMES if name in by_key), "")


loader = TableLoader()
