"""Neo4j: managed server, driver, statements, schema and indexes."""
