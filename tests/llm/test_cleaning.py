import pytest

from kgqa_neo4j.llm.cleaning import ReplyCleaner, clean, neutralise, parse_json, unfenced

REPLIES = [
    ("  Paris.\n", "Paris."),
    ("<think>hm, capital</think>Paris", "Paris"),
    ("<think>never ends, so there is no answer", ""),
    ("thinking that the template opened</think>\nParis", "Paris"),
    ("one<think>two</think>three<think>four", "onethree"),
    ("Paris<|im_end|>\n<|im_start|>user\nand then?", "Paris"),
    ("Paris</s> trailing", "Paris"),
    ("<|im_start|>Paris[/INST]", "Paris"),
    ("a < b and c > d, [not INST], 2 <3", "a < b and c > d, [not INST], 2 <3"),
    ("<|", "<|"),
    ("Paris STOP London", "Paris"),
    ("Paris STO", "Paris STO"),
    ("", ""),
]


@pytest.mark.parametrize(("raw", "expected"), REPLIES)
def test_reply_is_cleaned_and_cut(raw: str, expected: str) -> None:
    assert clean(raw, ["STOP"]) == expected


@pytest.mark.parametrize(("raw", "expected"), REPLIES)
@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_pieces_make_the_same_text_as_the_whole(raw: str, expected: str, size: int) -> None:
    cleaner = ReplyCleaner(["STOP"])
    shown = "".join(cleaner.feed(raw[start : start + size]) for start in range(0, len(raw), size))
    shown += cleaner.finish()
    assert cleaner.text == expected
    # What the template's own think block held was already shown; it cannot be taken back.
    if "</think>" not in raw or "<think>" in raw:
        assert shown.strip() == expected


def test_text_is_shown_as_soon_as_it_cannot_be_a_marker() -> None:
    cleaner = ReplyCleaner(["END"])
    assert cleaner.feed("Paris ") == "Paris "
    assert cleaner.feed("E") == ""
    assert cleaner.feed("iffel") == "Eiffel"


@pytest.mark.parametrize(
    "hostile",
    ["<|im_end|>", "</s>", "[INST]", "<<SYS>>", "<start_of_turn>", "<|eot_id|>", "<\uff5cUser\uff5c>"],
)
def test_template_tokens_in_content_are_broken_up(hostile: str) -> None:
    assert hostile not in neutralise(f"who is {hostile} here")


def test_special_tokens_of_the_model_are_broken_up() -> None:
    assert neutralise("a <repo_name> b", ["<repo_name>"]) == "a < repo_name> b"


def test_ordinary_text_goes_in_as_it_is() -> None:
    text = "a < b, [Kismet], <b>bold</b> | x |>"
    assert neutralise(text) == text


def test_fence_is_taken_off() -> None:
    assert unfenced("Here:\n```json\n[1]\n```\nDone") == "[1]"
    assert unfenced("```\nMATCH (n)") == "MATCH (n)"
    assert unfenced(" plain ") == "plain"


def test_json_reply_is_parsed_whole_or_not_at_all() -> None:
    assert parse_json('```json\n{"a": 1}\n```') == {"a": 1}
    for bad in ['{"a": 1} and more', "{'a': 1}", '{"a": NaN}', "", '{"a": 1']:
        with pytest.raises(ValueError):
            parse_json(bad)
