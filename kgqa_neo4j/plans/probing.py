"""Checks which candidate plans lead to anything, many at once by a fixed statement, which is planned only once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kgqa_neo4j.plans.compiling import DEFAULT_LIMITS, Limits
from kgqa_neo4j.plans.plan import Chain, Plan
from kgqa_neo4j.store.driver import Database


class Prober:
    """Probes plans on one graph. Safe to use from several threads."""

    def __init__(self, database: Database, limits: Limits = DEFAULT_LIMITS) -> None:
        self._database = database
        self._reads = limits.reads

    def leads(self, ways: Sequence[tuple[Chain, str]]) -> list[bool]:
        """Return for each chain whether it leads to the entity with the given id."""
        # A chain without steps reaches only its topic, so a common end is that entity.
        chains = [(number, one) for number, (way, end) in enumerate(ways) for one in (way, Chain(end))]
        found = self._reached(chains, needed=2)
        return [number in found for number in range(len(ways))]

    def answerable(self, plans: Sequence[Plan]) -> list[bool]:
        """Return for each plan whether it leads to anything.

        All plans must be intersections of the same number of chains from the same topics, without conditions.
        """
        chains = [(number, chain) for number, plan in enumerate(plans) for chain in plan.chains]
        left = {chain.topic for _, chain in chains if len(chain.path) > 1}
        found = self._reached(chains, needed=len(plans[0].chains) if plans else 1, excluded=left)
        return [number in found for number in range(len(plans))]

    def _reached(
        self, chains: Sequence[tuple[int, Chain]], *, needed: int, excluded: Iterable[str] = ()
    ) -> set[int]:
        """Return the groups with at least `needed` chains that reach a common entity."""
        rows = [
            {
                "group": group,
                "topic": chain.topic,
                "steps": [{"relation": move.relation, "outward": move.outward} for move in chain.path],
            }
            for group, chain in chains
        ]
        if not rows:
            return set()
        found = self._database.read(
            "plan_probe", chains=rows, needed=needed, excluded=sorted(excluded), reads=self._reads
        )
        return {row["group"] for row in found}
