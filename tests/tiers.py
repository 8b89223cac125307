"""Which tier a test belongs to, from what it uses: the markers `server`, `model`, `process` and `slow`.

A test that takes a server's fixture is a server test, wherever it stands. What fixtures do not show stands
in the lists below. CONTRIBUTING.md says which command runs which tier.
"""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parent

SERVER_FIXTURES = {
    "asked", "bench", "bulk_loads", "configuration_of_a_server", "cypher", "database", "dated", "endpoint",
    "names_database", "pathquestion", "sample", "sample_workspace", "server_environment", "small_graph",
    "office",
}  # fmt: skip
MODEL_FIXTURES = {"backends", "encoder", "linker", "llm", "packaged", "ranker"}
PROCESS_FIXTURES = {"chromium", "cluster", "kgqa_process", "pytester_like", "wheel"}

# What starts servers, models or processes by itself.
SERVER_FILES = {
    "api/test_anything_asked.py", "api/test_conversation.py", "api/test_knowledge_graph.py",
    "api/test_library_page.py", "api/test_notebook.py",
    "engine/test_resident.py", "evaluation/test_property_questions.py", "loading/test_bulk.py",
    "loading/spark/test_load.py", "loading/test_faults.py", "serving/test_api.py",
    "serving/test_attached_graphs.py", "serving/test_chat.py",
    "serving/test_database_stopped.py",
    "serving/test_page.py", "store/test_managed.py", "store/test_read_only.py",
    "store/test_startup_cache.py",
}  # fmt: skip
MODEL_FILES = {
    "embedding/test_backends.py", "embedding/test_create.py", "embedding/test_ctranslate.py",
    "embedding/test_openvino.py", "llm/test_backends_agree.py", "llm/test_grammar.py", "llm/test_llamacpp.py",
    "methods/lookahead/test_training.py", "plans/ranking/test_ranker.py", "plans/ranking/test_thesaurus.py",
    "plans/ranking/test_encoder_training.py",
}  # fmt: skip
PROCESS_FILES = {
    "serving/test_api.py",
    "serving/test_attached_graphs.py",
    "serving/test_chat.py",
    "serving/test_database_stopped.py",
    "serving/test_page.py",
    "serving/test_several_servers.py",
    "engine/test_parts.py",
    "engine/test_resident.py",
    "integrations/test_extras.py",
    "integrations/test_mcp.py",
    "integrations/test_retrievers.py",
    "telemetry/test_spans.py",
    "store/test_managed.py",
    "store/test_processes.py",
    "loading/test_faults.py",
    "test_packaging.py",
}
# Half a minute and more each on two cores (`pytest --durations`); `make test-all` and CI run them.
SLOW_FILES = {
    "engine/test_resident.py", "integrations/test_mcp.py", "integrations/test_retrievers.py",
    "telemetry/test_spans.py",
    "api/test_library_page.py", "api/test_notebook.py", "embedding/test_backends.py", "embedding/test_openvino.py",
    "llm/test_backends_agree.py", "llm/test_faulty_endpoints.py", "llm/test_llamacpp.py", "loaders/test_memory.py",
    "loading/spark/test_faults.py", "loading/spark/test_load.py", "loading/spark/test_same_graph.py",
    "loading/test_bulk.py", "loading/test_faults.py", "loading/test_network_faults.py",
    "methods/lookahead/test_training.py",
    "store/test_managed.py", "store/test_provision.py", "store/test_read_only.py", "store/test_startup_cache.py",
    "serving/test_api.py", "serving/test_attached_graphs.py", "serving/test_chat.py",
    "serving/test_database_stopped.py", "serving/test_page.py", "serving/test_several_servers.py",
    "test_browser.py", "test_packaging.py",
}  # fmt: skip


def mark(item: pytest.Item) -> None:
    """Add the markers of a test."""
    fixtures = set(getattr(item, "fixturenames", ()))
    file = item.path.relative_to(ROOT).as_posix()
    server = bool(fixtures & SERVER_FIXTURES) or file in SERVER_FILES
    for name, applies in (
        ("server", server),
        ("model", bool(fixtures & MODEL_FIXTURES) or file in MODEL_FILES),
        ("process", bool(fixtures & PROCESS_FIXTURES) or file in PROCESS_FILES),
        ("slow", file in SLOW_FILES),
    ):
        if applies:
            item.add_marker(name)
