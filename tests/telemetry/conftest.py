"""A graph that is shared by the tests of this folder."""

from tests.integrations.conftest import office

__all__ = ["office"]
