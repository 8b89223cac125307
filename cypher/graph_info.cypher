// Purpose: what the graph records about its vectors (one row, or none before the first load).
// Parameters: none
MATCH (g:GraphInfo {id: 'graph'})
RETURN g.embedding_model AS embedding_model, g.embedding_dimension AS embedding_dimension,
  g.embedding_normalised AS embedding_normalised, g.embed_level AS embed_level,
  g.triple_index AS triple_index, g.reembed_level AS reembed_level, g.clearing AS clearing
