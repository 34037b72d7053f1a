"""The steps of the cascade: exact facts, keywords, the text model."""
