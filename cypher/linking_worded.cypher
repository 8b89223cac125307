// Purpose: entities whose names or aliases match a full-text query, best first.
// Parameters: query (full-text query, escaped), vector (of the question), limit
CYPHER 25
CALL db.index.fulltext.queryNodes('entity_names', $query, {limit: $limit}) YIELD node AS entity, score
WITH entity, score ORDER BY score DESC, entity.id
RETURN entity.id AS id, entity.name AS name, coalesce(entity.aliases, []) AS aliases,
  coalesce(entity.description, '') AS description, entity:Value AS literal,
  1 - vector_distance(vector(entity.embedding, vector_dimension_count($vector), FLOAT32), $vector, COSINE) AS similarity,
  COUNT { (entity)--() } AS degree,
  CASE WHEN entity.embedding IS NULL
    THEN COLLECT {
      MATCH (entity)-[r]-(:Entity&!Mediator)
      WITH r LIMIT 5
      OPTIONAL MATCH (relation:Relation {id: type(r)})
      RETURN coalesce(r.text, '(' + startNode(r).name + ', ' + relation.name + ', ' + endNode(r).name + ')')
    }
    ELSE []
  END AS texts
