"""All settings of a workspace, and where each value came from.

A value is taken from the first of: a command-line flag, the attached graph (only its name and server), the environment
(`NEO4J_*` for the server, `KGQA_<SECTION>_<NAME>` for the rest), `kgqa.toml` in the workspace, the default.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import tomlkit
from pydantic import BaseModel, SecretStr, ValidationError

from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.settings.attachment import Attachment, attachments, chosen_attachment, settings_of
from kgqa_neo4j.settings.infrastructure import (
    AskSettings,
    EmbeddingSettings,
    EngineSettings,
    GraphSettings,
    LinkingSettings,
    LlmSettings,
    LoadSettings,
    Neo4jSettings,
    ServerSettings,
    SparkSettings,
)
from kgqa_neo4j.settings.learning import AutoSettings, LearningSettings
from kgqa_neo4j.settings.methods import (
    AdaptiveSettings,
    IquestSettings,
    KapingSettings,
    KgRagSettings,
    PdrrSettings,
    PlansSettings,
    QuerySettings,
    RetrievalSettings,
)
from kgqa_neo4j.settings.nearest import nearest
from kgqa_neo4j.settings.observability import AuditSettings, LogSettings, OtelSettings
from kgqa_neo4j.settings.section import InSeconds, Section
from kgqa_neo4j.settings.serving import ServeSettings

CONFIG_FILE = "kgqa.toml"
COMMAND_LINE = "command line"
"""Origin of a setting given on the command line."""
CALL = "the call"
"""Origin of a setting given with one call of the library."""


class Settings(Section):
    """All settings, by section."""

    neo4j: Neo4jSettings = Neo4jSettings()
    graph: GraphSettings = GraphSettings()
    server: ServerSettings = ServerSettings()
    load: LoadSettings = LoadSettings()
    spark: SparkSettings = SparkSettings()
    embedding: EmbeddingSettings = EmbeddingSettings()
    linking: LinkingSettings = LinkingSettings()
    llm: LlmSettings = LlmSettings()
    adaptive: AdaptiveSettings = AdaptiveSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    kg_rag: KgRagSettings = KgRagSettings()
    kaping: KapingSettings = KapingSettings()
    iquest: IquestSettings = IquestSettings()
    pdrr: PdrrSettings = PdrrSettings()
    plans: PlansSettings = PlansSettings()
    query: QuerySettings = QuerySettings()
    learning: LearningSettings = LearningSettings()
    auto: AutoSettings = AutoSettings()
    ask: AskSettings = AskSettings()
    engine: EngineSettings = EngineSettings()
    serve: ServeSettings = ServeSettings()
    otel: OtelSettings = OtelSettings()
    log: LogSettings = LogSettings()
    audit: AuditSettings = AuditSettings()


_SECRET = frozenset(
    f"{name}.{key}" for name, section in Settings() for key, value in section if isinstance(value, SecretStr)
)


@dataclass(frozen=True, slots=True)
class SettingInfo:
    """One setting for display: dotted name, value (secrets hidden), origin, description."""

    name: str
    value: object
    origin: str
    description: str


class Configuration:
    """The resolved settings of one workspace, with the origin of each value."""

    def __init__(self, workspace: Path, settings: Settings, origins: Mapping[str, str]) -> None:
        self.workspace = workspace
        self.settings = settings
        self._origins = origins

    def origin(self, name: str) -> str:
        """Return the origin of the setting `name` (dotted)."""
        return self._origins.get(name, "default")

    def changed(self, values: Mapping[str, object], origin: str) -> Configuration:
        """Return a copy with some settings (by dotted name) changed, recording `origin` for them.

        Raises:
            ConfigError: there is no such setting, or the value is not valid; or it selects another attached graph,
                which is only possible when the settings are loaded.
        """
        known = setting_names()
        for name in values:
            if name not in known:
                raise ConfigError(f"{origin}: there is no setting {name!r}", hint=_nearest(name, known))
        wanted = values.get("graph.name", self.settings.graph.name)
        if wanted != self.settings.graph.name and "neo4j.uri" not in values:
            raise ConfigError(
                f"{origin}: another graph cannot be selected here",
                hint=f"open it by its name: KnowledgeGraph.open(..., graph={str(wanted)!r})",
            )
        present = {f"{section}.{key}": value for section, table in self.settings for key, value in table}
        origins = {**self._origins, **dict.fromkeys(values, origin)}
        return Configuration(self.workspace, _build({**present, **values}, origins), origins)

    def of_graph(self, name: str) -> Configuration:
        """Return the settings for another attached graph of the same workspace.

        Raises:
            ConfigError: no graph of that name is attached.
        """
        return load_configuration(self.workspace, {**self._given(), "graph.name": name})

    def elsewhere(self, workspace: Path) -> Configuration:
        """Return the settings of another workspace, keeping those given by command line or call, except the graph's.

        Raises:
            ConfigError: these settings are not valid there.
        """
        given = self._given().items()
        return load_configuration(
            workspace, {name: value for name, value in given if name.split(".")[0] not in ("neo4j", "graph")}
        )

    def _given(self) -> dict[str, object]:
        """Return the settings given on the command line or with the call."""
        return {
            f"{section}.{key}": value
            for section, table in self.settings
            for key, value in table
            if self.origin(f"{section}.{key}") in (COMMAND_LINE, CALL)
        }

    def describe(self) -> list[SettingInfo]:
        """Return every setting with its value and origin, in the order of declaration."""
        rows = []
        for name, description in setting_names().items():
            section, key = name.split(".")
            value = getattr(getattr(self.settings, section), key)
            if isinstance(value, SecretStr):
                value = "(set)" if value.get_secret_value() else "(not set)"
            rows.append(SettingInfo(name, value, self.origin(name), description))
        return rows


def attached_graph(configuration: Configuration) -> Attachment | None:
    """Return the attached graph that the settings connect to; None if they connect to no attached graph."""
    name, neo4j = configuration.settings.graph.name, configuration.settings.neo4j
    where = (name, neo4j.uri, neo4j.database)
    known = attachments(configuration.workspace) if name else []
    return next((one for one in known if (one.name, one.uri, one.database) == where), None)


def secrets_in(settings: Settings) -> list[str]:
    """Return the secret values, to be redacted from all output; see `kgqa_neo4j.model.redaction`."""
    values = [value for _, section in settings for _, value in section if isinstance(value, SecretStr)]
    return [value.get_secret_value() for value in values if value.get_secret_value()]


def setting_names() -> dict[str, str]:
    """Return the dotted name of every setting with its description."""
    names = {}
    for section, field in Settings.model_fields.items():
        section_type = field.annotation
        assert isinstance(section_type, type) and issubclass(section_type, BaseModel)
        for key, inner in section_type.model_fields.items():
            names[f"{section}.{key}"] = inner.description or ""
    return names


def setting_unit(name: str) -> str:
    """Return the unit of a setting's value: ``s`` for durations, "" for all else."""
    section, key = name.split(".")
    marks = type(getattr(Settings(), section)).model_fields[key].metadata
    return next((mark.unit for mark in marks if isinstance(mark, InSeconds)), "")


