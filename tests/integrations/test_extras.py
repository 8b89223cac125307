"""What only an extra brings is not imported unless it is used, and missed with the command that installs it."""

import subprocess
import sys

import pytest

from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.model.extras import require

# Not pandas: the driver of Neo4j imports it where it is installed.
OF_EXTRAS = (
    "mcp",
    "langchain_core",
    "neo4j_graphrag",
    "llama_index",
    "opentelemetry.sdk",
    "polars",
    "pyspark",
    "IPython",
)


def test_a_missing_library_is_named_with_the_command_that_installs_it() -> None:
    require("mcp", "json")
    with pytest.raises(ConfigError) as raised:
        require("mcp", "no_such_library")
    assert "no_such_library" in raised.value.message
    assert raised.value.hint == 'install it: pip install "kgqa-neo4j[mcp]"'


def test_the_library_imports_no_integration() -> None:
    code = (
        "import sys, kgqa_neo4j\n"
        "from kgqa_neo4j import KnowledgeGraph, Answer\n"
        "import kgqa_neo4j.methods.plans.method, kgqa_neo4j.reporting.notebook\n"
        f"print([name for name in {OF_EXTRAS!r} if name in sys.modules])\n"
        "print([name for name in sys.modules if name.startswith('kgqa_neo4j.integrations')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["[]", "[]"]
