"""An OpenAI-compatible endpoint in this process, for commands that run in another one."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class EndPoint:
    """What was asked, how long a reply takes, and the settings that lead here."""

    def __init__(self, port: int) -> None:
        self.requests: list[dict[str, Any]] = []
        self.seconds = 0.0
        self.environment = {
            "KGQA_LLM_BACKEND": "http",
            "KGQA_LLM_MODEL": "fake",
            "KGQA_LLM_BASE_URL": f"http://127.0.0.1:{port}/v1",
        }

    def wait_for(self, count: int) -> None:
        """Wait until as many requests have come."""
        end = time.monotonic() + 120
        while len(self.requests) < count:
            assert time.monotonic() < end, f"{len(self.requests)} requests came"
            time.sleep(0.01)


@contextmanager
def endpoint(reply: str = "nobody knows") -> Iterator[EndPoint]:
    """Serve `reply` to every request."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            served.requests.append(body)
            time.sleep(served.seconds)
            message = {"choices": [{"message": {"content": reply}, "finish_reason": "stop"}]}
            data = json.dumps({**message, "usage": {"prompt_tokens": 5, "completion_tokens": 2}}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            # Whoever asked may have been interrupted.
            with suppress(OSError):
                self.wfile.write(data)

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served = EndPoint(server.server_port)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
