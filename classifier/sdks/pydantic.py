"""Exceptions of pydantic 1.x and 2.x, pydantic-core and pydantic-settings."""

from __future__ import annotations

from classifier.sdks.base import SdkTable, generic

TABLE = SdkTable(
    ("pydantic", "pydantic_core", "pydantic_settings"),
    {
        # "Invalid JSON" in its words is finer.
        "ValidationError": generic("schema_mismatch"),
        "PydanticCustomError": "schema_mismatch",
        "PydanticKnownError": "schema_mismatch",
        "PydanticOmit": "programming_error",
        "PydanticUseDefault": "programming_error",
        "PydanticSerializationError": "programming_error",
        "PydanticSerializationUnexpectedValue": "programming_error",
        "SchemaError": "programming_error",
        "MissingDefinitionError": "programming_error",
        "PydanticUserError": "programming_error",
        "PydanticImportError": "programming_error",
        "PydanticUndefinedAnnotation": "programming_error",
        "SettingsError": "misconfigured",
        # pydantic.v1: `errors` holds one class per rule that a value can break.
        "ConfigError": "programming_error",
        "PydanticValueError": "schema_mismatch",
        "PydanticTypeError": "schema_mismatch",
    },
)
