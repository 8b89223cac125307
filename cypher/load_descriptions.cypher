// Purpose: set descriptions of entities where they differ; their vectors are dropped to be made anew.
// Parameters: rows (list of {id, description})
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})
WHERE e.description IS NULL OR e.description <> row.description
SET e.description = row.description
REMOVE e.embedding
