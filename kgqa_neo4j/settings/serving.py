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
        description="bearer token required of requests; generated for an address other than this machine's",
    )
    allow_learn: bool = Field(False, description="accept requests that teach the graph")
    origins: str = Field(
        "", description="other origins allowed to ask (CORS), such as https://a.example; comma-separated"
    )
    hosts: str = Field(
        "", description="host names accepted in requests besides this machine's; comma-separated"
    )
    concurrency: int = Field(4, ge=1, le=256, description="maximum number of questions answered at once")
    waiting: int = Field(100, ge=0, description="maximum number of waiting questions; further ones get a 429")
    timeout: Seconds = Field(60.0, gt=0, description="maximum seconds per question, waiting included")
    max_body: int = Field(1_000_000, ge=1000, description="maximum size of a request in bytes")
