"""Names, aliases and descriptions in the wanted languages, with fallbacks for missing ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from kgqa_neo4j.loaders.wikidata.documents import Head, Text, texts
from kgqa_neo4j.model.literals import MAX_NAME, bounded

# Wikidata's codes for a label valid in all languages, and for texts without a language or in an unknown one.
ALL = "mul"
NEUTRAL = frozenset((ALL, "zxx", "und", "mis"))
FALLBACK = "en"


class Languages:
    """The wanted languages, the preferred first.

    The fallbacks for a wanted language are its variants (``en-gb`` for ``en``), then texts marked as valid in all
    languages, then English; for names, any language.
    """

    def __init__(self, wanted: Sequence[str]) -> None:
        self.wanted = tuple(wanted)
        self._ranks: dict[str, float | None] = {}

    def rank(self, language: str) -> float | None:
        """Return the rank of a language (lower is better), None if it is not wanted."""
        if language not in self._ranks:
            self._ranks[language] = self._rank(language)
        return self._ranks[language]

    def _rank(self, language: str) -> float | None:
        for place, wanted in enumerate(self.wanted):
            if language == wanted:
                return place
            if language.startswith(wanted + "-"):
                return place + 0.5
        return len(self.wanted) if language in NEUTRAL else None

    def wants(self, language: str) -> bool:
        """Whether texts in this language are wanted."""
        return self.rank(language) is not None

    def name(self, head: Head) -> str:
        """Return an entity's name; "" if it has none in any language."""
        found = _stripped(head.names)
        if found:
            return bounded(found[min(found, key=lambda language: (self._order(language), language))])
        return next(iter(self._aliases(head)), "")

    def aliases(self, head: Head, name: str) -> tuple[str, ...]:
        """Return its other names in the wanted languages."""
        labels = _stripped(head.names)
        wanted = sorted((language for language in labels if self.wants(language)), key=self._order)
        others = dict.fromkeys((*(bounded(labels[language]) for language in wanted), *self._aliases(head)))
        return tuple(other for other in others if other != name)

    def description(self, head: Head) -> str:
        """Return its description; "" if there is none in a wanted language or English."""
        found = {
            language: text
            for language, text in _stripped(texts(head.descriptions)).items()
            if self.wants(language) or language == FALLBACK
        }
        return found[min(found, key=lambda language: (self._order(language), language))] if found else ""

    def overlong(self, head: Head, used: Collection[str]) -> list[str]:
        """Return the overlong names of an entity whose truncated forms are in `used`."""
        said = [text.value for text in head.names.values()]
        if isinstance(head.aliases, dict):
            said += [alias.value for aliases in head.aliases.values() for alias in aliases]
        # Filter by length first, as hardly any name is overlong.
        long = dict.fromkeys(text.strip() for text in said if len(text) > MAX_NAME)
        return [text for text in long if len(text) > MAX_NAME and bounded(text) in used]

    def _aliases(self, head: Head) -> Iterable[str]:
        if not head.aliases or not isinstance(head.aliases, dict):
            return
        for language in sorted(head.aliases, key=self._order):
            if self.wants(language):
                for alias in head.aliases[language]:
                    if text := bounded(alias.value.strip()):
                        yield text

    def _order(self, language: str) -> float:
        rank = self.rank(language)
        if rank is None:
            return len(self.wanted) + (1 if language == FALLBACK else 2)
        return rank


def _stripped(found: Mapping[str, Text]) -> dict[str, str]:
    return {language: text for language, one in found.items() if (text := one.value.strip())}
