"""What is learned about an attached graph: words, forms of answers, and questions that were explained."""
