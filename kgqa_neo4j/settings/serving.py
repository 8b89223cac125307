"""Settings of `kgqa serve`."""

from __future__ import annotations

from pydantic import Field, SecretStr

from kgqa_neo4j.settings.section import Seconds, Section


class ServeSettings(Section):
    """The server that people and programs ask over HTTP."""

    host: str = Field("127.0.0.1", description="address to listen on")
    port: int = Field(8642, ge=0, le=65535, description="port to listen on; 0 for any that is free")
    token: SecretStr = Field(
        SecretStr(""),
        description="token that requests must bear; made up for an address other than this machine's",
    )
    allow_learn: bool = Field(False, description="let requests teach the graph")
    origins: str = Field(
        "", description="other origins whose pages may ask (CORS), such as https://a.example; with commas"
    )
    hosts: str = Field(
        "", description="host names that requests may be for, besides this machine's; with commas"
    )
    concurrency: int = Field(4, ge=1, le=256, description="questions answered at once")
    waiting: int = Field(100, ge=0, description="questions that may wait; beyond these it answers 429")
    timeout: Seconds = Field(60.0, gt=0, description="seconds that a question may take, waiting included")
    max_body: int = Field(1_000_000, ge=1000, description="bytes that a request may have")
