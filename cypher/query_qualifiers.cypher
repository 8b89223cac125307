// Purpose: the names of the properties of facts, as a sample of them has them, most frequent first.
// Parameters: relations (list of relationship types), each (int: facts looked at for one relation)
CYPHER 25
UNWIND $relations AS relation
CALL (relation) {
  MATCH (:Entity)-[fact:$(relation)]->(:Entity) RETURN keys(fact) AS names LIMIT $each
}
UNWIND names AS name
WITH name, count(*) AS facts WHERE NOT name IN ['id', 'source', 'target', 'type', 'text', 'embedding']
RETURN name ORDER BY facts DESC, name LIMIT 50
