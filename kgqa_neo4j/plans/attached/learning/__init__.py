"""Learning on an attached graph: words, forms of answers, question templates and calibration."""
