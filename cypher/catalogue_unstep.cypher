// Purpose: delete the counts of how relations chain, before they are counted again.
// Parameters: none
MATCH (:Relation)-[f:FOLLOWED_BY]->(:Relation)
DELETE f
