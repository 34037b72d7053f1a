"""Exceptions of the libraries that check and patch documents: jsonschema, referencing, jsonpatch, unidiff."""

from __future__ import annotations

from classifier.sdks.base import SdkTable, generic

TABLE = SdkTable(
    ("jsonschema", "referencing", "jsonpatch", "jsonpointer", "unidiff"),
    {
        "ValidationError": "schema_mismatch",
        "FormatError": "schema_mismatch",
        # The schema itself is wrong, which the next answer cannot mend.
        "SchemaError": "programming_error",
        "UnknownType": "programming_error",
        "UndefinedTypeCheck": "programming_error",
        "UnsupportedSubclassing": "programming_error",
        "UnknownDialect": "programming_error",
        "CannotDetermineSpecification": "programming_error",
        "NoInternalID": "programming_error",
        "Unresolvable": "programming_error",
        "NoSuchResource": "programming_error",
        "Unretrievable": generic("programming_error"),
        "JsonPatchException": generic("malformed_patch"),
        "InvalidJsonPatch": "malformed_patch",
        "JsonPatchConflict": "target_missing",
        "JsonPatchTestFailed": "hunk_failed",
        "JsonPointerException": generic("target_missing"),
        "UnidiffParseError": "malformed_patch",
    },
)
