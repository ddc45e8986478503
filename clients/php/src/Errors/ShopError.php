<?php

declare(strict_types=1);

namespace Tradelog\Client\Errors;

use Tradelog\Client\Kind;
use Tradelog\Client\Violation;

/**
 * A call that failed.
 *
 * $errorCode is the shop's code of the failure, such as invalid_coupon; the name code is PHP's. Without an answer, $errorCode is empty and
 * $status is 0. $retryable tells whether the same call, with the same key, may succeed later. $violations names the fields that are wrong,
 * if the failure is about the input.
 */
class ShopError extends \RuntimeException
{
    /** @param list<Violation> $violations */
    public function __construct(
        string $message,
        public readonly Kind $kind,
        public readonly string $errorCode = '',
        public readonly int $status = 0,
        public readonly string $requestId = '',
        public readonly bool $retryable = false,
        public readonly ?float $retryAfter = null,
        ?\Throwable $previous = null,
        public readonly array $violations = [],
    ) {
        parent::__construct($message, $status, $previous);
    }

    /**
     * Returns the error of an answer.
     *
     * @param list<Violation> $violations
     */
    public static function ofAnswer(
        int $status,
        string $code,
        string $message,
        string $requestId,
        ?float $retryAfter,
        array $violations = [],
    ): self {
        [$class, $kind] = match ($status) {
            400, 405, 406, 413, 415 => [InvalidRequest::class, Kind::Invalid],
            401 => [Unauthorized::class, Kind::Unauthorized],
            403 => [Forbidden::class, Kind::Forbidden],
            404 => [NotFound::class, Kind::NotFound],
            409 => [Conflict::class, Kind::Conflict],
            412 => [Changed::class, Kind::Changed],
            422 => [RuleViolation::class, Kind::Precondition],
            429 => [RateLimited::class, Kind::RateLimited],
            408, 502, 503, 504 => [Unavailable::class, Kind::Unavailable],
            default => [self::class, Kind::Internal],
        };
        $retryable = $status === 408 || $status === 429 || $status >= 500;

        return new $class(
            $message !== '' ? $message : "The shop answered $status.",
            $kind,
            $code,
            $status,
            $requestId,
            $retryable,
            $retryAfter,
            violations: $violations,
        );
    }
}
