"""Settings, their defaults, and where each value came from."""

from kgqa_neo4j.settings.attachment import Attachment
from kgqa_neo4j.settings.configuration import (
    CALL,
    COMMAND_LINE,
    CONFIG_FILE,
    Configuration,
    SettingInfo,
    Settings,
    attached_graph,
    environment_name,
    load_configuration,
    secrets_in,
    setting_choices,
    setting_names,
    write_setting,
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
from kgqa_neo4j.settings.observing import AuditSettings, LogSettings, OtelSettings
from kgqa_neo4j.settings.section import Section
from kgqa_neo4j.settings.surroundings import (
    AskSettings,
    EmbeddingSettings,
    EngineSettings,
    GraphSettings,
    LinkingSettings,
    LlmSettings,
    LoadSettings,
    Neo4jSettings,
    ServerSettings,
)

__all__ = [
    "CALL",
    "COMMAND_LINE",
    "CONFIG_FILE",
    "AdaptiveSettings",
    "AskSettings",
    "Attachment",
    "AuditSettings",
    "AutoSettings",
    "Configuration",
    "EmbeddingSettings",
    "EngineSettings",
    "GraphSettings",
    "IquestSettings",
    "KapingSettings",
    "KgRagSettings",
    "LearningSettings",
    "LinkingSettings",
    "LlmSettings",
    "LoadSettings",
    "LogSettings",
    "Neo4jSettings",
    "OtelSettings",
    "PdrrSettings",
    "PlansSettings",
    "QuerySettings",
    "RetrievalSettings",
    "Section",
    "ServerSettings",
    "SettingInfo",
    "Settings",
    "attached_graph",
    "environment_name",
    "load_configuration",
    "nearest",
    "secrets_in",
    "setting_choices",
    "setting_names",
    "write_setting",
]
