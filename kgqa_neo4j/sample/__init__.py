"""A bundled slice of MetaQA for the demo and the tests."""
