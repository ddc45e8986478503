<?php

declare(strict_types=1);

namespace Tradelog\Client\Errors;

use Tradelog\Client\Kind;

/** There was no answer, or none that can be read. */
final class NetworkError extends ShopError
{
    public static function because(string $message, int $status = 0, string $requestId = '', ?\Throwable $previous = null): self
    {
        return new self($message, Kind::Network, status: $status, requestId: $requestId, retryable: true, previous: $previous);
    }
}
