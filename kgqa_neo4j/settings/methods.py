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
        24, ge=0, description="entities encoded at a hop where the graph has no vectors of entities"
    )
    evidence_tokens: int = Field(384, ge=64, description="tokens of evidence in the prompt")
    constrain: bool = Field(True, description="restrict the answer to names in the evidence")
    expand: bool = Field(True, description="also answer with the entities in the same role as a named one")
    complete: bool = Field(True, description="look up all entities in the answer's role, also off the beam")
    roles: int = Field(1, ge=1, description="best ranked roles whose entities the model may name")
    hop_penalty: float = Field(0.08, ge=0, description="penalty per hop beyond the first")
    depth_weight: float = Field(0.0, ge=0, description="penalty per hop away from the predicted depth")


class RetrievalSettings(Section):
    """How much of the graph is looked at. `adaptive` has caps of its own, but `read_cap`, which is for all."""

    hub_cap: int = Field(500, ge=1, description="maximum number of triples read per entity and direction")
    read_cap: int = Field(
        100_000,
        ge=1,
        description="triples of one entity read, in either direction, to find those of one relation",
    )
    max_entities: int = Field(
        20_000, ge=1, description="maximum number of entities whose triples are candidates"
    )
    exact_limit: int = Field(
        20_000,
        ge=0,
        description="candidate triples up to which each is scored; beyond, the vector index is searched",
    )
    encode_limit: int = Field(
        2_000, ge=1, description="candidate triples encoded for a question where the graph has no vectors"
    )
    lazy_limit: int = Field(
        20_000, ge=0, description="triples encoded for a question, and kept, in a graph at level `lazy`"
    )


class KgRagSettings(Section):
    """The method `kg-rag`, and the decomposition of `llm-decompose`."""

    max_hops: int = Field(
        3, ge=1, le=8, description="N: candidate triples lie within as many hops of the topics"
    )
    top_k: int = Field(30, ge=1, description="K: triples given to the model for one sub-question")
    max_sub_questions: int = Field(
        4, ge=1, description="sub-questions of one question; further ones are dropped"
    )
    temperature: float = Field(0.3, ge=0, le=2, description="sampling temperature")
    min_p: float = Field(
        0.05, ge=0, le=1, description="minimum probability of a token, relative to the likeliest"
    )
    sampling_top_k: int = Field(40, ge=1, description="likeliest tokens that are sampled from")
    repeat_penalty: float = Field(1.1, gt=0, description="penalty of repeated tokens in sub-answers")
    decomposition_stop: str = Field("<END>", min_length=1, description="stop token of a decomposition")
    reformulation_stop: str = Field("?", min_length=1, description="stop token of a reformulated sub-question")
    max_tokens: int = Field(256, ge=1, description="tokens of a decomposition, reformulation or sub-answer")
    synthesis_max_tokens: int = Field(512, ge=1, description="tokens of the synthesised answer")
    constrain: bool = Field(True, description="restrict sub-answers to names in the triples")
    per_answer: bool = Field(True, description="search also around each earlier answer that is asked about")


class KapingSettings(Section):
    """The baseline `kaping`."""

    max_hops: int = Field(3, ge=1, le=8, description="candidate triples lie within as many hops of the topics")
    top_k: int = Field(30, ge=1, description="triples in the prompt")
    constrain: bool = Field(True, description="restrict the answer to names in the triples")


class IquestSettings(Section):
    """The method `iquest`."""

    max_iterations: int = Field(4, ge=1, le=20, description="sub-questions of one question, at most")
    top_k: int = Field(
        3, ge=1, description="neighbours kept for a sub-question; the next one starts from as many"
    )
    frontier: int = Field(
        16,
        ge=1,
        description="entities the next sub-question starts from, where the sub-answer names more than top_k",
    )
    look_ahead: bool = Field(True, description="score neighbours by the trained network, if there is one")
    network: str = Field("", description="folder of a trained network; else `look-ahead` in the workspace")
    whole_question: bool = Field(
        True, description="the network judges by the whole question as well as by the sub-question"
    )
    similarity: float = Field(
        0.8,
        ge=0,
        le=1,
        description="share of the similarity to the sub-question in a score of the network; 0 is the paper's",
    )
    candidates: int = Field(
        300, ge=1, description="neighbours scored for a sub-question, the most similar ones"
    )
    expand: bool = Field(True, description="show all triples of the kept neighbours' relations")
    max_triples: int = Field(100, ge=1, description="triples that this shows at most")
    evidence_tokens: int = Field(1200, ge=1, description="tokens of triples in one prompt")
    constrain: bool = Field(True, description="restrict answers to names in the triples")
    own_knowledge: bool = Field(True, description="let the model answer what the triples do not say; flagged")
    repeat_threshold: float = Field(
        0.9,
        ge=-1,
        le=1,
        description="similarity to a sub-question without answer from which one is a repetition",
    )
    max_tokens: int = Field(192, ge=1, description="tokens of a sub-answer, and of the answer")


