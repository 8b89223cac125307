"""Questions for where somebody went to school, which ask for the school rather than a place."""

from __future__ import annotations

import re

_WENT = re.compile(
    r"^\W*where (?P<does>did|does|do|has|have) (?P<who>.+?) (?P<went>go|gone|went) to "
    r"(?P<noun>(?:[a-z]+ )?(?:school|college|university))(?P<end>\W*)$",
    re.IGNORECASE,
)


def as_schools(question: str) -> str:
    """Rewrite "where did X go to school" as "which school did X go to"; return other questions unchanged."""
    return _WENT.sub(r"which \g<noun> \g<does> \g<who> \g<went> to\g<end>", question)
