"""
What do the `code`, `type` and `status` strings in provider bodies mean? Data only, in lower case.

Sources, read November 2026: the error pages of OpenAI, Azure OpenAI, Anthropic, Gemini and Vertex (google.rpc.Code,
ErrorInfo reasons), Amazon Bedrock, Mistral, Cohere, Groq, DeepSeek, OpenRouter, Moonshot, Zhipu GLM, MiniMax,
DashScope, Hugging Face TGI, Ollama, vLLM and llama.cpp; GitHub and Stripe for the common REST forms.
"""

from __future__ import annotations

from typing import Final

__all__ = ["CODES", "PASSING_UNDER_400", "VAGUE_CODES"]

_BY_REASON: Final = {
    "throttled": """
        rate_limit_exceeded rate_limit_error rate_limit ratelimit rate_limited rate_limit_reached
        rate_limit_reached_error ratelimitexceeded ratelimitreached ratelimited too_many_requests toomanyrequests
        toomanyrequestsexception requests tokens input_tokens output_tokens requests_per_minute tokens_per_minute
        throttling throttled throttlingexception throttlingerror throttledexception requestthrottled
        requestthrottledexception requestlimitexceeded bandwidthlimitexceeded slowdown slow_down
        provisionedthroughputexceededexception prioritylimitexceeded resource_exhausted user_rate_limit_exceeded
        userratelimitexceeded ratelimiterror ratelimit_error concurrency_limit_exceeded throttling.ratequota
        throttling.burstrate throttling.allocationquota throttling.user throttling.concurrency limitrequests
        limit_requests limit_burst_rate too_many_tokens secondary_rate_limit abuse_detected 1302 1303 apig.0308
        minimax:1002 minimax:2045 minimax:1039 minimax:1041 concurrent_limit request_rate_too_large
        requestratetoolarge model_rate_limit organization_rate_limit rate_limit_exceeded_error
        toomanyrequestserror burst_rate_limit account_rate_limit_exceeded""",
    "usage_window": """
        usage_limit_reached usage_limit_exceeded daily_limit_exceeded daily_quota_exceeded weekly_limit_reached
        requests_per_day tokens_per_day per_day_limit plan_limit_reached dailylimitexceeded 1304 1308 1310
        minimax:2056 free_tier_limit_reached""",
    "quota_exhausted": """
        insufficient_quota billing_hard_limit_reached billing_not_active insufficient_balance
        insufficient_user_quota insufficient_credits insufficient_funds credit_balance_exhausted
        credit_balance_too_low exceeded_current_quota_error exceeded_current_quota quota_exceeded quotaexceeded
        out_of_credits payment_required billing_error spend_limit_exceeded spend_limit_reached
        monthly_spend_limit_exceeded org_spend_limit_exceeded workspace_spend_limit_exceeded
        project_spend_limit_exceeded user_spend_limit_exceeded budget_exceeded arrearage access_denied_arrearage
        overduepayment prepaid_bill_overdue postpaid_bill_overdue commodity_not_purchased purchase_required
        allocationquota.freetieronly balance_not_enough not_enough_balance pre_consume_token_quota_failed
        no_available_balance account_arrears user_quota_not_enough token_quota_not_enough 1113 1112 1309
        minimax:1008 billing_disabled accountoverduebilling accountoverdueerror organization_quota_exceeded
        subscription_expired usage_not_included trial_expired insufficientbalance insufficientquota card_declined
        servicequotaexceededexception credits_exhausted""",
    "request_exceeds_limit": """
        request_exceeds_rate_limit request_too_large_for_limit tokens_exceed_limit""",
    "read_timeout": """
        request_timeout requesttimeout requesttimeoutexception timeout timeout_error timeouterror timed_out
        read_timeout modeltimeoutexception requesttimeoutexceeded upstream_timeout inference_timeout minimax:1001
        etimedout responsetimeout responsetimeouterror operationtimeout esockettimedout""",
    "gateway_timeout": "gateway_timeout gatewaytimeout upstream_gateway_timeout",
    "deadline_exceeded": "deadline_exceeded deadlineexceeded",
    "connect_timeout": "connect_timeout connecttimeout und_err_connect_timeout",
    "server_error": """
        server_error internal_error internal_server_error internalservererror internalerror internalfailure
        internalserverexception internal modelerrorexception modelstreamerrorexception bad_gateway badgateway
        provider_error upstream_error internalerror.algo minimax:1000 minimax:1013 minimax:1024 minimax:1033 1230
        inference_error generation_error bad_response_status_code do_request_failed get_channel_failed
        upstream_failure systemerror""",
    "overloaded": """
        overloaded_error overloaded engine_overloaded engine_overloaded_error server_overloaded server_busy
        serverbusy model_overloaded service_unavailable serviceunavailable serviceunavailableexception
        service_unavailable_error unavailable capacity_exceeded model_not_ready modelnotreadyexception no_capacity
        insufficientinstancecapacity serverunavailable upstream_overloaded no_available_channel
        model_service_unavailable modelserving.unavailable modelservingerror 1305 1312 backend_overloaded loading
        model_is_loading no_healthy_upstream resource_unavailable server_is_overloaded temporarily_unavailable
        flex_capacity_exceeded nocapacity outofcapacity cold_boot_timeout""",
    "refused": "econnrefused",
    "reset": "econnreset epipe und_err_socket econnaborted socket_hang_up connection_closed",
    "dns": "enotfound eai_again eai_noname",
    "unreachable": "ehostunreach enetunreach network_error connection_error apiconnectionerror networkerror",
    "stream_broken": "stream_error incomplete_stream stream_interrupted response_incomplete_stream",
    "auth_failed": """
        invalid_api_key authentication_error invalid_authentication_error invalid_authentication invalidapikey
        unauthorized unauthenticated unauthorizedexception api_key_invalid api_key_not_found api_key_expired
        expired_token expiredtoken expiredtokenexception unrecognizedclientexception invalidsignatureexception
        signaturedoesnotmatch invalidclienttokenid missingauthenticationtoken missingauthenticationtokenexception
        incompletesignature incorrect_api_key_error access_token_expired invalid_token token_expired
        account_deactivated invalid_organization no_api_key missing_api_key invalid_access_token_provided
        incorrectapikeyprovided invalid_grant invalid_client authentication_failed auth_error authenticationerror
        1000 1001 1002 1003 1004 minimax:1004 minimax:2049 access_token_type_unsupported invalid_iam_token
        mismatched_project invalid_user_token""",
    "permission_denied": """
        permission_error permission_denied permissiondenied accessdenied accessdeniedexception access_denied
        forbidden permission_denied_error operationnotallowed unsupported_country_region_territory
        request_forbidden insufficient_permissions insufficient_scope service_disabled iam_permission_denied
        access_terminated consumer_invalid access_token_scope_insufficient api_key_service_blocked
        api_key_http_referrer_blocked api_key_ip_address_blocked user_project_denied location_policy_violated
        security_policy_violated vpc_service_controls 1220 1300 model.accessdenied workspace.accessdenied
        accessdenied.unpurchased ip_not_authorized organization_restricted missing_scope not_in_channel eacces
        eperm""",
    "not_found": """
        not_found not_found_error notfound notfounderror resource_not_found resourcenotfound
        resourcenotfoundexception invalid_url unknown_url no_such_key nosuchkey nosuchbucket route_not_found
        endpoint_not_found object_not_found""",
    "model_not_found": """
        model_not_found deploymentnotfound modelnotfound model_not_found_error invalid_model unknown_model
        model_not_exist model_decommissioned model_deprecated modelnotsupported 1211 1222 1221 model_not_available
        unsupported_model no_model_access modelnotopen invalidendpointormodel.notfound model_terms_required
        model_permission_blocked_org model_permission_blocked_project no_endpoints_found""",
    "context_length": """
        context_length_exceeded exceed_context_size_error string_above_max_length context_window_exceeded
        contextwindowexceedederror input_too_long prompt_too_long max_tokens_exceeded context_too_long 1261
        tokens_limit_reached context_limit_exceeded prompttoolong too_many_input_tokens
        model_context_window_exceeded content_length_exceeded""",
    "payload_too_large": "request_too_large payload_too_large entity_too_large entitytoolarge request_entity_too_large",
    "content_policy": """
        content_filter content_policy_violation responsibleaipolicyviolation data_inspection_failed
        datainspectionfailed sensitive_words_detected content_policy moderation_blocked moderation_error safety
        prohibited_content unsafe_content 1301 minimax:1026 minimax:1027 content_blocked cyber_policy_violation
        image_generation_user_error new_sensitive input_moderation output_moderation sexual_content
        policy_violation invalid_prompt content_management_policy content_exists_risk guardrail_intervened
        recitation blocklist spii""",
    "schema_mismatch": """
        json_validate_failed output_parsing_error json_schema_validation_failed structured_output_failed""",
    "malformed_tool_call": """
        tool_use_failed malformed_function_call invalid_tool_call tool_call_error tool_call_validation_failed
        unexpected_tool_call malformed_tool_call""",
    "truncated_output": "max_output_tokens_reached output_truncated",
    "empty_output": "no_choices",
    "unsupported": """
        unsupported_parameter unsupported_value unsupported_media_type method_not_allowed unimplemented
        not_implemented unsupported_operation operationnotsupported unsupportedoperationexception
        unsupportedmediatype not_supported""",
    "misconfigured": "configuration_error missing_required_header invalid_configuration enotdir",
    "stale_state": """
        conflict conflict_error aborted failed_precondition conflictexception idempotency_error etag_mismatch
        conditionalcheckfailedexception preconditionfailed""",
    "already_exists": "already_exists alreadyexists duplicate_resource resourceinuse eexist resource_already_exists",
    "cancelled": "cancelled canceled request_cancelled client_closed_request und_err_aborted",
    "missing_file": "enoent",
    "local_resource": "enospc edquot enomem emfile enfile eaddrinuse",
    "bad_request": """
        invalid_function_parameters invalid_json invalid_type missing_required_parameter unknown_parameter
        invalid_value json_invalid validationexception invalidparameter invalidparameterexception
        invalidparametervalue minimax:2013 1210 1212 1213 1214 1215 1231 invalid_image invalid_image_format
        image_parse_error integer_above_max_value integer_below_min_value decimal_above_max_value
        decimal_below_min_value array_above_max_length invalid_schema invalid_request_body invalid_params
        malformedinput missing_fields parameter_error out_of_range serializationexception invalid_response_format""",
}  # fmt: skip

