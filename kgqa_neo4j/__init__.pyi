"""The public names, each once: `__init__.py` reads them from here, and imports one when it is first used."""

# isort: skip_file

from .knowledge_graph import (
    AnswerStream as AnswerStream,
    KnowledgeGraph as KnowledgeGraph,
    RankedPlan as RankedPlan,
)
from .llm.scripted import (
    ScriptedLLM as ScriptedLLM,
)
from .model import errors as errors
from .model.answer import (
    Answer as Answer,
    Evidence as Evidence,
    LlmUsage as LlmUsage,
    ScoredEntity as ScoredEntity,
    Seconds as Seconds,
    Statement as Statement,
    Status as Status,
    Step as Step,
)
from .model.errors import (
    ConfigError as ConfigError,
    ContextOverflow as ContextOverflow,
    CypherRefused as CypherRefused,
    DamagedSource as DamagedSource,
    DatabaseDown as DatabaseDown,
    DatabaseError as DatabaseError,
    DatabaseStarting as DatabaseStarting,
    DownloadFailed as DownloadFailed,
    EmptyGraph as EmptyGraph,
    IndexPopulating as IndexPopulating,
    InputError as InputError,
    JavaMissing as JavaMissing,
    KgqaError as KgqaError,
    ModelError as ModelError,
    ModelNotFound as ModelNotFound,
    ModelTimeout as ModelTimeout,
    ModelUnavailable as ModelUnavailable,
    ModelUnreadable as ModelUnreadable,
    NoSuchGraph as NoSuchGraph,
    NoSuchTopic as NoSuchTopic,
    NotEnoughDisk as NotEnoughDisk,
    ReadOnlyServer as ReadOnlyServer,
    ServerError as ServerError,
    ServerTooOld as ServerTooOld,
    SparkFailed as SparkFailed,
    StatementTimeout as StatementTimeout,
    TooManyBadLines as TooManyBadLines,
    UnknownDatabase as UnknownDatabase,
    WrongDimension as WrongDimension,
    WrongPassword as WrongPassword,
)
from .model.graph import (
    Entity as Entity,
    Relation as Relation,
    Triple as Triple,
)
from .plans.execution import (
    Result as Result,
)
from .question_sets.questions import (
    Question as Question,
)
from .version import __version__ as __version__

def load_ipython_extension(ipython: object) -> None: ...
def unload_ipython_extension(ipython: object) -> None: ...
