// Purpose: the triples that were retrieved for a question, as paths for Neo4j Browser to draw.
// Parameters: ask_id (string); a Browser link takes none, so there the id stands as a literal
CYPHER 25
MATCH (a:Ask {id: $ask_id})
UNWIND range(0, size(a.sources) - 1) AS i
MATCH (s:Entity {id: a.sources[i]})
MATCH (o:Entity {id: a.targets[i]})
MATCH p = (s)-[r:$(a.types[i])]->(o)
WHERE left(r.id, 20) = a.triple_ids[i]
RETURN p
