"""Look-up of the partial triples of one question, recording the triples used for each.

See docs/methods/pdrr.md, step 4: the model picks one path of a chain; the operation of a parallel question is executed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from kgqa_neo4j.methods.common.calls import timed
from kgqa_neo4j.methods.common.path_expansion import HubBounds
from kgqa_neo4j.methods.common.question_run import QuestionRun
from kgqa_neo4j.methods.common.sub_answers import MAX_NAMES
from kgqa_neo4j.methods.pdrr.chain import Chain, ChainStep, Path, follow, in_order
from kgqa_neo4j.methods.pdrr.conditions import Known, apart, gather, hanging_on_none
from kgqa_neo4j.methods.pdrr.joining import MOST_CHOICES, Table, combinations
from kgqa_neo4j.methods.pdrr.parallel import OperationResult, Operations
from kgqa_neo4j.methods.pdrr.partial_retrieval import Link, PartialRetrieval
from kgqa_neo4j.methods.pdrr.partial_triples import Decomposition, Operation, PartialTriple
from kgqa_neo4j.methods.pdrr.replies import PdrrReplies
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.plans.compiling import Limits
from kgqa_neo4j.plans.execution import Executor
from kgqa_neo4j.plans.plan import Plan
from kgqa_neo4j.plans.plan_json import plan_to_json
from kgqa_neo4j.plans.text import plan_text


@dataclass(slots=True)
class RetrievalOutcome:
    """The result of retrieval.

    `groups` holds the candidate answers by their position in the path, the likeliest position first. `told` is the
    triples for the prompt, `others` further entities, `result` the names of an operation's result. `settled`: the
    operation was executed, so its result is the answer whatever the model replies.
    """

    groups: list[list[Entity]] = field(default_factory=list)
    told: list[Link] = field(default_factory=list)
    others: list[Entity] = field(default_factory=list)
    settled: bool = False
    result: str = ""


class Lookup:
    """Looks up the partial triples of one question; steps and evidence go to the `QuestionRun`."""

    def __init__(self, question_run: QuestionRun, replies: PdrrReplies, question: str) -> None:
        resources = question_run.resources
        self._question_run = question_run
        self._replies = replies
        self._question = question
        self._settings = resources.settings.pdrr
        caps = resources.settings.retrieval
        bounds = HubBounds(caps.hub_cap, caps.read_cap)
        self._retrieval = PartialRetrieval(
            resources.graph, resources.embedder, self._settings, bounds, caps.lazy_limit
        )
        most = resources.settings.plans.entities
        # Prove all answers, not only some.
        self._executor = Executor(resources.graph, Limits(caps.read_cap, most, most))

    def find(self, parts: Decomposition, known: Known) -> RetrievalOutcome:
        """Look up `parts`; `known` maps their names to entities.

        Raises:
            DatabaseError: or a subclass.
        """
        steps = in_order(parts.triples) if parts.operation is None else None
        if steps and steps[0][1] in known:
            with timed(self._question_run.answer.seconds, "exploration"):
                start = known[steps[0][1]]
                chain = follow(self._retrieval, steps, start, self._settings.beam, self._settings.expand)
            found = self._pick(steps, chain)
        else:
            if parts.operation is None:
                self._question_run.fallbacks(
                    ["the partial triples form no chain: they are treated as conditions"]
                )
            with timed(self._question_run.answer.seconds, "exploration"):
                found = self._execute(parts, known)
        for cut in self._retrieval.cuts:
            self._question_run.step("cut", cut)
        self._question_run.fallbacks(self._replies.taken())
        return found

    def _pick(self, steps: Sequence[ChainStep], chain: Chain) -> RetrievalOutcome:
        """Let the model pick a path, and execute it."""
        if not chain.paths:
            return RetrievalOutcome()
        with timed(self._question_run.answer.seconds, "generation"):
            place = self._replies.path(self._question, chain.paths)
        path = chain.paths[place]
        ends, proofs = path.ends(), [[link] for link in path.links()]
        if self._settings.expand:
            with timed(self._question_run.answer.seconds, "exploration"):
                ends, proofs = self._walked(path)
        for hop, (partial, _) in enumerate(steps[: len(chain.kept)]):
            used = list({link.triple.id: link for link in [*proofs[hop], *chain.kept[hop]]}.values())
            self._used(partial, used, hop + 1)
        if len(chain.kept) < len(steps):
            missing = steps[len(chain.kept)][0]
            self._question_run.fallbacks(
                [f"the chain breaks, only what was found is used: nothing was found for {missing}"]
            )
        walk = " ".join(link.triple.text for link in path.links())
        self._question_run.step(
            "path", f"path {place + 1} of {len(chain.paths)}: {walk}", path=place + 1, paths=len(chain.paths)
        )
        told = [link for links in proofs for link in links]
        told += [link for links in chain.kept for link in links]
        others = [entity for one in chain.paths if one is not chain.paths[place] for entity in one.ends()]
        return RetrievalOutcome([ends, *_layers(path)], told, others)

    def _walked(self, path: Path) -> tuple[list[Entity], list[list[Link]]]:
        """Execute a picked path as a plan; return all of its answers, and the triples of each step."""
        plan = path.plan()
        result = self._executor.execute(plan)
        if not result.reached:
            result = self._executor.execute(replace(plan, revisited=True))
        if result.cut:
            self._cut(plan)
        kept = path.kept[-1].far.id
        ends = sorted(result.entities, key=lambda one: (one.id != kept, one.name, one.id))
        before = len(path.kept) - plan.hops
        proofs = [{link.triple.id: link} if hop < before else {} for hop, link in enumerate(path.links())]
        for one in result.reached:
            for walk in one.walks:
                for hop, triple in enumerate(walk, before):
                    way = path.kept[hop].way
                    near, far = (triple.subject, triple.object)[:: 1 if way.outward else -1]
                    proofs[hop].setdefault(triple.id, Link(near, way, far, path.kept[hop].score))
        return ends, [list(links.values()) for links in proofs]

    def _cut(self, plan: Plan) -> None:
        self._retrieval.note(f"there may be more than was read (retrieval.read_cap) for {plan_text(plan)}")

    def _execute(self, parts: Decomposition, known: Known) -> RetrievalOutcome:
        """Look up all conditions of a parallel question, and execute its operation on them."""
        operation = parts.operation or Operation.INTERSECT
        absent = [one for one in parts.triples if any(not end.unknown and end not in known for end in one.ends)]
        triples = [one for one in parts.triples if one not in absent]
        gathered = gather(self._retrieval, apart(triples) if operation.compares else triples, known)
        lacking = [f"left out, as the graph has no such name: {one}" for one in absent]
        if operation.compares:
            lacking += [f"{one} is not connected to anything known" for one in hanging_on_none(triples)]
        self._question_run.fallbacks([*lacking, *gathered.missing])
        for hop, table in enumerate(gathered.tables, 1):
            self._used(table.partial, table.links, hop if table.near.unknown else 1)
        told = [link for table in gathered.tables for link in table.links]
        others = _ends(told, {} if operation.compares else known)
        operation, outcome = self._outcome(operation, gathered.tables, known)
        if outcome is None:
            return RetrievalOutcome(told=told, others=others)
        names = "; ".join(entity.name for entity in outcome.answers[:MAX_NAMES])
        if (more := len(outcome.answers) - MAX_NAMES) > 0:
            names += f"; and {more:,} more"
        plan = plan_text(outcome.plan)
        number = self._question_run.step(
            "operation",
            f"{operation}: {plan} leads to {len(outcome.answers):,}: {names}",
            operation=str(operation),
            plan=plan_to_json(outcome.plan),
            answers=[entity.id for entity in outcome.answers],
        )
        self._question_run.add_evidence(
            ((link.triple, link.score, hop) for link, hop in outcome.proofs), number
        )
        if outcome.cut:
            self._cut(outcome.plan)
        settled = operation != Operation.INTERSECT
        return RetrievalOutcome(
            [outcome.answers], [*(link for link, _ in outcome.proofs), *told], others, settled, names
        )

    def _outcome(
        self, operation: Operation, tables: Sequence[Table], known: Known
    ) -> tuple[Operation, OperationResult | None]:
        """Execute `operation`; intersect if it has no result, unless several names are compared."""
        if not tables:
            return operation, None
        operations = Operations(self._executor, known)
        if (outcome := operations.execute(operation, tables)) is not None:
            return operation, outcome
        if (count := combinations(tables)) > MOST_CHOICES:
            self._retrieval.note(f"of {count:,} choices of relations the likeliest {MOST_CHOICES} were tried")
        names = {end for table in tables for end in table.partial.ends if not end.unknown}
        if operation == Operation.INTERSECT or (operation.compares and len(names) > 1):
            self._question_run.fallbacks([f"{operation} gave nothing: the answer is left to the model"])
            return operation, None
        self._question_run.fallbacks([f"{operation} found no values: the conditions are intersected"])
        return Operation.INTERSECT, operations.execute(Operation.INTERSECT, tables)

    def _used(self, partial: PartialTriple, links: Sequence[Link], hop: int) -> None:
        """Record the triples of one partial triple as a step and as evidence."""
        relations = dict.fromkeys(link.way.relation.name for link in links)
        number = self._question_run.step(
            "partial triple",
            f"{partial}: {len(links):,} triples of {', '.join(relations)}",
            partial=str(partial),
            relations=list(relations),
            triples=[link.triple.id for link in links],
        )
        self._question_run.add_evidence(((link.triple, link.score, hop) for link in links), number)


def _layers(path: Path) -> list[list[Entity]]:
    """Return the entities along a path, those nearest to its end first."""
    return [list(layer.entities.values()) for layer in reversed(path.layers[1:-1])]


def _ends(links: Iterable[Link], known: Known) -> list[Entity]:
    """Return the entities of triples except the known ones."""
    ids = {entity.id for entities in known.values() for entity in entities}
    return [
        one for one in _distinct(end for link in links for end in (link.near, link.far)) if one.id not in ids
    ]


def _distinct(entities: Iterable[Entity]) -> list[Entity]:
    return list({entity.id: entity for entity in entities}.values())
