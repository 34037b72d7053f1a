"""Kinds of failures that people report again and again, and messages that only sound like them."""

from __future__ import annotations

import json
import subprocess

import httpx2
import openai
import pytest

from classifier import Classifier

FAILURES = [
    # The words of a limit without its number
    ("Your plan's monthly request allowance is used up", "quota_exhausted"),
    ("not enough credits for this run", "quota_exhausted"),
    ("Sorry, this workspace does not have any credits left", "quota_exhausted"),
    ("There is no free quota tier for this model", "quota_exhausted"),
    ("RateLimitError while embedding", "throttled"),
    ("No deployments available in this group, try again in 4 seconds", "throttled"),
    ("more than 20 calls per minute", "throttled"),
    ("5 images per day are allowed", "usage_window"),
    ("RATELIMIT: take a break for 3 minutes", "throttled"),
    ("OperationalError: (1040, 'Too many connections')", "throttled"),
    ("FATAL: sorry, too many clients already", "throttled"),
    # The words of a status without its number
    ("Server said: Unprocessable Entity", "bad_request"),
    ("Unsupported Media Type for /upload", "bad_request"),
    ('ERROR: syntax error at or near "SELCT"', "bad_request"),
    ("This repository is over its LFS budget", "quota_exhausted"),
    # JavaScript's fetch names its own class in front of what happened
    ("TypeError: fetch failed", "unreachable"),
    ("Uncaught (in promise) TypeError: Failed to fetch", "unreachable"),
    ("TypeError: terminated", "unreachable"),
    # Transports of Go, git and Kafka
    ("dial tcp: lookup mirror.example on 10.0.0.2:53: server misbehaving", "dns"),
    ("wget: unable to resolve host address 'mirror.example'", "dns"),
    ('Post "http://localhost:11434/api/chat": EOF', "stream_broken"),
    ("fatal: early EOF", "stream_broken"),
    ("fatal: the remote end hung up unexpectedly", "reset"),
    ("kafka.errors.NoBrokersAvailable", "unreachable"),
    ("We see unusually high traffic, please come back in a minute", "overloaded"),
    # Answers of models
    ("finish_reason: MAX_TOKENS and no text", "truncated_output"),
    ("The reply of the model was none or empty", "empty_output"),
    ("AI_NoOutputGeneratedError: No output generated", "empty_output"),
    ("The assistant did not use a tool in its last message", "malformed_tool_call"),
    ("Function fetch_weahter is not found in the tools_dict", "malformed_tool_call"),
    ("Exceeded maximum retries (3) for output validation", "schema_mismatch"),
    ("mapping values are not allowed here, line 4", "not_json"),
    # Edits, as the tools of eight agents word them
    ("Could not find oldString in lib/a.ts", "target_missing"),
    ("can't find file to patch at input line 4", "target_missing"),
    ("Replacement failed: target content not found", "target_missing"),
    ("No sufficiently similar match found near line 40", "target_missing"),
    ("unable to find insert_before text in the file", "target_missing"),
    ("Could not find matching text to replace", "target_missing"),
    ("the edit must be unique but the text stands there twice", "target_ambiguous"),
    ("Failed to parse patch: hunk header is missing", "malformed_patch"),
    (">>>>> Patch Apply Failed", "hunk_failed"),
    ("error: repository lacks the necessary blob to perform 3-way merge", "hunk_failed"),
    ("error: lib/b.py: already exists in working directory", "hunk_failed"),
    ("JSON Patch: the test operation did not hold", "hunk_failed"),
    ("CONFLICT (modify/delete): notes.txt deleted in HEAD", "merge_conflict"),
    # Sandboxes that are gone are gone, however the client's exception is called
    ("TimeoutException: the sandbox was not found, it may have timed out", "container_failed"),
    ("Pod web-7d is in CrashLoopBackOff", "container_failed"),
    ("container db-1 is unhealthy", "container_failed"),
    ("Container agent-runtime-2 has exited.", "container_failed"),
    ("[ERROR] Compilation failure", "tests_failed"),
    ("src/b.ts(3,1): error TS2304: cannot find name 'x'", "tests_failed"),
    ("AssertionError: assert 429 == 200", "tests_failed"),
    # What does not pass, whatever is said beside it
    ("git@host: Permission denied (publickey). The remote end hung up unexpectedly", "auth_failed"),
    ("write failed: disk quota exceeded", "local_resource"),
    ("error: call of overloaded 'area(int)' is ambiguous", "programming_error"),
    ("Could not parse config file: unexpected end of JSON", "not_json"),
]

