// Purpose: forget how relations chain, to be counted anew.
// Parameters: none
MATCH (:Relation)-[f:FOLLOWED_BY]->(:Relation)
DELETE f
