// Purpose: the version and edition of the server; succeeds only when its database is ready.
// Parameters: none
CALL dbms.components() YIELD name, versions, edition
WHERE name = 'Neo4j Kernel'
RETURN versions[0] AS version, edition
