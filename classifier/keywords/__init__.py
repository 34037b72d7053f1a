"""
Which further phrases are strong evidence? One table a language, by reason; data only, lower case, in our own words.

The document's keywords stand in `classifier.categories`. English is looked at first; the other tables only when nothing
English matched, and only those whose script the text holds.
"""
