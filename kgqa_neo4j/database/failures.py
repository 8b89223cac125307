"""From the driver's exceptions to `KgqaError`, in one place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from neo4j import exceptions as neo4j_errors

from kgqa_neo4j import errors


@contextmanager
def translated(uri: str, database: str) -> Iterator[None]:
    """Raise `DatabaseError` or one of its kinds for whatever the driver raises inside."""
    try:
        yield
    except neo4j_errors.AuthError as error:
        raise errors.WrongPassword(
            f"the server at {uri} refused the user name or password",
            hint="check NEO4J_USERNAME and NEO4J_PASSWORD, or `kgqa db status` for the managed server",
        ) from error
    except neo4j_errors.ServiceUnavailable as error:
        raise errors.DatabaseDown(
            f"no Neo4j server answers at {uri}",
            hint="start it with `kgqa db start`, or check NEO4J_URI",
        ) from error
    except (neo4j_errors.ConfigurationError, ValueError) as error:
        raise errors.ConfigError(f"cannot connect to {uri!r}: {error}", hint="check NEO4J_URI") from error
    except neo4j_errors.Neo4jError as error:
        raise _from_code(error, uri, database) from error
    except neo4j_errors.DriverError as error:
        raise errors.DatabaseError(f"the connection to {uri} failed: {error}") from error


def _from_code(error: neo4j_errors.Neo4jError, uri: str, database: str) -> errors.DatabaseError:
    code = error.code or ""
    if "DatabaseNotFound" in code:
        return errors.UnknownDatabase(
            f"the server at {uri} has no database {database!r}", hint="set neo4j.database or NEO4J_DATABASE"
        )
    if "DatabaseUnavailable" in code:
        return errors.DatabaseStarting(
            f"the server at {uri} is up, but its database {database!r} is not ready yet",
            hint="wait some seconds and ask again",
        )
    if any(part in code for part in ("WriteOnReadOnly", "ForbiddenOnReadOnly", "Security.Forbidden")):
        return errors.ReadOnlyServer(
            f"the server at {uri} does not allow this: {error.message}",
            hint="use a user and a database that may be written to",
        )
    return errors.DatabaseError(f"{code}: {error.message}")
