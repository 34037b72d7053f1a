"""
Which providers speak OpenAI's Chat Completions? Values only: whatever one of them does, `openai_compat` does for all.

Addresses from the providers' API pages, read November 2026.
"""

from __future__ import annotations

from classifier.llm.openai_compat import OpenAICompatLLM

__all__ = ["GLMLLM", "DeepSeekLLM", "MiniMaxLLM", "MoonshotLLM", "OpenRouterLLM"]


class DeepSeekLLM(OpenAICompatLLM):
    """A model of DeepSeek."""

    provider = "deepseek"
    key_variables = ("DEEPSEEK_API_KEY",)
    model_variable = "DEEPSEEK_MODEL"
    base_url_variable = "DEEPSEEK_BASE_URL"
    default_base_url = "https://api.deepseek.com"


class GLMLLM(OpenAICompatLLM):
    """A GLM model of Zhipu (Z.ai)."""

    provider = "glm"
    key_variables = ("GLM_API_KEY", "ZHIPUAI_API_KEY", "ZAI_API_KEY")
    model_variable = "GLM_MODEL"
    base_url_variable = "GLM_BASE_URL"
    default_base_url = "https://open.bigmodel.cn/api/paas/v4"


class MiniMaxLLM(OpenAICompatLLM):
    """A model of MiniMax."""

    provider = "minimax"
    key_variables = ("MINIMAX_API_KEY",)
    model_variable = "MINIMAX_MODEL"
    base_url_variable = "MINIMAX_BASE_URL"
    default_base_url = "https://api.minimax.io/v1"
    has_json_mode = False


class MoonshotLLM(OpenAICompatLLM):
    """A Kimi model of Moonshot."""

    provider = "moonshot"
    key_variables = ("MOONSHOT_API_KEY",)
    model_variable = "MOONSHOT_MODEL"
    base_url_variable = "MOONSHOT_BASE_URL"
    default_base_url = "https://api.moonshot.ai/v1"


class OpenRouterLLM(OpenAICompatLLM):
    """Any model that OpenRouter passes on to."""

    provider = "openrouter"
    key_variables = ("OPENROUTER_API_KEY",)
    model_variable = "OPENROUTER_MODEL"
    base_url_variable = "OPENROUTER_BASE_URL"
    default_base_url = "https://openrouter.ai/api/v1"
