"""
The 45 required cases of CR-NEXUS-051 §4, in its order and grouping.

§4.1 lists 8 + 13 + 2 + 3 + 9 + 3 + 6 = 44; the 45th is the integration scenario of §4.2.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from classifier import (
    InvalidModelOutputError,
    ModelConnectionError,
    ModelRateLimitError,
    ModelTimeoutError,
    NexusCoreError,
    PatchApplyError,
    SandboxExecutionError,
    UnexpectedSystemError,
    classify_error,
    convert_http_error_to_nexus_error,
)


class TestCustomExceptions:
    """§4.1.1: classification of the project's own exceptions, 8 tests."""

    def test_rate_limit_error(self) -> None:
        """§4.1.1: ModelRateLimitError is "rate_limit"."""
        assert classify_error(ModelRateLimitError("slow down")) == "rate_limit"

    def test_timeout_error(self) -> None:
        """§4.1.1: ModelTimeoutError is "timeout"."""
        assert classify_error(ModelTimeoutError("no answer")) == "timeout"

    def test_connection_error(self) -> None:
        """§4.1.1: ModelConnectionError is "connection"."""
        assert classify_error(ModelConnectionError("gone")) == "connection"

    def test_invalid_output_error(self) -> None:
        """§4.1.1: InvalidModelOutputError is "invalid_output"."""
        assert classify_error(InvalidModelOutputError("odd answer")) == "invalid_output"

    def test_sandbox_error(self) -> None:
        """§4.1.1: SandboxExecutionError is "sandbox"."""
        assert classify_error(SandboxExecutionError("exit 1")) == "sandbox"

    def test_patch_error(self) -> None:
        """§4.1.1: PatchApplyError is "patch_apply"."""
        assert classify_error(PatchApplyError("hunk 3")) == "patch_apply"

    def test_base_error(self) -> None:
        """§4.1.1: the base NexusCoreError is "unexpected", whatever its words say."""
        assert classify_error(NexusCoreError("connection timed out, 429")) == "unexpected"

    def test_unexpected_error(self) -> None:
        """§4.1.1: UnexpectedSystemError is "unexpected"."""
        assert classify_error(UnexpectedSystemError("rate limit")) == "unexpected"


class TestMessages:
    """§4.1.2: classification by message, 13 tests."""

    def test_429_in_message(self) -> None:
        """§4.1.2 Rate Limit: a message with "429"."""
        assert classify_error(Exception("HTTP 429 from the gateway")) == "rate_limit"

    def test_rate_limit_in_message(self) -> None:
        """§4.1.2 Rate Limit: a message with "rate limit"."""
        assert classify_error(Exception("you hit the rate limit of this plan")) == "rate_limit"

    def test_timeout_in_message(self) -> None:
        """§4.1.2 Timeout: a message with "timeout"."""
        assert classify_error(Exception("timeout while reading the answer")) == "timeout"

    def test_timed_out_in_message(self) -> None:
        """§4.1.2 Timeout: a message with "timed out"."""
        assert classify_error(Exception("the request timed out")) == "timeout"

    def test_connection_in_message(self) -> None:
        """§4.1.2 Connection: a message with "connection"."""
        assert classify_error(Exception("connection lost")) == "connection"

    def test_network_in_message(self) -> None:
        """§4.1.2 Connection: a message with "network"."""
        assert classify_error(Exception("the network is gone")) == "connection"

    def test_dns_in_message(self) -> None:
        """§4.1.2 Connection: a message with "dns"."""
        assert classify_error(Exception("dns failure for the host")) == "connection"

    def test_json_in_type_name(self) -> None:
        """§4.1.2 Invalid Output: "json" in the type name is enough, whatever the message."""

        class JSONFormError(Exception):
            pass

        assert classify_error(JSONFormError("Something went wrong")) == "invalid_output"

    def test_json_in_message(self) -> None:
        """§4.1.2 Invalid Output: "json" in the message is enough, whatever the type."""
        assert classify_error(Exception("this is no json")) == "invalid_output"

    def test_parse_in_type_name(self) -> None:
        """§4.1.2 Invalid Output: "parse" in the type name."""

        class AnswerParseError(Exception):
            pass

        assert classify_error(AnswerParseError("Something went wrong")) == "invalid_output"

    def test_sandbox_in_message(self) -> None:
        """§4.1.2 Sandbox: a message with "sandbox"."""
        assert classify_error(Exception("the sandbox gave up")) == "sandbox"

    def test_subprocess_in_message(self) -> None:
        """§4.1.2 Sandbox: a message with "subprocess"."""
        assert classify_error(Exception("subprocess ended with status 3")) == "sandbox"

    def test_patch_in_message(self) -> None:
        """§4.1.2 Patch: a message with "patch"."""
        assert classify_error(Exception("the patch was refused")) == "patch_apply"


