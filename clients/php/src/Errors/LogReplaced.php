<?php

declare(strict_types=1);

namespace Tradelog\Client\Errors;

use Tradelog\Client\Kind;

/** The shop's log was replaced since the position was stored: read all resources again. */
final class LogReplaced extends Conflict
{
    public static function of(ShopError $answer): self
    {
        return new self(
            $answer->getMessage(),
            Kind::LogReplaced,
            $answer->errorCode,
            $answer->status,
            $answer->requestId,
            previous: $answer,
        );
    }
}
