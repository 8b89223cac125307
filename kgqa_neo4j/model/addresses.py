"""Addresses that a server listens on."""

from __future__ import annotations

import ipaddress


def is_address(host: str) -> bool:
    """Return whether a host is an IP address, not a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Return whether a host can only be reached from this machine."""
    return host == "localhost" or (is_address(host) and ipaddress.ip_address(host).is_loopback)


def http_url(host: str, port: int) -> str:
    """Return the HTTP URL of a server."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
