"""Settings of the methods, one section each."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from kgqa_neo4j.settings.section import Seconds, Section


class AdaptiveSettings(Section):
    """The method `adaptive`."""

    relation_threshold: float = Field(
        0.1, ge=-1, le=1, description="minimum similarity of question and relation"
    )
    entity_threshold: float = Field(0.1, ge=-1, le=1, description="minimum similarity of question and entity")
    beam: int = Field(2, ge=1, description="entities kept for the next hop")
    max_hops: int = Field(3, ge=1, le=8, description="maximum depth")
    hops: int = Field(0, ge=0, le=8, description="fixed depth; 0 lets the model predict it")
    hub_cap: int = Field(500, ge=1, description="maximum number of relationships read per entity")
    encode_cap: int = Field(
        24, ge=0, description="maximum number of entities encoded per hop if the graph has no entity vectors"
    )
    evidence_tokens: int = Field(384, ge=64, description="maximum tokens of evidence in the prompt")
    constrain: bool = Field(True, description="restrict the answer to names in the evidence")
    expand: bool = Field(
        True, description="also return the entities in the same role as one that the model names"
    )
    complete: bool = Field(
        True, description="look up all entities in the answer's role, including those outside the beam"
    )
    roles: int = Field(1, ge=1, description="number of top-ranked roles whose entities the model may name")
    hop_penalty: float = Field(0.08, ge=0, description="penalty per hop beyond the first")
    depth_weight: float = Field(0.0, ge=0, description="penalty per hop away from the predicted depth")


class RetrievalSettings(Section):
    """Limits on reading the graph. `adaptive` has its own limits and shares only `read_cap`."""

    hub_cap: int = Field(500, ge=1, description="maximum number of triples read per entity and direction")
    read_cap: int = Field(
        100_000,
        ge=1,
        description="maximum number of triples read per entity and direction to find those of one relation",
    )
    max_entities: int = Field(
        20_000, ge=1, description="maximum number of entities whose triples are candidates"
    )
    exact_limit: int = Field(
        20_000,
        ge=0,
        description="maximum number of candidate triples scored one by one; the vector index is searched for more",
    )
    encode_limit: int = Field(
        2_000,
        ge=1,
        description="maximum number of candidate triples encoded per question if the graph has no vectors",
    )
    lazy_limit: int = Field(
        20_000,
        ge=0,
        description="maximum number of triples encoded and stored per question in a graph at level `lazy`",
    )


class KgRagSettings(Section):
    """The method `kg-rag`, and the decomposition of `llm-decompose`."""

    max_hops: int = Field(
        3, ge=1, le=8, description="N: maximum distance of candidate triples from the topics, in hops"
    )
    top_k: int = Field(30, ge=1, description="K: triples given to the model per sub-question")
    max_sub_questions: int = Field(
        4, ge=1, description="maximum number of sub-questions per question; further ones are dropped"
    )
    temperature: float = Field(0.3, ge=0, le=2, description="sampling temperature")
    min_p: float = Field(
        0.05, ge=0, le=1, description="minimum probability of a token, relative to the likeliest one"
    )
    sampling_top_k: int = Field(40, ge=1, description="number of likeliest tokens to sample from")
    repeat_penalty: float = Field(1.1, gt=0, description="penalty for repeated tokens in sub-answers")
    decomposition_stop: str = Field("<END>", min_length=1, description="stop token of a decomposition")
    reformulation_stop: str = Field("?", min_length=1, description="stop token of a reformulated sub-question")
    max_tokens: int = Field(
        256, ge=1, description="maximum tokens in a decomposition, reformulation or sub-answer"
    )
    synthesis_max_tokens: int = Field(512, ge=1, description="maximum tokens in the synthesised answer")
    constrain: bool = Field(True, description="restrict sub-answers to names in the triples")
    per_answer: bool = Field(
        True, description="also search around each earlier answer that the sub-question names"
    )


class KapingSettings(Section):
    """The baseline `kaping`."""

    max_hops: int = Field(
        3, ge=1, le=8, description="maximum distance of candidate triples from the topics, in hops"
    )
    top_k: int = Field(30, ge=1, description="number of triples in the prompt")
    constrain: bool = Field(True, description="restrict the answer to names in the triples")


class IquestSettings(Section):
    """The method `iquest`."""

    max_iterations: int = Field(4, ge=1, le=20, description="maximum number of sub-questions per question")
    top_k: int = Field(
        3, ge=1, description="neighbours kept per sub-question, and entities that the next one starts from"
    )
    frontier: int = Field(
        16,
        ge=1,
        description="maximum number of entities the next sub-question starts from, if the answer names more than top_k",
    )
    look_ahead: bool = Field(
        True, description="score neighbours by the trained look-ahead network, if there is one"
    )
    network: str = Field("", description="folder of a trained network; empty for `look-ahead` in the workspace")
    whole_question: bool = Field(
        True, description="let the network judge by the whole question as well as by the sub-question"
    )
    similarity: float = Field(
        0.8,
        ge=0,
        le=1,
        description="weight of the similarity to the sub-question in a network score; 0 as in the paper",
    )
    candidates: int = Field(
        300, ge=1, description="maximum number of neighbours scored per sub-question, the most similar ones"
    )
    expand: bool = Field(True, description="show all triples of the kept neighbours' relations")
    max_triples: int = Field(100, ge=1, description="maximum number of triples shown by `iquest.expand`")
    evidence_tokens: int = Field(1200, ge=1, description="maximum tokens of triples per prompt")
    constrain: bool = Field(True, description="restrict answers to names in the triples")
    own_knowledge: bool = Field(
        True, description="let the model answer what the triples do not contain; such answers are flagged"
    )
    repeat_threshold: float = Field(
        0.9,
        ge=-1,
        le=1,
        description="similarity to an unanswered sub-question from which a new one counts as a repetition",
    )
    max_tokens: int = Field(192, ge=1, description="maximum tokens in a sub-answer, and in the answer")


class PdrrSettings(Section):
    """The method `pdrr`."""

    type: Literal["predicted", "chain", "parallel"] = Field(
        "predicted", description="question type; `predicted` asks the model"
    )
    relations: int = Field(3, ge=1, description="relations kept per partial triple")
    beam: int = Field(2, ge=1, le=8, description="triples kept per path at each step of a chain")
    max_triples: int = Field(
        4, ge=1, le=8, description="maximum number of partial triples per question; further ones are dropped"
    )
    relation_weight: float = Field(
        0.5, ge=0, le=1, description="weight of the relation in a triple's similarity; 0 as in the paper"
    )
    encode_cap: int = Field(
        256, ge=0, description="maximum number of texts encoded per partial triple if vectors are missing"
    )
    temperature: float = Field(0.1, ge=0, le=2, description="sampling temperature")
    max_tokens: int = Field(256, ge=1, description="maximum tokens in a type, decomposition or choice of path")
    answer_max_tokens: int = Field(1024, ge=1, description="maximum tokens in the answer")
    evidence_tokens: int = Field(512, ge=64, description="maximum tokens of completed triples in the prompt")
    constrain: bool = Field(True, description="restrict replies to their format, and the answer to names found")
    expand: bool = Field(
        True, description="follow the steps of a chain from all entities, not only the kept ones"
    )


class QuerySettings(Section):
    """The method `query`."""

    strategy: Literal["enumerate", "generate"] = Field(
        "enumerate", description="rank queries enumerated from the graph, or let the model write one"
    )
    choose: Literal["similarity", "model"] = Field(
        "similarity", description="how enumerated queries are ranked; `model`: by log-probability"
    )
    linking: Literal["model", "linker"] = Field(
        "model", description="how topics are chosen when the model writes the query"
    )
    max_hops: int = Field(3, ge=1, le=4, description="maximum number of steps in a query's chain")
    candidates: int = Field(500, ge=1, description="maximum number of chains considered per question")
    tried: int = Field(
        5, ge=1, le=50, description="maximum number of enumerated queries executed until one has a result"
    )
    entities: int = Field(10, ge=1, le=50, description="entities in the list that the model chooses from")
    relations: int = Field(10, ge=1, le=50, description="relations in the list that the model chooses from")
    chosen: int = Field(4, ge=1, le=10, description="maximum number of relations that the model may choose")
    reason: bool = Field(True, description="let the model reason before it chooses")
    filter: bool = Field(True, description="reject the question if no chosen relation touches a linked entity")
    self_check: bool = Field(False, description="let the model reject results that do not answer the question")
    repair: bool = Field(False, description="let the model write a second query after a rejected one")
    plans: bool = Field(True, description="rank the model's statement on an attached graph against the plans")
    repairs: int = Field(
        2, ge=0, le=2, description="maximum number of repairs by the model of a statement on an attached graph"
    )
    constrain: bool = Field(True, description="restrict replies to their format, and queries to a grammar")
    max_tokens: int = Field(192, ge=1, description="maximum tokens in a choice or a query")
    limit: int = Field(200, ge=1, le=10_000, description="maximum number of rows in a result")
    timeout: Seconds = Field(30.0, gt=0, description="maximum seconds per query")


class PlansSettings(Section):
    """The method `plans`."""

    max_hops: int = Field(3, ge=1, le=4, description="maximum number of steps from one topic")
    weights: str = Field("", description="file of the untrained ranker's weights; empty for the packaged ones")
    candidates: int = Field(2_000, ge=1, description="maximum number of plans scored per question")
    joined: int = Field(
        60, ge=0, description="maximum number of pairs of chains tried for what two topics share"
    )
    execute: int = Field(
        20, ge=1, description="maximum number of plans executed, best first, until one has an answer"
    )
    words: bool = Field(True, description="interpret `how many`, dates, `first` and yes/no literally")
    shown: int = Field(10, ge=1, description="number of best plans listed with an answer")
    reads: int = Field(100_000, ge=1, description="maximum number of triples read per step of a plan")
    entities: int = Field(1_000, ge=1, description="maximum number of answers listed per plan")
    proved: int = Field(
        200, ge=0, description="maximum number of answers listed with the triples that prove them"
    )
