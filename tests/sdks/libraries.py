"""Which modules of which library hold the exceptions that its table has to know? Data for the tests beside it."""

from __future__ import annotations

import importlib
import os
import sys
import warnings
from dataclasses import dataclass, field
from types import ModuleType

from classifier.sdks import SdkTable
from classifier.sdks.botocore import MODELED

# litellm fetches its price list on import unless told not to; no test may reach the network.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"


@dataclass(frozen=True)
class Library:
    """
    What of one library is walked.

    Attributes:
        modules: Where its public exceptions are defined or re-exported.
        elsewhere: Listed names that this version does not have there, and which version or place does.
    """

    modules: tuple[str, ...]
    elsewhere: dict[str, str] = field(default_factory=dict)


def _named(reason: str, *names: str) -> dict[str, str]:
    return dict.fromkeys(names, reason)


LIBRARIES = {
    "openai": Library(
        ("openai", "openai._exceptions", "openai._response", "openai._extras._common", "openai.lib._old_api",
         "openai.lib.azure", "openai.lib.browser", "openai.lib.computer", "openai.lib.decisions_tool_runner",
         "openai.lib.responses_tool_runner", "openai.lib.responses_websocket._session",
         "openai.lib.beta.agents._files", "openai.lib.beta.agents._result"),
        _named("0.28", "Timeout", "ServiceUnavailableError", "TryAgain", "InvalidRequestError", "PermissionError",
               "InvalidAPIType", "SignatureVerificationError"),
    ),
    "anthropic": Library(
        ("anthropic", "anthropic._exceptions", "anthropic._response", "anthropic.lib._extras._common",
         "anthropic.lib.credentials", "anthropic.lib.credentials._workload", "anthropic.lib.foundry",
         "anthropic.lib.tools", "anthropic.lib.tools._beta_functions", "anthropic.lib.tools._file_store",
         "anthropic.lib.tools._memories", "anthropic.lib.tools._toolsets._errors",
         "anthropic.lib.tools._toolsets._base", "anthropic.lib.tools._toolsets._browser", "anthropic.lib.tools.mcp",
         "anthropic.types", "anthropic.types.beta", "anthropic.types.organization",
         "anthropic.types.file_expired_error", "anthropic.types.image_dimensions_too_large_error",
         "anthropic.types.tool_reference_unresolved_error", "anthropic.types.user_profile_not_found_error",
         "anthropic.types.organization.already_member_error",
         "anthropic.types.organization.invite_already_exists_error"),
        _named("0.40 to 1.x", "DeadlineExceededError", "RequestTooLargeError"),
    ),
    "groq": Library(("groq", "groq._response")),
    "google_genai": Library(
        ("google.genai.errors", "google.genai._api_client", "google.genai._interactions",
         "google.genai._interactions_continuation", "google.genai._interactions_errors",
         "google.genai._gaos.errors.genaierror", "google.genai._gaos.errors.genaidefaulterror",
         "google.genai._gaos.errors.no_response_error", "google.genai._gaos.errors.responsevalidationerror",
         "google.genai._gaos.utils.retries"),
        _named("made by the generator, not in this version", "StreamAlreadyConsumed", "MissingStreamClassError"),
    ),
    "google_api_core": Library(
        ("google.api_core.exceptions", "google.api_core._feature_gating_helpers", "google.api_core.universe",
         "google.api_core.iam")
    ),
    "google_auth": Library(("google.auth.exceptions",)),
    "grpc": Library(
        ("grpc", "grpc.aio", "grpc._cython.cygrpc", "grpc.experimental", "grpc.framework.foundation.abandonment",
         "grpc.framework.foundation.future", "grpc.framework.interfaces.base.base",
         "grpc.framework.interfaces.face.face")
    ),
    "mistralai": Library(
        ("mistralai.client.errors.mistralerror", "mistralai.client.errors.sdkerror",
         "mistralai.client.errors.httpvalidationerror", "mistralai.client.errors.no_response_error",
         "mistralai.client.errors.observabilityerror", "mistralai.client.errors.responsevalidationerror",
         "mistralai.client._hooks.service_account_auth", "mistralai.client.utils.retries",
         "mistralai.extra.exceptions", "mistralai.extra.batch.client", "mistralai.extra.connectors_gateway_errors",
         "mistralai.extra.observability.telemetry", "mistralai.extra.voice_agents.errors",
         "mistralai.extra.workflows.encoding.storage.blob_storage"),
    ),
    "cohere": Library(
        ("cohere.core.api_error", "cohere.core.parse_error", "cohere.core.http_sse._exceptions",
         "cohere.manually_maintained.cohere_aws.error", "cohere.errors.bad_request_error",
         "cohere.errors.client_closed_request_error", "cohere.errors.forbidden_error",
         "cohere.errors.gateway_timeout_error", "cohere.errors.internal_server_error",
         "cohere.errors.invalid_token_error", "cohere.errors.not_found_error", "cohere.errors.not_implemented_error",
         "cohere.errors.service_unavailable_error", "cohere.errors.too_many_requests_error",
         "cohere.errors.unauthorized_error", "cohere.errors.unprocessable_entity_error")
    ),
    "ollama": Library(("ollama",)),
    "huggingface_hub": Library(("huggingface_hub.errors", "huggingface_hub._bucket_live_follow")),
    "litellm": Library(
        ("litellm.exceptions", "litellm.types.router", "litellm.tool_loop", "litellm.types.integrations.custom_logger",
         "litellm.litellm_core_utils.total_deadline", "litellm.litellm_core_utils.url_utils",
         "litellm.caching.redis_cache", "litellm.llms.base_llm.chat.transformation", "litellm.llms.custom_llm",
         "litellm.llms.custom_httpx.http_handler", "litellm.llms.bedrock.base_aws_llm",
         "litellm.proxy._types"),
        _named("openai's, from which litellm's derive", "APIStatusError", "APITimeoutError", "ConflictError",
               "StreamAlreadyConsumed", "MissingStreamClassError")
        | _named("importable with the a2a extra only", "A2AError", "A2AConnectionError"),
    ),
    "langchain_core": Library(
        ("langchain_core.exceptions", "langchain_core.indexing.api", "langchain_core.language_models.fake",
         "langchain_core.language_models.fake_chat_models", "langchain_core.stores", "langchain_core.tools.base",
         "langchain_core._security._exceptions", "langchain_core.utils.mustache", "langgraph.errors",
         "langgraph.prebuilt.tool_node", "langgraph.pregel.remote", "langgraph.store.base",
         "langgraph.checkpoint.base", "langgraph.checkpoint.serde.jsonplus"),
    ),
    "instructor": Library(
        ("instructor.core.exceptions", "instructor.v2.core.errors", "instructor.v2.core.exceptions",
         "instructor.v2.core.remote"),
        _named("a record in this version", "FailedAttempt"),
    ),
    "pydantic_ai": Library(
        ("pydantic_ai.exceptions", "pydantic_ai.capabilities.hooks", "pydantic_ai.conversation_store",
         "pydantic_ai.external_events", "pydantic_ai.models.decision", "pydantic_ai.models._batch_codec",
         "pydantic_ai.providers._oauth_provider", "pydantic_ai.realtime.model", "pydantic_ai._fallback",
         "pydantic_ai.realtime._openai_protocol", "pydantic_ai._json_schema", "pydantic_ai._ssrf",
         "pydantic_ai.workspaces.protocol", "pydantic_graph.exceptions", "pydantic_graph._utils"),
    ),
    "openai_agents": Library(
        ("agents.exceptions", "agents.models.openai_responses", "agents.voice.exceptions", "agents.sandbox.errors",
         "agents.sandbox.session.archive_extraction", "agents.sandbox.session.dependencies",
         "agents.sandbox.util.tar_utils", "agents.testing.model", "agents.testing.sandbox",
         "agents.realtime.testing", "agents.voice.testing"),
    ),
    "smolagents": Library(
        ("smolagents.utils", "smolagents.local_python_executor", "smolagents.serialization",
         "smolagents._function_type_hints_utils")
    ),
    "mcp": Library(
        ("mcp", "mcp.shared.exceptions", "mcp.shared.auth", "mcp.shared.path_security", "mcp.shared.uri_template",
         "mcp.server.auth.middleware.client_auth", "mcp.server.auth.provider", "mcp.server.request_state",
         "mcp.server.mcpserver.exceptions", "mcp.server.mcpserver.resources.templates", "mcp.client.auth.exceptions",
         "mcp.client.streamable_http", "mcp.client.subscriptions", "mcp.client.extension",
         "mcp.client._input_required"),
        _named("1.x", "McpError", "FastMCPError", "ValidationError"),
    ),
    "httpx": Library(("httpx", "httpx2"), _named("httpx2.websockets, which needs wsproto", "QueueShutDown")),
    "httpcore": Library(("httpcore", "httpcore2")),
    "requests": Library(("requests.exceptions", "requests.cookies", "botocore.vendored.requests.exceptions")),
    "urllib3": Library(
        ("urllib3.exceptions", "urllib3.util.ssl_match_hostname",
         "botocore.vendored.requests.packages.urllib3.exceptions")
    ),
    "urllib": Library(("urllib.error", "http.client", "http.cookies", "http.cookiejar")),
    "aiohttp": Library(
        ("aiohttp", "aiohttp.client_exceptions", "aiohttp.http_exceptions", "aiohttp.payload", "aiohttp.streams",
         "aiohttp._websocket.models", "aiohttp.compression_utils", "aiohttp.web_app", "aiohttp.web_exceptions",
         "aiohttp.web_protocol", "aiohttp.web_runner")
    ),
    "websockets": Library(("websockets.exceptions", "websockets.datastructures", "websockets.legacy.exceptions")),
    "botocore": Library(
        ("botocore.exceptions", "botocore.discovery", "botocore.eventstream", "botocore.model", "botocore.parsers",
         "botocore.utils"),
        # Their test is `test_a_modelled_exception_is_known_by_its_shape`.
        _named("made by a client's factory", *MODELED),
    ),
    "boto3": Library(
        ("boto3.exceptions", "s3transfer", "s3transfer.bandwidth", "s3transfer.exceptions", "s3transfer.utils")
    ),
    "azure_core": Library(("azure.core.exceptions", "azure.core.polling.base_polling")),
    "paramiko": Library(
        ("paramiko", "paramiko.ssh_exception", "paramiko.auth_strategy", "paramiko.ber", "paramiko.buffered_pipe",
         "paramiko.hostkeys", "paramiko.packet", "paramiko.pkey", "paramiko.sftp")
    ),
    "redis": Library(
        ("redis", "redis.exceptions", "redis.sentinel", "redis.asyncio.sentinel", "redis.auth.err", "redis.event",
         "redis.http.http_client", "redis.multidb.exception")
    ),
    "sqlalchemy": Library(
        ("sqlalchemy.exc", "sqlalchemy.ext.asyncio.exc", "sqlalchemy.orm.exc", "sqlalchemy.orm.evaluator",
         "sqlalchemy.connectors.asyncio", "sqlalchemy.dialects.postgresql.asyncpg", "sqlalchemy.util.queue"),
        _named("nested in the asyncpg adapter", "Error", "InternalServerError", "UniqueViolationError"),
    ),
    "psycopg": Library(
        ("psycopg", "psycopg.errors", "psycopg.transaction", "psycopg_pool"),
        _named("psycopg2", "QueryCanceledError", "TransactionRollbackError"),
    ),
    "sqlite3": Library(("sqlite3",)),
    "docker": Library(("docker.errors", "docker.credentials.errors", "docker.utils.socket")),
    "e2b": Library(
        ("e2b", "e2b.exceptions", "e2b.api.client.errors", "e2b.volume.client.errors",
         "e2b.sandbox.commands.command_handle")
    ),
    "playwright": Library(
        ("playwright.sync_api", "playwright.async_api", "playwright._impl._errors", "playwright._impl.errors",
         "playwright._impl.protocol.validator_primitives")
    ),
    "git": Library(("git.exc", "gitdb.exc")),
    "subprocess": Library(("subprocess",)),
    "pydantic": Library(
        ("pydantic", "pydantic_core", "pydantic.errors", "pydantic.v1.errors", "pydantic.v1.error_wrappers",
         "pydantic_core._pydantic_core", "pydantic_settings", "pydantic_settings.exceptions"),
        _named("in a private submodule of the core", "MissingDefinitionError"),
    ),
    "jsonschema": Library(
        ("jsonschema.exceptions", "referencing", "referencing.exceptions", "referencing.jsonschema",
         "referencing._attrs", "jsonpatch", "jsonpointer", "unidiff.errors"),
    ),
    "formats": Library(
        ("json", "xml.etree.ElementTree", "xml.parsers.expat", "xml.sax", "xml.dom", "tomllib", "csv", "configparser",
         "email.errors", "yaml", "yaml.reader", "yaml.composer", "yaml.constructor", "yaml.emitter", "yaml.parser",
         "yaml.representer", "yaml.resolver", "yaml.scanner", "yaml.serializer", "tokenize"),
        _named("orjson and simplejson", "JSONEncodeError"),
    ),
    "archives": Library(
        ("tarfile", "zipfile", "zlib", "lzma", "gzip", "pickle", "struct", "binascii", "shutil"),
    ),
    "tenacity": Library(("tenacity",)),
    "asyncio": Library(
        ("asyncio", "asyncio.exceptions", "asyncio.queues", "concurrent.futures",
         "concurrent.futures._base", "concurrent.futures.process", "concurrent.futures.thread",
         "multiprocessing", "multiprocessing.context", "multiprocessing.managers",
         "multiprocessing.pool", "threading", "queue", "anyio", "anyio._core._exceptions"),
        (_named("Python 3.13 and later", "QueueShutDown", "ShutDown") if sys.version_info < (3, 13) else {})
        | (_named("Python 3.14 and later", "BrokenInterpreterPool") if sys.version_info < (3, 14) else {}),
    ),
    "network": Library(
        ("socket", "ssl", "smtplib", "ftplib", "imaplib", "poplib"),
        _named("attributes of IMAP4", "abort", "error", "readonly"),
    ),
    "python": Library(("builtins",)),
}  # fmt: skip

TABLES = {name: importlib.import_module(f"classifier.sdks.{name}").TABLE for name in LIBRARIES}


def imported(name: str) -> ModuleType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # libraries deprecate each other
        return importlib.import_module(name)


def classes_of(name: str) -> list[type[BaseException]]:
    """Return the exception classes that the walked modules hold and that come from the table's packages."""
    found: dict[type[BaseException], None] = {}
    for module_name in LIBRARIES[name].modules:
        module = imported(module_name)
        for attribute in list(vars(module)):
            value = getattr(module, attribute, None)
            if isinstance(value, type) and issubclass(value, BaseException) and is_of(value, TABLES[name]):
                found[value] = None
    return list(found)


def is_of(cls: type, table: SdkTable) -> bool:
    return any(f"{cls.__module__}.".startswith(f"{prefix}.") for prefix in table.packages)
