<?php

declare(strict_types=1);

namespace Tradelog\Client\Errors;

use Tradelog\Client\Kind;

/** The idempotency key belongs to an earlier request with another body. This one was not carried out. */
final class KeyReused extends ShopError
{
    public static function of(int $status, string $requestId): self
    {
        $message = 'the idempotency key belongs to an earlier request with another body: this one was not carried out';

        return new self($message, Kind::KeyReused, status: $status, requestId: $requestId);
    }
}
