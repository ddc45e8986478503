<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersCustomersMeTwoFactorUpdateBody extends Body
{
    public function __construct(
        /** @var bool whether to turn two-factor login on */
        public bool $enabled,
        /** @var string|null code from the authenticator app */
        public ?string $code = null,
    ) {
    }
}
