// Purpose: entities whose descriptions are nearest to a mention, nearest first.
// Parameters: mention (vector of the mention), vector (of the question), limit
CYPHER 25
MATCH (entity:Entity)
  SEARCH entity IN (VECTOR INDEX entity_embedding FOR $mention LIMIT $limit) SCORE AS score
WITH entity, 2 * score - 1 AS near ORDER BY near DESC, entity.id
RETURN near, entity.id AS id, entity.name AS name, coalesce(entity.aliases, []) AS aliases,
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