class PdrrSettings(Section):
    """The method `pdrr`."""

    type: Literal["predicted", "chain", "parallel"] = Field(
        "predicted", description="type of the questions; `predicted` asks the model"
    )
    relations: int = Field(3, ge=1, description="relations kept for one partial triple")
    beam: int = Field(2, ge=1, le=8, description="triples of each path that a chain keeps at each step")
    max_triples: int = Field(
        4, ge=1, le=8, description="partial triples of one question; further ones are dropped"
    )
    relation_weight: float = Field(
        0.5, ge=0, le=1, description="share of the relation in a triple's similarity; 0 is the paper's"
    )
    encode_cap: int = Field(
        256, ge=0, description="texts encoded for one partial triple where vectors are missing"
    )
    temperature: float = Field(0.1, ge=0, le=2, description="sampling temperature")
    max_tokens: int = Field(256, ge=1, description="tokens of a type, decomposition or choice of path")
    answer_max_tokens: int = Field(1024, ge=1, description="tokens of the answer")
    evidence_tokens: int = Field(512, ge=64, description="tokens of completed triples in the prompt")
    constrain: bool = Field(True, description="restrict replies to their form, and the answer to names found")
    expand: bool = Field(
        True, description="follow the steps of a chain from all entities, not only the kept ones"
    )


class QuerySettings(Section):
    """The method `query`."""

    strategy: Literal["enumerate", "generate"] = Field(
        "enumerate", description="rank queries that the graph allows, or let the model write one"
    )
    choose: Literal["similarity", "model"] = Field(
        "similarity", description="how enumerated queries are ranked; `model`: by log-probability"
    )
    linking: Literal["model", "linker"] = Field(
        "model", description="how topics are chosen when the model writes the query"
    )
    max_hops: int = Field(3, ge=1, le=4, description="steps of a chain in a query")
    candidates: int = Field(500, ge=1, description="chains considered for one question")
    tried: int = Field(5, ge=1, le=50, description="enumerated queries executed until one has a result")
    entities: int = Field(10, ge=1, le=50, description="entities in the list that the model chooses from")
    relations: int = Field(10, ge=1, le=50, description="relations in the list that the model chooses from")
    chosen: int = Field(4, ge=1, le=10, description="relations that the model may choose")
    reason: bool = Field(True, description="let the model give reasons before it chooses")
    filter: bool = Field(True, description="reject where no chosen relation touches a linked entity")
    self_check: bool = Field(False, description="let the model reject what does not answer the question")
    repair: bool = Field(False, description="let the model write a second query after a rejected one")
    plans: bool = Field(True, description="rank the model's statement on an attached graph against the plans")
    repairs: int = Field(
        2, ge=0, le=2, description="times that the model may repair a statement on an attached graph"
    )
    constrain: bool = Field(True, description="restrict replies to their form, and queries to a grammar")
    max_tokens: int = Field(192, ge=1, description="tokens of a choice or of a query")
    limit: int = Field(200, ge=1, le=10_000, description="rows of a result")
    timeout: Seconds = Field(30.0, gt=0, description="seconds one query may run")


class PlansSettings(Section):
    """The method `plans`."""

    max_hops: int = Field(3, ge=1, le=4, description="steps of a plan from one topic, at most")
    weights: str = Field("", description="file of the untrained ranker's weights; else the packaged ones")
    candidates: int = Field(2_000, ge=1, description="plans scored for one question")
    joined: int = Field(60, ge=0, description="pairs of chains tried for what two topics share")
    execute: int = Field(20, ge=1, description="best plans executed until one has an answer")
    words: bool = Field(True, description="interpret `how many`, dates, `first` and yes/no literally")
    shown: int = Field(10, ge=1, description="best plans listed with an answer")
    reads: int = Field(100_000, ge=1, description="triples read in one step of a plan")
    entities: int = Field(1_000, ge=1, description="answers of one plan listed")
    proved: int = Field(200, ge=0, description="of these, answers with the triples that prove them")
