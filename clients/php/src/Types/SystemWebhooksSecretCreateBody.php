<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class SystemWebhooksSecretCreateBody extends Body
{
    public function __construct(
        /** @var int|null hours for which the former secret signs as well; 24 by default, 0: not at all */
        public ?int $overlapHours = null,
    ) {
    }
}
