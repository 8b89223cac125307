import bz2
import gzip
import io
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from kgqa_neo4j.loaders.files import MAX_LINE, LineFile, StandardInput, stem
from kgqa_neo4j.model.errors import InputError

LINES = [f"subject {number}|relation|object {number}".encode() for number in range(20_000)]
TEXT = b"\n".join(LINES) + b"\n"
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".zst": zstandard.compress,
}


@pytest.fixture(params=["", *PACKERS])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    suffix = request.param
    path = tmp_path / f"kb.txt{suffix}"
    path.write_bytes(PACKERS[suffix](TEXT) if suffix else TEXT)
    return path


def test_every_packing_gives_the_same_lines(file: Path) -> None:
    lines = LineFile(file)
    assert list(lines.lines()) == LINES
    assert lines.line == len(LINES)
    assert lines.read == lines.size == file.stat().st_size


def test_packing_is_told_by_content_not_by_name(tmp_path: Path) -> None:
    path = tmp_path / "kb.txt"
    path.write_bytes(gzip.compress(b"a\nb"))
    assert list(LineFile(path).lines()) == [b"a", b"b"]


@pytest.mark.parametrize("suffix", list(PACKERS))
def test_archives_packed_one_behind_the_other_are_read_to_the_end(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / "kb"
    path.write_bytes(PACKERS[suffix](b"a\nb") + PACKERS[suffix](b"c\nd\n"))
    assert list(LineFile(path).lines()) == [b"a", b"bc", b"d"]


@pytest.mark.parametrize("suffix", list(PACKERS))
@pytest.mark.parametrize("share", [0.1, 0.5, 0.97])
def test_a_cut_archive_gives_what_it_holds_then_says_where_it_ends(
    tmp_path: Path, suffix: str, share: float
) -> None:
    packed = PACKERS[suffix](TEXT)
    path = tmp_path / f"kb.txt{suffix}"
    path.write_bytes(packed[: int(len(packed) * share)])
    lines = LineFile(path)
    got = []
    with pytest.raises(
        InputError, match=rf"kb\.txt\{suffix} is cut short near byte {lines.size} of {lines.size}"
    ):
        for line in lines.lines():
            got.append(line)
    assert got == LINES[: len(got)]
    if suffix == ".gz":
        assert len(got) > len(LINES) * share * 0.8


@pytest.mark.parametrize("suffix", list(PACKERS))
def test_a_damaged_archive_is_an_input_error(tmp_path: Path, suffix: str) -> None:
    packed = bytearray(PACKERS[suffix](TEXT))
    middle = len(packed) // 2
    packed[middle : middle + 200] = bytes(200)
    path = tmp_path / f"kb.txt{suffix}"
    path.write_bytes(packed)
    with pytest.raises(InputError, match="near byte"):
        list(LineFile(path).lines())


@pytest.mark.parametrize("suffix", list(PACKERS))
@pytest.mark.parametrize("zeros", [1, 512, 100_000])
def test_zeros_behind_an_archive_are_padding(tmp_path: Path, suffix: str, zeros: int) -> None:
    path = tmp_path / f"kb{suffix}"
    pack = PACKERS[suffix]
    path.write_bytes(pack(b"a\nb") + bytes(zeros) + pack(b"c\n") + bytes(zeros))
    assert list(LineFile(path).lines()) == [b"a", b"bc"]


@pytest.mark.parametrize("suffix", list(PACKERS))
def test_other_bytes_behind_an_archive_are_damage(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"kb{suffix}"
    path.write_bytes(PACKERS[suffix](b"a\n") + bytes(3) + b"junk")
    with pytest.raises(InputError, match="near byte"):
        list(LineFile(path).lines())


def test_zstd_archives_with_a_long_window_are_read(tmp_path: Path) -> None:
    long = zstandard.ZstdCompressionParameters(window_log=28)
    packer = zstandard.ZstdCompressor(compression_params=long).compressobj()
    path = tmp_path / "kb.zst"
    path.write_bytes(packer.compress(b"a\nb") + packer.flush())
    assert list(LineFile(path).lines()) == [b"a", b"b"]


@pytest.mark.parametrize("kind", [0x184D2A50, 0x184D2A5F])
def test_zstd_archives_may_begin_with_a_frame_that_is_to_be_skipped(tmp_path: Path, kind: int) -> None:
    path = tmp_path / "kb.zst"
    skipped = struct.pack("<II", kind, 5) + b"hello"
    path.write_bytes(skipped + zstandard.compress(b"a\nb") + skipped)
    assert list(LineFile(path).lines()) == [b"a", b"b"]


def test_a_look_at_the_first_lines_of_a_cut_archive_gives_those_that_it_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut = gzip.compress(b"a\n") + gzip.compress(b"b\n")[:-3]
    path = tmp_path / "kb.gz"
    path.write_bytes(cut)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(cut))))
    for file in (LineFile(path), StandardInput()):
        assert file.first(9) == [b"a", b"b"]
        got = []
        with pytest.raises(InputError, match="cut short"):
            for line in file.lines():
                got.append(line)
        assert got == [b"a", b"b"]


def test_line_ends_of_other_systems_are_not_part_of_the_line(tmp_path: Path) -> None:
    path = tmp_path / "kb"
    path.write_bytes(b"a\r\nb\r\n\r\nc")
    assert list(LineFile(path).lines()) == [b"a", b"b", b"", b"c"]


@pytest.mark.parametrize("length", [MAX_LINE + 1, 3_000_000])
def test_an_over_long_line_is_passed_over_without_its_bytes(tmp_path: Path, length: int) -> None:
    path = tmp_path / "kb"
    path.write_bytes(b"a\n" + b"x" * length + b"\nb\n" + b"y" * length)
    assert list(LineFile(path).lines()) == [b"a", None, b"b", None]


def test_utf_16_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "kb"
    path.write_text("a|b|c", "utf-16")
    with pytest.raises(InputError, match="UTF-16"):
        LineFile(path)


def test_a_missing_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        LineFile(tmp_path / "none")


def test_the_key_changes_with_any_byte(tmp_path: Path) -> None:
    path = tmp_path / "kb"
    path.write_bytes(TEXT)
    before = LineFile(path).key()
    path.write_bytes(TEXT[:-3] + b"!" + TEXT[-2:])
    assert LineFile(path).key() != before


@pytest.mark.parametrize(
    ("name", "expected"), [("a/kb.txt.gz", "kb"), ("facts.tsv", "facts"), ("x", "x"), ("b.zst", "b")]
)
def test_the_stem_has_no_folder_and_no_suffix(name: str, expected: str) -> None:
    assert stem(Path(name)) == expected
