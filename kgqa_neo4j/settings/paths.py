"""Settings that hold paths, and making relative ones absolute."""

from __future__ import annotations

from pathlib import Path

from kgqa_neo4j.settings.configuration import Configuration

FILES = ("llm.script", "plans.weights", "neo4j.ca_file")
FOLDERS = ("llm.prompts", "iquest.network")
# Either a path or a name: of a package, a model on a hub, or one served by an endpoint.
FILES_OR_NAMES = ("llm.model", "embedding.model", "linking.spacy_model")


def with_absolute_paths(configuration: Configuration, directory: Path) -> Configuration:
    """Return a copy with paths relative to `directory` made absolute; names stay as they are."""
    absolute = {}
    for name in (*FILES, *FOLDERS, *FILES_OR_NAMES):
        section, key = name.split(".")
        value = getattr(getattr(configuration.settings, section), key)
        if value and not Path(value).expanduser().is_absolute() and (directory / value).exists():
            absolute[name] = str(directory / value)
    if not absolute:
        return configuration
    origins = {configuration.origin(name) for name in absolute}
    return configuration.changed(absolute, " and ".join(sorted(origins)))
