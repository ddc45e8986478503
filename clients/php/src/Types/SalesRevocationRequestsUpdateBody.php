<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class SalesRevocationRequestsUpdateBody extends Body
{
    public function __construct(
        /** @var string|null back-office note; null or blank removes it */
        public ?string $adminNote = null,
        /** @var 'accepted'|'rejected'|'info_requested'|null decision about the request */
        public ?string $processedStatus = null,
    ) {
    }
}
