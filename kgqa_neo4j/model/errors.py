"""Every error that this program raises on purpose.

Each carries what went wrong (its message), what to do about it (`hint`) and the exit code of
the command line. The tree, with its exit codes::

    KgqaError                       1
    ├── ConfigError                 3   a setting that cannot be used
    │   └── NoSuchGraph             7   no graph of that name is served or attached
    ├── InputError                  4   input that is not in the expected format
    │   ├── TooManyBadLines         5   --strict or --max-errors was exceeded
    │   └── DamagedSource           6   an archive is damaged or truncated; what came before is loaded
    ├── DatabaseError               10  the server refused or failed a request
    │   ├── DatabaseDown            11  nothing answers at the address
    │   ├── DatabaseStarting        12  the server answers but is not ready yet
    │   ├── IndexPopulating         13  an index is still being filled, or is missing
    │   ├── WrongDimension          14  vectors were made by another model
    │   ├── WrongPassword           15  the server refused the credentials
    │   ├── UnknownDatabase         16  the server has no such database
    │   ├── ServerTooOld            17  the server lacks statements that are needed
    │   ├── EmptyGraph              18  nothing was loaded yet
    │   └── ReadOnlyServer          19  a write was requested from a read-only server
    ├── ServerError                 20  the managed server could not be provisioned or started
    │   ├── DownloadFailed          21  a jar could not be fetched or failed its checksum
    │   └── JavaMissing             22  no Java runtime of the needed version
    ├── ModelError                  30  a model could not be used
    │   ├── ModelNotFound           31  no such file or name
    │   ├── ModelUnreadable         32  truncated, or not a model at all
    │   ├── ContextOverflow         33  the prompt does not fit in the model's context
    │   ├── ModelTimeout            34  the model took longer than the limit
    │   └── ModelUnavailable        35  the HTTP endpoint does not answer, or the model crashed
    ├── NoSuchTopic                 40  a topic given by the user is not in the graph
    ├── CypherRefused               41  a query from outside this program may not run
    ├── NotEnoughDisk               50  what is to be written would not fit
    └── SparkFailed                 51  a stage of a load failed on the Spark cluster

Exit code 2 is click's own for wrong usage, 130 means interrupted.
"""

from __future__ import annotations

from enum import StrEnum


class KgqaError(Exception):
    """Base of all errors: a message for people, a hint on what to do, an exit code."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class ConfigError(KgqaError):
    """A setting that cannot be used; the message names it and where it came from."""

    exit_code = 3


class NoSuchGraph(ConfigError):
    """There is no graph of that name; the hint lists the nearest name and the existing ones."""


class InputError(KgqaError):
    """Input that is not in the expected format; for files, the message says file:line."""

    exit_code = 4


class TooManyBadLines(InputError):
    """`--strict` or `--max-errors` was exceeded."""

    exit_code = 5


class DamagedSource(InputError):
    """An archive is damaged or truncated; the message says after which byte.

    `summary` is the `kgqa_neo4j.loading.summary.Summary` of what came before, once that is in the graph.
    """

    exit_code = 6
    summary: object = None


class DatabaseError(KgqaError):
    """The server refused or failed a request."""

    exit_code = 10


class DatabaseDown(DatabaseError):
    """Nothing answers at the server's address."""

    exit_code = 11


class DatabaseStarting(DatabaseError):
    """The server answers but is not ready for queries yet."""

    exit_code = 12


class IndexPopulating(DatabaseError):
    """An index is missing, failed, or still being filled."""

    exit_code = 13


class WrongDimension(DatabaseError):
    """The graph's vectors were made by a model other than the one in use."""

    exit_code = 14


class WrongPassword(DatabaseError):
    """The server refused the credentials."""

    exit_code = 15


class UnknownDatabase(DatabaseError):
    """The server has no database of that name."""

    exit_code = 16


class ServerTooOld(DatabaseError):
    """The server lacks Cypher that the statements need."""

    exit_code = 17


class EmptyGraph(DatabaseError):
    """Nothing was loaded into this database yet."""

    exit_code = 18


class ReadOnlyServer(DatabaseError):
    """A write was requested from a server that only allows reads."""

    exit_code = 19


class StatementTimeout(DatabaseError):
    """A statement exceeded its time limit."""

    exit_code = 23


class ServerError(KgqaError):
    """The managed server could not be provisioned, started or stopped."""

    exit_code = 20


class DownloadFailed(ServerError):
    """A jar could not be fetched, or does not have the expected checksum."""

    exit_code = 21


class JavaMissing(ServerError):
    """There is no Java runtime of the needed version."""

    exit_code = 22


class ModelError(KgqaError):
    """A model (language model, encoder, or spaCy pipeline) could not be used."""

    exit_code = 30


class ModelNotFound(ModelError):
    """There is no model at that path or of that name."""

    exit_code = 31


class ModelUnreadable(ModelError):
    """The file is truncated, or is not a model of the expected kind."""

    exit_code = 32


class ContextOverflow(ModelError):
    """The prompt does not fit into the model's context."""

    exit_code = 33


class ModelTimeout(ModelError):
    """The model took longer than the limit."""

    exit_code = 34


class ModelUnavailable(ModelError):
    """The HTTP endpoint does not answer, or the model crashed."""

    exit_code = 35


class NoSuchTopic(KgqaError):
    """A topic given by the user is not in the graph; the hint names the nearest."""

    exit_code = 40


class Refusal(StrEnum):
    """Why the guard refuses a query; see docs/safety.md."""

    CHARACTERS = "characters"
    COMMENT = "comment"
    STATEMENTS = "statements"
    CLAUSE = "clause"
    FUNCTION = "function"
    IDENTIFIER = "identifier"
    PROPERTY = "property"
    DIRECTION = "direction"
    PARAMETER = "parameter"
    FORM = "form"
    SIZE = "size"
    WRITES = "writes"
    INVALID = "invalid"
    LIMITS = "limits"


class CypherRefused(KgqaError):
    """A query that a model or a user wrote may not run, or failed when it did; `kind` says why."""

    exit_code = 41

    def __init__(self, kind: Refusal, message: str) -> None:
        super().__init__(message, hint="docs/safety.md says what a query may contain")
        self.kind = kind


class NotEnoughDisk(KgqaError):
    """What is to be written would not fit on the disk; the message says how much is needed."""

    exit_code = 50


class SparkFailed(KgqaError):
    """A stage of a load failed on the Spark cluster; those before it are kept."""

    exit_code = 51
