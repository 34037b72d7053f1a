"""
Exceptions of readers of text formats: json, xml, tomllib, csv, configparser, email, yaml, and the tokenizer.

Only reading counts as bad output; a value that cannot be written is the caller's own.
"""

from __future__ import annotations

from classifier.sdks.base import SdkTable, generic, left

TABLE = SdkTable(
    ("json", "simplejson", "orjson", "xml", "pyexpat", "tomllib", "_csv", "configparser", "email", "yaml", "tokenize"),
    {
        "JSONDecodeError": "not_json",
        "JSONEncodeError": "programming_error",
        "ParseError": "not_json",
        "ExpatError": "not_json",
        "SAXException": generic("not_json"),
        "SAXNotRecognizedException": "programming_error",
        "SAXNotSupportedException": "unsupported",
        "SAXReaderNotAvailable": "misconfigured",
        "DOMException": "programming_error",
        "TOMLDecodeError": "not_json",
        "Error": generic("not_json"),
        "ParsingError": "misconfigured",
        "MissingSectionHeaderError": "misconfigured",
        "DuplicateOptionError": "misconfigured",
        "DuplicateSectionError": "misconfigured",
        "NoOptionError": "misconfigured",
        "NoSectionError": "misconfigured",
        "InterpolationError": "misconfigured",
        "MessageError": generic("not_json"),
        "MessageDefect": generic("not_json"),
        "CharsetError": "corrupt_data",
        "MultipartConversionError": "programming_error",
        "TokenError": generic("not_json"),
        "StopTokenizing": left("ends a loop, no failure"),
        "YAMLError": "not_json",
        "ConstructorError": "schema_mismatch",
        "EmitterError": "programming_error",
        "RepresenterError": "programming_error",
        "SerializerError": "programming_error",
        "ResolverError": "programming_error",
    },
)
