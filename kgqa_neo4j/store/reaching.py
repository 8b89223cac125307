"""How the driver reaches a server: encryption and trust, and the members of a cluster."""

from __future__ import annotations

import ssl
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from neo4j import Address, GraphDatabase, RoutingControl, TrustCustomCAs
from neo4j.exceptions import DriverError, Neo4jError

from kgqa_neo4j.model.errors import ConfigError

BOLT_PORT = 7687
_VERIFIED = "+s"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A server's address and credentials. `http_url` is empty if unknown.

    `ca_file` has the certificates that sign the server's, "" for those that the system trusts. `members` are addresses
    in a cluster, used to find its members if the one of `uri` does not answer.
    """

    uri: str
    username: str
    password: str
    database: str = "neo4j"
    http_url: str = ""
    managed: bool = False
    ca_file: str = ""
    members: tuple[str, ...] = ()

    @property
    def is_routed(self) -> bool:
        """Whether the driver chooses a cluster member for each statement."""
        return urlsplit(self.uri).scheme.startswith("neo4j")


def reached(endpoint: Endpoint, connect_timeout: float, retry_time: float) -> tuple[str, dict[str, Any]]:
    """Return the driver's address and options for a server; times are in seconds.

    Raises:
        ConfigError: the file of certificates is unreadable, or a member's address is invalid.
    """
    options: dict[str, Any] = {
        "auth": (endpoint.username, endpoint.password),
        "connection_timeout": connect_timeout,
        # Includes the handshake, which a server that is starting may leave unanswered.
        "connection_acquisition_timeout": connect_timeout + 2,
        # Fixed statements need no advice, and notifications would reach the terminal as warnings.
        "notifications_min_severity": "OFF",
        # Deadlocks are resolved sooner; a server that is gone must be reported soon.
        "max_transaction_retry_time": retry_time,
    }
    uri = endpoint.uri
    scheme, separator, rest = uri.partition("://")
    if endpoint.ca_file and scheme.endswith(_VERIFIED):
        _check_certificates(endpoint.ca_file)
        # The driver accepts custom certificates only if the address does not specify whom to trust.
        uri = f"{scheme.removesuffix(_VERIFIED)}{separator}{rest}"
        options |= {"encrypted": True, "trusted_certificates": TrustCustomCAs(endpoint.ca_file)}
    if endpoint.members and endpoint.is_routed:
        members = _addresses(endpoint.members)
        options["resolver"] = lambda address: [address, *members]
    return uri, options


def run_on_each(
    members: Iterable[str],
    cluster: Endpoint,
    options: Mapping[str, Any],
    statement: str,
    parameters: dict[str, Any],
) -> None:
    """Run a read statement on each member of a cluster that can be reached with the cluster's settings.

    Args:
        members: their addresses, as given by the cluster.
        cluster: the cluster's endpoint.
        options: the options of the cluster's driver.
        statement: the statement.
        parameters: its parameters.
    """
    scheme = urlsplit(cluster.uri).scheme.replace("neo4j", "bolt", 1)
    if "trusted_certificates" in options:
        scheme = scheme.removesuffix(_VERIFIED)
    how = {name: value for name, value in options.items() if name != "resolver"}
    for address in members:
        uri = f"{scheme}://{address}"
        with suppress(Neo4jError, DriverError), GraphDatabase.driver(uri, **how) as member:
            member.execute_query(statement, parameters, routing_=RoutingControl.READ)


def _addresses(members: Iterable[str]) -> list[Address]:
    found = []
    for one in members:
        try:
            parts = urlsplit(f"//{one}")
            found.append(Address((parts.hostname or "", parts.port or BOLT_PORT)))
        except ValueError as error:
            raise ConfigError(f"neo4j.members: {one!r}: {error}", hint="HOST:PORT, with commas") from error
    return found


def _check_certificates(file: str) -> None:
    try:
        ssl.create_default_context(cafile=Path(file))
    except (OSError, ssl.SSLError) as error:
        raise ConfigError(
            f"neo4j.ca_file = {file!r} has no readable certificates: {error}",
            hint="give a PEM file: -----BEGIN CERTIFICATE-----",
        ) from error
