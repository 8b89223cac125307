"""Estimates the probability that the answer of an executed plan is right, to know when not to answer."""
