// Purpose: what the graph records about itself, and whether it has any entities (one row, or none before a load).
// Parameters: none
MATCH (g:GraphInfo {id: 'graph'})
RETURN g.embedding_model AS embedding_model, g.embedding_dimension AS embedding_dimension,
  g.embedding_normalised AS embedding_normalised, g.embed_level AS embed_level,
  g.triple_index AS triple_index, toString(g.loaded_at) AS loaded_at,
  EXISTS { MATCH (:Entity) } AND NOT coalesce(g.clearing, false) AS has_entities
