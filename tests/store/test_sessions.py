"""Sessions whose connection is lost while they close."""

import pytest
from neo4j import READ_ACCESS

from kgqa_neo4j.store.driver import Database


def test_a_session_whose_connection_another_thread_closed_is_closed_and_says_why(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def torn() -> None:
        raise BufferError("Existing exports of data: object cannot be re-sized")

    with pytest.raises(BufferError), database._session(READ_ACCESS) as session:
        rows = session.run("UNWIND range(1, 5000) AS i RETURN i")
        next(iter(rows))
        monkeypatch.setattr(session._connection, "send_all", torn)
    assert session.closed()
    assert database.read_compiled("RETURN 1 AS one", {}) == [{"one": 1}]
