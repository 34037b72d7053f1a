"""Exceptions of boto3 1.x and of s3transfer, which moves its files."""

from __future__ import annotations

from classifier.sdks.base import BY_CAUSE, SdkTable, generic

TABLE = SdkTable(
    ("boto3", "s3transfer"),
    {
        "Boto3Error": BY_CAUSE,
        "ResourceLoadException": "programming_error",
        "NoVersionFound": "misconfigured",
        "UnknownAPIVersionError": "misconfigured",
        "ResourceNotExistsError": "misconfigured",
        "RetriesExceededError": BY_CAUSE,
        "S3TransferFailedError": BY_CAUSE,
        "S3UploadFailedError": BY_CAUSE,
        "S3DownloadFailedError": BY_CAUSE,
        "S3CopyFailedError": BY_CAUSE,
        "S3ValidationError": "corrupt_data",
        "DynamoDBOperationNotSupportedError": "unsupported",
        "DynamoDBNeedsConditionError": "programming_error",
        "DynamoDBNeedsKeyConditionError": "programming_error",
        "InvalidCrtTransferConfigError": "misconfigured",
        "InvalidSubscriberMethodError": "programming_error",
        "TransferNotDoneError": "programming_error",
        "QueueShutdownError": "programming_error",
        "RequestExceededException": generic("throttled"),
        "NoResourcesAvailable": "local_resource",
        "FatalError": "cancelled",
    },
)
