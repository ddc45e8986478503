<?php

declare(strict_types=1);

namespace Tradelog\Client\Errors;

use Tradelog\Client\Kind;

/** A webhook is not signed by the shop, or too old. */
final class SignatureError extends ShopError
{
    public static function because(string $message): self
    {
        return new self($message, Kind::Signature);
    }
}
