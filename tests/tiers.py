"""Which tier a test belongs to, from what it uses: the markers `server`, `model`, `process` and `slow`.

A test that takes a server's fixture is a server test, wherever it stands. What fixtures do not show stands
in the lists below. CONTRIBUTING.md says which command runs which tier.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent

SERVER_FIXTURES = {
    "asked", "bench", "bulk_loads", "configuration_of_a_server", "cypher", "database", "dated", "endpoint",
    "names_database", "pathquestion", "sample", "sample_workspace", "server_environment", "small_graph",
    "office", "small_graph_there",
}  # fmt: skip
MODEL_FIXTURES = {"backends", "encoder", "linker", "llm", "packaged", "ranker"}
PROCESS_FIXTURES = {"chromium", "cluster", "kgqa_process", "pytester_like", "wheel"}

# What starts servers, models or processes by itself.
SERVER_FILES = {
    "api/test_library_page.py", "api/test_notebook.py",
    "engine/test_resident.py", "evaluation/test_property_questions.py", "loading/test_bulk.py",
    "loading/spark/test_load.py", "loading/test_faults.py", "serving/test_api.py",
    "serving/test_attached_graphs.py", "serving/test_chat.py",
    "serving/test_database_stopped.py",
    "serving/test_page.py", "store/test_managed.py", "store/test_read_only.py",
    "store/test_startup_cache.py", "test_soak.py",
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
    "test_soak.py",
}
# Half a minute and more each on two cores (`pytest --durations`), or whole graphs of questions besides those that the
# quick tests ask; `make test-all` and CI run them.
SLOW_FILES = {
    "attached/test_unseen_graphs.py",
    "engine/test_resident.py", "integrations/test_mcp.py", "integrations/test_retrievers.py",
    "methods/test_answers_as_json.py",
    "plans/learning/test_shots.py", "plans/reading/test_concerts_and_wines.py",
    "plans/reading/test_films_and_airlines.py", "plans/reading/test_sums_and_menus.py",
    "telemetry/test_spans.py",
    "api/test_library_page.py", "api/test_notebook.py", "embedding/test_backends.py", "embedding/test_openvino.py",
    "llm/test_backends_agree.py", "llm/test_faulty_endpoints.py", "llm/test_llamacpp.py", "loaders/test_memory.py",
    "loading/spark/test_faults.py", "loading/spark/test_live.py", "loading/spark/test_load.py",
    "loading/spark/test_same_graph.py", "loading/spark/test_vectors.py",
    "loading/test_bulk.py", "loading/test_faults.py", "loading/test_network_faults.py",
    "methods/lookahead/test_training.py", "plans/ranking/test_encoder_training.py",
    "store/test_managed.py", "store/test_provision.py", "store/test_read_only.py", "store/test_startup_cache.py",
    "serving/test_api.py", "serving/test_attached_graphs.py", "serving/test_chat.py",
    "serving/test_database_stopped.py", "serving/test_page.py", "serving/test_several_servers.py",
    "test_browser.py", "test_packaging.py", "test_soak.py",
}  # fmt: skip

# What loads and embeds a graph of its own for half a minute.
SLOW_FIXTURES = {"pathquestion"}
# Single tests of some seconds and more in files whose others are quick.
SLOW_TESTS = {
    "test_ask.py::test_the_packaged_model_answers_from_the_sample",
    "test_ask.py::test_without_the_cache_the_model_says_the_same_again",
    "test_ask.py::test_the_same_question_gives_the_same_bytes_whatever_the_process",
    "api/test_anything_asked.py::test_any_text_is_answered_or_refused",
    "api/test_anything_asked.py::test_garbage_of_the_model_ends_in_an_answer_within_the_calls_of_the_method",
    "api/test_knowledge_graph.py::test_the_shipped_fixture_makes_graphs",
    "attached/test_adaptive.py::test_the_packaged_model_answers_from_what_is_explored",
    "attached/test_learning.py::test_the_command_learns_from_a_correction_lists_and_forgets",
    "attached/test_learning_harm.py::test_no_question_about_a_firm_turns_wrong_after_twenty_pairs",
    "attached/test_query.py::test_the_packaged_model_writes_statements_that_are_guarded",
    "attached/test_several_graphs.py::"
    "test_graphs_are_listed_chosen_by_every_command_served_by_one_engine_and_forgotten",
    "attached/test_untouched.py::test_no_command_changes_the_graph_or_its_indexes",
    "cli/test_graph.py::test_a_workspace_from_which_all_was_removed_is_as_an_empty_one",
    "embedding/test_create.py::test_file_or_empty_folder_is_model_unreadable",
    "embedding/test_ctranslate.py::test_model_that_cannot_be_converted_runs_on_torch_and_says_so",
    "evaluation/comparison/test_command.py::"
    "test_a_process_compares_is_interrupted_goes_on_and_writes_everything",
    "evaluation/test_command.py::test_ctrl_c_ends_with_130_and_the_printed_command_goes_on",
    "evaluation/test_property_questions.py::test_gold_statements_return_rows_on_graphs_from_dumps",
    "guard/test_guard.py::test_the_server_outlives_what_the_guard_refuses",
    "guard/test_guard.py::test_what_passes_the_guard_by_mistake_still_neither_writes_nor_calls_out",
    "guard/test_guard.py::test_what_passes_the_guard_ends_in_time_returns_nothing_internal_and_the_server_lives",
    "guard/test_hostile_graph.py::test_each_hostile_name_is_found_by_words_and_answers_what_is_asked_of_it",
    "guard/test_hostile_graph.py::"
    "test_hostile_names_are_answered_and_asked_and_the_terminal_gets_no_control_bytes",
    "llm/test_grammar.py::test_sampling_under_a_grammar_varies_with_the_seed_alone",
    "loaders/test_extreme_inputs.py::test_what_no_loader_can_use_is_reported_or_an_error_in_little_memory",
    "loaders/test_property_graph.py::"
    "test_a_loaded_property_graph_is_asked_by_plans_and_by_published_methods",
    "loaders/test_property_graph.py::test_another_state_of_the_graph_or_of_its_corrections_is_another_source",
    "loading/test_contention.py::test_what_takes_more_memory_than_one_transaction_may_have_is_a_clear_error_at_once",
    "loading/test_contention.py::test_several_writers_on_one_hub_lose_no_triple",
    "loading/test_joined.py::test_joining_again_changes_nothing_and_a_later_part_is_joined_too",
    "loading/test_joined.py::test_a_mediator_that_gets_a_name_is_an_entity_again",
    "loading/test_joined.py::test_no_exploring_statement_shows_a_mediator",
    "loading/test_load.py::test_a_load_stopped_among_its_vectors_goes_on_where_it_stopped",
    "loading/test_load.py::test_new_types_get_a_new_index_and_the_old_one_goes",
    "loading/test_load.py::test_reembedding_replaces_every_vector_and_keeps_the_level",
    "loading/test_removal.py::test_the_first_source_goes_as_well_and_what_it_shared_stays",
    "loading/test_removal.py::test_names_that_a_source_gave_go_with_it",
    "loading/test_removal.py::test_what_only_the_removed_source_named_stays_as_long_as_it_has_facts",
    "loading/test_running.py::"
    "test_a_graph_is_asked_once_its_relations_have_vectors_and_says_that_it_is_being_loaded",
    "methods/test_lazy_vectors.py::test_every_method_answers_as_with_all_vectors_and_makes_each_once",
    "methods/test_iquest.py::test_the_packaged_model_runs_through",
    "methods/test_kg_rag.py::test_a_perfect_model_answers_from_the_nearest_triples_in_one_call",
    "methods/test_kg_rag.py::"
    "test_a_perfect_model_gets_deep_questions_right_where_their_triples_are_among_the_nearest",
    "methods/test_kg_rag.py::test_exact_scoring_and_the_index_find_the_same_triples",
    "methods/test_kg_rag.py::test_the_packaged_model_runs_through",
    "methods/test_kg_rag.py::test_a_perfect_model_gets_real_questions_right",
    "methods/test_pdrr.py::test_a_perfect_model_gets_real_questions_right_with_all_their_answers",
    "methods/test_pdrr.py::test_the_packaged_model_runs_through_all_of_it",
    "methods/test_query.py::test_the_packaged_model_runs_through_all_of_it",
    "plans/learning/test_cli.py::test_learn_list_and_forget",
    "store/test_connect.py::test_server_that_accepts_and_never_answers",
    "plans/learning/test_scorer.py::test_learning_other_questions_forgets_nothing",
    "store/test_health.py::test_index_that_is_still_being_filled",
    "plans/learning/test_words.py::test_a_wrong_answer_is_corrected_and_what_was_learned_is_said",
    "plans/learning/test_words.py::test_a_plan_teaches_a_question_form_that_no_reading_explains",
    "plans/learning/test_words.py::test_what_was_learned_is_kept_listed_and_forgotten",
    "plans/learning/test_words.py::test_a_word_that_only_a_query_of_another_form_explains_is_learned",
    "plans/learning/test_words.py::test_a_word_of_one_pair_is_understood_in_questions_of_every_form",
}  # fmt: skip

MARKED_FILES = {
    "server": SERVER_FILES,
    "model": MODEL_FILES,
    "process": PROCESS_FILES,
    "slow": SLOW_FILES,
}


def first_quick(values: Iterable[str]) -> list[Any]:
    """Return the parameters of a test of many graphs, which takes half a minute and more: the first alone is quick."""
    first, *others = values
    return [first, *(pytest.param(other, marks=pytest.mark.slow) for other in others)]


def left_out(path: Path, expression: str) -> bool:
    """Whether no test of a file can be chosen by ``-m expression``: importing it, and what it imports, is saved.

    Only what `make` gives is understood: markers that tests must not have.
    """
    terms = [re.fullmatch(r"not (\w+)", term.strip()) for term in expression.split(" and ")]
    if not path.is_relative_to(ROOT) or not all(terms):
        return False
    file = path.relative_to(ROOT).as_posix()
    return any(file in MARKED_FILES.get(term[1], ()) for term in terms if term)


def mark(item: pytest.Item) -> None:
    """Add the markers of a test."""
    fixtures = set(getattr(item, "fixturenames", ()))
    file = item.path.relative_to(ROOT).as_posix()
    test = f"{file}::{getattr(item, 'originalname', item.name)}"
    server = bool(fixtures & SERVER_FIXTURES) or file in SERVER_FILES
    for name, applies in (
        ("server", server),
        ("model", bool(fixtures & MODEL_FIXTURES) or file in MODEL_FILES),
        ("process", bool(fixtures & PROCESS_FIXTURES) or file in PROCESS_FILES),
        ("slow", file in SLOW_FILES or bool(fixtures & SLOW_FIXTURES) or test in SLOW_TESTS),
    ):
        if applies:
            item.add_marker(name)


def long_first(items: list[pytest.Item]) -> None:
    """Order files so that those which take long begin first, and no worker waits at the end for one of another."""
    seconds: Counter[Path] = Counter()
    for item in items:
        if item.get_closest_marker("slow"):
            seconds[item.path] += 20
        elif any(item.get_closest_marker(name) for name in ("server", "model", "process")):
            seconds[item.path] += 1
    items.sort(key=lambda item: -seconds[item.path])
