// Purpose: the whole answer that was kept for a question.
// Parameters: id (string)
CYPHER 25
MATCH (a:Ask {id: $id})
RETURN a.answer AS answer
