"""Knowing when not to answer: how likely the answer of an executed plan is right."""
