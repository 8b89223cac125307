// Purpose: the addresses of the members of a cluster that serve a database, each once.
// Parameters: database (string)
CALL dbms.routing.getRoutingTable({}, $database) YIELD servers
UNWIND servers AS server
UNWIND server.addresses AS address
RETURN DISTINCT address
