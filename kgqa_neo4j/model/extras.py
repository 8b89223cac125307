"""Libraries that only an extra installs: imported when they are used, missed with the command that installs them."""

from __future__ import annotations

from importlib.util import find_spec

from kgqa_neo4j.model.errors import ConfigError


def require(extra: str, *modules: str) -> None:
    """Make sure that the libraries of an extra are installed.

    Args:
        extra: its name, as in ``pip install "kgqa-neo4j[extra]"``.
        modules: the top-level modules that it brings.

    Raises:
        ConfigError: one is not; the hint is the command that installs it.
    """
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise ConfigError(
            f"{', '.join(missing)} is not installed, which this needs",
            hint=f'install it: pip install "kgqa-neo4j[{extra}]"',
        )
