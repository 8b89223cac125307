// Purpose: entities by id, by exact name, or by folded name or alias; with the cosine of their vectors to the question,
//   and some of their triples if they have no vector.
// Parameters: ids, names (lists of strings), queries (list of full-text queries on the index of folded names), vector
//   (of the question), limit (most entities for names, and for each query)
CYPHER 25
CALL () {
  MATCH (entity:Entity) WHERE entity.id IN $ids RETURN entity
  UNION
  MATCH (entity:Entity) WHERE entity.name IN $names RETURN entity LIMIT $limit
  UNION
  UNWIND $queries AS query
  CALL db.index.fulltext.queryNodes('entity_keys', query, {limit: $limit}) YIELD node
  RETURN node AS entity
}
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