HARMLESS = [
    "x-ratelimit-remaining: 12",
    "Stream closed by the reader after the last row",
    "The stream ended as planned",
    "A cold start takes four seconds on this plan",
    "High demand for seats is expected in May",
    "The lookup returned an empty list of hosts",
    "There was no tool call in this conversation's plan, as agreed",
    "No changes were made to the calendar",
    "HTTP 409 Conflict (branch exists)",
    "Doors close at five hours per day",
    "Invoices that are overdue get a red mark",
    "Every e-mail address must be unique",
    "Failed to parse config file app.json",
    "Cannot parse date '2031-02-30'",
    "defaults.json not found, going on without it",
    "no matching overloaded function found",
]


@pytest.mark.parametrize(("text", "reason"), FAILURES, ids=[text for text, _ in FAILURES])
def test_kind_is_recognised_by_its_words(text: str, reason: str) -> None:
    """The exact reason comes out of the words alone."""
    assert Classifier().explain(text).reason == reason


@pytest.mark.parametrize("text", HARMLESS)
def test_similar_sentence_is_never_retried(text: str) -> None:
    """A sentence that shares words with a passing failure does not cause a retry."""
    assert Classifier().explain(text).retryable is False


def _answered(status: int, body: object) -> Exception:
    transport = httpx2.MockTransport(lambda request: httpx2.Response(status, json=body))
    client = openai.OpenAI(api_key="none", max_retries=0, http_client=httpx2.Client(transport=transport))
    with pytest.raises(openai.APIStatusError) as caught:
        client.chat.completions.create(model="any", messages=[{"role": "user", "content": "hello"}])
    return caught.value


@pytest.mark.parametrize(
    ("status", "message", "reason"),
    [
        (429, "账户余额不足，请先充值", "quota_exhausted"),
        (403, "该令牌额度已用完", "quota_exhausted"),
        (401, "令牌额度已用尽", "quota_exhausted"),
        (429, "请求过于频繁，请稍后再试", "throttled"),
        (400, "输入内容过长，超出模型最大长度", "context_length"),
        (404, "模型不存在", "model_not_found"),
        (403, "クレジット残高が不足しています", "quota_exhausted"),
        (403, "크레딧이 부족합니다", "quota_exhausted"),
    ],
)
def test_prose_of_other_languages_refines_a_status(status: int, message: str, reason: str) -> None:
    """A relay's status says little; the sentence beside it says what happened, in its own language."""
    failure = _answered(status, {"error": {"message": message, "type": "relay_error"}})

    assert Classifier().explain(failure).reason == reason


def test_money_is_read_beside_a_bare_number() -> None:
    """A 429 in a text without a structured status does not hide that the balance is empty."""
    assert Classifier().explain("错误 429：余额不足，请充值").reason == "quota_exhausted"


def test_token_rate_worded_like_an_exhausted_quota_passes() -> None:
    """Alibaba's per-minute token limit uses OpenAI's code for an empty account; the page it links tells them apart."""
    said = "You exceeded your current quota. See https://help.example/model-studio/error-code#token-limit"
    body = {"error": {"message": said, "type": "insufficient_quota", "code": "insufficient_quota"}}

    assert Classifier().explain(_answered(429, body)).reason == "throttled"
    other = json.loads(json.dumps(body).replace("#token-limit", ""))
    assert Classifier().explain(_answered(429, other)).retryable is False


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        ("error: lib/gone.py: No such file or directory", "target_missing"),
        ("error: can't open patch 'gone.patch': No such file or directory", "missing_file"),
        ("Fehler: Anwendung des Patches fehlgeschlagen: lib/a.py:3", "hunk_failed"),
    ],
)
def test_absent_target_is_told_from_an_absent_patch(printed: str, reason: str) -> None:
    """`git apply` prints the same system message for both; only one of them is about the edit."""
    failure = subprocess.CalledProcessError(1, ["git", "apply", "x.patch"], stderr=printed)

    assert Classifier().explain(failure).reason == reason


def test_certificate_below_a_general_connection_error_decides() -> None:
    """The SDK's "Connection error." says less than the certificate error it was raised from."""

    def refuse(request: httpx2.Request) -> httpx2.Response:
        msg = "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed certificate"
        raise httpx2.ConnectError(msg, request=request)

    client = openai.OpenAI(
        api_key="none", max_retries=0, http_client=httpx2.Client(transport=httpx2.MockTransport(refuse))
    )
    with pytest.raises(openai.APIConnectionError) as caught:
        client.models.list()

    answer = Classifier().explain(caught.value)

    assert (answer.reason, answer.retryable) == ("tls_certificate", False)


def test_last_word_of_a_phrase_may_go_on() -> None:
    """A phrase is looked for with `in`: the plural of its last word holds it as well."""
    assert Classifier().explain("insufficient credits").reason == "quota_exhausted"
    assert Classifier().explain("not enough credits").reason == "quota_exhausted"
    assert Classifier().explain("missing required scopes").reason == "permission_denied"
