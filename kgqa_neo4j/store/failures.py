"""Translation of the driver's exceptions to `KgqaError`."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager

from neo4j import exceptions as neo4j_errors

from kgqa_neo4j.model import errors
from kgqa_neo4j.store.bookmarks import INVALID

_OTHER_DIMENSION = "has a configured dimensionality of"
_INDEX_NOT_READY = ("no such fulltext schema index", "no such vector schema index", "Index is still populating")


def fell_silent(error: BaseException) -> bool:
    """Whether a connection failed because it was silent for longer than the server's keep-alive allows."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, TimeoutError):
            return True
        seen = seen.__cause__ or seen.__context__
    return False


def outgrew_transaction(error: BaseException | None) -> bool:
    """Whether a statement exceeded the memory of one transaction, as it will again.

    The server reports this as transient, like exceeding the memory of all transactions together, which may pass.
    """
    return isinstance(error, neo4j_errors.Neo4jError) and "db.memory.transaction.max" in (error.message or "")


def _untrusted_certificate(error: BaseException) -> ssl.SSLCertVerificationError | None:
    """Return why TLS did not trust the server, if that is why there is no connection."""
    seen: list[BaseException] = [error]
    for one in seen:
        if isinstance(one, ssl.SSLCertVerificationError):
            return one
        # The errors of a cluster's members are an exception group.
        also = [one.__cause__, one.__context__, *getattr(one, "exceptions", ())]
        seen += [cause for cause in also if isinstance(cause, BaseException) and cause not in seen]
    return None


@contextmanager
def translated(uri: str, database: str) -> Iterator[None]:
    """Translate whatever the driver raises in the block to `DatabaseError` or a subclass."""
    try:
        yield
    except neo4j_errors.AuthError as error:
        raise errors.WrongPassword(
            f"the server at {uri} refused the user name or password",
            hint="check NEO4J_USERNAME and NEO4J_PASSWORD, or `kgqa db status` for the managed server",
        ) from error
    except (neo4j_errors.ServiceUnavailable, neo4j_errors.SessionExpired) as error:
        raise _unreachable(error, uri) from error
    except (neo4j_errors.ConfigurationError, ValueError) as error:
        raise errors.ConfigError(
            f"cannot connect to {uri!r}: {error}",
            hint="use an address such as bolt://localhost:7687 or neo4j+s://graph.example:7687",
        ) from error
    except neo4j_errors.Neo4jError as error:
        raise _from_code(error, uri, database) from error
    except neo4j_errors.DriverError as error:
        raise errors.DatabaseError(f"the connection to {uri} failed: {error}") from error


# The last one is for functions with unsupported arguments, such as `date(n)`.
_BLAMED = (
    "Neo.ClientError.Statement.",
    "Neo.DatabaseError.Statement.",
    "Neo.ClientError.Procedure.ProcedureCallFailed",
)


@contextmanager
def untrusted() -> Iterator[None]:
    """Raise `CypherRefused` for errors that a foreign query causes itself."""
    try:
        yield
    except neo4j_errors.Neo4jError as error:
        code = error.code or ""
        if any(part in code for part in ("TransactionTimedOut", "OutOfMemory", "MemoryPoolOutOfMemory")):
            raise errors.CypherRefused(
                errors.Refusal.LIMITS, "the query exceeded its time or memory limit"
            ) from error
        if code.startswith(_BLAMED):
            said = " ".join((error.message or "").split())[:200]
            raise errors.CypherRefused(errors.Refusal.INVALID, f"the server cannot run it: {said}") from error
        raise


def _unreachable(error: Exception, uri: str) -> errors.DatabaseError:
    reason = str(error)
    if "looks like HTTP" in reason:
        return errors.DatabaseDown(
            f"{uri} is a web server, not a Bolt server",
            hint="set NEO4J_URI to the Bolt port (default 7687), not the one of Neo4j Browser",
        )
    if (refused := _untrusted_certificate(error)) is not None:
        return errors.DatabaseDown(
            f"the certificate of {uri} is not trusted: {refused.verify_message}",
            hint="set neo4j.ca_file to the CA certificates that signed it, and use the host name it is for",
        )
    if "handshake" in reason:
        # A server that is starting, or the port mapping of a container in front of one.
        return errors.DatabaseStarting(
            f"{uri} accepts connections, but does not answer like Neo4j yet",
            hint="wait a few seconds if the server is starting; otherwise check NEO4J_URI",
        )
    if fell_silent(error) and "defunct" in reason:
        return errors.DatabaseDown(
            f"the server at {uri} accepted a connection, then stopped responding",
            hint="check the server with `kgqa db status`, and the network in between",
        )
    return errors.DatabaseDown(
        f"no Neo4j server answers at {uri}",
        hint="start it with `kgqa db start`; if NEO4J_URI names your own server, start that",
    )


def _from_code(error: neo4j_errors.Neo4jError, uri: str, database: str) -> errors.DatabaseError:
    code = error.code or ""
    if code in INVALID:
        return errors.DatabaseError(
            f"the database {database!r} at {uri} does not match what this workspace last saw: {error.message}",
            hint="ask again: the outdated bookmarks were dropped",
        )
    if "DatabaseNotFound" in code:
        return errors.UnknownDatabase(
            f"the server at {uri} has no database {database!r}", hint="set neo4j.database or NEO4J_DATABASE"
        )
    if "DatabaseUnavailable" in code:
        return errors.DatabaseStarting(
            f"the server at {uri} is up, but its database {database!r} is not ready yet",
            hint="wait a few seconds and try again",
        )
    if any(part in code for part in ("WriteOnReadOnly", "ForbiddenOnReadOnly", "Security.Forbidden")):
        return errors.ReadOnlyServer(
            f"the server at {uri} does not allow this: {error.message}",
            hint="use a user and a database with write access",
        )
    if "TransactionTimedOut" in code:
        return errors.StatementTimeout(
            "a statement exceeded its time limit", hint="raise neo4j.timeout, or ask for less"
        )
    if "OutOfMemory" in code:
        return errors.DatabaseError(
            f"the server at {uri} ran out of memory: {error.message}",
            hint="raise server.memory_mb and restart the managed server, or lower --batch-size",
        )
    message = error.message or ""
    if "IndexNotFound" in code or any(part in message for part in _INDEX_NOT_READY):
        return errors.IndexPopulating(
            f"a required index is missing or still being filled: {message.splitlines()[-1]}",
            hint="load a graph with `kgqa load`, or wait until `kgqa doctor` shows all indexes online",
        )
    if _OTHER_DIMENSION in message:
        return errors.WrongDimension(
            f"a vector index was created for another embedding model: {message.splitlines()[-1]}",
            hint="embed the graph again with this model: `kgqa load --reembed`",
        )
    return errors.DatabaseError(f"{code}: {message}")
