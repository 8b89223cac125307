"""Print the sample's folder, its questions, or the next steps; used by the demo."""

from __future__ import annotations

import sys

from kgqa_neo4j.sample import demo_questions, sample_path

NEXT = """
That was a real Neo4j with a real graph. Next:
  .venv/bin/kgqa --workspace .kgqa/demo db browser    look at the graph in Neo4j Browser
  .venv/bin/kgqa --workspace .kgqa/demo show last     every step, score and statement of the last answer
  .venv/bin/kgqa load triples FILE                    load your own graph: subject, relation, object per line
  .venv/bin/kgqa models use llm PATH.gguf             a better model; the packaged one is tiny
  .venv/bin/kgqa db stop --all                        stop the servers"""

if __name__ == "__main__":
    if "--questions" in sys.argv:
        print("\n".join(demo_questions()))
    elif "--next" in sys.argv:
        print(NEXT)
    else:
        print(sample_path())