class TestTypeNames:
    """§4.1.3: classification by type name, 2 tests."""

    def test_timeout_type(self) -> None:
        """§4.1.3: TimeoutError is "timeout" with an empty message."""
        assert classify_error(TimeoutError()) == "timeout"

    def test_connection_type(self) -> None:
        """§4.1.3: ConnectionError is "connection" with an empty message."""
        assert classify_error(ConnectionError()) == "connection"


class TestFallback:
    """§4.1.4: fallback, 3 tests."""

    def test_unknown_error(self) -> None:
        """§4.1.4: an unknown error is "unexpected"."""
        assert classify_error(Exception("the moon is in the seventh house")) == "unexpected"

    def test_key_error(self) -> None:
        """§4.1.4: KeyError is "unexpected"."""
        assert classify_error(KeyError("customer")) == "unexpected"

    def test_attribute_error(self) -> None:
        """§4.1.4: AttributeError is "unexpected"."""
        assert classify_error(AttributeError("no attribute 'name'")) == "unexpected"


class TestConversion:
    """§4.1.5: the conversion function, 9 tests."""

    def test_rate_limit_becomes_own(self) -> None:
        """§4.1.5: a rate limit becomes ModelRateLimitError."""
        assert type(convert_http_error_to_nexus_error(Exception("429 too many requests"))) is ModelRateLimitError

    def test_timeout_becomes_own(self) -> None:
        """§4.1.5: a timeout becomes ModelTimeoutError."""
        assert type(convert_http_error_to_nexus_error(TimeoutError("timed out"))) is ModelTimeoutError

    def test_connection_becomes_own(self) -> None:
        """§4.1.5: a connection failure becomes ModelConnectionError."""
        assert type(convert_http_error_to_nexus_error(ConnectionRefusedError(111, "no"))) is ModelConnectionError

    def test_invalid_output_becomes_own(self) -> None:
        """§4.1.5: a JSON failure becomes InvalidModelOutputError."""
        with pytest.raises(json.JSONDecodeError) as caught:
            json.loads("{answer: 1}")

        assert type(convert_http_error_to_nexus_error(caught.value)) is InvalidModelOutputError

    def test_own_invalid_output_comes_back(self) -> None:
        """§4.1.5: an InvalidModelOutputError comes back as it is."""
        error = InvalidModelOutputError("no answer")

        assert convert_http_error_to_nexus_error(error) is error

    def test_sandbox_becomes_own(self) -> None:
        """§4.1.5: a sandbox failure becomes SandboxExecutionError."""
        assert type(convert_http_error_to_nexus_error(Exception("sandbox exited"))) is SandboxExecutionError

    def test_patch_becomes_own(self) -> None:
        """§4.1.5: a patch failure becomes PatchApplyError."""
        assert type(convert_http_error_to_nexus_error(Exception("patch does not apply"))) is PatchApplyError

    def test_unexpected_becomes_own(self) -> None:
        """§4.1.5: anything else becomes UnexpectedSystemError."""
        assert type(convert_http_error_to_nexus_error(ZeroDivisionError("by zero"))) is UnexpectedSystemError

    def test_message_is_kept(self) -> None:
        """§4.1.5: the original message is kept, behind the category's label; the original is the cause."""
        original = Exception("rate limit of model x reached")
        surprise = LookupError("where is it?")

        converted = convert_http_error_to_nexus_error(original)
        unexpected = convert_http_error_to_nexus_error(surprise)

        assert str(converted) == "Rate limit: rate limit of model x reached"
        assert converted.__cause__ is original
        assert str(unexpected) == "Unexpected error (LookupError): where is it?"


