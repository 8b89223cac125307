"""The packages: those of `kgqa_neo4j/`, and two folders at top level that install inside of it.

`loaders/` and `cypher/` stand at top level because users read and extend them; installed as
`kgqa_neo4j.loaders` and `kgqa_neo4j.cypher`, so that nothing named `loaders` or `cypher` lands in
anyone's site-packages. Everything else is in `pyproject.toml`, which cannot combine a search with that.
"""

from setuptools import find_packages, setup

OUTSIDE = ("cypher", "loaders")
# Folders of data without any module; what they hold is declared in `pyproject.toml`.
DATA = (
    "kgqa_neo4j.methods.prompts",
    "kgqa_neo4j.plans.ranking.weights",
    "kgqa_neo4j.serving.static",
    "kgqa_neo4j.serving.static.vendor",
)


def installed(folder: str) -> list[str]:
    """Return the names of a top-level folder's packages as they are installed."""
    return [f"kgqa_neo4j.{name}" for name in [folder, *(f"{folder}.{name}" for name in find_packages(folder))]]


setup(
    packages=[
        *find_packages(include=["kgqa_neo4j", "kgqa_neo4j.*"]),
        *DATA,
        *(name for folder in OUTSIDE for name in installed(folder)),
    ],
    package_dir={f"kgqa_neo4j.{folder}": folder for folder in OUTSIDE},
)
