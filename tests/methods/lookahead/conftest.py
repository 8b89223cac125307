from tests.methods.conftest import graph

__all__ = ["graph"]
