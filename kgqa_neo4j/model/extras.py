"""Optional libraries, installed by extras: a missing one is reported with the command that installs it."""

from __future__ import annotations

from importlib.util import find_spec

from kgqa_neo4j.model.errors import ConfigError


def require(extra: str, *modules: str) -> None:
    """Check that the libraries of an extra are installed.

    Args:
        extra: its name, as in ``pip install "kgqa-neo4j[extra]"``.
        modules: the top-level modules that it installs.

    Raises:
        ConfigError: one is missing; the hint is the command that installs it.
    """
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise ConfigError(
            f"{', '.join(missing)} is needed but not installed",
            hint=f'install it: pip install "kgqa-neo4j[{extra}]"',
        )
