"""Settings as keyword arguments: the command's options by their short names, all others as ``section__key``."""

from __future__ import annotations

from collections.abc import Mapping

from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.settings.configuration import setting_names
from kgqa_neo4j.settings.nearest import nearest

SHORT = {
    "min_confidence": "ask.min_confidence",
    "fallback": "ask.fallback",
    "trace": "ask.trace",
    "learned": "learning.sets",
    "model": "llm.model",
}
"""The command's options as keywords, and their settings."""


def settings_by_keyword(given: Mapping[str, object]) -> dict[str, object]:
    """Return keywords as dotted settings: short names like ``min_confidence``, or ``plans__max_hops`` for any.

    Raises:
        ConfigError: there is no setting of that name.
    """
    known = setting_names()
    found = {}
    for keyword, value in given.items():
        name = SHORT.get(keyword, keyword.replace("__", "."))
        if name not in known:
            keywords = [*SHORT, *(one.replace(".", "__") for one in known)]
            raise ConfigError(
                f"there is no setting {keyword!r}",
                hint=f"{nearest(keyword, keywords)}a setting is given as section__key: plans__max_hops=2",
            )
        found[name] = value
    return found