CODES: Final[dict[str, str]] = {code: reason for reason, codes in _BY_REASON.items() for code in codes.split()}
"""Lower-cased provider code to reason."""

PASSING_UNDER_400: Final = frozenset((
    "throttling", "throttlingexception", "throttlingerror", "throttledexception", "requestthrottled",
    "requestthrottledexception", "slowdown", "requestlimitexceeded", "bandwidthlimitexceeded",
    "prioritylimitexceeded", "requesttimeout", "provisionedthroughputexceededexception", "toomanyrequestsexception",
    "requesttimeoutexception",
))  # fmt: skip
"""Codes of passing trouble that AWS sends under HTTP 400, as botocore's retry rules list them."""

VAGUE_CODES: Final[dict[str, str]] = {
    "invalid_request_error": "bad_request",
    "invalid_request": "bad_request",
    "invalidrequest": "bad_request",
    "badrequest": "bad_request",
    "bad_request": "bad_request",
    "badrequesterror": "bad_request",
    "bad_request_error": "bad_request",
    "invalid_argument": "bad_request",
    "invalid_parameter_error": "bad_request",
    "validation_error": "bad_request",
    "unprocessable_entity": "bad_request",
    "unprocessable_entity_error": "bad_request",
    "api_error": "server_error",
    "apierror": "server_error",
    "error": "",
    "unknown": "",
    "unknown_error": "",
    "new_api_error": "",
}
"""Codes that name only the kind of answer: words in the same body may be finer, and a status outranks them."""
