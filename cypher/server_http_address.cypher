// Purpose: where the server says its HTTP side (Neo4j Browser) is.
// Parameters: none
SHOW SETTINGS 'server.http.enabled', 'server.http.advertised_address' YIELD name, value
RETURN name, value
