<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersCustomersCreateFromOrderCreateBody extends Body
{
    public function __construct(
        /** @var string|null token from the guest's order details; valid for an hour */
        public ?string $accountToken = null,
        /** @var string|null at least 7 characters, or the configured minimum */
        public ?string $password = null,
    ) {
    }
}
