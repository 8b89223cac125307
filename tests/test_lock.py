"""The lock file names what the package needs, in the versions of the constraints, with hashes."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PINNED = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[\w.+!-]+)(?P<rest>(?:[^\n]*\\\n)*[^\n]*)", re.MULTILINE)


def pinned(file: str) -> dict[str, str]:
    text = (ROOT / file).read_text("utf-8")
    return {canonicalize_name(one["name"]): one["version"] for one in PINNED.finditer(text)}


def test_every_dependency_is_locked_in_a_version_that_is_allowed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    locked = pinned("requirements.lock")
    for one in map(Requirement, project["dependencies"]):
        assert one.specifier.contains(locked[canonicalize_name(one.name)], prereleases=True), one


def test_the_lock_and_the_constraints_agree() -> None:
    locked, constrained = pinned("requirements.lock"), pinned("constraints.txt")
    assert len(locked) > 100
    both = locked.keys() & constrained.keys()
    assert {name: locked[name] for name in both} == {name: constrained[name] for name in both}


def test_every_package_is_locked_with_hashes_and_no_address() -> None:
    text = (ROOT / "requirements.lock").read_text("utf-8")
    assert all("--hash=sha256:" in one["rest"] for one in PINNED.finditer(text))
    assert "//" not in text
