"""Exceptions of readers of binary data: archives, compression, pickles, struct and base64, shutil's unpacking."""

from __future__ import annotations

from classifier.sdks.base import SdkTable, generic

TABLE = SdkTable(
    ("tarfile", "zipfile", "zlib", "_lzma", "lzma", "gzip", "_pickle", "pickle", "struct", "binascii", "shutil"),
    {
        "TarError": generic("corrupt_data"),
        "ReadError": "corrupt_data",
        "HeaderError": "corrupt_data",
        "CompressionError": generic("unsupported"),
        "StreamError": "programming_error",
        "ExtractError": generic("corrupt_data"),
        # A member that would land outside the target folder: refused, however often it is tried.
        "FilterError": "sandbox_denied",
        "BadZipFile": "corrupt_data",
        "LargeZipFile": "programming_error",
        "error": "corrupt_data",
        "LZMAError": "corrupt_data",
        "BadGzipFile": "corrupt_data",
        "PickleError": generic("corrupt_data"),
        "UnpicklingError": "corrupt_data",
        "PicklingError": "programming_error",
        "Error": generic("corrupt_data"),
        "Incomplete": "corrupt_data",
        "SameFileError": "bad_request",
        "SpecialFileError": "unsupported",
        "ExecError": "unsupported",
        "RegistryError": "unsupported",
    },
)
