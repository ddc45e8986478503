<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersGuestCartsShippingMethodUpdateBody extends Body
{
    public function __construct(
        /** @var string|null such as flatrate */
        public ?string $carrierCode = null,
        /** @var string|null such as flatrate */
        public ?string $methodCode = null,
    ) {
    }
}
