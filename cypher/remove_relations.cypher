// Purpose: take relations without triples from the catalogue. One look at every triple.
// Parameters: none
CYPHER 25
CALL () {
  MATCH (:Entity)-[r]->(:Entity)
  RETURN collect(DISTINCT type(r)) AS types
}
MATCH (p:Relation) WHERE NOT p.id IN types
DETACH DELETE p
RETURN count(*) AS removed
