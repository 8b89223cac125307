// Purpose: record that the graph is complete up to a level of vectors.
// Parameters: embed_level (string)
MERGE (g:GraphInfo {id: 'graph'})
SET g.embed_level = $embed_level, g.loaded_at = datetime()
REMOVE g.reembed_level
