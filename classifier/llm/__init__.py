"""
How is a model asked so that a failure can never pass for an answer? Eight providers through their own SDKs.

Importing this package imports no SDK; each is loaded when a client of it is first built.
"""

from __future__ import annotations

from classifier.llm.anthropic_llm import AnthropicLLM
from classifier.llm.base import BaseLLM
from classifier.llm.compat_providers import GLMLLM, DeepSeekLLM, MiniMaxLLM, MoonshotLLM, OpenRouterLLM
from classifier.llm.gemini_llm import GeminiLLM
from classifier.llm.openai_compat import OpenAICompatLLM, OpenAILLM
from classifier.llm.outcome import ProviderReportedError
from classifier.llm.streaming import AsyncTextStream, TextStream
from classifier.llm.text import LLMText, StubOutputError, Usage, require_real

__all__ = [
    "GLMLLM",
    "AnthropicLLM",
    "AsyncTextStream",
    "BaseLLM",
    "DeepSeekLLM",
    "GeminiLLM",
    "LLMText",
    "MiniMaxLLM",
    "MoonshotLLM",
    "OpenAICompatLLM",
    "OpenAILLM",
    "OpenRouterLLM",
    "ProviderReportedError",
    "StubOutputError",
    "TextStream",
    "Usage",
    "require_real",
]
