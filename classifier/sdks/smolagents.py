"""Exceptions of smolagents 1.x: what the model wrote, and what running it did."""

from __future__ import annotations

from classifier.sdks.base import BY_CAUSE, SdkTable, generic, left

_CONTROL_FLOW = left("steers the interpreter, no failure")

TABLE = SdkTable(
    ("smolagents",),
    {
        "AgentError": left("its words decide"),
        "AgentParsingError": generic("not_json"),
        "AgentExecutionError": generic("nonzero_exit"),
        "AgentToolCallError": "malformed_tool_call",
        "AgentToolExecutionError": BY_CAUSE,
        "AgentMaxStepsError": "turn_limit",
        "AgentGenerationError": BY_CAUSE,
        # "Import of … is not allowed" in its words is finer.
        "InterpreterError": generic("nonzero_exit"),
        "ExecutionTimeoutError": "command_timeout",
        "SerializationError": "programming_error",
        "DocstringParsingException": "programming_error",
        "TypeHintParsingException": "programming_error",
        "BreakException": _CONTROL_FLOW,
        "ContinueException": _CONTROL_FLOW,
        "FinalAnswerException": _CONTROL_FLOW,
        "ReturnException": _CONTROL_FLOW,
    },
)