OWN = (
    ModelRateLimitError,
    ModelTimeoutError,
    ModelConnectionError,
    InvalidModelOutputError,
    SandboxExecutionError,
    PatchApplyError,
    UnexpectedSystemError,
)


class TestHierarchy:
    """§4.1.6: the exception tree, 3 tests."""

    def test_all_derive_from_the_base(self) -> None:
        """§4.1.6: every exception of ours derives from NexusCoreError."""
        assert all(issubclass(error, NexusCoreError) for error in OWN)

    def test_base_is_an_exception(self) -> None:
        """§4.1.6: NexusCoreError derives from Exception."""
        assert issubclass(NexusCoreError, Exception)

    def test_one_except_catches_all(self) -> None:
        """§4.1.6: `except NexusCoreError` catches every one of them."""
        for error in OWN:
            with pytest.raises(NexusCoreError, match="caught"):
                raise error("caught")


class TestEdgeCases:
    """§4.1.7: edge cases, 6 tests."""

    def test_empty_message(self) -> None:
        """§4.1.7: an error without a message is "unexpected"."""
        assert classify_error(Exception("")) == "unexpected"
        assert classify_error(Exception()) == "unexpected"

    def test_several_keywords(self) -> None:
        """§4.1.7: of several keywords the document's order decides."""
        assert classify_error(Exception("rate limit: the request timed out")) == "rate_limit"
        assert classify_error(Exception("timeout in json parsing")) == "timeout"

    def test_upper_and_lower_case(self) -> None:
        """§4.1.7: upper and lower case do not matter."""
        assert classify_error(Exception("RaTe LiMiT")) == "rate_limit"
        assert classify_error(Exception("TIMED OUT")) == "timeout"

    def test_own_error_is_not_converted(self) -> None:
        """§4.1.7: an exception of ours is not converted again."""
        for error in (own("as it is") for own in OWN):
            assert convert_http_error_to_nexus_error(error) is error

    def test_line_breaks(self) -> None:
        """§4.1.7: line breaks in the message do no harm."""
        assert classify_error(Exception("first line\nrequest timed out\r\nthird line")) == "timeout"

    def test_special_characters(self) -> None:
        """§4.1.7: special characters in the message do no harm."""
        assert classify_error(Exception("\x00 ☃ '\"<>&%$ 接続 \ud800 timed out \t\\")) == "timeout"


def _workflow(llm_call: Callable[[], object], done: list[str]) -> None:
    try:
        llm_call()
    except Exception as exc:
        nexus_error = convert_http_error_to_nexus_error(exc)
        error_type = classify_error(nexus_error)
        if error_type in ("rate_limit", "timeout", "connection"):
            done.append("retry_with_backoff")
        elif error_type in ("sandbox", "patch_apply"):
            done.append("trigger_postmortem_agent")
        else:
            done.append("alert_dev_team")


def test_llm_error_handling_workflow() -> None:
    """§4.2, the 45th case: a call fails, is converted and classified, and the right handler is taken."""
    failures = {
        "retry_with_backoff": (Exception("429"), TimeoutError(), ConnectionResetError(104, "reset")),
        "trigger_postmortem_agent": (Exception("sandbox died"), Exception("patch does not apply")),
        "alert_dev_team": (KeyError("x"), ValueError("odd")),
    }
    for wanted, errors in failures.items():
        for error in errors:
            done: list[str] = []

            def llm_call(error: Exception = error) -> None:
                raise error

            _workflow(llm_call, done)

            assert done == [wanted], error
