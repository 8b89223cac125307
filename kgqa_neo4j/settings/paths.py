"""Settings that may name a file or a folder."""

from __future__ import annotations

from pathlib import Path

from kgqa_neo4j.settings.configuration import Configuration

FILES = ("llm.script", "plans.weights", "neo4j.ca_file")
FOLDERS = ("llm.prompts", "iquest.network")
# A name besides: of a package, of a model on a hub, of one that an endpoint serves.
FILES_OR_NAMES = ("llm.model", "embedding.model", "linking.spacy_model")


def with_absolute_paths(configuration: Configuration, directory: Path) -> Configuration:
    """Return the same with paths that are relative to `directory` made absolute; names stay as they are."""
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