def environment_name(setting: str) -> str:
    """Return the environment variable for a dotted setting name."""
    section, key = setting.split(".")
    if section == "neo4j" and key in ("uri", "username", "password", "database"):
        return f"NEO4J_{key.upper()}"
    return f"KGQA_{section.upper()}_{key.upper()}"


def load_configuration(
    workspace: Path,
    overrides: Mapping[str, object] | None = None,
    environment: Mapping[str, str] | None = None,
    *,
    attached: bool = True,
) -> Configuration:
    """Resolve the settings of `workspace`.

    Args:
        workspace: the directory of the workspace; it need not exist.
        overrides: dotted names to values, from command-line flags; `None` values are skipped.
        environment: variables to read instead of those of the process.
        attached: connect to the attached graph, if there is one; otherwise only the settings decide.

    Raises:
        ConfigError: an unknown name or an invalid value, with its origin; or no graph of the name that the
            settings select is attached.
    """
    environment = os.environ if environment is None else environment
    known = setting_names()
    values: dict[str, object] = {}
    origins: dict[str, str] = {}
    file = workspace / CONFIG_FILE
    for name, value in _read_file(file).items():
        if name not in known:
            raise ConfigError(f"{file}: unknown setting {name!r}", hint=_nearest(name, known))
        values[name], origins[name] = value, str(file)
    for name in known:
        variable = environment_name(name)
        if variable in environment:
            values[name], origins[name] = environment[variable], f"environment {variable}"
    for name in overrides or {}:
        if name not in known:
            raise ConfigError(f"there is no setting {name!r}", hint=_nearest(name, known))
    given = {name: value for name, value in (overrides or {}).items() if value is not None}
    # What `kgqa attach` recorded takes precedence over the file and the environment.
    wanted = str(given.pop("graph.name", "") or values.get("graph.name", ""))
    attachment = chosen_attachment(workspace, wanted) if attached else None
    if attachment is not None and given.get("neo4j.uri", attachment.uri) == attachment.uri:
        for name, value in settings_of(attachment, environment).items():
            values[name], origins[name] = value, f"attached graph {attachment.name!r}"
    for name, value in given.items():
        values[name], origins[name] = value, COMMAND_LINE
    return Configuration(workspace, _build(values, origins), origins)


