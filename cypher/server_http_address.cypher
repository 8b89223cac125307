// Purpose: the address that the server advertises for HTTP (Neo4j Browser).
// Parameters: none
SHOW SETTINGS 'server.http.enabled', 'server.http.advertised_address' YIELD name, value
RETURN name, value