def write_setting(workspace: Path, name: str, value: str | None) -> Path:
    """Set (or unset, with `None`) one setting in the workspace's file, keeping its comments.

    Raises:
        ConfigError: there is no such setting, or the value is not valid; the file stays unchanged.
    """
    known = setting_names()
    if name not in known:
        raise ConfigError(f"there is no setting {name!r}", hint=_nearest(name, known))
    file = workspace / CONFIG_FILE
    _read_file(file)
    document = tomlkit.parse(file.read_text("utf-8")) if file.exists() else tomlkit.document()
    section, key = name.split(".")
    table = document.setdefault(section, tomlkit.table())
    if value is None:
        table.pop(key, None)
    else:
        parsed = getattr(getattr(_build({name: value}, {name: "the given value"}), section), key)
        table[key] = parsed.get_secret_value() if isinstance(parsed, SecretStr) else parsed
    workspace.mkdir(parents=True, exist_ok=True)
    temporary = file.with_suffix(".tmp")
    temporary.touch(mode=0o600)
    temporary.write_text(tomlkit.dumps(document), "utf-8")
    temporary.replace(file)
    return file


def _read_file(file: Path) -> dict[str, object]:
    if not file.exists():
        return {}
    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file}: {error}", hint="fix the file, or remove it to use the defaults") from error
    flat: dict[str, object] = {}
    for section, table in data.items():
        if not isinstance(table, dict):
            raise ConfigError(f"{file}: {section!r} is outside any [section]")
        flat.update({f"{section}.{key}": value for key, value in table.items()})
    return flat


def _build(values: Mapping[str, object], origins: Mapping[str, str]) -> Settings:
    nested: dict[str, dict[str, Any]] = {}
    for name, value in values.items():
        section, key = name.split(".")
        nested.setdefault(section, {})[key] = str(value) if name == "llm.gpu_layers" else value
    try:
        return Settings.model_validate(nested)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        shown = "(hidden)" if name in _SECRET else repr(first.get("input"))
        raise ConfigError(
            f"{name} = {shown} (from {origins.get(name, 'default')}): {first['msg']}",
            hint=f"{name}: {setting_names().get(name, 'see `kgqa config show`')}",
        ) from None


def setting_choices(name: str) -> tuple[str, ...]:
    """Return the possible values of a boolean or enumerated setting; none for others."""
    section, key = name.split(".")
    annotation = type(getattr(Settings(), section)).model_fields[key].annotation
    if annotation is bool:
        return ("on", "off")
    return tuple(str(value) for value in get_args(annotation)) if get_origin(annotation) is Literal else ()


def _nearest(name: str, known: Iterable[str]) -> str:
    return f"{nearest(name, known)}`kgqa config show` lists all"
